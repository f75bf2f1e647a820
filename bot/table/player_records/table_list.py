"""A person's list of tables, read from the database without loading the tables."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.table.state import seat_names
from bot.table.state.seats import SeatAssignment
from bot.table.state.table import QuestionRef
from engines.kernel import Seat
from storage import Source
from storage.kinds import OutboxKind, TimerKind
from storage.messages import posts
from storage.play import games, open_questions
from storage.play.games import GameRow
from storage.play.open_questions import OpenQuestionRow
from storage.time import pauses, timers
from storage.time.pauses import PauseRow
from storage.time.timers import TimerRow


@dataclass(frozen=True, slots=True)
class TableEntry:
    """One line of a person's list of tables."""

    row: GameRow
    """The table as it is stored."""
    seat_names: tuple[str, ...]
    """By seat."""
    asked_names: tuple[str, ...]
    """Of the players who are asked."""
    is_asked: bool
    """Whether the person is asked."""
    asked_since: int | None
    """Time at which the person was asked; if they are not, the earliest time for anybody."""
    due_at: int | None = None
    """When the person's time is out; None without a deadline."""
    card_message_id: int | None = None
    """None before the card is posted."""
    pauses: tuple[PauseRow, ...] = ()
    """Reasons why the table pauses."""
    absent_seat: SeatAssignment | None = None
    """The person's seat, while an autopilot or a substitute answers for it."""

    @property
    def is_waiting(self) -> bool:
        """Whether the table waits for the person now; a paused or sleeping table does not."""
        return self.is_asked and not self.pauses


async def load_table_list(source: Source, person: int) -> list[TableEntry]:
    """Return the person's tables, open or in play: those that wait for the person first, longest wait first, paused
    ones last.

    The number of queries does not depend on the number of tables.
    """
    rows = await games.load_games_of_person(source, person)
    table_ids = [row.id for row in rows]
    seats_by_table = await seat_names.load_seats_of_tables(source, rows)
    open_rows = await open_questions.load_open_questions_by_game(source, table_ids)
    timer_rows = await timers.load_timers_by_game(source, table_ids)
    cards = await posts.load_posts_by_game(source, table_ids, OutboxKind.CARD)
    pause_rows = await pauses.load_pauses_by_game(source, table_ids)
    entries = [
        replace(
            _build_entry(
                row,
                person,
                seats_by_table[row.id],
                open_rows[row.id],
                timer_rows[row.id],
                [post.message_id for post in cards[row.id]],
            ),
            pauses=tuple(pause_rows[row.id]),
        )
        for row in rows
    ]
    return sorted(
        entries,
        key=lambda entry: (
            not entry.is_waiting,
            bool(entry.pauses),
            not entry.is_asked,
            entry.asked_since or entry.row.created_at,
        ),
    )


def _build_entry(
    row: GameRow,
    person: int,
    seats: Sequence[SeatAssignment],
    open_rows: Sequence[OpenQuestionRow],
    timer_rows: Sequence[TimerRow],
    cards: Sequence[int],
) -> TableEntry:
    own_row = next((question for question in open_rows if seats[question.seat].person_to_notify == person), None)
    return TableEntry(
        row,
        tuple(seat.name for seat in seats),
        tuple(seats[question.seat].name for question in open_rows),
        own_row is not None,
        own_row.since_at if own_row is not None else min((question.since_at for question in open_rows), default=None),
        None if own_row is None else _find_due_at(timer_rows, own_row.seat),
        cards[0] if cards else None,
        absent_seat=next((seat for seat in seats if seat.person == person and seat.person_to_notify != person), None),
    )


def _find_due_at(timer_rows: Sequence[TimerRow], seat: Seat) -> int | None:
    """Return when the seat's question times out, or when the seat is late."""
    for row in timer_rows:
        if (row.kind == TimerKind.LATE and row.key == str(seat)) or (
            row.kind == TimerKind.TIMEOUT and QuestionRef.decode(row.key).seat == seat
        ):
            return row.due_at
    return None
