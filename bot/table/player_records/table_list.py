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
    waiting: tuple[str, ...]
    """Names of the players who are asked."""
    is_asked: bool
    """Whether the person is asked."""
    asked_since: int | None
    """When the person, or else the first player, was asked."""
    due_at: int | None = None
    """When the person's time is out; None without a deadline."""
    card: int | None = None
    """Message id of the table's card."""
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
    numbers = [row.id for row in rows]
    seated = await seat_names.load_seats_of_tables(source, rows)
    open_rows = await open_questions.load_open_questions_by_game(source, numbers)
    timer_rows = await timers.load_timers_by_game(source, numbers)
    cards = await posts.load_posts_by_game(source, numbers, OutboxKind.CARD)
    still = await pauses.load_pauses_by_game(source, numbers)
    entries = [
        replace(
            _build_entry(
                row,
                person,
                seated[row.id],
                open_rows[row.id],
                timer_rows[row.id],
                [post.message_id for post in cards[row.id]],
            ),
            pauses=tuple(still[row.id]),
        )
        for row in rows
    ]
    return sorted(
        entries, key=lambda s: (not s.is_waiting, bool(s.pauses), not s.is_asked, s.asked_since or s.row.created_at)
    )


def _build_entry(
    row: GameRow,
    person: int,
    seated: Sequence[SeatAssignment],
    open_rows: Sequence[OpenQuestionRow],
    timer_rows: Sequence[TimerRow],
    cards: Sequence[int],
) -> TableEntry:
    own_row = next((a for a in open_rows if seated[a.seat].person_to_notify == person), None)
    return TableEntry(
        row,
        tuple(s.name for s in seated),
        tuple(seated[a.seat].name for a in open_rows),
        own_row is not None,
        own_row.since_at if own_row is not None else min((a.since_at for a in open_rows), default=None),
        None if own_row is None else _find_due_at(timer_rows, own_row.seat),
        cards[0] if cards else None,
        absent_seat=next((s for s in seated if s.person == person and s.person_to_notify != person), None),
    )


def _find_due_at(timer_rows: Sequence[TimerRow], seat: Seat) -> int | None:
    """Return when the seat's question times out, or when the seat is late."""
    for row in timer_rows:
        if (row.kind == TimerKind.LATE and row.key == str(seat)) or (
            row.kind == TimerKind.TIMEOUT and QuestionRef.decode(row.key).seat == seat
        ):
            return row.due_at
    return None
