"""Ratings of people in one game, computed from all its rated results with openskill's Plackett-Luce model.

They are recomputed from the results each time, so nothing but results is stored, and the same results always give the
same ratings.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from openskill.models import PlackettLuce

from storage import Source
from storage.persons import absences
from storage.play import results
from storage.play import seat_tenures as tenure_rows
from storage.play.games import GameEnding
from storage.play.results import ResultRow
from storage.play.seat_tenures import TenureRow

from .habits import list_excused_spans

MEAN_POINTS, POINTS_PER_UNIT = 1500, 40
"""Displayed points for the mean of newcomers, and for one unit of the model."""
MIN_GAMES = 5
"""Number of rated games after which a rating is meaningful."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's rating, in displayed points."""

    mean: float
    """Mean of the model's belief."""
    deviation: float
    """Standard deviation of the model's belief."""
    games: int
    """Number of rated games."""

    @property
    def points(self) -> int:
        return round(self.mean)

    @property
    def lower_bound(self) -> float:
        """Lower bound of the person's strength, at three standard deviations: the order of leaderboards."""
        return self.mean - 3 * self.deviation

    @property
    def is_meaningful(self) -> bool:
        return self.games >= MIN_GAMES


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person in a rated game, and the place that counts for them."""

    person: int
    """Discord's user id."""
    place: int
    """1: best; equal places are ties."""
    is_protected: bool = False
    """They cannot lose points by this game."""
    is_halved: bool = False
    """They gain half the points."""
    is_excused: bool = False
    """The others are rated against them, but their own rating does not change."""


def list_entrants(
    rows: Sequence[ResultRow],
    seat_tenures: Sequence[TenureRow],
    ending: GameEnding = "finished",
    is_excused: Callable[[int, int], bool] = lambda _person, _at: False,
) -> tuple[Entrant, ...]:
    """Return the people rated in a game, from its results and its seat tenures.

    A person who kept the seat to the end gets its place. A person who gave it up comes last, unless fewer decisions
    than seats had been made: then the game had hardly begun. A person who took a seat over is not rated. Substitutes
    and autopilots change nothing.

    ending: after an early end because people gave up, those who stayed cannot lose points; if a seat stayed open, they
    gain half. is_excused: whether the person had an emergency at that time.
    """
    has_ended_early = ending in ("conceded", "vacated")
    last_place = max((row.place for row in rows), default=0) + 1
    entrants = []
    for row in rows:
        tenures = [tenure for tenure in seat_tenures if tenure.seat == row.seat]
        first_holder = tenures[0].holder if tenures else row.person
        if first_holder is None:
            continue
        if first_holder == (tenures[-1].holder if tenures else row.person):
            entrants.append(Entrant(first_holder, row.place, has_ended_early, ending == "vacated"))
            continue
        next_tenure = next(tenure for tenure in tenures if tenure.holder != first_holder)
        if next_tenure.from_n > len(rows):
            is_in_emergency = is_excused(first_holder, next_tenure.began_at)
            entrants.append(Entrant(first_holder, last_place, is_excused=is_in_emergency))
    return tuple(entrants)


def compute_ratings(entrants_by_game: Sequence[Sequence[Entrant]]) -> dict[int, Rating]:
    """Return the ratings after these games, oldest first."""
    model = PlackettLuce()
    middle = model.rating().mu
    beliefs: dict[int, tuple[float, float]] = {}
    game_counts: dict[int, int] = {}
    for entrants in entrants_by_game:
        if len(entrants) < 2:
            continue
        old_ratings = [
            [model.rating(*beliefs[entrant.person]) if entrant.person in beliefs else model.rating()]
            for entrant in entrants
        ]
        new_ratings = model.rate(old_ratings, ranks=[float(entrant.place) for entrant in entrants])
        for entrant, (rating,) in zip(entrants, new_ratings, strict=True):
            if entrant.is_excused:
                continue
            old_mean = beliefs[entrant.person][0] if entrant.person in beliefs else middle
            gain = rating.mu - old_mean
            if entrant.is_protected:
                gain = max(0.0, gain)
            beliefs[entrant.person] = old_mean + (gain / 2 if entrant.is_halved else gain), rating.sigma
            game_counts[entrant.person] = game_counts.get(entrant.person, 0) + 1
    return {
        person: Rating(MEAN_POINTS + POINTS_PER_UNIT * (mu - middle), POINTS_PER_UNIT * sigma, game_counts[person])
        for person, (mu, sigma) in beliefs.items()
    }


async def load_ratings(source: Source, game_id: str) -> Mapping[int, Rating]:
    """Return the ratings of all people who have played a rated game of this kind, on any server."""
    rows = [row for row in await results.load_results_by_game_id(source, game_id) if row.rated]
    seat_tenures = await tenure_rows.load_tenures_by_game_id(source, game_id)
    endings = await results.load_early_endings(source, game_id)
    leavers = {tenure.holder for of_game in seat_tenures.values() for tenure in of_game if tenure.holder is not None}
    excuses = list_excused_spans(await absences.load_absences_by_person(source, sorted(leavers)))
    entrants_by_game = [
        list_entrants(
            list(of_game),
            seat_tenures.get(table_id, ()),
            endings.get(table_id, "finished"),
            lambda person, at: any(begin <= at < end for begin, end in excuses.get(person, ())),
        )
        for (_, table_id), of_game in groupby(rows, key=lambda row: (row.ended_at, row.game))
    ]
    return await asyncio.to_thread(compute_ratings, entrants_by_game)
