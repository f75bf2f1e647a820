"""Open questions: the seats that are asked now, and since when. They show whose turn it is without loading the game,
and keep the times over a restart.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from storage import queries
from storage.database import Transaction
from storage.engine import Source
from storage.queries import in_column, join_columns

FAR_FUTURE = 1 << 52
"""A time in the far future."""


@dataclass(frozen=True, slots=True)
class OpenQuestionRow:
    """A seat with an open question. A run of consecutive questions to one seat is one row."""

    game: int
    """Number of the table (`GameRow.id`)."""
    seat: int
    """The seat that is asked."""
    step: int
    """First question of the run, with `epoch` part of the turn notification's key."""
    epoch: int
    """`GameRow.epoch` when `step` was asked."""
    since_at: int
    """Start of the run, or the time of the last answer within it (`restart_time`)."""
    notified_at: int | None = field(default=None, metadata=in_column("called_at"))
    """When the turn notification reached the person; None until then."""
    snoozed_until: int | None = None
    """The person wants no reminder before this time."""
    used_ms: int = field(default=0, metadata=in_column("used"))
    """Milliseconds used of the short clock of a question outside the seat's turn, as in `clocks`."""
    running_since: int | None = None
    """Since when that clock runs; None: it is stopped."""
    reminded_at_ms: int = field(default=0, metadata=in_column("reminded"))
    """Time of that clock used at the last reminder, the running part included; points up to it are handled."""
    calendar_ms: int = field(default=0, metadata=in_column("calendar"))
    """Calendar time of that clock before `running_since`, as in `clocks`."""


async def load_open_questions(source: Source, game: int) -> list[OpenQuestionRow]:
    """Return the game's open questions in the order of the seats."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(OpenQuestionRow)} FROM asked WHERE game = ? ORDER BY seat", (game,)
    )
    return [OpenQuestionRow(*row) for row in rows]


async def load_open_questions_by_game(source: Source, games: Sequence[int]) -> dict[int, list[OpenQuestionRow]]:
    """Return the open questions of many games, by game, each list in the order of the seats."""
    return await queries.load_rows_by_game(source, OpenQuestionRow, "asked", games, "game, seat")


async def set_asked_seats(
    tx: Transaction, game: int, seats: Sequence[int], *, step: int, epoch: int, at: int
) -> tuple[int, ...]:
    """Set the seats that are asked from now on. Return the newly asked seats, which get a turn notification.

    A seat that was asked before keeps the step and the time of its first question (see `restart_time`).
    """
    placeholders = ", ".join("?" * len(seats))
    await tx.execute(f"DELETE FROM asked WHERE game = ? AND seat NOT IN ({placeholders})", (game, *seats))
    new_seats = []
    for seat in seats:
        if await tx.execute(
            "INSERT INTO asked (game, seat, step, epoch, since_at) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (game, seat) DO NOTHING RETURNING seat",
            (game, seat, step, epoch, at),
        ):
            new_seats.append(seat)
    return tuple(new_seats)


async def restart_time(tx: Transaction, game: int, seat: int, *, at: int) -> None:
    """Restart the time of a seat that has answered and is asked again. The notification's key stays."""
    await tx.execute("UPDATE asked SET since_at = ? WHERE game = ? AND seat = ?", (at, game, seat))


async def mark_notified(tx: Transaction, game: int, seat: int, *, step: int, epoch: int, at: int) -> None:
    """Record that the turn notification for this run of questions has reached its person. Later ones change nothing."""
    await tx.execute(
        "UPDATE asked SET called_at = coalesce(called_at, ?) WHERE game = ? AND seat = ? AND step = ? AND epoch = ?",
        (at, game, seat, step, epoch),
    )


async def reset_notification(tx: Transaction, game: int, seat: int) -> None:
    """Reset notification and clock, because another person answers for the seat now and was not notified yet."""
    await tx.execute(
        "UPDATE asked SET called_at = NULL, snoozed_until = NULL, used = 0, running_since = NULL, reminded = 0,"
        " calendar = 0"
        " WHERE game = ? AND seat = ?",
        (game, seat),
    )


async def snooze_reminders(tx: Transaction, game: int, seat: int, until: int | None) -> None:
    """Suppress reminders of the open question until that time; None: remind as usual."""
    await tx.execute("UPDATE asked SET snoozed_until = ? WHERE game = ? AND seat = ?", (until, game, seat))


async def set_clock(tx: Transaction, row: OpenQuestionRow) -> None:
    """Store the short clock of a question outside the seat's turn, as the row tells it."""
    await tx.execute(
        "UPDATE asked SET used = ?, running_since = ?, reminded = ?, calendar = ? WHERE game = ? AND seat = ?",
        (row.used_ms, row.running_since, row.reminded_at_ms, row.calendar_ms, row.game, row.seat),
    )
