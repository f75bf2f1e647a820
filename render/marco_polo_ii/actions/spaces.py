"""Khan's favour, the purse, guild seals, travel."""

from collections.abc import Iterator
from functools import cache

from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.view import View
from render.kit.colour import INK, WHITE
from render.kit.look import Lang, Look
from render.kit.scene import BODY, DETAIL, KEY, Anchor, Box, Disc, Icon, Line, Node, Nodes, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit
from render.kit.tokens import SeatToken
from render.marco_polo_ii import theme
from render.marco_polo_ii.board.dice import on_space
from render.marco_polo_ii.catalogue import noun
from render.marco_polo_ii.pieces.goods import CoinDisc, bundle
from render.marco_polo_ii.pieces.people import DiePlace, GuildSeal

_W = 244
_KHAN, _GUILD, _TRAVEL = 806, 1060, 1314
"""Left edges; the purse lies below the Khan."""


@cache
def printed(_caravan: bool, lang: Lang) -> Nodes:
    """What never changes: what each space asks for and brings."""
    return (
        *_field(_KHAN, 142, 204, "khan", noun("actions.khan", lang)),
        *bundle(CONTENT.data.constants.khan_reward, 42, KEY).centred(_KHAN + _W / 2, 308),
        *_field(_KHAN, 354, 160, "purse", noun("actions.purse", lang)),
        *(
            node
            for i, gain in enumerate(CONTENT.data.constants.purse_options)
            for node in bundle(gain, 26, DETAIL).at(_KHAN + 140, 417 + 36 * i)
        ),
        *_field(_GUILD, 142, 372, "wax", noun("actions.guild", lang)),
        *_guilds(_GUILD),
        *_field(_TRAVEL, 142, 372, "move", noun("actions.travel", lang)),
        *_journeys(_TRAVEL),
    )


def spaces(view: View, _look: Look) -> Iterator[Node]:
    """What lies there now."""
    for i, space in enumerate(CONTENT.khan_spaces):
        yield from on_space(view, space, _KHAN + 36 + 57.5 * i, 232, 52, "spaces")
    yield from on_space(view, "purse", _KHAN + 62, 460, 58, "spaces")
    yield from _owners(view, _GUILD)
    yield from _travel(view, _TRAVEL)


def _field(x: float, y: float, h: float, icon: str, word: str) -> Iterator[Node]:
    yield Box(x, y, _W, h, 12, theme.PANEL, theme.LINE, 2)
    yield Box(x, y, _W, 44, 12, theme.PLUM, corners=(True, True, False, False))
    yield Icon(icon, x + 28, y + 22, 32, WHITE, theme.PLUM)
    label = word[:1].upper() + word[1:]
    yield from fit(label, 186, DETAIL).runs(x + 52, y + 22, WHITE, room=186)


def _guilds(x: float) -> Iterator[Node]:
    """Of each seal the least value and the jade."""
    for j, guild in enumerate(GUILDS):
        line, y = CONTENT.data.guilds[guild], 290 + 57 * j
        if j:
            yield Line(((x + 12, y - 28), (x + _W - 12, y - 28)), theme.LINE, 2)
        yield Text(x + 14, y, f"{line.min_value}+", BODY, INK, room=50)
        yield Sprite(x + 86, y, GuildSeal(guild, 50))
        if line.jade_on_take:
            yield Icon("jade", x + 134, y, 28, theme.GOODS["jade"], theme.PANEL)
            yield Text(x + 152, y, str(line.jade_on_take), BODY, INK, room=24)


def _owners(view: View, x: float) -> Iterator[Node]:
    """The place of the guilds, and who has which seal; improved ones have a ring."""
    yield from on_space(view, "guild", x + 48, 226, 54, "spaces")
    for j, guild in enumerate(GUILDS):
        for mat in view.mats:
            state = mat.seals[guild]
            cx, cy = x + 194 + 30 * (mat.seat % 2), 290 + 57 * j + (-13 if mat.seat < 2 else 13)
            spot = Spot.disc(cx, cy, 12)
            yield Anchor(f"seal:{guild}:{mat.seat}", spot, state, part="spaces", minor=True)
            if state is None:
                continue
            if state:
                yield Disc(cx, cy, 14, None, theme.RED, 2.5)
            yield Sprite(cx, cy, SeatToken(mat.seat, theme.SEAT[mat.color], 8.5 if state else 10))


_ROWS = tuple(reversed([space for space, line in CONTENT.data.spaces.items() if line.action == "travel"]))
"""The spaces of the journeys from above."""


def _journeys(x: float) -> Iterator[Node]:
    """Of each journey its steps, and what it costs or brings besides."""
    for j, space in enumerate(_ROWS):
        line, y = CONTENT.data.spaces[space], 226 + 108 * j
        if j:
            yield Line(((x + 12, y - 44), (x + _W - 12, y - 44)), theme.LINE, 2)
        yield Text(x + _W - 14, y, f"≤{line.max_steps}", BODY, INK, "r", room=66)
        if line.extra_coins:
            yield Text(x + 80, y, "+", BODY, INK, room=24)
            yield Sprite(x + 122, y, CoinDisc(str(line.extra_coins), 20))
        if line.extra_post:
            yield Icon("post", x + 30, y + 45, 26, theme.BROWN, theme.PANEL)
            yield Text(x + 50, y + 45, "+1", DETAIL, theme.INK_2, room=40)


def _travel(view: View, x: float) -> Iterator[Node]:
    """Dice or their places, and whose journey is the longest of the round."""
    for j, space in enumerate(_ROWS):
        line, y = CONTENT.data.spaces[space], 226 + 108 * j
        if not view.spaces[space]:
            for i in range(1, line.dice):
                yield Sprite(x + 36 + 54 * i, y, DiePlace("blue", 46))
        yield from on_space(view, space, x + 36, y, 46, "spaces")
        if view.record is not None and view.record.rank == line.rank:
            seat = view.record.seat
            yield Sprite(x + 170, y + 44, SeatToken(seat, theme.SEAT[view.mats[seat].color], 15))
