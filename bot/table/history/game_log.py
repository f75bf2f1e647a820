"""Load the log as one person may read it: a successor on a seat does not see the secrets of the time before."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.table.service.decision_batch import DecisionBatch
from bot.table.service.table_service import TableService
from bot.table.state.people import Person
from bot.table.state.recent_actions import find_credited_seat, find_turn_seat
from bot.table.state.stored_match import unpack_events
from bot.table.state.table import Table
from engines.kernel import LogEvent, Message, Seat
from storage import Transaction
from storage.persons import people
from storage.play import decisions, seat_tenures
from storage.play.decisions import DecisionRow


def find_first_own_decision(table: Table, seat: Seat, person: int | None = None) -> int:
    """Return the first decision from which this person (None: the seat's holder) may read what the seat may.

    A computer player or a substitute in between does not end the holder's time. A substitute's time begins with the
    first decision that was theirs to make.
    """
    assignment = table.seats[seat]
    tenures = [tenure for tenure in table.tenures if tenure.seat == seat]
    from_n = [tenure.from_n for tenure in tenures]
    if person is not None and person == assignment.substitute:
        return _find_start([tenure.person for tenure in tenures], from_n, person, is_strict=True)
    since = _find_start([tenure.holder for tenure in tenures], from_n, assignment.person, is_strict=False)
    return since if since > 1 else 0


def _find_start(persons: list[int | None], from_n: list[int], person: int | None, *, is_strict: bool) -> int:
    """Return from which decision on the seat has been the person's without a break. is_strict: an empty tenure is a
    break too.
    """
    since = from_n[-1] if from_n else 0
    for other, n in zip(reversed(persons), reversed(from_n), strict=True):
        if other != person and (is_strict or other is not None):
            break
        since = n if other == person else since
    return since


@dataclass(frozen=True, slots=True)
class LogLine:
    """The log entries of one decision."""

    n: int
    """Number of the decision; 0: the beginning of the game."""
    decided_at: int
    """Unix milliseconds; the start of the game for n = 0."""
    seat: Seat | None
    """The seat that decided."""
    events: tuple[LogEvent, ...]
    """The ones that the reader may see."""
    is_undone: bool = False
    """It was taken back."""
    is_autopilot: bool = False
    """A computer player decided for the absent person."""
    is_forced: bool = False
    """Other players forced the default answer."""
    is_preset: bool = False
    """The reader's own preset answer decided. Never set for other readers."""
    person: int | None = None
    """The person who made the decision (`find_decider`)."""

    @property
    def texts(self) -> tuple[Message, ...]:
        return tuple(event.text for event in self.events)


async def load_log_lines(
    service: TableService,
    table: Table,
    seat: Seat | None,
    *,
    since: int = 0,
    until_n: int | None = None,
    person: int | None = None,
) -> list[LogLine]:
    """Return the decisions since < n <= until_n with sentences that the seat (None: a spectator) may read, oldest
    first.

    Unconfirmed steps are visible only to the seat that takes them. Decisions that were taken back are left out. A
    person who took the seat over sees earlier decisions as a spectator does. person: the reader behind the seat (None:
    its holder).
    """
    first = 0 if seat is None else find_first_own_decision(table, seat, person)
    reader = None if seat is None else person or table.seats[seat].person
    load_rows = decisions.load_active if _is_acting(table, seat) else decisions.load_public
    rows = await load_rows(service.db, table.id, since, until_n)
    log_lines = []
    if since == 0 and table.row.opening is not None:
        opening = unpack_events(table.row.opening)
        eyes = None if first else seat
        log_lines.append(
            LogLine(0, table.row.started_at or 0, None, tuple(e for e in opening if e.is_visible_to(eyes)))
        )
    log_lines += [_build_line(table, row, seat if row.n >= first else None, reader) for row in rows]
    return [line for line in log_lines if line.events]


def build_new_lines(table: Table, seat: Seat, rows: Sequence[DecisionRow]) -> list[LogLine]:
    """Return the lines of all decisions since some moment, oldest first, as `load_log_lines` does for the seat's
    holder. None of them was taken back.
    """
    first, holder = find_first_own_decision(table, seat), table.seats[seat].person
    public_n = max((row.n for row in rows if row.barrier), default=0)
    log_lines = [
        _build_line(table, row, seat if row.n >= first else None, holder)
        for row in rows
        if row.n <= public_n or _is_acting(table, seat)
    ]
    return [line for line in log_lines if line.events]


def _is_acting(table: Table, seat: Seat | None) -> bool:
    """Return whether the seat takes steps that are not confirmed yet."""
    return table.match is not None and table.match.acting_seat is not None and table.match.acting_seat == seat


async def load_decisions_for(service: TableService, table: Table, seat: Seat) -> list[LogLine]:
    """Return the decisions made for the seat's holder since their own last one: by a computer player, a substitute, the
    other players or a preset answer.
    """
    holder = table.seats[seat].person
    first = find_first_own_decision(table, seat)
    log_lines: list[LogLine] = []
    for line in reversed(await load_log_lines(service, table, seat, since=max(0, first - 1))):
        if line.seat == seat:
            by_another = line.is_autopilot or line.is_forced or line.is_preset or line.person not in (None, holder)
            if not by_another:
                break
            log_lines.append(line)
    return log_lines[::-1]


async def load_published_lines(service: TableService, table: Table, first: int, last: int) -> list[LogLine]:
    """Return the public sentences of a published turn, also of decisions taken back since."""
    all_rows = await decisions.load_all(service.db, table.id)
    public_n = max((row.n for row in all_rows if row.barrier), default=0)  # a forged span may reach further
    rows = [row for row in all_rows if first <= row.n <= min(last, public_n)]
    log_lines = [_build_line(table, row) for row in rows if not _was_taken_back_before(row, rows)]
    return [line for line in log_lines if line.events]


async def load_reopened_lines(
    service: TableService, table: Table, from_n: int, seat: Seat | None = None, person: int | None = None
) -> list[LogLine]:
    """Return the decisions that can be made differently once `from_n` is taken back, as the seat (None: a spectator)
    may read them: `from_n`, all later ones, and the steps before it that *Back* then reaches.

    `from_n` is mostly the confirmation of a turn, whose sentence names none of the actions that it confirms.
    """
    barrier = await decisions.find_barrier_before(service.db, table.id, from_n)
    log_lines = await load_log_lines(service, table, seat, since=barrier, person=person)
    return [line for line in log_lines if line.n > barrier]


def _was_taken_back_before(row: DecisionRow, rows: list[DecisionRow]) -> bool:
    """Return whether the decision was taken back before the last of these was made, so that it was never published.

    Another answer then stands at its step or an earlier one. Times prove nothing: the machine's clock may have stepped.
    """
    return row.undone_at is not None and any(
        later.n > row.n and (later.step < row.step or (later.step, later.seat) == (row.step, row.seat))
        for later in rows
    )


def _build_line(table: Table, row: DecisionRow, seat: Seat | None = None, reader: int | None = None) -> LogLine:
    """Build the line of a decision as the reader, a person who may read what this seat may, reads it."""
    events = tuple(event for event in unpack_events(row.events) if event.is_visible_to(seat))
    person = seat_tenures.find_decider(table.tenures, row)
    undone, origin = row.undone_at is not None, row.origin
    return LogLine(
        row.n,
        row.decided_at,
        row.seat,
        events,
        undone,
        origin == "relief",
        origin == "default",
        origin == "order" and reader is not None and person == reader,
        person,
    )


async def mark_seen(service: TableService, table: Table, person: Person) -> None:
    """Record that the person has looked at the table as it is now."""
    if table.find_seat(person.id) is None:
        return
    async with service.db.transaction() as tx:
        await people.mark_seen(tx, table.id, person.id, table.public_n)


async def mark_seen_after_answer(tx: Transaction, batch: DecisionBatch) -> None:
    """Mark the table as seen by the person who answered, if no step is left to confirm.

    A transaction of its own would make the answer wait for the disk again.
    """
    table = batch.table
    has_confirmed = table.match is not None and table.match.acting_seat is None
    if batch.person is not None and batch.origin == "person" and has_confirmed:
        await people.mark_seen(tx, table.id, batch.person.id, table.public_n)


async def load_last_seen(service: TableService, table: Table, person: Person) -> int:
    """Return the number of the last decision that the person has seen; 0: none."""
    return await people.load_seen_n(service.db, table.id, person.id)


_MAX_STEPS = 24
"""At most this many earlier Views are computed; everything before them counts as one step of no seat."""


async def load_steps_since(service: TableService, table: Table, since: int) -> list[tuple[Seat | None, Any]]:
    """Return the steps after decision `since`, oldest first: the seat that acted, and the spectator's View before it.

    Consecutive decisions of one seat are one step. Decisions that were taken back are left out.
    """
    if table.match is None:
        return []
    runs: list[tuple[Seat | None, int, list[Message]]] = []
    last = since
    for row in await decisions.load_public(service.db, table.id, since):
        if not runs or runs[-1][0] != row.seat:
            runs.append((row.seat, last, []))
        runs[-1][2].extend(event.text for event in unpack_events(row.events) if event.is_action)
        last = row.n
    if len(runs) > _MAX_STEPS:
        runs = [(None, since, []), *runs[1 - _MAX_STEPS :]]
    earlier_views: list[tuple[Seat | None, Any]] = []
    for seat, n, action_texts in runs:
        match = (await service.load_match_at(service.db, table, n)).match
        earlier_views.append((find_credited_seat(seat, find_turn_seat(match), action_texts), match.build_view(None)))
    return earlier_views
