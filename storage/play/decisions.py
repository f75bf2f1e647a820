"""Decisions: all answers of a game, in order, never deleted.

An undo marks decisions and deletes nothing; a decision number is never used twice. For a forced default answer the
people who forced it are stored as well.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from storage.database import Transaction
from storage.engine import Source
from storage.queries import in_column, join_columns

Origin = Literal["person", "order", "timeout", "computer", "relief", "default"]
_LAST_N = (1 << 31) - 1
"""No decision has a higher number."""


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """One answer of one seat."""

    game: int
    """Number of the table (`GameRow.id`)."""
    n: int
    """From 1, in order of arrival, including undone decisions, with gaps after questions of several seats."""
    step: int
    """Number of questions before the answered one; after an undo the same numbers come again."""
    seat: int
    """The seat that was asked."""
    keys: str
    """The chosen option keys, opaque here."""
    rules: int
    """Version of the rules that played the decision."""
    origin: Origin
    """Source of the answer: a person, a preset answer ("order"), a time-out or a computer player; "relief": the
    autopilot of an absent person; "default": other players forced the default answer of a late player.
    """
    barrier: int
    """1: everything up to this decision became public."""
    events: bytes
    """Log events of the decision, opaque here."""
    decided_at: int = field(metadata=in_column("at"))
    """When it was stored; equal for answers of one transaction."""
    undone_at: int | None = None
    """When it was taken back; None: it counts. An undone decision is never restored."""
    interaction_id: int | None = None
    """The interaction that gave the answer (see `interactions.claim_interaction`); None if there was none."""
    is_joined: int = field(default=0, metadata=in_column("joined"))
    """1: given by the same press as the decision before it, or by a preset after it, so that both are taken back
    together.
    """
    person: int | None = None
    """The person who gave the answer, or set the preset. None: nobody did, or an older version stored the decision."""


@dataclass(frozen=True, slots=True)
class DecisionOutlineRow:
    """A decision without its keys and events."""

    n: int
    """As in `DecisionRow`, like the other fields."""
    step: int
    """Question that it answered."""
    seat: int
    """The seat that was asked."""
    rules: int
    """Version of the rules that played it."""
    origin: Origin
    """Source of the answer."""
    decided_at: int = field(metadata=in_column("at"))
    """When it was stored."""
    person: int | None
    """The person who gave the answer or set the preset; None: nobody, or not known."""


async def append(tx: Transaction, row: DecisionRow) -> None:
    """Add a decision. Raises DuplicateRow if the game has a decision with this n, or the interaction has made one."""
    await tx.execute(
        f"INSERT INTO decisions ({join_columns(DecisionRow)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            row.game,
            row.n,
            row.step,
            row.seat,
            row.keys,
            row.rules,
            row.origin,
            row.barrier,
            row.events,
            row.decided_at,
            row.undone_at,
            row.interaction_id,
            row.is_joined,
            row.person,
        ),
    )


async def find_last_n(source: Source, game: int) -> int:
    """Return the highest number in use, including undone decisions; 0 before the first."""
    [(n,)] = await source.fetch_rows("SELECT coalesce(max(n), 0) FROM decisions WHERE game = ?", (game,))
    return int(n)


async def find_press_start(source: Source, game: int, n: int) -> int:
    """Return the number of the first decision that the press of decision `n` gave."""
    [(first,)] = await source.fetch_rows(
        "SELECT max(n) FROM decisions WHERE game = ? AND n <= ? AND joined = 0 AND undone_at IS NULL", (game, n)
    )
    return int(first)


async def find_last_time(source: Source, game: int) -> int | None:
    """Return when the newest decision was made, undone or not; None if there is none."""
    rows = await source.fetch_rows("SELECT at FROM decisions WHERE game = ? ORDER BY n DESC LIMIT 1", (game,))
    return int(rows[0][0]) if rows else None


async def load_active(source: Source, game: int, after: int = 0, until_n: int | None = None) -> list[DecisionRow]:
    """Return the decisions with after < n <= until_n (None: all later ones) that are not undone, in order."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(DecisionRow)} FROM decisions WHERE game = ? AND n > ? AND n <= ? AND undone_at IS NULL"
        " ORDER BY n",
        (game, after, _LAST_N if until_n is None else until_n),
    )
    return [DecisionRow(*row) for row in rows]


async def load_public(source: Source, game: int, after: int = 0, until_n: int | None = None) -> list[DecisionRow]:
    """Return the decisions that everybody may read: like `load_active`, but only up to the last barrier."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(DecisionRow)} FROM decisions WHERE game = ?1 AND n > ?2 AND n <= ?3"
        " AND undone_at IS NULL AND n <= (SELECT n FROM decisions WHERE game = ?1 AND barrier = 1 AND undone_at IS NULL"
        " ORDER BY n DESC LIMIT 1) ORDER BY n",
        (game, after, _LAST_N if until_n is None else until_n),
    )
    return [DecisionRow(*row) for row in rows]


async def load_public_outlines(source: Source, game: int) -> list[DecisionOutlineRow]:
    """Return all public decisions without their keys and events, in order."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(DecisionOutlineRow)} FROM decisions WHERE game = ?1 AND undone_at IS NULL AND n <="
        " (SELECT n FROM decisions WHERE game = ?1 AND barrier = 1 AND undone_at IS NULL ORDER BY n DESC LIMIT 1)"
        " ORDER BY n",
        (game,),
    )
    return [DecisionOutlineRow(*row) for row in rows]


async def load_active_seats(source: Source, game: int) -> list[int]:
    """Return the seats that have a decision that is not undone."""
    rows = await source.fetch_rows("SELECT DISTINCT seat FROM decisions WHERE game = ? AND undone_at IS NULL", (game,))
    return [int(seat) for (seat,) in rows]


async def find_barrier_before(source: Source, game: int, n: int) -> int:
    """Return the last decision before n that made everything up to it public; 0 if there is none."""
    [(barrier,)] = await source.fetch_rows(
        "SELECT coalesce(max(n), 0) FROM decisions WHERE game = ? AND n < ? AND barrier = 1 AND undone_at IS NULL",
        (game, n),
    )
    return int(barrier)


async def load_all(source: Source, game: int) -> list[DecisionRow]:
    """Return every decision ever made, including undone ones, in order."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(DecisionRow)} FROM decisions WHERE game = ? ORDER BY n", (game,)
    )
    return [DecisionRow(*row) for row in rows]


async def undo(tx: Transaction, game: int, from_n: int, at: int) -> tuple[int, ...]:
    """Undo every active decision from `from_n` on, which also invalidates their checkpoints. Return the undone numbers
    in order.
    """
    rows = await tx.execute(
        "UPDATE decisions SET undone_at = ? WHERE game = ? AND n >= ? AND undone_at IS NULL RETURNING n",
        (at, game, from_n),
    )
    return tuple(sorted(n for (n,) in rows))


async def save_forcers(tx: Transaction, game: int, n: int, people: Sequence[int]) -> None:
    """Record the people who forced decision n."""
    for person in people:
        await tx.execute("INSERT INTO pressed (game, n, person) VALUES (?, ?, ?)", (game, n, person))


async def load_forcers(source: Source, game: int) -> dict[int, tuple[int, ...]]:
    """Return the people who forced a decision, by decision number."""
    forcers: dict[int, tuple[int, ...]] = {}
    for n, person in await source.fetch_rows(
        "SELECT n, person FROM pressed WHERE game = ? ORDER BY n, person", (game,)
    ):
        forcers[n] = (*forcers.get(n, ()), person)
    return forcers
