"""Ratings of people in one game, from all its rated results: Plackett and Luce's model as openskill has it.

They are worked out anew from the results, so that nothing but results is kept, and the same results give the same
ratings whatever the order in which they were asked for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from openskill.models import PlackettLuce

from storage import Source
from storage.persons import absences
from storage.play import results, stretches
from storage.play.games import Ending
from storage.play.results import ResultRow
from storage.play.stretches import StretchRow

from .excuses import excused_spans

MIDDLE, UNIT = 1500, 40
"""What is shown for the mean of newcomers, and for one unit of the model."""
SETTLED = 5
"""Rated games after which a rating says something."""


@dataclass(frozen=True, slots=True)
class Rating:
    """mean, deviation: of the model's belief, in shown points; games: rated games behind it."""

    mean: float
    deviation: float
    games: int

    @property
    def points(self) -> int:
        return round(self.mean)

    @property
    def sure(self) -> float:
        """What the person is worth with near certainty: the order of leaderboards."""
        return self.mean - 3 * self.deviation

    @property
    def is_settled(self) -> bool:
        return self.games >= SETTLED


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person in a rated game, and the place for which they answer. protected: they cannot lose by it; halved: and
    what they gain counts half; excused: the others are rated against them, they themselves are not.
    """

    person: int
    place: int
    protected: bool = False
    halved: bool = False
    excused: bool = False


def entrants(
    rows: Sequence[ResultRow],
    held: Sequence[StretchRow],
    ending: Ending = "finished",
    is_excused: Callable[[int, int], bool] = lambda _person, _at: False,
) -> tuple[Entrant, ...]:
    """Who is rated in a game, its results and who held its seats given.

    Who held a seat to the end has its place. Who gave one up comes last, unless fewer decisions than there are seats
    had been made: then nothing had begun. Who took a seat over risks nothing and wins nothing. A sitter, or a computer
    player that stands in, changes nothing. ending: where it ended because people gave up or stayed away, those who were
    there to the end do not lose by it; where a seat stayed empty, they gain half of what they would have gained.
    is_excused: whether the person could not help giving a seat up at that time.
    """
    early = ending in ("conceded", "vacated")
    last = max((row.place for row in rows), default=0) + 1
    found = []
    for row in rows:
        of_seat = [stretch for stretch in held if stretch.seat == row.seat]
        first = of_seat[0].holder if of_seat else row.person
        if first is None:
            continue
        if first == (of_seat[-1].holder if of_seat else row.person):
            found.append(Entrant(first, row.place, early, ending == "vacated"))
            continue
        left = next(stretch for stretch in of_seat if stretch.holder != first)
        if left.from_n > len(rows):
            found.append(Entrant(first, last, excused=is_excused(first, left.at)))
    return tuple(found)


def rate(played: Sequence[Sequence[Entrant]]) -> dict[int, Rating]:
    """The ratings after these games, the oldest first."""
    model = PlackettLuce()
    middle = model.rating().mu
    known: dict[int, tuple[float, float]] = {}
    games: dict[int, int] = {}
    for game in played:
        if len(game) < 2:
            continue
        before = [[model.rating(*known[one.person]) if one.person in known else model.rating()] for one in game]
        after = model.rate(before, ranks=[float(one.place) for one in game])
        for one, (rating,) in zip(game, after, strict=True):
            if one.excused:
                continue
            was = known[one.person][0] if one.person in known else middle
            gain = rating.mu - was
            if one.protected:
                gain = max(0.0, gain)
            known[one.person] = was + (gain / 2 if one.halved else gain), rating.sigma
            games[one.person] = games.get(one.person, 0) + 1
    return {
        person: Rating(MIDDLE + UNIT * (mu - middle), UNIT * sigma, games[person])
        for person, (mu, sigma) in known.items()
    }


async def ratings(source: Source, engine: str) -> Mapping[int, Rating]:
    """Of everybody who has played a rated game of this kind, on any server."""
    rows = [row for row in await results.of_engine(source, engine) if row.rated]
    held = await stretches.of_engine(source, engine)
    endings = await results.ended_early(source, engine)
    leavers = {one.holder for of_game in held.values() for one in of_game if one.holder is not None}
    excuses = excused_spans(await absences.of_people(source, sorted(leavers)))
    played = [
        entrants(
            list(of_game),
            held.get(game, ()),
            endings.get(game, "finished"),
            lambda person, at: any(begin <= at < end for begin, end in excuses.get(person, ())),
        )
        for (_, game), of_game in groupby(rows, key=lambda row: (row.at, row.game))
    ]
    return await asyncio.to_thread(rate, played)
