"""Statistics of a person's games, and leaderboards of a server."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.table.state.people import PlayerHabits
from engines.kernel import load_games
from storage import Source
from storage.persons import people
from storage.play import results
from storage.play.results import PersonResultRow

from .habits import load_habits
from .ratings import Rating, load_ratings

MAX_LISTED = 25


@dataclass(frozen=True, slots=True)
class GameTally:
    """A person's results in one game."""

    game_id: str
    """Id of the game."""
    games_played: int
    """Games played to their end."""
    games_won: int
    """Of these, the ones in which the person had place 1, ties included."""
    best: int
    """Most points in a game played to its end; 0 without one."""
    rating: Rating | None
    """None without rated games."""
    ended_early: int = 0
    """Games that ended early because players gave up or stayed away; their points mean nothing."""
    early_wins: int = 0
    """Of these, the ones in which the person had place 1."""


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """A person's statistics."""

    person: int
    """Discord's user id."""
    name: str
    """Display name."""
    tallies: tuple[GameTally, ...]
    """Games of which the person has finished at least one."""
    habits: PlayerHabits | None
    """Playing habits; None for other readers than the person."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One line of a leaderboard."""

    person: int
    """Discord's user id."""
    name: str
    """Display name at the last interaction."""
    rating: Rating
    """From games on all servers."""
    games_played: int
    """Rated games on this server."""
    games_won: int
    """Of these, the ones in which the person had place 1."""


async def load_stats(
    source: Source, person: int, name: str, now: int, game_id: str | None = None, *, is_self: bool
) -> PlayerStats:
    """Return the statistics of one game, or of all. is_self: the reader is the person."""
    rows = [row for row in await results.load_results_of_person(source, person) if game_id in (None, row.engine)]
    tallies = []
    for each_id in load_games():
        rows_of_game = [row for row in rows if row.engine == each_id]
        if not rows_of_game:
            continue
        rated = any(row.rated for row in rows_of_game)
        rating = (await load_ratings(source, each_id)).get(person) if rated else None
        early = [row for row in rows_of_game if row.ending in ("conceded", "vacated")]
        full = [row for row in rows_of_game if row not in early]
        tallies.append(
            GameTally(
                each_id,
                len(full),
                _count_wins(full),
                max((row.total for row in full), default=0),
                rating,
                len(early),
                _count_wins(early),
            )
        )
    return PlayerStats(person, name, tuple(tallies), await load_habits(source, person, now) if is_self else None)


def _count_wins(rows: Sequence[PersonResultRow]) -> int:
    return sum(row.place == 1 for row in rows)


async def load_leaderboard(source: Source, game_id: str, guild: int) -> tuple[LeaderboardRow, ...]:
    """Return the people who finished a rated game of this kind on the server and may be listed, by certain strength."""
    result_rows = [
        row
        for row in await results.load_results_by_game_id(source, game_id, guild)
        if row.rated and row.person is not None
    ]
    person_rows = await people.load_people(source, list({row.person for row in result_rows if row.person is not None}))
    ratings_by_person = await load_ratings(source, game_id)
    leaders = []
    for person, row in person_rows.items():
        if row.in_lists and person in ratings_by_person:
            person_results = [entry for entry in result_rows if entry.person == person]
            leaders.append(
                LeaderboardRow(
                    person,
                    row.name,
                    ratings_by_person[person],
                    len(person_results),
                    sum(entry.place == 1 for entry in person_results),
                )
            )
    return tuple(sorted(leaders, key=lambda entry: -entry.rating.lower_bound)[:MAX_LISTED])
