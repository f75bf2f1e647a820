"""Missed turns: turns answered by default at other players' request. The first one at a table is excused, the next one
opens the seat. The excuse comes back after five own turns. Misses within a day count once, so that nobody loses a seat
in one evening.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import groupby, takewhile
from typing import NamedTuple

from bot.table.clock.waking_hours import DAY
from bot.table.service.table_service import TableService
from bot.table.state.stored_match import unpack_turn_info
from bot.table.state.table import Table
from bot.table.terms import votes
from bot.table.terms.votes import IN_A_ROW_VERSION
from engines.kernel import Seat
from storage import Source, Transaction
from storage.play import checkpoints, decisions
from storage.play.checkpoints import CheckpointOutlineRow
from storage.play.decisions import DecisionRow
from storage.time.timers import TimerRow

from . import lateness, open_seats

CLEAN_TURNS = 5
"""Number of the person's turns after which the excuse comes back."""
MISS_SPAN = DAY
"""Misses within this time of the first count once."""
OWN_ORIGINS = ("person", "order")
"""Origins of decisions that the person made, or had preset."""


class SeatTurn(NamedTuple):
    """A turn of a seat."""

    ended_at: int
    """Time of its last decision, in Unix milliseconds."""
    is_missed: bool
    """Other players forced the default answer."""


async def has_missed_too_many(source: Source, table: Table, seat: Seat) -> bool:
    """Return whether the holder has now missed one turn too many."""
    rows = [
        row for row in await decisions.load_active(source, table.id) if row.seat == seat and _is_by_holder(table, row)
    ]
    outlines = await checkpoints.load_outlines(source, table.id)
    # older tables have no excuse: two forced turns in a row open the seat
    if table.settings.ballot <= IN_A_ROW_VERSION:
        forced_rows = reversed(list(takewhile(lambda row: row.origin == "default", reversed(rows))))
        return len(list_turns(forced_rows, outlines, seat)) >= 2
    return is_unexcused(list_turns(rows, outlines, seat))


def list_turns(rows: Iterable[DecisionRow], outlines: Sequence[CheckpointOutlineRow], seat: Seat) -> list[SeatTurn]:
    """Return the turns of one seat, oldest first, from its decisions and the checkpoints.

    Answers in other players' turns are no turns of its own, but a forced one counts as missed.
    """
    begins = [outline.n for outline in outlines]
    turns = []
    for nth, turn_rows in groupby(rows, key=lambda row: bisect_right(begins, row.n - 1) - 1):
        decision_rows = list(turn_rows)
        is_missed = any(row.origin == "default" for row in decision_rows)
        blob = outlines[nth].turn_info if nth >= 0 else None
        turn = None if blob is None else unpack_turn_info(blob).turn
        if is_missed or (turn in (None, seat) and any(row.origin in OWN_ORIGINS for row in decision_rows)):
            turns.append(SeatTurn(decision_rows[-1].decided_at, is_missed))
    return turns


def is_unexcused(turns: Sequence[SeatTurn]) -> bool:
    """Return whether the newest turn was missed without an excuse."""
    has_excuse, clean_turns, last_miss_at, is_last_unexcused = True, 0, None, False
    for turn in turns:
        is_last_unexcused = False
        if not turn.is_missed:
            clean_turns += 1
            has_excuse = has_excuse or clean_turns >= CLEAN_TURNS
            continue
        clean_turns = 0
        if last_miss_at is not None and turn.ended_at < last_miss_at + MISS_SPAN:
            continue  # it counts together with that one
        is_last_unexcused, has_excuse, last_miss_at = not has_excuse, False, turn.ended_at
    return is_last_unexcused


def _is_by_holder(table: Table, row: DecisionRow) -> bool:
    """Return whether the present holder made the decision, also if the seat was open in between."""
    tenure = next(
        (
            candidate
            for candidate in reversed(table.tenures)
            if candidate.seat == row.seat and candidate.from_n <= row.n
        ),
        None,
    )
    return tenure is None or tenure.holder == table.seats[row.seat].person


async def handle_late_timer(service: TableService, table: Table, row: TimerRow) -> None:
    """Handle the timer of lateness: announce the next stage; at the last one the seat opens."""

    async def open_in_transaction(tx: Transaction, seat: Seat) -> None:
        await _open_seat(tx, service, table, seat)

    await lateness.handle_timer(
        service, table, row, None if table.settings.ballot == votes.FIRST_VERSION else open_in_transaction
    )


async def open_after_misses(service: TableService, table: Table, seat: Seat) -> None:
    """Open the seat after a forced answer, if the person has missed too many turns."""
    is_held = table.is_playing and table.seats[seat].person is not None
    if is_held and await has_missed_too_many(service.db, table, seat):
        async with service.change(table) as tx:
            await _open_seat(tx, service, table, seat)


async def _open_seat(tx: Transaction, service: TableService, table: Table, seat: Seat) -> None:
    person = table.seats[seat].person
    if person is not None:
        await open_seats.open_seat(tx, service, table, seat, "vacated", service.clock(), asked_by=person)
