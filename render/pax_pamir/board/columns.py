"""The four suit columns of a player's row. A column with many spies takes width from the others.

Spies below a tile are never wider than the tile, so that it is clear to which suit they belong.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engines.pax_pamir.data.content import CONTENT, SUITS
from engines.pax_pamir.data.types import Suit
from engines.pax_pamir.view import CourtSlot, PlayerView, View
from render import kit
from render.pax_pamir.layout import SEATS_X, RowSizes

LEFT, RIGHT = SEATS_X + 77, SEATS_X + 396
"""Left and right limit of all columns."""
COLUMN_W, _PITCH, _FIRST = 72.0, 78.0, SEATS_X + 84
"""Width, pitch and first left edge of columns, unless spies need more."""
_GAP = 5.0
_MIN_W, _MIN_EMPTY_W = 60.0, 36.0
"""Least width of a tile with glyph and total, and of one without cards, in px."""
_MIN_R, _MIN_BARE_R = 20.0, 17.0
"""Least radius of a spy in px, and the same with bare counts; they are as large as the space for all allows."""
_HALF_WIDTHS = (1.0, 0.9, 1.26, 1.2, 0.96)
"""Half the width of each seat's token shape, in radii."""
OWNER_GAP, _PAD, LOCK_W = 6.0, 4.0, 22.0
"""px between two owners; px before the first and after the last; width of a holder's lock."""

Holders = frozenset[int]
_NOBODY: Holders = frozenset()
Owners = tuple[tuple[int, int], ...]
"""Pairs of a player and the number of their spies."""


@dataclass(frozen=True, slots=True)
class SuitColumn:
    """The column of a suit in a player's row."""

    suit: Suit  # of all cards in the column
    slots: tuple[CourtSlot, ...]
    """The cards of this suit."""
    x: float
    """Left edge."""
    w: float  # px; as wide as its spies and the other columns allow
    owners: Owners
    """Owners of the spies on these cards."""
    spy_r: float
    """Radius of the spies; 0: they do not fit below their suits, and the whole court has one pocket."""
    has_bare_counts: bool
    """Counts are written without a multiplication sign, to save width."""
    holders: Holders
    """Players who hold cards of this suit hostage."""
    locked_holders: Holders
    """Holders who have a lock beside their spies."""


def layout_columns(view: View, player: PlayerView, row: RowSizes) -> tuple[SuitColumn, ...]:
    """Lay out the four columns of a player.

    If the spies do not fit below their suits, all columns are equally wide and have radius 0 (see `sum_owners`).
    """
    slots = {suit: tuple(s for s in player.court if CONTENT.cards[s.card].suit == suit) for suit in SUITS}
    owners = {suit: _count_owners(view, suit_slots) for suit, suit_slots in slots.items()}
    holders = {suit: _find_holders(suit_slots) for suit, suit_slots in slots.items()}
    filled = [bool(slots[suit]) for suit in SUITS]
    for r, bare, locks in _iter_smaller_sizes(row.spy_r):
        locked = holders if locks else dict.fromkeys(SUITS, _NOBODY)
        widths = _distribute_widths([_measure_pocket(owners[suit], r, bare, locked[suit]) for suit in SUITS], filled)
        if widths is not None:
            return tuple(
                SuitColumn(suit, slots[suit], x, w, owners[suit], r, bare, holders[suit], locked[suit])
                for suit, x, w in zip(SUITS, _place_columns(widths), widths, strict=True)
            )
    return tuple(
        SuitColumn(suit, slots[suit], _FIRST + _PITCH * i, COLUMN_W, owners[suit], 0.0, False, holders[suit], _NOBODY)
        for i, suit in enumerate(SUITS)
    )


def _iter_smaller_sizes(r: float) -> Iterator[tuple[float, bool, bool]]:
    """Yield ever narrower ways to draw spies: radius, whether counts are bare, whether holders have locks.

    All sizes with locks come before those without.
    """
    for with_locks in (True, False):
        for bare in (False, True):
            radius = r
            while radius >= (_MIN_BARE_R if bare else _MIN_R):
                yield radius, bare, with_locks
                radius -= 1


def sum_owners(suit_columns: Sequence[SuitColumn]) -> Owners | None:
    """Add up the spies of the whole court by owner; None if they fit below their suits."""
    if any(column.spy_r for column in suit_columns):
        return None
    sums: dict[int, int] = {}
    for column in suit_columns:
        for player, number in column.owners:
            sums[player] = sums.get(player, 0) + number
    return tuple(sorted(sums.items()))


def format_count(number: int, is_bare: bool = False) -> str:
    """Format the number of an owner's spies, empty for one. is_bare: without the multiplication sign."""
    return "" if number == 1 else str(number) if is_bare else f"×{number}"


def measure_token(player: int, r: float) -> float:
    return 2 * r * _HALF_WIDTHS[player] + 2


def measure_owners(
    owners: Owners,
    r: float,
    gap: float = OWNER_GAP,
    size: int = kit.BODY,
    is_bare: bool = False,
    lock_holders: Holders = _NOBODY,
) -> float:
    """Measure a line of spies, each with its count, those of holders with a lock."""
    tokens_w = sum(
        measure_token(player, r)
        + LOCK_W * (player in lock_holders)
        + kit.measure_text(format_count(number, is_bare), size)
        for player, number in owners
    )
    return tokens_w + gap * (len(owners) - 1)


def _count_owners(view: View, slots: Sequence[CourtSlot]) -> Owners:
    sums = [sum(slot.spies[player] for slot in slots) for player in range(len(view.players))]
    return tuple((player, number) for player, number in enumerate(sums) if number)


def _find_holders(slots: Sequence[CourtSlot]) -> Holders:
    return frozenset(slot.hostage for slot in slots if slot.hostage is not None)


def _measure_pocket(owners: Owners, r: float, is_bare: bool, lock_holders: Holders) -> float:
    return measure_owners(owners, r, is_bare=is_bare, lock_holders=lock_holders) + 2 * _PAD if owners else 0.0


def _distribute_widths(pocket_widths: Sequence[float], has_cards: Sequence[bool]) -> list[float] | None:
    """Distribute the width among the columns. pocket_widths: width of the spies below each. None if they do not fit."""
    preferred = [max(COLUMN_W, need) for need in pocket_widths]
    minimums = [
        max(need, _MIN_W if cards else _MIN_EMPTY_W) for need, cards in zip(pocket_widths, has_cards, strict=True)
    ]
    excess = sum(preferred) + _GAP * (len(pocket_widths) - 1) - (RIGHT - LEFT)
    if excess <= 0:
        return preferred
    slacks = [a - b for a, b in zip(preferred, minimums, strict=True)]
    if excess > sum(slacks):
        return None
    return [a - excess * slack / sum(slacks) for a, slack in zip(preferred, slacks, strict=True)]


def _place_columns(widths: Sequence[float]) -> list[float]:
    """Return the left edges: each column is around its usual middle unless a wider one pushes it aside."""
    x = [max(LEFT, _FIRST + _PITCH * i + (COLUMN_W - w) / 2) for i, w in enumerate(widths)]
    for i, j in pairwise(range(len(x))):
        x[j] = max(x[j], x[i] + widths[i] + _GAP)
    for i in reversed(range(len(x))):
        x[i] = min(x[i], (x[i + 1] - _GAP if i + 1 < len(x) else RIGHT) - widths[i])
    return x
