"""The progress of a seat: seals, crests with their VP, fulfilled contracts."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.view import Mat
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import render_message, render_noun
from render.marco_polo_ii.pieces.cards import build_exchange, fit_largest
from render.marco_polo_ii.pieces.goods import Run, build_amounts, build_label, join_runs, wrap_node
from render.marco_polo_ii.pieces.people import CrestShield, GuildSeal
from render.marco_polo_ii.pieces.plates import draw_roll

LEFT, W = 1060, 496
_PORTRAIT_ROOM_W = 472
_ROWS_BEFORE_PORTRAIT = 2
"""Rows of fulfilled contracts that leave no room for the portrait below them."""


def draw_seals(mat: Mat, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the four seals. Improved: white background, income; basic: cost and reward of improving; none: minimum die
    value and jade.
    """
    for j, guild in enumerate(GUILDS):
        top = 142 + 129 * j
        y, state, line = top + 64, mat.seals[guild], CONTENT.data.guilds[guild]
        shape = "none" if state is None else "improved" if state else "basic"
        if state:
            ends = (j == 0, j == 0, j == 3, j == 3)
            yield kit.Box(LEFT + 2, top + 2, W - 4, 125, 11, theme.PANEL, corners=ends)
        yield kit.Anchor(f"guild:{guild}", kit.Placement(LEFT + 8, top + 6, W - 16, 116, 10), shape, part="seals")
        if j:
            yield kit.Polyline(((LEFT + 16, top), (LEFT + W - 16, top)), theme.LINE, 2)
        yield kit.Sprite(LEFT + 66, y, GuildSeal(guild, 92, shape))
        ink = theme.INK_2 if state is None else kit.INK
        name = render_noun(f"guilds.{guild}", ctx.lang, is_short=True)
        yield from kit.fit_text(name, 340, kit.BODY).build_runs(LEFT + 138, y - 26, ink, max_width=340)
        if state is None:
            runs = [build_label(f"{line.min_value}+", kit.KEY, theme.INK_2)]
            if line.jade_on_take:
                jade = wrap_node(kit.Icon("jade", 0, 0, 36, theme.GOODS["jade"], theme.PANEL), 38)
                runs.append(join_runs([jade, build_label(str(line.jade_on_take), kit.KEY, theme.INK_2)], 4))
            run = join_runs(runs, 28)
        elif state:
            run = join_runs(
                [_build_income_icon(), build_amounts(line.improved_bonus, 38, kit.KEY, background=theme.PANEL)], 18
            )
        else:
            run = _build_improvement(guild)
        yield from run.draw_at(LEFT + 138, y + 26)


def _build_improvement(guild: str) -> Run:
    line = next(line for name, line in CONTENT.data.guilds.items() if name == guild)
    return fit_largest(
        lambda s, size: build_exchange(line.improve_cost, line.improved_bonus, s, size, background=theme.PANEL), 344, 2
    )


def _build_income_icon() -> Run:
    return Run(
        (kit.Box(0, -24, 44, 48, 8, theme.RED), *build_label("!", kit.BODY, theme.PANEL).draw_centred(22, 0)), 44
    )


def draw_crests(mat: Mat, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the nine crests and the bonus crest, with their number, their VP and the VP for one more."""
    yield kit.Anchor(f"crests:{mat.seat}", kit.Placement(LEFT + 8, 716, 396, 238), mat.crests, part="crests")
    yield from kit.fit_text(render_message("crests", ctx.lang), 300, kit.DETAIL).build_runs(
        LEFT + 18, 700, theme.INK_2, max_width=300
    )
    all_crests = [*CONTENT.data.crests]
    for i, crest in enumerate(all_crests):
        x, y = LEFT + 54 + 78 * (i % 5), 772 + 112 * (i // 5)
        if crest in mat.crests:
            yield kit.Sprite(x, y, CrestShield(crest, 74))
        else:
            unique = CONTENT.data.crests[crest].unique
            pale = kit.mix_colours(theme.UNIQUE if unique else theme.RIM, theme.PANEL, 0.82)
            icon = "star4" if crest == "star" else crest
            yield kit.Icon("shield", x, y, 74, pale, theme.PANEL)
            yield kit.Icon(icon, x, y, 68, pale, kit.mix_colours(pale, kit.INK, 0.22))
    if mat.bonus_crests:
        x, y = LEFT + 54 + 78 * 4, 772 + 112
        yield kit.Icon("shield", x, y, 74, kit.INK, theme.PANEL)
        yield kit.TextRun(x, y - 4, f"+{mat.bonus_crests}", kit.BODY, theme.PANEL, "m", max_width=60)
    count, vp = len(mat.crests) + mat.bonus_crests, CONTENT.data.crest_scoring.vp
    x = LEFT + W - 50
    yield kit.TextRun(x, 724, str(count), kit.HEAD, kit.INK, "m", max_width=90)
    yield kit.Poly(((x - 12, 758), (x + 12, 758), (x, 774)), theme.INK_2)
    yield kit.Sprite(x, 826, kit.Seal(str(mat.crest_vp), 42))
    if count + 1 < len(vp):
        yield from kit.fit_text(render_message("next", ctx.lang), 90, kit.DETAIL).build_runs(
            x, 896, theme.INK_2, "m", max_width=90
        )
        yield kit.TextRun(x, 932, str(vp[count + 1]), kit.BODY, theme.INK_2, "m", max_width=80)


def draw_fulfilled(mat: Mat, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the fulfilled contracts, which take the place of the caravan without the expansion; below them, as long as
    there is room, the portrait of the seat's character.
    """
    rows = -(-len(mat.fulfilled[:15]) // 5)
    if mat.character is not None and rows < _ROWS_BEFORE_PORTRAIT:
        yield from _draw_portrait(mat.character, rows, ctx)
    if rows or mat.character is None:
        yield from kit.fit_text(render_message("done", ctx.lang), 400, kit.DETAIL).build_runs(
            580, 594, theme.INK_2, max_width=400
        )
    for i, contract in enumerate(mat.fulfilled[:15]):
        x, y = 622 + 90 * (i % 5), 668 + 108 * (i // 5)
        reward = CONTENT.contracts[contract].reward.vp
        yield kit.Box(x - 38, y - 44, 76, 88, 3, theme.PANEL, theme.LINE, 2)
        yield draw_roll(x - 42, y - 48, 84, 9)
        yield draw_roll(x - 42, y + 39, 84, 9)
        yield kit.Sprite(x, y, kit.Seal(str(reward), 30))
    if not mat.fulfilled and mat.character is None:
        yield kit.Icon("mission", 802, 766, 120, theme.LINE, theme.PANEL)


def _draw_portrait(character: str, rows: int, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the portrait of a character under its own name, below this many rows of contracts."""
    heading = 594.0 + (40 + 104 * rows if rows else 0)
    if rows:
        yield kit.Polyline(((576, heading - 24), (1028, heading - 24)), theme.LINE, 2)
    top = heading + 18
    side = 958.0 - top
    plate = ((_PORTRAIT_ROOM_W - side) / 2, 0.0, (_PORTRAIT_ROOM_W + side) / 2, side)
    yield kit.Vignette(566, top, _PORTRAIT_ROOM_W, side, f"marco_polo_ii/{character}", theme.HILLS, plate=plate)
    name = render_noun(f"characters.{character}", ctx.lang, is_short=True)
    yield from kit.fit_text(name, 400, kit.DETAIL).build_runs(580, heading, theme.INK_2, max_width=400)
