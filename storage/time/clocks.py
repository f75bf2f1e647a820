"""Clocks: how much time each seat has used in its turn and has left in its bank, and the clocks of ended turns.

All durations but `calendar_ms` are milliseconds of waking time, computed by the caller.
"""

from dataclasses import astuple, dataclass, field

from storage.database import Transaction
from storage.engine import Source
from storage.queries import build_upsert, in_column, join_columns


@dataclass(frozen=True, slots=True)
class ClockRow:
    """The clock of one seat in its present turn."""

    game: int
    """Number of the table (`GameRow.id`)."""
    seat: int
    """The seat whose time it is."""
    turn: int
    """Checkpoint at which the turn began."""
    bank: int
    """Milliseconds left in the bank when the turn began."""
    used_ms: int = field(metadata=in_column("used"))
    """Milliseconds used in this turn before `running_since`."""
    running_since: int | None
    """None: the clock is stopped."""
    reminded_at_ms: int = field(default=0, metadata=in_column("reminded"))
    """Time of the turn used at the last reminder, the running part included; points up to it are handled."""
    announced_stages: int = field(default=0, metadata=in_column("told"))
    """Number of lateness stages that were announced at the table."""
    late_at: int | None = None
    """When the time of this turn ran out."""
    has_used_leave: int = field(default=0, metadata=in_column("drawn"))
    """1: leave was used in this turn."""
    calendar_ms: int = field(default=0, metadata=in_column("calendar"))
    """Milliseconds of this turn before `running_since`, nights and rest days included."""


async def load_clocks(source: Source, game: int) -> dict[int, ClockRow]:
    """Return the game's clocks by seat."""
    rows = await source.fetch_rows(f"SELECT {join_columns(ClockRow)} FROM clocks WHERE game = ?", (game,))
    return {row.seat: row for row in (ClockRow(*values) for values in rows)}


async def save_clock(tx: Transaction, row: ClockRow) -> None:
    await tx.execute(build_upsert(ClockRow, "clocks", "game", "seat"), astuple(row))


@dataclass(frozen=True, slots=True)
class EndedTurnRow:
    """A clock (`ClockRow`) at the end of its turn."""

    game: int
    """Number of the table (`GameRow.id`)."""
    seat: int
    """The seat whose turn it was."""
    turn: int
    """Checkpoint at which the turn began."""
    bank: int
    """Milliseconds in the bank when the turn began."""
    used_ms: int = field(metadata=in_column("used"))
    """Milliseconds used in the whole turn."""
    announced_stages: int = field(metadata=in_column("told"))
    """As in `ClockRow`, like the fields below, for an undo that continues the turn."""
    late_at: int | None
    """When the time of the turn ran out; None: it did not."""
    has_used_leave: int = field(metadata=in_column("drawn"))
    """1: leave was used in the turn."""
    calendar_ms: int = field(default=0, metadata=in_column("calendar"))
    """Milliseconds of the whole turn, nights and rest days included."""


async def save_ended_turn(tx: Transaction, clock: ClockRow) -> None:
    """Save a stopped clock, because its turn is over."""
    await tx.execute(
        build_upsert(EndedTurnRow, "ended_turns", "game", "seat", "turn"),
        (
            clock.game,
            clock.seat,
            clock.turn,
            clock.bank,
            clock.used_ms,
            clock.announced_stages,
            clock.late_at,
            clock.has_used_leave,
            clock.calendar_ms,
        ),
    )


async def load_undone_turns(source: Source, game: int, seat: int, turn: int) -> list[EndedTurnRow]:
    """Return the seat's ended turns that were undone, oldest first: turns whose checkpoint was undone, and `turn`."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(EndedTurnRow)} FROM ended_turns e WHERE game = ?1 AND seat = ?2"
        " AND (turn = ?3 OR turn > 0"
        " AND NOT EXISTS (SELECT 1 FROM decisions d WHERE d.game = ?1 AND d.n = e.turn AND d.undone_at IS NULL))"
        " ORDER BY turn",
        (game, seat, turn),
    )
    return [EndedTurnRow(*row) for row in rows]


async def delete_ended_turns(tx: Transaction, game: int, seat: int, from_turn: int = 0) -> None:
    """Delete the seat's ended turns that began at the checkpoint `from_turn` or later."""
    await tx.execute("DELETE FROM ended_turns WHERE game = ? AND seat = ? AND turn >= ?", (game, seat, from_turn))
