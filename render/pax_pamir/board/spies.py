"""The spies in a court at a glance: below the stars of each suit a pocket with whose spies lie on its cards."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from engines.pax_pamir.data.types import Suit
from engines.pax_pamir.view import View
from render.kit.colour import INK
from render.kit.scene import BODY, DETAIL, Box, Icon, Line, Node, Sprite, Text
from render.kit.text import measure
from render.pax_pamir import theme
from render.pax_pamir.pieces import Spy

_APART = ((16, 1.0, 6), (10, 1.0, 6), (6, 1.0, 4), (4, 0.9, 3), (4, 0.8, 3), (3, 0.7, 2))
"""px between an owner's sign with its count and the next owner's, how large the signs are, and px between two pockets:
where there is room, and at least.
"""
_LEAST = 16.0  # px: the radius of a sign
_TIMES = 3  # px of a count that are empty before it
_PARTED = 10  # px: from this distance on a line stands between two owners
_ROOMY = 21  # px: signs of this radius on have large counts
_LEFT = 11  # px: so far left of the first tile a pocket may reach
_LOWER = (False, False, True, True)
_BROAD = (1.0, 0.9, 1.21, 1.16, 0.92)
"""Half the breadth of the sign of each seat, in radii."""
_ICON = 36  # px: before the spies of a whole court, where there is room

Owners = tuple[tuple[int, int], ...]
"""Players, each with so many spies."""


@dataclass(frozen=True, slots=True)
class Pocket:
    """What hangs below the tile of a suit: left edge, width, and how many spies each owner has there."""

    suit: Suit
    x: float
    w: float
    owners: Owners


def pockets(
    view: View, found: Mapping[Suit, tuple[int, ...]], at: Mapping[Suit, float], tile: float, y: float, r: float
) -> Iterator[Node]:
    """Below tiles `tile` px wide, whose left edges are `at` and whose foot is y; signs of radius r.

    found: spies by player. Pockets that need more room than their tile push their neighbours aside; where all of them
    have none, or one would leave its tile, one pocket has the spies of the whole court, of each owner together.
    """
    left, right = min(at.values()) - _LEFT, max(at.values()) + tile
    for apart, share, gap in _APART:
        small = max(share * r, _LEAST)
        hung = [
            Pocket(suit, at[suit] + (tile - w) / 2, w, owners)
            for suit, spies in found.items()
            if (owners := _owners(spies)) and (w := max(tile, _width(owners, small, apart) + 6))
        ]
        if sum(one.w + gap for one in hung) - gap <= right - left:
            hung = _aside(hung, left, right, gap)
            if all(one.x <= at[one.suit] + tile / 2 <= one.x + one.w for one in hung):
                break
    else:
        yield from _together(view, _owners(map(sum, zip(*found.values(), strict=True))), left + _LEFT, right, y, r)
        return
    for one in hung:
        edge = theme.SUITS[one.suit]
        yield Box(one.x, y - 2, one.w, 2 * r + 6, 8, theme.POCKETS[one.suit], edge, 2.5, _LOWER)
        yield from _signs(view, one.owners, one.x + one.w / 2, y + r + 1, small, apart, edge)


def _owners(spies: Iterable[int]) -> Owners:
    return tuple((player, number) for player, number in enumerate(spies) if number)


def _count(number: int) -> str:
    return "" if number == 1 else f"×{number}"


def _written(r: float) -> int:
    return BODY if r >= _ROOMY else DETAIL


def _counted(number: int, r: float) -> float:
    """The width of a count behind its sign; the sign of times has room of its own on both sides."""
    return measure(_count(number), _written(r)) - _TIMES if number > 1 else 0.0


def _breadth(player: int, r: float) -> float:
    return 2 * r * _BROAD[player] + 2


def _width(owners: Owners, r: float, apart: float) -> float:
    """Of their signs, each with its count."""
    each = sum(_breadth(player, r) + _counted(number, r) for player, number in owners)
    return each + apart * (len(owners) - 1)


def _aside(hung: list[Pocket], left: float, right: float, gap: float) -> list[Pocket]:
    """Pushed to the right from the left edge on, and back from the right edge."""
    x = [max(left, one.x) for one in hung]
    for i, (one, _) in enumerate(pairwise(hung)):
        x[i + 1] = max(x[i + 1], x[i] + one.w + gap)
    for i in reversed(range(len(hung))):
        x[i] = min(x[i], (x[i + 1] - gap if i + 1 < len(hung) else right) - hung[i].w)
    return [Pocket(one.suit, at, one.w, one.owners) for one, at in zip(hung, x, strict=True)]


def _signs(view: View, owners: Owners, middle: float, y: float, r: float, apart: float, edge: str) -> Iterator[Node]:
    """Around (middle, y): the sign of each owner, and right behind it how many spies from two on."""
    x, size = middle - _width(owners, r, apart) / 2, _written(r)
    for i, (player, number) in enumerate(owners):
        if i and apart >= _PARTED:
            yield Line(((x - apart / 2, y - r + 2), (x - apart / 2, y + r - 2)), edge, 2)
        broad, words = _breadth(player, r), _count(number)
        lower = 0.13 * r if player == 2 else 0
        yield Sprite(x + broad / 2, y + lower, Spy(player, theme.SEATS[view.players[player].color], r))
        if words:
            yield Text(x + broad - _TIMES, y, words, size, INK, room=measure(words, size))
        x += broad + _counted(number, r) + apart


def _together(view: View, owners: Owners, left: float, right: float, y: float, r: float) -> Iterator[Node]:
    """The spies in a whole court, as far apart as they can be, without the icon and smaller if they must be."""
    room, least = right - left - 8, _APART[-1][0]
    yield Box(left, y - 2, right - left, 2 * r + 6, 8, theme.PANEL, theme.INK_2, 2)
    over = _width(owners, r, least) - room
    middle = (left + right) / 2
    if over <= -_ICON:
        yield Icon("spy", left + 18, y + r + 1, 30, INK, theme.PANEL)
        middle, room = middle + _ICON / 2, room - _ICON
    small = r - max(0.0, over) / 2 / len(owners)
    free = (room - _width(owners, small, 0)) / max(1, len(owners) - 1)
    yield from _signs(view, owners, middle, y + r + 1, small, min(_APART[0][0], max(least, free)), theme.INK_2)
