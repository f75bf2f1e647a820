"""Timers of tables and of people: actions that are due later. One task sleeps until the earliest timer; timers that
became due while the bot was offline fire at its start.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from storage import queries
from storage.database import Transaction
from storage.engine import Source
from storage.kinds import TimerKind
from storage.messages.inbox_rows import build_settled_condition
from storage.queries import build_upsert, join_columns

DEADLINE_KINDS = (TimerKind.TIMEOUT, TimerKind.LATE)
"""Kinds of timers that are set by clocks."""


@dataclass(frozen=True, slots=True)
class TimerRow:
    """A timer of a table. (game, kind, key) identifies it, e.g. (7, "reminder", "2")."""

    id: int
    """Changes whenever the timer is set again."""
    due_at: int
    """When it fires, or somewhat later: at once after the start if the bot was away."""
    kind: str
    """One of `TimerKind`, which also decides what `key` is."""
    game: int
    """Number of the table (`GameRow.id`)."""
    key: str
    """Distinguishes timers of one kind: a seat, a person or a request's kind, as text."""
    payload: bytes
    """Opaque here."""


async def set_timer(tx: Transaction, game: int, kind: str, key: str, due_at: int, payload: bytes = b"") -> int:
    """Set a timer, or move it. Return its id."""
    [(row_id,)] = await tx.execute(
        "INSERT INTO timers (due_at, kind, game, key, payload) VALUES (?, ?, ?, ?, ?) ON CONFLICT (game, kind, key)"
        " DO UPDATE SET id = excluded.id, due_at = excluded.due_at, payload = excluded.payload RETURNING id",
        (due_at, kind, game, key, payload),
    )
    return int(row_id)


async def cancel_timers(tx: Transaction, game: int, kind: str | None = None, key: str | None = None) -> int:
    """Cancel one timer, all of a kind (key None), or all of the game (kind None). Return the number."""
    rows = await tx.execute(
        "DELETE FROM timers WHERE game = ?1 AND kind = coalesce(?2, kind) AND key = coalesce(?3, key) RETURNING id",
        (game, kind, key),
    )
    return len(rows)


async def hasten_timer(tx: Transaction, game: int, kind: str, key: str, now: int) -> None:
    """Make a timer due now, if it is set. The timer worker checks whether it really is."""
    await tx.execute(
        "UPDATE timers SET due_at = min(due_at, ?) WHERE game = ? AND kind = ? AND key = ?", (now, game, kind, key)
    )


async def load_next_timer(source: Source, shards: Collection[int] | None = None) -> TimerRow | None:
    """Return the timer of this process's tables that is due next; a table with an outage to settle has none. shards:
    those whose tables count; None: all that are served.
    """
    ownership = source.ownership if shards is None else source.ownership.select_shards(shards)
    condition = ownership.build_game_condition("game") + build_settled_condition("timers.game")
    rows = await source.fetch_rows(
        f"SELECT {join_columns(TimerRow)} FROM timers WHERE TRUE{condition} ORDER BY due_at, id LIMIT 1"
    )
    return TimerRow(*rows[0]) if rows else None


async def load_timers(source: Source, game: int) -> list[TimerRow]:
    """Return the game's timers by due time."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(TimerRow)} FROM timers WHERE game = ? ORDER BY due_at, id", (game,)
    )
    return [TimerRow(*row) for row in rows]


async def load_timers_by_game(source: Source, games: Sequence[int]) -> dict[int, list[TimerRow]]:
    """Return the timers of many games, by game, each list by due time."""
    return await queries.load_rows_by_game(source, TimerRow, "timers", games, "due_at, id")


async def take_timer(tx: Transaction, timer_id: int) -> TimerRow | None:
    """Delete a timer in the same transaction as its work, so that it fires once.

    Returns None if it was cancelled or moved meanwhile.
    """
    rows = await tx.execute(f"DELETE FROM timers WHERE id = ? RETURNING {join_columns(TimerRow)}", (timer_id,))
    return TimerRow(*rows[0]) if rows else None


@dataclass(frozen=True, slots=True)
class PersonTimerRow:
    """A task that is due for a person. (person, kind) identifies it."""

    person: int
    """Id of the person."""
    kind: str
    """Name of the task in `bot/table/personal`: the daily list, or the erasure of data."""
    due_at: int
    """When it fires; later if it failed and is tried again."""


async def set_person_timer(tx: Transaction, person: int, kind: str, due_at: int) -> None:
    """Set a timer of a person, or move it."""
    await tx.execute(build_upsert(PersonTimerRow, "errands", "person", "kind"), (person, kind, due_at))


async def postpone_person_timer(tx: Transaction, row: PersonTimerRow, due_at: int) -> bool:
    """Postpone a timer of a person. Return False if it was cancelled or moved meanwhile."""
    return bool(
        await tx.execute(
            "UPDATE errands SET due_at = ? WHERE person = ? AND kind = ? AND due_at = ? RETURNING person",
            (due_at, row.person, row.kind, row.due_at),
        )
    )


async def cancel_person_timer(tx: Transaction, person: int, kind: str) -> None:
    await tx.execute("DELETE FROM errands WHERE person = ? AND kind = ?", (person, kind))


async def load_person_timer(source: Source, person: int, kind: str) -> PersonTimerRow | None:
    rows = await source.fetch_rows(
        f"SELECT {join_columns(PersonTimerRow)} FROM errands WHERE person = ? AND kind = ?", (person, kind)
    )
    return PersonTimerRow(*rows[0]) if rows else None


async def load_next_person_timer(source: Source) -> PersonTimerRow | None:
    """Return the timer of a person that is due next, of the people of this process."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(PersonTimerRow)} FROM errands WHERE TRUE{source.ownership.build_condition('person')}"
        " ORDER BY due_at, person, kind LIMIT 1"
    )
    return PersonTimerRow(*rows[0]) if rows else None
