"""Where the suits of a court stand in a player's row: four columns, of which one with many spies takes room of others.

What hangs below a tile is never broader than the tile, so that nobody has to ask to which of two a spy belongs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engines.pax_pamir.data.content import CONTENT, SUITS
from engines.pax_pamir.data.types import Suit
from engines.pax_pamir.view import CourtSlot, PlayerView, View
from render.kit.scene import BODY
from render.kit.text import measure
from render.pax_pamir.layout import SEATS_X, Row

LEFT, RIGHT = SEATS_X + 77, SEATS_X + 396
"""The room of all columns."""
W, _PITCH, _FIRST = 72.0, 78.0, SEATS_X + 84
"""px: what a column has where no spies need more."""
_GAP = 5.0
_LEAST, _LEAST_EMPTY = 60.0, 36.0
"""px: what a tile needs for its glyph and sum, and one without cards for its glyph."""
_LEAST_R, _LEAST_BARE = 20.0, 17.0
"""px: the radius of the smallest sign, and where counts are bare; they are as large as all have room."""
_BROAD = (1.0, 0.9, 1.26, 1.2, 0.96)
"""Half the breadth of the sign of each seat, in radii."""
SIGNS_APART, _PAD, LOCK_W = 6.0, 4.0, 22.0
"""px between two owners, before the first and after the last, and what the lock of a holder takes."""

Holders = frozenset[int]
_NOBODY: Holders = frozenset()
Owners = tuple[tuple[int, int], ...]
"""Players, each with so many spies."""


@dataclass(frozen=True, slots=True)
class Column:
    """A suit in a court: its cards, left edge and width, whose spies lie there, the radius of their signs (0: they have
    no room), whether their counts are bare, who holds cards of it hostage, and who of them has a lock at their sign.
    """

    suit: Suit
    slots: tuple[CourtSlot, ...]
    x: float
    w: float
    owners: Owners
    r: float
    bare: bool
    holders: Holders
    locked: Holders


def columns(view: View, player: PlayerView, row: Row) -> tuple[Column, ...]:
    """The four of a player. Where the spies have no room below their suits all are alike, and they hang `together`."""
    slots = {suit: tuple(s for s in player.court if CONTENT.cards[s.card].suit == suit) for suit in SUITS}
    owners = {suit: _owners(view, there) for suit, there in slots.items()}
    held = {suit: _holders(there) for suit, there in slots.items()}
    filled = [bool(slots[suit]) for suit in SUITS]
    for r, bare, locks in _smaller(row.spy):
        locked = held if locks else dict.fromkeys(SUITS, _NOBODY)
        widths = _widths([_hung(owners[suit], r, bare, locked[suit]) for suit in SUITS], filled)
        if widths is not None:
            return tuple(
                Column(suit, slots[suit], x, w, owners[suit], r, bare, held[suit], locked[suit])
                for suit, x, w in zip(SUITS, _places(widths), widths, strict=True)
            )
    return tuple(
        Column(suit, slots[suit], _FIRST + _PITCH * i, W, owners[suit], 0.0, False, held[suit], _NOBODY)
        for i, suit in enumerate(SUITS)
    )


def _smaller(r: float) -> Iterator[tuple[float, bool, bool]]:
    """Radius of the signs, whether their counts are bare, and whether locks stand beside them: what takes ever less
    room, first with locks, then without.
    """
    for locks in (True, False):
        for bare in (False, True):
            small = r
            while small >= (_LEAST_BARE if bare else _LEAST_R):
                yield small, bare, locks
                small -= 1


def together(found: Sequence[Column]) -> Owners | None:
    """The spies of the whole court, of each owner together, where they have no room below their suits."""
    if any(column.r for column in found):
        return None
    sums: dict[int, int] = {}
    for column in found:
        for player, number in column.owners:
            sums[player] = sums.get(player, 0) + number
    return tuple(sorted(sums.items()))


def count(number: int, bare: bool = False) -> str:
    """What stands behind a sign; bare: where there is hardly room."""
    return "" if number == 1 else str(number) if bare else f"×{number}"


def breadth(player: int, r: float) -> float:
    return 2 * r * _BROAD[player] + 2


def width(
    owners: Owners,
    r: float,
    apart: float = SIGNS_APART,
    size: int = BODY,
    bare: bool = False,
    held: Holders = _NOBODY,
) -> float:
    """Of their signs, each with its count, those of holders with a lock."""
    each = sum(
        breadth(player, r) + LOCK_W * (player in held) + measure(count(number, bare), size) for player, number in owners
    )
    return each + apart * (len(owners) - 1)


def _owners(view: View, slots: Sequence[CourtSlot]) -> Owners:
    sums = [sum(slot.spies[player] for slot in slots) for player in range(len(view.players))]
    return tuple((player, number) for player, number in enumerate(sums) if number)


def _holders(slots: Sequence[CourtSlot]) -> Holders:
    return frozenset(slot.hostage for slot in slots if slot.hostage is not None)


def _hung(owners: Owners, r: float, bare: bool, held: Holders) -> float:
    return width(owners, r, bare=bare, held=held) + 2 * _PAD if owners else 0.0


def _widths(hung: Sequence[float], filled: Sequence[bool]) -> list[float] | None:
    """Of the columns with signs so wide below them; None: they have no room."""
    wanted = [max(W, need) for need in hung]
    least = [max(need, _LEAST if cards else _LEAST_EMPTY) for need, cards in zip(hung, filled, strict=True)]
    over = sum(wanted) + _GAP * (len(hung) - 1) - (RIGHT - LEFT)
    if over <= 0:
        return wanted
    spare = [a - b for a, b in zip(wanted, least, strict=True)]
    if over > sum(spare):
        return None
    return [a - over * free / sum(spare) for a, free in zip(wanted, spare, strict=True)]


def _places(widths: Sequence[float]) -> list[float]:
    """Left edges: each column around its usual middle, pushed aside by broader ones."""
    x = [max(LEFT, _FIRST + _PITCH * i + (W - w) / 2) for i, w in enumerate(widths)]
    for i, j in pairwise(range(len(x))):
        x[j] = max(x[j], x[i] + widths[i] + _GAP)
    for i in reversed(range(len(x))):
        x[i] = min(x[i], (x[i + 1] - _GAP if i + 1 < len(x) else RIGHT) - widths[i])
    return x
