"""Seat tenures: the holder of a seat, and the person or computer player who answered there, from which decision on.

A seat is not a person: `find_decider` alone says to whom a decision belongs.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeVar

from storage import queries
from storage.database import Transaction
from storage.engine import Source
from storage.queries import in_column, join_columns

from .decisions import Origin

TenureReason = Literal[
    "start", "relief", "sitter", "back", "resigned", "offered", "vacated", "removed", "taken", "autopilot"
]
"""Why a tenure began. relief: a computer player answers for the holder; sitter: a substitute does; back: the holder
answers again; resigned, offered (a successor is sought), vacated (late for too long), removed (by a moderator): the
seat is open; taken: by a successor; autopilot: a computer player holds the seat.
"""


@dataclass(frozen=True, slots=True)
class TenureRow:
    """One tenure of a seat. It lasts until the next one of the seat."""

    game: int
    """Number of the table (`GameRow.id`)."""
    seat: int
    """0 .. n-1."""
    from_n: int
    """First decision of the tenure."""
    person: int | None
    """The person who answers; None: a computer player (`policy`), or the seat is open."""
    policy: str | None = None
    """Name of the computer player that answers; None: a person does, or the seat is open."""
    holder: int | None = None
    """The person whose seat it is; None: a computer player, or the seat is open."""
    why: TenureReason = "start"
    """Event with which it began."""
    began_at: int = field(default=0, metadata=in_column("at"))
    """Time of that event."""
    nth: int = 0
    """Number of the tenure within the seat, from 1."""


class Tenure(Protocol):
    """The part of a tenure from which `find_decider` finds the maker of a decision."""

    @property
    def seat(self) -> int: ...

    @property
    def from_n(self) -> int: ...

    @property
    def holder(self) -> int | None: ...

    @property
    def person(self) -> int | None: ...


class DecidedRow(Protocol):
    """The part of a decision from which `find_decider` finds its maker."""

    @property
    def n(self) -> int: ...

    @property
    def seat(self) -> int: ...

    @property
    def origin(self) -> Origin: ...

    @property
    def person(self) -> int | None: ...


AnyTenure = TypeVar("AnyTenure", bound=Tenure)


def find_tenure(tenures: Iterable[AnyTenure], seat: int, n: int) -> AnyTenure | None:
    """Return the tenure of the seat in which decision n was made; None if there was none yet. tenures: in order."""
    found = None
    for tenure in tenures:
        if tenure.seat == seat and tenure.from_n <= n:
            found = tenure
    return found


def find_decider(tenures: Iterable[Tenure], row: DecidedRow) -> int | None:
    """Return the person who made the decision: the holder or a substitute, who answered or had set the preset. None if
    a computer player, the autopilot, a time-out or the other players decided.

    Older rows name nobody: their answers belong to the person of the tenure, their preset answers to the holder.
    """
    if row.origin not in ("person", "order"):
        return None
    if row.person is not None:
        return row.person
    tenure = find_tenure(tenures, row.seat, row.n)
    if tenure is None:
        return None
    return tenure.person if row.origin == "person" else tenure.holder


async def begin_tenure(tx: Transaction, row: TenureRow) -> None:
    """Begin a tenure and end the one before, even if that had no decision. `nth` of the row is ignored."""
    await tx.execute(
        f"INSERT INTO stretches ({join_columns(TenureRow)})"
        " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, coalesce(max(nth), 0) + 1 FROM stretches"
        " WHERE game = ?1 AND seat = ?2",
        (row.game, row.seat, row.from_n, row.person, row.policy, row.holder, row.why, row.began_at),
    )


async def load_tenures(source: Source, game: int) -> list[TenureRow]:
    """Return the game's tenures by seat, in order."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(TenureRow)} FROM stretches WHERE game = ? ORDER BY seat, nth", (game,)
    )
    return [TenureRow(*row) for row in rows]


async def load_tenures_by_game(source: Source, games: Sequence[int]) -> dict[int, list[TenureRow]]:
    """Return the tenures of many games, by game, each list by seat and in order."""
    return await queries.load_rows_by_game(source, TenureRow, "stretches", games, "game, seat, nth")


async def load_tenures_with_person(source: Source, person: int) -> dict[int, list[TenureRow]]:
    """Return the tenures of all games in which the person held a seat or answered for it, by game, each list by seat
    and in order.
    """
    return await load_tenures_by_game(source, await list_games_with_person(source, person))


async def list_games_with_person(source: Source, person: int) -> list[int]:
    """Return the ids of the games in which the person held a seat or answered for it, at any time."""
    rows = await source.fetch_rows("SELECT DISTINCT game FROM stretches WHERE ?1 IN (person, holder)", (person,))
    return [int(game) for (game,) in rows]


async def load_tenures_by_game_id(source: Source, game_id: str) -> dict[int, list[TenureRow]]:
    """Return the tenures of all games of one title in which a seat changed hands, by game, each list by seat and in
    order.
    """
    rows = await source.fetch_rows(
        f"SELECT {join_columns(TenureRow)} FROM stretches WHERE game IN (SELECT s.game FROM stretches s"
        " JOIN games ON games.id = s.game WHERE games.engine = ? AND s.from_n > 1) ORDER BY game, seat, nth",
        (game_id,),
    )
    by_game: dict[int, list[TenureRow]] = {}
    for row in rows:
        by_game.setdefault(row[0], []).append(TenureRow(*row))
    return by_game


async def count_substitutions(source: Source, person: int, since: int) -> int:
    """Return in how many games finished since `since` the person was a substitute, or took over a seat and kept it."""
    [(count,)] = await source.fetch_rows(
        "SELECT count(DISTINCT s.game) FROM stretches s JOIN results r ON r.game = s.game AND r.seat = s.seat"
        " WHERE s.person = ?1 AND r.at >= ?2 AND (s.why = 'sitter' OR s.why = 'taken' AND r.person = ?1)",
        (person, since),
    )
    return int(count)


async def list_abandonment_times(source: Source, person: int) -> list[int]:
    """Return the times when seats of the person became open. Seats for which the person sought a successor do not
    count, nor do seats resigned in a game that all but one player resigned.
    """
    rows = await source.fetch_rows(
        "SELECT later.at FROM stretches s JOIN stretches later ON later.game = s.game AND later.seat = s.seat"
        " AND later.nth = s.nth + 1 JOIN games ON games.id = s.game WHERE s.holder = ?1"
        " AND (later.why IN ('vacated', 'removed')"
        " OR later.why = 'resigned' AND coalesce(games.ending, '') <> 'conceded')",
        (person,),
    )
    return [int(at) for (at,) in rows]
