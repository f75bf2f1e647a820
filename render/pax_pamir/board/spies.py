"""The spies in a player's row: below the tile of each suit a pocket with the spies on its cards, or removed markers of
spies that left.
"""

from collections.abc import Iterator, Sequence

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render import kit
from render.kit.marks.removed_marker import RemovedMarker
from render.pax_pamir import theme
from render.pax_pamir.board.columns import (
    LOCK_W,
    OWNER_GAP,
    Holders,
    Owners,
    SuitColumn,
    format_count,
    measure_owners,
    measure_token,
    sum_owners,
)
from render.pax_pamir.layout import RowSizes
from render.pax_pamir.pieces import SpyToken

_LOWER = (False, False, True, True)
_ICON = 36  # px: width of the icon before the spies of a whole court, if it fits
_LOCK, _SMALL = 30, 10.0  # px: size of a lock icon; radius of a small lock on a token
_MIN_R, _MIN_GAP = 17.0, 3.0  # px: least radius of a token and least gap between two, for the spies of a whole court
_SMALLEST = 15.0, kit.MICRO, True
_NOBODY: Holders = frozenset()


def draw_pockets(view: View, columns: Sequence[SuitColumn], y: float, row: RowSizes) -> Iterator[kit.Node]:
    """Draw the spies below the tiles, whose lower edge is y. If they do not fit, one pocket has all of the court."""
    if (owners := sum_owners(columns)) is not None:
        first, last = columns[0], columns[-1]
        holders = frozenset[int]().union(*(column.holders for column in columns))
        yield from _draw_shared_pocket(view, owners, holders, first.x, last.x + last.w, y, row.spy_r)
        return
    for column in columns:
        if column.owners:
            background, edge = theme.POCKETS[column.suit], theme.SUITS[column.suit]
            yield kit.Box(column.x, y - 2, column.w, 2 * row.spy_r + 6, 8, background, edge, 2.5, _LOWER)
            w = measure_owners(
                column.owners, column.spy_r, is_bare=column.has_bare_counts, lock_holders=column.locked_holders
            )
            start = column.x + (column.w - w) / 2, y + row.spy_r + 1
            yield from _draw_owners(
                view,
                column.owners,
                start,
                column.spy_r,
                OWNER_GAP,
                edge,
                kit.BODY,
                column.has_bare_counts,
                lock_holders=column.locked_holders,
            )
            yield from _draw_locks_on_tokens(
                column.owners,
                start,
                column.spy_r,
                OWNER_GAP,
                kit.BODY,
                column.has_bare_counts,
                column.holders - column.locked_holders,
            )


def draw_removed_spies(
    view_before: View, player: int, columns: Sequence[SuitColumn], y: float, row: RowSizes, paper: str
) -> Iterator[kit.Node]:
    """Draw removed markers below tiles that have no spies any more, if they fit. view_before: the earlier View."""
    for column in columns:
        slots = [slot for slot in view_before.players[player].court if CONTENT.cards[slot.card].suit == column.suit]
        owners = tuple((n, 1) for n in range(len(view_before.players)) if any(slot.spies[n] for slot in slots))
        if column.owners or not owners or measure_owners(owners, row.spy_r) > column.w:
            continue
        x = column.x + (column.w - measure_owners(owners, row.spy_r)) / 2
        for owner, _ in owners:
            token_w, token_dy = measure_token(owner, row.spy_r), 0.13 * row.spy_r if owner == 2 else 0
            spy = SpyToken(owner, theme.SEATS[view_before.players[owner].color], row.spy_r)
            yield kit.Sprite(x + token_w / 2, y + row.spy_r + 1 + token_dy, RemovedMarker(spy, paper))
            x += token_w + OWNER_GAP


def _draw_owners(
    view: View,
    owners: Owners,
    start: kit.Point,
    r: float,
    gap: float,
    edge: str,
    size: int = kit.BODY,
    is_bare: bool = False,
    *,
    lock_holders: Holders = frozenset(),
) -> Iterator[kit.Node]:
    """Draw the token of each owner with the number of spies (from two on) and a lock for the holder of a hostage.

    start: left end, at mid-height. lock_holders: holders with a lock.
    """
    x, y = start
    for player, number in owners:
        token_w, words = measure_token(player, r), format_count(number, is_bare)
        text_w = kit.measure_text(words, size) + LOCK_W * (player in lock_holders)
        if words or player in lock_holders:
            yield kit.Box(x - 1, y - r + 1, token_w + text_w + 2, 2 * r - 2, 10, theme.IVORY, edge, 1.5)
        token_dy = 0.13 * r if player == 2 else 0
        yield kit.Sprite(x + token_w / 2, y + token_dy, SpyToken(player, theme.SEATS[view.players[player].color], r))
        if words:
            yield kit.TextRun(x + token_w, y, words, size, theme.INK, max_width=text_w)
        if player in lock_holders:
            yield kit.Icon("lock", x + token_w + text_w - LOCK_W / 2 - 1, y, _LOCK, theme.INK, theme.IVORY)
        x += token_w + text_w + gap


def _draw_locks_on_tokens(
    owners: Owners, start: kit.Point, r: float, gap: float, size: int, is_bare: bool, lock_holders: Holders
) -> Iterator[kit.Node]:
    """Draw a small lock on the token of each holder. It replaces the lock beside the token if that does not fit.

    It is at the right corner, or at the left one if a count follows, so that it never covers a count.
    """
    x, y = start
    for player, number in owners:
        token_w = measure_token(player, r)
        if player in lock_holders:
            inset = 0.28 * token_w if player == 2 else 4
            corner = x + (inset if number > 1 else token_w - inset), y - r + 8
            yield kit.Disc(*corner, _SMALL, theme.CREAM, theme.INK, 2)
            yield kit.Icon("lock", *corner, 1.5 * _SMALL, theme.INK, theme.IVORY)
        x += token_w + kit.measure_text(format_count(number, is_bare), size) + gap


def _draw_shared_pocket(
    view: View, owners: Owners, holders: Holders, left: float, right: float, y: float, r: float
) -> Iterator[kit.Node]:
    """Draw the spies of a whole court in one pocket, as large and as far apart as they fit.

    The icon before them, and the locks beside holders, are left out if there is no space.
    """
    max_width = right - left - 10
    yield kit.Box(left, y - 2, right - left, 2 * r + 6, 8, theme.PANEL, theme.INK_2, 2)
    locked_holders = holders if measure_owners(owners, r, _MIN_GAP, lock_holders=holders) <= max_width else _NOBODY
    if measure_owners(owners, r, _MIN_GAP, lock_holders=locked_holders) <= max_width - _ICON:
        yield kit.Icon("spy", left + 18, y + r + 1, 30, theme.INK, theme.PANEL)
        left, max_width = left + _ICON, max_width - _ICON
    radius, size, is_bare = next(
        (
            candidate
            for candidate in _iter_smaller_sizes(r)
            if measure_owners(owners, candidate[0], _MIN_GAP, *candidate[1:], lock_holders=locked_holders) <= max_width
        ),
        _SMALLEST,
    )
    free_gap = (max_width - measure_owners(owners, radius, 0, size, is_bare, lock_holders=locked_holders)) / max(
        1, len(owners) - 1
    )
    gap = min(2 * OWNER_GAP, free_gap)
    start = (
        left + 5 + (max_width - measure_owners(owners, radius, gap, size, is_bare, lock_holders=locked_holders)) / 2,
        y + r + 1,
    )
    yield from _draw_owners(view, owners, start, radius, gap, theme.INK_2, size, is_bare, lock_holders=locked_holders)
    yield from _draw_locks_on_tokens(owners, start, radius, gap, size, is_bare, holders - locked_holders)


def _iter_smaller_sizes(r: float) -> Iterator[tuple[float, int, bool]]:
    """Yield ever smaller ways to draw spies: radius, text size of the counts, whether counts are bare."""
    for size, is_bare in ((kit.BODY, False), (kit.BODY, True), (kit.DETAIL, True)):
        radius = r
        while radius >= _MIN_R:
            yield radius, size, is_bare
            radius -= 1
