"""R8.5 Ways across the map: to every place that can be reached, those that no other way beats.

A walk may pass a place twice, so there are hundreds. What makes one better than another is its price, which cities it
enters (for the extra post of R8.5), which oases it passes (for Möngke, R12) and, for two figures, the steps it leaves.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Guild

PLACES = (*CONTENT.data.cities, *CONTENT.data.oases)
BIT = {place: 1 << i for i, place in enumerate(PLACES)}
OASES = frozenset(CONTENT.data.oases)
_ORDER = {place: i for i, place in enumerate(PLACES)}


class Means(NamedTuple):
    """What a movement may use. spent: costs besides the routes (fee, coins of the space), paid in the same piece.

    step_camels:  R8.7 camels for each step (k19); free_oases: R12 Möngke; free_routes: R12 Gantulga
    keeps_steps:  steps that are left are worth something (a second figure)
    """

    steps: int
    coins: int
    camels: int
    jade: int
    seals: Collection[Guild] = ()
    spent: Cost = Cost()
    step_camels: int = 0
    free_oases: bool = False
    free_routes: bool = False
    keeps_steps: bool = False

    def affords(self, coins: int, camels: int, jade: int) -> bool:
        """R7 With jade for the coins and camels that are missing."""
        short = jade + self.spent.jade
        short += max(0, coins + self.spent.coins - self.coins) + max(0, camels + self.spent.camels - self.camels)
        return short <= self.jade


class Way(NamedTuple):
    """A walk. places: from the start to the end; steps: those that it uses; cities, oases: what it enters."""

    places: tuple[str, ...]
    steps: int
    coins: int
    camels: int
    jade: int
    cities: tuple[str, ...] = ()
    oases: tuple[str, ...] = ()

    @property
    def end(self) -> str:
        return self.places[-1]

    @property
    def cost(self) -> Cost:
        return Cost(coins=self.coins, camels=self.camels, jade=self.jade)


class _Label(NamedTuple):
    """A walk while it is looked for; cities and oases as bits."""

    steps: int
    coins: int
    camels: int
    jade: int
    cities: int
    oases: int
    places: tuple[str, ...]

    def beats(self, other: _Label) -> bool:
        """At least as good in every respect."""
        return (
            self.steps <= other.steps
            and self.coins <= other.coins
            and self.camels <= other.camels
            and self.jade <= other.jade
            and self.cities & other.cities == other.cities
            and self.oases & other.oases == other.oases
        )


def ways(start: str, means: Means, wanted: Collection[str] = ()) -> dict[str, tuple[Way, ...]]:
    """Place -> the undominated ways there, the cheapest first. wanted: cities that are worth entering on the way."""
    return _ways(start, means._replace(seals=tuple(means.seals)), tuple(wanted))


@lru_cache(1 << 10)
def _ways(start: str, means: Means, wanted: tuple[str, ...]) -> dict[str, tuple[Way, ...]]:
    """Kept, for a computer player tries many answers at one place."""
    first = _Label(0, 0, means.step_camels if means.free_oases else 0, 0, 0, 0, (start,))
    labels: dict[str, list[_Label]] = {}
    todo = deque([first])
    mask = sum(BIT[city] for city in wanted)
    while todo:
        label = todo.popleft()
        at = label.places[-1]
        if label is not first and label not in labels[at]:
            continue  # a better one has come since
        for step in _onward(label, means, mask):
            there = labels.setdefault(step.places[-1], [])
            if not _is_beaten(step, there):
                there[:] = [known for known in there if not step.beats(known)]
                there.append(step)
                todo.append(step)
    return {end: _best(labels[end], end, means) for end in sorted(labels, key=_ORDER.__getitem__)}


def _is_beaten(step: _Label, there: Sequence[_Label]) -> bool:
    """Whether one of these is at least as good (`beats`); written out, for this is most of the search."""
    steps, coins, camels, jade, cities, oases, _ = step
    for k_steps, k_coins, k_camels, k_jade, k_cities, k_oases, _ in there:
        if (
            k_steps <= steps
            and k_coins <= coins
            and k_camels <= camels
            and k_jade <= jade
            and k_cities & cities == cities
            and k_oases & oases == oases
        ):
            return True
    return False


def _onward(label: _Label, means: Means, mask: int) -> Sequence[_Label]:
    """The walk with one more route."""
    found = []
    for road in CONTENT.roads[label.places[-1]]:
        if road.guild is not None and road.guild not in means.seals:
            continue
        is_oasis = road.to in OASES
        steps = label.steps + (0 if is_oasis and means.free_oases else 1)
        if steps > means.steps:
            continue
        coins, camels, jade = label.coins, label.camels, label.jade + road.jade
        if not means.free_routes:
            coins, camels = coins + road.coins, camels + road.camels
        if means.step_camels and steps > max(label.steps, 1 if means.free_oases else 0):
            camels += means.step_camels
        if not means.affords(coins, camels, jade):
            continue
        bit = BIT[road.to]
        cities = label.cities | bit & mask
        oases = label.oases | bit if is_oasis and means.free_oases else label.oases
        found.append(_Label(steps, coins, camels, jade, cities, oases, (*label.places, road.to)))
    return found


def _best(labels: Sequence[_Label], end: str, means: Means) -> tuple[Way, ...]:
    """Those that differ in what matters once the end is reached, the cheapest first."""
    here = BIT[end]
    judged = sorted(
        (
            label._replace(
                steps=label.steps if means.keeps_steps else 0,
                cities=label.cities & ~here,
                oases=(1 << _counted(label, end)) - 1,
            ),
            label,
        )
        for label in labels
    )
    kept: list[tuple[_Label, _Label]] = []
    for one, label in judged:
        if not _is_beaten(one, [known for known, _ in kept]):
            kept = [(known, old) for known, old in kept if not one.beats(known)]
            kept.append((one, label))
    found = [_way(label, one.cities) for one, label in kept]
    return tuple(sorted(found, key=lambda way: (price(way.cost), -len(way.oases), len(way.places), way.places)))


def _counted(label: _Label, end: str) -> int:
    """R12 Möngke: oases that count; R15.8 whether the one on which the movement ends does is a ruling."""
    oases = label.oases
    if not CONTENT.data.rulings.mongke_counts_end_oasis:
        oases &= ~BIT[end]
    return oases.bit_count()


def _way(label: _Label, cities: int) -> Way:
    oases = tuple(place for place in CONTENT.data.oases if BIT[place] & label.oases) if label.oases else ()
    wanted = tuple(place for place in CONTENT.data.cities if BIT[place] & cities) if cities else ()
    return Way(label.places, label.steps, label.coins, label.camels, label.jade, wanted, oases)


def price(cost: Cost) -> float:
    """A rough value, to put cheap ways first."""
    return cost.coins + 1.2 * cost.camels + 1.8 * cost.jade


def can_leave(start: str, means: Means) -> bool:
    """R6 Whether any movement at all can be paid: then the action can be carried out."""
    return _can_leave(start, means._replace(steps=min(1, means.steps), seals=tuple(means.seals)))


@lru_cache(1 << 12)
def _can_leave(start: str, means: Means) -> bool:
    camels = means.step_camels if means.free_oases else 0
    return bool(_onward(_Label(0, 0, camels, 0, 0, 0, (start,)), means, 0))


def reach(seals: Collection[str], start: str, steps: int) -> dict[str, list[str]]:
    """R13 Places within so many steps of a caravan, and the way there: no route costs, but these seals are needed."""
    found = {start: [start]}
    edge = [start]
    for _ in range(steps):
        further: list[str] = []
        for one in edge:
            for road in CONTENT.roads[one]:
                if road.to not in found and (road.guild is None or road.guild in seals):
                    found[road.to] = [*found[one], road.to]
                    further.append(road.to)
        edge = further
    del found[start]
    return found


def distance(seals: Collection[str], start: str, end: str) -> int:
    """R13 Steps between two places with these seals."""
    return 0 if start == end else len(reach(seals, start, len(CONTENT.roads))[end]) - 1
