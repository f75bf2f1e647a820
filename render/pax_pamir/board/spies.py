"""The spies in a court at a glance: below the stars of each suit a pocket with whose spies lie on its cards."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from engines.pax_pamir.data.types import Suit
from engines.pax_pamir.view import View
from render.kit.colour import INK
from render.kit.scene import BODY, Box, Icon, Node, Sprite, Text
from render.kit.text import measure
from render.pax_pamir import theme
from render.pax_pamir.pieces import Spy

_GAP = 2
_APART = ((6, 1.0), (3, 1.0), (3, 0.9))
"""px between an owner's sign with its count and the next owner's, and how large the signs are: where there is room,
and at least.
"""
_LEFT = 8  # px: so far left of the first tile a pocket may reach
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
    for apart, share in _APART:
        small = share * r
        hung = [
            Pocket(suit, at[suit] + (tile - w) / 2, w, owners)
            for suit, spies in found.items()
            if (owners := _owners(spies)) and (w := max(tile, _width(owners, small, apart) + 6))
        ]
        if sum(one.w + _GAP for one in hung) - _GAP <= right - left:
            hung = _aside(hung, left, right)
            if all(one.x <= at[one.suit] + tile / 2 <= one.x + one.w for one in hung):
                break
    else:
        yield from _together(view, _owners(map(sum, zip(*found.values(), strict=True))), left + _LEFT, right, y, r)
        return
    for one in hung:
        edge = theme.SUITS[one.suit]
        yield Box(one.x, y - 2, one.w, 2 * r + 6, 8, theme.POCKETS[one.suit], edge, 2.5, _LOWER)
        yield from _signs(view, one.owners, one.x + one.w / 2, y + r + 1, small, apart)


def _owners(spies: Iterable[int]) -> Owners:
    return tuple((player, number) for player, number in enumerate(spies) if number)


def _count(number: int) -> str:
    return "" if number == 1 else str(number)


def _breadth(player: int, r: float) -> float:
    return 2 * r * _BROAD[player] + 2


def _width(owners: Owners, r: float, apart: float) -> float:
    """Of their signs, each with its count."""
    each = sum(_breadth(player, r) + measure(_count(number), BODY) for player, number in owners)
    return each + apart * (len(owners) - 1)


def _aside(hung: list[Pocket], left: float, right: float) -> list[Pocket]:
    """Pushed to the right from the left edge on, and back from the right edge."""
    x = [max(left, one.x) for one in hung]
    for i, (one, _) in enumerate(pairwise(hung)):
        x[i + 1] = max(x[i + 1], x[i] + one.w + _GAP)
    for i in reversed(range(len(hung))):
        x[i] = min(x[i], (x[i + 1] - _GAP if i + 1 < len(hung) else right) - hung[i].w)
    return [Pocket(one.suit, at, one.w, one.owners) for one, at in zip(hung, x, strict=True)]


def _signs(view: View, owners: Owners, middle: float, y: float, r: float, apart: float) -> Iterator[Node]:
    """Around (middle, y): the sign of each owner, and right behind it how many spies from two on."""
    x = middle - _width(owners, r, apart) / 2
    for player, number in owners:
        broad, words = _breadth(player, r), _count(number)
        lower = 0.13 * r if player == 2 else 0
        yield Sprite(x + broad / 2, y + lower, Spy(player, theme.SEATS[view.players[player].color], r))
        w = measure(words, BODY)
        if words:
            yield Text(x + broad, y, words, BODY, INK, room=w)
        x += broad + w + apart


def _together(view: View, owners: Owners, left: float, right: float, y: float, r: float) -> Iterator[Node]:
    """The spies in a whole court, without the icon and smaller if they must be."""
    (apart, _), room = _APART[-1], right - left - 8
    yield Box(left, y + 2, right - left, 2 * r + 2, 8, theme.PANEL, theme.INK_2, 2)
    over = _width(owners, r, apart) - room
    middle = (left + right) / 2
    if over <= -_ICON:
        yield Icon("spy", left + 18, y + r + 2, 30, INK, theme.PANEL)
        middle += _ICON / 2
    yield from _signs(view, owners, middle, y + r + 2, r - max(0.0, over) / 2 / len(owners), apart)
