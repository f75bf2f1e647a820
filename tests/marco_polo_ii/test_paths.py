"""R8.5 The routes across the map, compared with a brute-force search of all walks."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.data.types import Cost, Guild
from engines.marco_polo_ii.table.paths import (
    OASES,
    PLACES,
    MovementResources,
    Path,
    can_leave,
    list_next_paths,
    list_paths,
    start_path,
)
from tests.check_each import check_each

WalkValue = tuple[int, int, int, int, frozenset[str], int]
"""Coins, camels, jade, steps (if they matter), cities worth entering, oases that count."""


def search_walks(start: str, means: MovementResources, longest: int) -> Iterator[Path]:
    """Yield every payable walk of at most `longest` routes, by trying all of them."""
    todo = [Path((start,), 0, 0, means.step_camels if means.has_free_oases else 0, 0)]
    while todo:
        way = todo.pop()
        if len(way.places) > longest:
            continue
        for road in CONTENT.roads[way.end]:
            if road.guild is not None and road.guild not in means.seals:
                continue
            steps = way.steps + (0 if means.has_free_oases and road.destination in OASES else 1)
            coins = way.coins + (0 if means.has_free_routes else road.coins)
            camels = way.camels + (0 if means.has_free_routes else road.camels)
            if steps > way.steps and not (means.has_free_oases and way.steps == 0):
                camels += means.step_camels
            longer = Path((*way.places, road.destination), steps, coins, camels, way.jade + road.jade)
            if steps <= means.steps and means.can_afford(longer.coins, longer.camels, longer.jade):
                todo.append(longer)
                yield longer


def evaluate_walk(way: Path, means: MovementResources, targets: list[str]) -> WalkValue:
    """Return the costs and gains of a finished walk."""
    entered = frozenset(place for place in way.places[1:] if place in targets and place != way.end)
    oases = len({place for place in way.places[1:] if place in OASES}) if means.has_free_oases else 0
    return (way.coins, way.camels, way.jade, way.steps if means.keeps_steps else 0, entered, oases)


def is_at_least_as_good(first: WalkValue, second: WalkValue) -> bool:
    return (
        all(a <= b for a, b in zip(first[:4], second[:4], strict=True))
        and first[4] >= second[4]
        and first[5] >= second[5]
    )


def list_undominated(
    all_walks: Iterator[Path], means: MovementResources, wanted: list[str]
) -> dict[str, set[WalkValue]]:
    """Return the undominated walks by their end, as costs and gains."""
    values_by_end: dict[str, set[WalkValue]] = {}
    for way in all_walks:
        values_by_end.setdefault(way.end, set()).add(evaluate_walk(way, means, wanted))
    return {
        end: {
            value for value in some if not any(other != value and is_at_least_as_good(other, value) for other in some)
        }
        for end, some in values_by_end.items()
    }


@check_each("number", range(150))
def test_routes_are_the_undominated_walks(number: int) -> None:
    rng = random.Random(number)
    start = rng.choice(PLACES)
    means = MovementResources(
        steps=rng.randint(1, 5),
        coins=rng.randint(0, 12),
        camels=rng.randint(0, 8),
        jade=rng.randint(0, 3),
        seals=[guild for guild in GUILDS if rng.random() < 0.6],
        spent=Cost(coins=rng.choice([0, 0, 2, 5])),
        step_camels=rng.choice([0, 0, 0, 2]),
        has_free_routes=rng.random() < 0.1,
        keeps_steps=rng.random() < 0.2,
    )
    wanted = [city for city in CONTENT.trade_cities if rng.random() < 0.7] if rng.random() < 0.6 else []
    routes = list_paths(start, means, wanted)
    tried = list_undominated(search_walks(start, means, means.steps), means, wanted)
    assert {end: {evaluate_walk(way, means, wanted) for way in some} for end, some in routes.items()} == tried
    assert can_leave(start, means) == bool(tried)
    for some in routes.values():
        assert all(set(way.cities) == evaluate_walk(way, means, wanted)[4] for way in some)


def follow_steps(path: Path, means: MovementResources, wanted: list[str]) -> Iterator[Path]:
    """Yield every walk that can be chosen place by place."""
    for longer in list_next_paths(path, means, wanted):
        yield longer
        yield from follow_steps(longer, means, wanted)


@check_each("number", range(40))
def test_mongke_can_walk_every_undominated_walk(number: int) -> None:
    """R12 Walks over free oases are longer, so the purse is kept small."""
    rng = random.Random(f"oases {number}")
    start = rng.choice(PLACES)
    means = MovementResources(rng.randint(1, 2), rng.randint(0, 6), rng.randint(0, 4), 0, has_free_oases=True)
    wanted = [city for city in CONTENT.trade_cities if rng.random() < 0.3] if rng.random() < 0.5 else []
    tried = list_undominated(search_walks(start, means, 8), means, wanted)
    walks = follow_steps(start_path(start, means), means, wanted)
    assert list_undominated(walks, means, wanted) == tried


def test_a_step_back_is_offered_only_after_something_new() -> None:
    means = MovementResources(6, 20, 20, 5, has_free_oases=True)

    def list_steps(*places: str, wanted: tuple[str, ...] = ()) -> list[str]:
        path = start_path(places[0], means)
        for place in places[1:]:
            path = next(longer for longer in list_next_paths(path, means, wanted) if longer.end == place)
        return [longer.end for longer in list_next_paths(path, means, wanted)]

    assert "beijing" in list_steps("beijing", "karakorum")  # R16.1: out and back
    assert "oasis_b" not in list_steps("beijing", "karakorum", "oasis_b", "lanzhou")
    assert "oasis_b" in list_steps("beijing", "karakorum", "oasis_b", "lanzhou", wanted=("lanzhou",))
    assert "lanzhou" in list_steps("lanzhou", "oasis_c")
    assert "lanzhou" in list_steps("xian", "lanzhou", "oasis_c")
    assert "oasis_c" not in list_steps("xian", "lanzhou", "oasis_c", "lanzhou")


def test_cheapest_route_comes_first() -> None:
    routes = list_paths("beijing", MovementResources(4, 20, 20, 5))["xian"]
    assert routes[0].cost == Cost() and routes[0].places == ("beijing", "oasis_a", "xian")


def test_out_and_back_is_a_route() -> None:
    """R16.1"""
    back = list_paths("xian", MovementResources(2, 0, 2, 0))["xian"]
    assert {way.places for way in back} <= {("xian", "oasis_a", "xian"), ("xian", "oasis_e", "xian")}


def test_every_place_is_reached_without_a_seal() -> None:
    assert set(list_paths("beijing", MovementResources(20, 999, 999, 99))) == set(PLACES)


SPICER: tuple[Guild, ...] = ("spicer",)


def test_a_seal_opens_its_routes() -> None:
    rich = MovementResources(1, 99, 99, 9)
    assert "sumatra" not in list_paths("fuzhou", rich)
    assert "sumatra" in list_paths("fuzhou", rich._replace(seals=SPICER))
