"""The player mat of a seat: tracks, generations, skills, towns and workers."""

from collections.abc import Iterator

from engines.quo_vadis.data.content import CONTENT, DATA
from engines.quo_vadis.table.names import describe_effect
from engines.quo_vadis.view import PlayerView, View
from render import kit
from render.quo_vadis import backdrop, theme
from render.quo_vadis.catalogue import render_capitalized_noun, render_engine_message, render_message, render_noun
from render.quo_vadis.pieces import Hexagon, RuinPiece, TownPiece, WorkerPiece
from render.quo_vadis.private.skill_cards import draw_skill_text, find_largest_size, render_skill_name

_HEADING_H, _LEAST_ART_H = 56.0, 100.0
"""px: height of the heading of a generation, and least height of the engraving of its youngest card."""
ROMAN = ("I", "II", "III", "IV", "V", "VI")


def draw_mat(view: View, mat_name: str, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the public player mat of a seat, 1600 x 1000."""
    seat = int(mat_name)
    player = view.players[seat]
    live = (
        *_draw_header(player, seat, ctx),
        *(node for j in range(len(player.stock) + 1) for node in draw_track(player, ctx, j, 44 + 382 * j, 140)),
        *(node for j in range(6) for node in _draw_generation(player, j, ctx)),
        *_draw_skills(player, ctx),
        *_draw_face_down(player, ctx),
        *_draw_towns(view, player, seat),
        *_draw_final_points(player, ctx),
    )
    return kit.Scene(theme.THEME, 1600, 1000, theme.FRAME, backdrop.draw_desk(1000), live)


def _draw_header(player: PlayerView, seat: int, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    yield kit.Sprite(78, 70, WorkerPiece(seat, theme.find_race_colour(player.race), 32))
    yield from kit.fit_name(ctx.names[seat], 380, kit.HEAD).build_runs(132, 70, kit.WHITE, max_width=380)
    if player.race is not None:
        terrain = CONTENT.races[player.race].terrain
        yield kit.Sprite(566, 70, Hexagon(31, theme.TERRAIN[terrain], kit.WHITE, 2.5))
        yield kit.Icon(f"m_{terrain}", 566, 70, 34, theme.MARKS[terrain], theme.TERRAIN[terrain])
        yield from kit.fit_text(render_noun(f"race.{player.race}", ctx.lang), 260, kit.KEY).build_runs(
            612, 70, kit.WHITE, max_width=260
        )
    counts = (
        ("trefoil", str(len(player.controlled)), 910),
        ("hand", f"{player.hand_size}/{player.hand_limit}", 1080),
        ("skill", str(player.face_down_count), 1268),
    )
    for icon, text, x in counts:
        yield kit.Icon(icon, x, 70, 50, theme.MUTED, theme.FRAME)
        yield kit.TextRun(x + 36, 70, text, kit.KEY, kit.WHITE, max_width=100)
    yield kit.Sprite(1490, 70, kit.Seal(str(player.points), 48))


def draw_track(
    player: PlayerView, ctx: kit.RenderContext, j: int, x: float, y: float, w: float = 366
) -> Iterator[kit.Node]:
    """Draw track number j of the four, with value, maximum and cubes."""
    rows = [(name, player.stock[name], player.maxima.get(name, 0)) for name in player.stock]
    rows_with_wrath: list[tuple[str, int, int]] = [*rows, ("wrath", player.wrath, player.max_wrath)]
    name, value, maximum = rows_with_wrath[j]
    background = theme.WRATH_GROUND if name == "wrath" else theme.PANEL
    yield kit.Anchor(f"track:{name}", kit.Placement(x, y, w, 104, 12), value, part="tracks")
    yield kit.Box(x, y, w, 104, 12, background, theme.LINE, 2, material="vellum")
    yield kit.Icon(theme.TRACK[name], x + 44, y + 36, 44, theme.TRACK_COLOUR[name], background)
    yield from kit.fit_text(render_capitalized_noun(f"resource.{name}", ctx.lang), w - 200, kit.BODY).build_runs(
        x + 78, y + 36, theme.INK, max_width=w - 200
    )
    yield kit.TextRun(x + w - 62, y + 36, str(value), kit.HEAD, theme.INK, "r", max_width=70)
    yield kit.TextRun(x + w - 58, y + 40, f"/{maximum}", kit.BODY, theme.INK_2, max_width=56)
    if maximum:
        cube = min(44.0, (w - 32) / maximum - 4)
        for i in range(maximum):
            colour = theme.TRACK_COLOUR[name]
            yield kit.Box(x + 16 + (cube + 4) * i, y + 70, cube, 24, 4, colour if i < value else None, theme.LINE, 2)


def _draw_generation(player: PlayerView, j: int, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    x, y, w, h = 44 + 254 * j, 262, 244, 430
    stack = player.generations[j] if j < len(player.generations) else ()
    current = j == len(player.generations) - 1
    edge, width = (theme.INK, 4) if current else (theme.LINE, 2)
    yield kit.Anchor(f"stack:{j}", kit.Placement(x, y, w, h, 12), stack, part="mat")
    if stack:
        yield kit.Box(x, y, w, h, 12, theme.TURN if current else theme.PANEL, edge, width, material="vellum")
    else:
        yield kit.Box(x, y, w, h, 12, None, edge, width)
    yield kit.TextRun(x + 16, y + 30, ROMAN[j], kit.BODY, theme.INK if stack else theme.LINE, max_width=80)
    if not stack:
        if j == len(player.generations) and j:
            yield from _draw_change_bonus(player, ctx, x, y)
        return
    yield kit.TextRun(x + w - 16, y + 30, f"×{len(stack)}", kit.KEY, theme.INK, "r", max_width=110)
    foot = y + h - 10
    under = len(stack) - 1
    strip = min(54.0, 254 / under) if under else 0.0
    for i, kind in enumerate(stack[:-1]):
        yield from _draw_strip(kind, x + 10, foot - strip * (i + 1) + 4, w - 20, strip - 4, ctx)
    top = foot - strip * under - 102
    kind = stack[-1]
    if top - y - _HEADING_H >= _LEAST_ART_H:
        yield from draw_kind_art(kind, x + 12, y + _HEADING_H, w - 24, top - y - _HEADING_H)
    yield kit.Box(x + 10, top, w - 20, 100, 8, theme.KIND[kind], theme.INK, 2, material="cloth")
    yield kit.Icon(theme.GLYPH[kind], x + 52, top + 50, 46, theme.ON_KIND[kind], theme.KIND[kind])
    yield from kit.fit_text(render_noun(f"kind.{kind}", ctx.lang), w - 116, kit.BODY).build_runs(
        x + 86, top + 50, theme.ON_KIND[kind], max_width=w - 112
    )


def draw_kind_art(kind: str, x: float, y: float, w: float, h: float) -> Iterator[kit.Node]:
    """Draw the engraving of a kind of cards on a tint of its colour, cut to this rectangle."""
    colour = theme.KIND[kind]
    ink = kit.darken(colour, 0.5 if theme.ON_KIND[kind] == theme.INK else 0.25)
    side = min(w, 1.5 * h)
    left, top = (w - side) / 2, (h - side) / 2
    yield kit.Box(x, y, w, h, 9, kit.mix_colours(colour, kit.WHITE, 0.7), corners=(True, True, False, False))
    yield kit.Vignette(x, y, w, h, f"quo_vadis/{kind}", ink, plate=(left, top, left + side, top + side))


def _draw_strip(kind: str, x: float, y: float, w: float, h: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    yield kit.Box(x, y, w, h, 6, theme.KIND[kind], material="cloth")
    ink = theme.ON_KIND[kind]
    yield kit.Icon(theme.GLYPH[kind], x + 28, y + h / 2, min(30, h - 4), ink, theme.KIND[kind])
    if h >= 28:
        size = kit.DETAIL if h >= 34 else kit.MICRO
        yield from kit.fit_text(render_noun(f"kind.{kind}", ctx.lang), w - 64, size).build_runs(
            x + 54, y + h / 2, ink, max_width=w - 60
        )


def _draw_change_bonus(player: PlayerView, ctx: kit.RenderContext, x: float, y: float) -> Iterator[kit.Node]:
    """Draw, in the next free slot, the score of a change with the present areas."""
    stack = len(player.generations[-1])
    bonus = stack * player.bonus_area_count
    yield from kit.fit_text(render_message("bonus", ctx.lang), 220, kit.DETAIL, 2).build_runs(
        x + 122, y + 92, theme.INK_2, "m", max_width=224
    )
    yield kit.TextRun(x + 122, y + 160, f"{stack} × {player.bonus_area_count}", kit.HEAD, theme.INK, "m", max_width=224)
    yield kit.Sprite(x + 122, y + 250, kit.Seal(f"+{bonus}", 50))
    yield kit.TextRun(
        x + 122, y + 330, f"{player.points} → {player.points + bonus}", kit.BODY, theme.INK, "m", max_width=224
    )
    if player.may_change:
        words = kit.fit_text(render_message("skill_opens", ctx.lang), 220, kit.DETAIL, 2)
        yield from words.build_runs(x + 122, y + 382, theme.INK_2, "m", max_width=224)
    else:
        yield kit.Icon("pass", x + 122, y + 382, 44, theme.INK_2, theme.PAPER)


def _draw_skills(player: PlayerView, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the skills in play, all effects in one size."""
    skills = player.skills[:6]
    effects = [render_engine_message(describe_effect(skill), ctx.lang) for skill in skills]
    size = find_largest_size(effects, _SKILL_W - 26, _SKILL_H - 58, kit.BODY)
    for j, (skill, effect) in enumerate(zip(skills, effects, strict=True)):
        yield from _draw_skill(player, j, skill, ctx)
        yield from draw_skill_text(effect, 58 + 254 * j, 814, _SKILL_W - 26, size, theme.INK)


_SKILL_W, _SKILL_H = 244, 172


def _draw_skill(player: PlayerView, j: int, skill: str, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the card of a skill without its effect."""
    x, y, w, h = 44 + 254 * j, 704, _SKILL_W, _SKILL_H
    yield kit.Anchor(f"set:{skill}", kit.Placement(x, y, w, h, 12), skill in player.spent, part="mat")
    yield kit.Box(x, y, w, h, 12, theme.PANEL, theme.LINE, 2, material="paper")
    band = theme.STONE if skill in player.spent else theme.SKY_2
    yield kit.Box(x, y, w, 50, 12, band, corners=(True, True, False, False), material="band")
    name = kit.fit_text(render_skill_name(skill, ctx, skill in player.spent), w - 20, kit.DETAIL)
    yield from name.build_runs(x + 12, y + 21, theme.INK if skill in player.spent else kit.WHITE, max_width=w - 16)
    if player.adapted_terrain is not None and skill == "S12":
        yield kit.Sprite(x + w - 26, y + 21, Hexagon(18, theme.TERRAIN[player.adapted_terrain], kit.WHITE, 2))


def _draw_face_down(player: PlayerView, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    j = len(player.skills)
    if j > 5 or not player.face_down_count:
        return
    x = 44 + 254 * j
    yield kit.Anchor("hidden", kit.Placement(x, 704, 244, 172, 12), player.face_down_count, part="mat")
    for i in range(player.face_down_count):
        yield kit.Box(x + 16 + 26 * i, 716, 66, 92, 8, theme.NIGHT_2, theme.LINEN, 2, material="velvet")
    yield from kit.fit_text(render_message("hidden", ctx.lang, n=player.face_down_count), 236, kit.DETAIL).build_runs(
        x + 8, 846, theme.INK_2, max_width=240
    )


def _draw_towns(view: View, player: PlayerView, seat: int) -> Iterator[kit.Node]:
    towns = [
        (area.id, space.town)
        for area in view.areas
        for space in area.spaces
        if space.town is not None and space.town.owner == seat
    ]
    colour = theme.find_race_colour(player.race)
    for j in range(DATA.components.towns):
        x = 84 + 150 * j
        if j < len(towns):
            area, town = towns[j]
            piece = TownPiece(seat, colour, 52, town.population) if town.population else RuinPiece(seat, colour, 50)
            yield kit.Sprite(x, 925, piece)
            yield kit.Sprite(x + 70, 925, kit.NumberDisc(area, 31, 26, theme.INK, theme.PANEL, theme.LINE, 2))
        else:
            yield kit.Icon("town", x, 925, 46, theme.LINE, theme.PAPER)
    yield kit.Polyline(((812, 893), (812, 957)), theme.LINE, 2)
    yield kit.Sprite(858, 925, kit.SeatToken(seat, colour, 25, edge=theme.INK))
    yield kit.TextRun(940, 925, str(player.workers), kit.KEY, theme.INK, "r", max_width=60)
    yield kit.TextRun(944, 928, f"/{DATA.components.workers}", kit.DETAIL, theme.INK_2, max_width=60)


def _draw_final_points(player: PlayerView, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the VP that the final scoring would bring now."""
    if not player.final_points:
        return
    yield kit.Box(1030, 887, 526, 74, 12, theme.PANEL, theme.LINE, 2, material="vellum")
    yield from kit.fit_text(render_message("end_now", ctx.lang), 110, kit.DETAIL, 2).build_runs(
        1046, 925, theme.INK_2, max_width=116
    )
    for i, (source, vp) in enumerate(player.final_points.items()):
        icon, colour = theme.SOURCE[source]
        yield kit.Box(1166 + 76 * i, 903, 40, 42, 8, colour)
        yield kit.Icon(icon, 1186 + 76 * i, 924, 30, kit.pick_ink(colour), colour)
        yield kit.TextRun(1210 + 76 * i, 925, str(vp), kit.BODY if vp < 10 else kit.DETAIL, theme.INK, max_width=36)
    yield kit.Sprite(1514, 924, kit.Seal(str(sum(player.final_points.values())), 33))
