"""Results of finished games, by seat."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, field

from storage.database import Transaction
from storage.engine import Source
from storage.queries import build_upsert, in_column, join_columns

from .games import GameEnding


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The result of one seat."""

    game: int
    """Number of the table (`GameRow.id`)."""
    seat: int
    """The seat at the end of the game."""
    person: int | None
    """Holder of the seat at the end; None: a computer player, see `policy`."""
    policy: str | None
    """Name of the computer player on the seat; None: a person."""
    place: int
    """1: winner."""
    total: int
    """Points at the end; after an early end they mean little (`GameRow.ending`)."""
    rated: int
    """1: the table was opened as one that counts for ratings."""
    ended_at: int = field(metadata=in_column("at"))
    """When the game ended; equal for all seats."""


async def save_results(tx: Transaction, results: Sequence[ResultRow]) -> None:
    """Save the results of a game, replacing earlier ones (after an appeal)."""
    for row in results:
        await tx.execute(build_upsert(ResultRow, "results", "game", "seat"), astuple(row))


async def list_games_without_results(source: Source) -> list[int]:
    """Return ids of this process's games that are over but have no results, because an earlier version played them."""
    rows = await source.fetch_rows(
        "SELECT id FROM games WHERE status = 'over' AND NOT EXISTS (SELECT 1 FROM results WHERE game = id)"
        f"{source.ownership.build_condition('guild_id')} ORDER BY id"
    )
    return [int(row_id) for (row_id,) in rows]


async def load_results(source: Source, game: int) -> list[ResultRow]:
    """Return the game's results in the order of the seats."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(ResultRow)} FROM results WHERE game = ? ORDER BY seat", (game,)
    )
    return [ResultRow(*row) for row in rows]


async def load_results_by_game_id(source: Source, game_id: str, guild: int | None = None) -> list[ResultRow]:
    """Return all results of one game title (on one server), oldest first."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(ResultRow, 'results')} FROM results JOIN games ON games.id = results.game"
        " WHERE games.engine = ?1 AND games.guild_id = coalesce(?2, games.guild_id) ORDER BY results.at, game, seat",
        (game_id, guild),
    )
    return [ResultRow(*row) for row in rows]


@dataclass(frozen=True, slots=True)
class PersonResultRow:
    """A result of one person, with the game title."""

    game: int
    """Number of the table (`GameRow.id`)."""
    engine: str
    """Id of the game's definition."""
    place: int
    """1: winner."""
    total: int
    """Points at the end."""
    rated: int
    """1: the game counts for ratings."""
    ended_at: int
    """When the game ended."""
    ending: GameEnding | None
    """How the whole game ended (`GameRow.ending`)."""


async def load_results_of_person(source: Source, person: int) -> list[PersonResultRow]:
    """Return all results of a person, oldest first."""
    rows = await source.fetch_rows(
        "SELECT game, engine, place, total, rated, at, ending FROM results JOIN games ON games.id = results.game"
        " WHERE person = ? ORDER BY at, game",
        (person,),
    )
    return [PersonResultRow(*row) for row in rows]


async def load_early_endings(source: Source, game_id: str) -> dict[int, GameEnding]:
    """Return how games of one title with results ended early, because players gave up or stayed away, by game."""
    rows = await source.fetch_rows(
        "SELECT id, ending FROM games WHERE engine = ? AND ending IN ('conceded', 'vacated')"
        " AND EXISTS (SELECT 1 FROM results WHERE game = games.id)",
        (game_id,),
    )
    return dict(rows)
