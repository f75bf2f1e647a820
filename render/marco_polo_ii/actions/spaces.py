"""The action spaces Khan's favour, purse, guild seals and travel."""

from collections.abc import Iterator
from functools import cache

from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.view import View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.board.dice import draw_space
from render.marco_polo_ii.catalogue import render_noun
from render.marco_polo_ii.pieces.goods import CoinDisc, build_amounts
from render.marco_polo_ii.pieces.people import GuildSeal
from render.marco_polo_ii.pieces.placed_dice import DiePlace
from render.marco_polo_ii.pieces.plates import draw_head, draw_sheet

_W = 244
_KHAN, _GUILD, _TRAVEL = 806, 1060, 1314
"""x of the left edges; the purse lies below the Khan."""


@cache
def draw_static(_has_caravan: bool, lang: kit.Lang) -> kit.Nodes:
    """Draw the static part: requirements and rewards of each space."""
    return (
        *_draw_field(_KHAN, 142, 204, "khan", render_noun("actions.khan", lang)),
        *build_amounts(CONTENT.data.constants.khan_reward, 42, kit.KEY).draw_centred(_KHAN + _W / 2, 308),
        *_draw_field(_KHAN, 354, 160, "purse", render_noun("actions.purse", lang)),
        *(
            node
            for i, gain in enumerate(CONTENT.data.constants.purse_options)
            for node in build_amounts(gain, 26, kit.DETAIL).draw_at(_KHAN + 140, 423 + 35 * i)
        ),
        *_draw_field(_GUILD, 142, 372, "wax", render_noun("actions.guild", lang)),
        *_draw_guilds(_GUILD),
        *_draw_field(_TRAVEL, 142, 372, "move", render_noun("actions.travel", lang)),
        *_draw_static_travel(_TRAVEL),
    )


def draw_spaces(view: View, _ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the dice on the spaces, the owners of seals, and the travel record."""
    for i, space in enumerate(CONTENT.khan_spaces):
        yield from draw_space(view, space, _KHAN + 36 + 57.5 * i, 232, 51, "spaces")
    yield from draw_space(view, "purse", _KHAN + 62, 460, 58, "spaces")
    yield from _draw_seal_owners(view, _GUILD)
    yield from _draw_travel(view, _TRAVEL)


def _draw_field(x: float, y: float, h: float, icon: str, word: str) -> Iterator[kit.Node]:
    yield draw_sheet(x, y, _W, h)
    yield draw_head(x, y, _W, 44, theme.PLUM)
    yield kit.Icon(icon, x + 28, y + 22, 32, theme.PANEL, theme.PLUM)
    label = word[:1].upper() + word[1:]
    yield from kit.fit_text(label, 186, kit.DETAIL).build_runs(x + 52, y + 22, theme.PANEL, max_width=186)


def _draw_guilds(x: float) -> Iterator[kit.Node]:
    """Draw the minimum value and the jade of each seal."""
    for j, guild in enumerate(GUILDS):
        line, y = CONTENT.data.guilds[guild], 290 + 57 * j
        if j:
            yield kit.Polyline(((x + 12, y - 28), (x + _W - 12, y - 28)), theme.LINE, 2)
        yield kit.TextRun(x + 14, y, f"{line.min_value}+", kit.BODY, kit.INK, max_width=50)
        yield kit.Sprite(x + 86, y, GuildSeal(guild, 50))
        if line.jade_on_take:
            yield kit.Icon("jade", x + 134, y, 28, theme.GOODS["jade"], theme.PANEL)
            yield kit.TextRun(x + 152, y, str(line.jade_on_take), kit.BODY, kit.INK, max_width=24)


def _draw_seal_owners(view: View, x: float) -> Iterator[kit.Node]:
    """Draw the guild space and the owners of each seal; improved seals have a ring."""
    yield from draw_space(view, "guild", x + 48, 226, 54, "spaces")
    for j, guild in enumerate(GUILDS):
        for mat in view.mats:
            state = mat.seals[guild]
            cx, cy = x + 194 + 30 * (mat.seat % 2), 290 + 57 * j + (-13 if mat.seat < 2 else 13)
            placement = kit.Placement.from_circle(cx, cy, 13)
            yield kit.Anchor(f"seal:{guild}:{mat.seat}", placement, state, part="spaces", is_minor=True)
            if state is None:
                continue
            if state:
                yield kit.Disc(cx, cy, 14, None, theme.RED, 2.5)
            token = kit.SeatToken(mat.seat, theme.SEAT[mat.color], 9.5 if state else 11.5, has_large_letter=True)
            yield kit.Sprite(cx, cy, token)


_TRAVEL_SPACES = tuple(reversed([space for space, line in CONTENT.data.spaces.items() if line.action == "travel"]))
"""The travel spaces, from top to bottom."""


def _draw_static_travel(x: float) -> Iterator[kit.Node]:
    """Draw the steps of each travel space, and its extra costs and rewards."""
    for j, space in enumerate(_TRAVEL_SPACES):
        line, y = CONTENT.data.spaces[space], 226 + 108 * j
        if j:
            yield kit.Polyline(((x + 12, y - 44), (x + _W - 12, y - 44)), theme.LINE, 2)
        yield kit.TextRun(x + _W - 14, y, f"≤{line.max_steps}", kit.BODY, kit.INK, "r", max_width=66)
        if line.extra_coins:
            yield kit.TextRun(x + 80, y, "+", kit.BODY, kit.INK, max_width=24)
            yield kit.Sprite(x + 122, y, CoinDisc(str(line.extra_coins), 20))
        if line.extra_post:
            yield kit.Icon("post", x + 86, y + 45, 26, theme.BROWN, theme.PANEL)
            yield kit.TextRun(x + 105, y + 45, "+1", kit.DETAIL, theme.INK_2, max_width=40)


def _draw_travel(view: View, x: float) -> Iterator[kit.Node]:
    """Draw the dice or their empty places, and the holder of the travel record."""
    for j, space in enumerate(_TRAVEL_SPACES):
        line, y = CONTENT.data.spaces[space], 226 + 108 * j
        if not view.spaces[space]:
            for i in range(1, line.dice):
                yield kit.Sprite(x + 36 + 54 * i, y, DiePlace("blue", 46))
        yield from draw_space(view, space, x + 36, y, 46, "spaces")
        if view.record is not None and view.record.rank == line.rank:
            seat = view.record.seat
            yield kit.Sprite(x + 170, y + 44, kit.SeatToken(seat, theme.SEAT[view.mats[seat].color], 15))
