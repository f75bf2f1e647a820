"""R8.5 The ways across the map, compared with every walk there is."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.data.types import Cost, Guild
from engines.marco_polo_ii.table.paths import OASES, PLACES, Means, Way, can_leave, ways

Judged = tuple[int, int, int, int, frozenset[str], int]
"""Coins, camels, jade, steps (if they matter), cities worth entering, oases that count."""


def walks(start: str, means: Means, longest: int) -> Iterator[Way]:
    """Every payable walk of at most `longest` routes, by trying all of them."""
    todo = [Way((start,), 0, 0, means.step_camels if means.free_oases else 0, 0)]
    while todo:
        way = todo.pop()
        if len(way.places) > longest:
            continue
        for road in CONTENT.roads[way.end]:
            if road.guild is not None and road.guild not in means.seals:
                continue
            steps = way.steps + (0 if means.free_oases and road.to in OASES else 1)
            coins = way.coins + (0 if means.free_routes else road.coins)
            camels = way.camels + (0 if means.free_routes else road.camels)
            if steps > way.steps and not (means.free_oases and way.steps == 0):
                camels += means.step_camels
            one = Way((*way.places, road.to), steps, coins, camels, way.jade + road.jade)
            if steps <= means.steps and means.affords(one.coins, one.camels, one.jade):
                todo.append(one)
                yield one


def judged(way: Way, means: Means, wanted: list[str]) -> Judged:
    """What matters of a walk once it is over."""
    entered = frozenset(place for place in way.places[1:] if place in wanted and place != way.end)
    oases = len({place for place in way.places[1:] if place in OASES}) if means.free_oases else 0
    return (way.coins, way.camels, way.jade, way.steps if means.keeps_steps else 0, entered, oases)


def beats(one: Judged, other: Judged) -> bool:
    return all(a <= b for a, b in zip(one[:4], other[:4], strict=True)) and one[4] >= other[4] and one[5] >= other[5]


def best(all_walks: Iterator[Way], means: Means, wanted: list[str]) -> dict[str, set[Judged]]:
    """End -> what the undominated walks are like."""
    found: dict[str, set[Judged]] = {}
    for way in all_walks:
        found.setdefault(way.end, set()).add(judged(way, means, wanted))
    return {
        end: {one for one in some if not any(other != one and beats(other, one) for other in some)}
        for end, some in found.items()
    }


@pytest.mark.parametrize("number", range(150))
def test_the_ways_are_the_undominated_walks(number: int) -> None:
    chance = random.Random(number)
    start = chance.choice(PLACES)
    means = Means(
        steps=chance.randint(1, 5),
        coins=chance.randint(0, 12),
        camels=chance.randint(0, 8),
        jade=chance.randint(0, 3),
        seals=[guild for guild in GUILDS if chance.random() < 0.6],
        spent=Cost(coins=chance.choice([0, 0, 2, 5])),
        step_camels=chance.choice([0, 0, 0, 2]),
        free_routes=chance.random() < 0.1,
        keeps_steps=chance.random() < 0.2,
    )
    wanted = [city for city in CONTENT.trade_cities if chance.random() < 0.7] if chance.random() < 0.6 else []
    found = ways(start, means, wanted)
    tried = best(walks(start, means, means.steps), means, wanted)
    assert {end: {judged(way, means, wanted) for way in some} for end, some in found.items()} == tried
    assert can_leave(start, means) == bool(tried)
    for some in found.values():
        assert all(set(way.cities) == judged(way, means, wanted)[4] for way in some)


@pytest.mark.parametrize("number", range(40))
def test_mongkes_ways_are_the_undominated_walks(number: int) -> None:
    """R12 Walks over free oases are longer, so the purse is kept small."""
    chance = random.Random(f"oases {number}")
    start = chance.choice(PLACES)
    means = Means(chance.randint(1, 2), chance.randint(0, 6), chance.randint(0, 4), 0, free_oases=True)
    tried = best(walks(start, means, 8), means, [])
    found = ways(start, means)
    assert {end: {judged(way, means, []) for way in some} for end, some in found.items()} == tried


def test_the_cheapest_way_comes_first() -> None:
    found = ways("beijing", Means(4, 20, 20, 5))["xian"]
    assert found[0].cost == Cost() and found[0].places == ("beijing", "oasis_a", "xian")


def test_out_and_back_is_a_way() -> None:
    """R16.1"""
    back = ways("xian", Means(2, 0, 2, 0))["xian"]
    assert {way.places for way in back} <= {("xian", "oasis_a", "xian"), ("xian", "oasis_e", "xian")}


def test_every_place_is_reached_without_a_seal() -> None:
    assert set(ways("beijing", Means(20, 999, 999, 99))) == set(PLACES)


SPICER: tuple[Guild, ...] = ("spicer",)


def test_a_seal_opens_its_routes() -> None:
    rich = Means(1, 99, 99, 9)
    assert "sumatra" not in ways("fuzhou", rich)
    assert "sumatra" in ways("fuzhou", rich._replace(seals=SPICER))
