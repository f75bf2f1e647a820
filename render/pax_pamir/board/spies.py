"""The spies in a court at a glance: below the tile of each suit a pocket with whose spies lie on its cards, or the
outlines of those that lay there.
"""

from collections.abc import Iterator, Sequence

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render.kit.colour import INK, WHITE
from render.kit.marks.ghost import Ghost
from render.kit.scene import BODY, DETAIL, MICRO, Box, Disc, Icon, Node, Sprite, Text
from render.kit.spot import Point
from render.kit.text import measure
from render.pax_pamir import theme
from render.pax_pamir.board.columns import LOCK_W, SIGNS_APART, Column, Holders, Owners, breadth, count, together, width
from render.pax_pamir.layout import Row
from render.pax_pamir.pieces import Spy

_LOWER = (False, False, True, True)
_ICON = 36  # px: before the spies of a whole court, where there is room
_LOCK, _SMALL = 30, 11.0  # px: its icon, and the radius of one on a sign
_LEAST, _CLOSE = 17.0, 3.0  # px: radius of a sign, and between two, where a whole court is crowded
_SMALLEST = 15.0, MICRO, True
_NOBODY: Holders = frozenset()


def pockets(view: View, columns: Sequence[Column], y: float, row: Row) -> Iterator[Node]:
    """Below tiles whose foot is y. Where the spies have no room there one pocket has those of the whole court."""
    if (owners := together(columns)) is not None:
        first, last = columns[0], columns[-1]
        holders = frozenset[int]().union(*(column.holders for column in columns))
        yield from _together(view, owners, holders, first.x, last.x + last.w, y, row.spy)
        return
    for column in columns:
        if column.owners:
            ground, edge = theme.POCKETS[column.suit], theme.SUITS[column.suit]
            yield Box(column.x, y - 2, column.w, 2 * row.spy + 6, 8, ground, edge, 2.5, _LOWER)
            w = width(column.owners, column.r, bare=column.bare, held=column.locked)
            at = column.x + (column.w - w) / 2, y + row.spy + 1
            yield from _signs(
                view, column.owners, at, column.r, SIGNS_APART, edge, BODY, column.bare, held=column.locked
            )
            yield from _on_signs(
                column.owners, at, column.r, SIGNS_APART, BODY, column.bare, column.holders - column.locked
            )


def gone(before: View, player: int, columns: Sequence[Column], y: float, row: Row, paper: str) -> Iterator[Node]:
    """Below tiles that have no spies any more the outlines of those that lay there, where they have room."""
    for column in columns:
        slots = [one for one in before.players[player].court if CONTENT.cards[one.card].suit == column.suit]
        owners = tuple((n, 1) for n in range(len(before.players)) if any(one.spies[n] for one in slots))
        if column.owners or not owners or width(owners, row.spy) > column.w:
            continue
        x = column.x + (column.w - width(owners, row.spy)) / 2
        for owner, _ in owners:
            broad, lower = breadth(owner, row.spy), 0.13 * row.spy if owner == 2 else 0
            spy = Spy(owner, theme.SEATS[before.players[owner].color], row.spy)
            yield Sprite(x + broad / 2, y + row.spy + 1 + lower, Ghost(spy, paper))
            x += broad + SIGNS_APART


def _signs(
    view: View,
    owners: Owners,
    at: Point,
    r: float,
    apart: float,
    edge: str,
    size: int = BODY,
    bare: bool = False,
    *,
    held: Holders = frozenset(),
) -> Iterator[Node]:
    """From a middle left on: the sign of each owner, on one plate with it how many spies from two on, and a lock for
    who holds a card hostage.
    """
    x, y = at
    for player, number in owners:
        broad, words = breadth(player, r), count(number, bare)
        room = measure(words, size) + LOCK_W * (player in held)
        if words or player in held:
            yield Box(x - 1, y - r + 1, broad + room + 2, 2 * r - 2, 10, WHITE, edge, 1.5)
        lower = 0.13 * r if player == 2 else 0
        yield Sprite(x + broad / 2, y + lower, Spy(player, theme.SEATS[view.players[player].color], r))
        if words:
            yield Text(x + broad, y, words, size, INK, room=room)
        if player in held:
            yield Icon("lock", x + broad + room - LOCK_W / 2 - 1, y, _LOCK, INK, WHITE)
        x += broad + room + apart


def _on_signs(
    owners: Owners, at: Point, r: float, apart: float, size: int, bare: bool, held: Holders
) -> Iterator[Node]:
    """A small lock on the sign of each holder, where none has room beside it: it says who of several holds a card."""
    x, y = at
    for player, number in owners:
        broad = breadth(player, r)
        if player in held:
            corner = x + broad - (0.28 * broad if player == 2 else 4), y - r + 8
            yield Disc(*corner, _SMALL, WHITE, INK, 2)
            yield Icon("lock", *corner, 1.5 * _SMALL, INK, WHITE)
        x += broad + measure(count(number, bare), size) + apart


def _together(
    view: View, owners: Owners, holders: Holders, left: float, right: float, y: float, r: float
) -> Iterator[Node]:
    """The spies in a whole court, as far apart as they can be, without the icon and smaller if they must be; locks of
    holders stand beside their signs where all have room.
    """
    room = right - left - 10
    yield Box(left, y - 2, right - left, 2 * r + 6, 8, theme.PANEL, theme.INK_2, 2)
    locked = holders if width(owners, r, _CLOSE, held=holders) <= room else _NOBODY
    if width(owners, r, _CLOSE, held=locked) <= room - _ICON:
        yield Icon("spy", left + 18, y + r + 1, 30, INK, theme.PANEL)
        left, room = left + _ICON, room - _ICON
    small, size, bare = next(
        (tried for tried in _smaller(r) if width(owners, tried[0], _CLOSE, *tried[1:], held=locked) <= room), _SMALLEST
    )
    free = (room - width(owners, small, 0, size, bare, held=locked)) / max(1, len(owners) - 1)
    apart = min(2 * SIGNS_APART, free)
    at = left + 5 + (room - width(owners, small, apart, size, bare, held=locked)) / 2, y + r + 1
    yield from _signs(view, owners, at, small, apart, theme.INK_2, size, bare, held=locked)
    yield from _on_signs(owners, at, small, apart, size, bare, holders - locked)


def _smaller(r: float) -> Iterator[tuple[float, int, bool]]:
    """Radius of the signs, size of the counts, and whether these are bare: ever smaller."""
    for size, bare in ((BODY, False), (BODY, True), (DETAIL, True)):
        small = r
        while small >= _LEAST:
            yield small, size, bare
            small -= 1
