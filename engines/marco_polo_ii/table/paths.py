"""R8.5 Paths across the map: the Pareto-optimal paths to every place within reach (multi-criteria label search).

A path consists of routes and may pass a place twice, so there are hundreds. The criteria are its price, the cities it
enters (for the extra post of R8.5) and, with two figures, the steps left over. Möngke's oases (R12) are no criterion:
with them there would be thousands, so his path is asked place by place (`list_next_paths`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Guild

PLACES = (*CONTENT.data.cities, *CONTENT.data.oases)
PLACE_BITS = {place: 1 << i for i, place in enumerate(PLACES)}
OASES = frozenset(CONTENT.data.oases)
_ORDER = {place: i for i, place in enumerate(PLACES)}


class MovementResources(NamedTuple):
    """The resources a movement may use."""

    steps: int
    """Maximum number of steps of the movement."""
    coins: int
    """Coins in the player's stock."""
    camels: int
    """Camels in the player's stock."""
    jade: int
    """Jade in the player's stock, which may replace coins and camels (R7)."""
    seals: Collection[Guild] = ()
    """Guilds whose routes are open: the player has their seal, basic or improved."""
    spent: Cost = Cost()
    """Costs besides the routes (fee, coins of the space), part of the same payment."""
    step_camels: int = 0
    """R8.7 Camels for each step (card k19)."""
    has_free_oases: bool = False
    """R12 Möngke: entering an oasis uses no step."""
    has_free_routes: bool = False
    """R12 Gantulga: routes cost no coins and camels."""
    keeps_steps: bool = False
    """Whether steps left over are useful (for a second figure)."""

    def can_afford(self, coins: int, camels: int, jade: int) -> bool:
        """R7 Return whether the routes can be paid, with jade for missing coins and camels."""
        needed_jade = jade + self.spent.jade
        needed_jade += max(0, coins + self.spent.coins - self.coins) + max(0, camels + self.spent.camels - self.camels)
        return needed_jade <= self.jade


class Path(NamedTuple):
    """The path of a figure across the map."""

    places: tuple[str, ...]
    """From the start to the end."""
    steps: int
    """Steps used."""
    coins: int
    """Price of all its routes, before jade replaces any (R7)."""
    camels: int
    """Price of all its routes, and the camels for each step (card k19)."""
    jade: int
    """Printed price of all its routes."""
    cities: tuple[str, ...] = ()
    """Cities worth entering on the way, e.g. for an extra post."""

    @property
    def end(self) -> str:
        return self.places[-1]

    @property
    def oases(self) -> frozenset[str]:
        """R12 The different oases that are passed or ended on."""
        return OASES.intersection(self.places[1:])

    @property
    def cost(self) -> Cost:
        return Cost(coins=self.coins, camels=self.camels, jade=self.jade)


class _Label(NamedTuple):
    """A partial path of the search."""

    steps: int  # used so far; 0 where leftover steps are of no use
    coins: int  # price of the routes so far
    camels: int  # price of the routes, and of the steps (card k19)
    jade: int  # printed price of the routes
    cities: int  # target cities entered, as a bit mask of PLACE_BITS
    places: tuple[str, ...]  # from the start to the place reached

    def dominates(self, other: _Label) -> bool:
        """Return whether this label is at least as good in every criterion."""
        return (
            self.steps <= other.steps
            and self.coins <= other.coins
            and self.camels <= other.camels
            and self.jade <= other.jade
            and self.cities & other.cities == other.cities
        )


def list_paths(
    start: str, resources: MovementResources, target_cities: Collection[str] = ()
) -> dict[str, tuple[Path, ...]]:
    """Return place -> Pareto-optimal paths there, cheapest first.

    target_cities: cities worth entering on the way.
    """
    return _list_paths(start, resources._replace(seals=tuple(resources.seals)), tuple(target_cities))


@lru_cache(1 << 10)
def _list_paths(
    start: str, resources: MovementResources, target_cities: tuple[str, ...]
) -> dict[str, tuple[Path, ...]]:
    """Return `list_paths`, cached: a computer player tries many answers from the same place."""
    first = _build_first_label(start, resources)
    labels: dict[str, list[_Label]] = {}
    todo = deque([first])
    mask = sum(PLACE_BITS[city] for city in target_cities)
    while todo:
        label = todo.popleft()
        place = label.places[-1]
        if label is not first and label not in labels[place]:
            continue  # dominated by a label found since
        for extended in _extend_label(label, resources, mask):
            labels_there = labels.setdefault(extended.places[-1], [])
            if not _is_dominated(extended, labels_there):
                labels_there[:] = [known for known in labels_there if not extended.dominates(known)]
                labels_there.append(extended)
                todo.append(extended)
    return {end: _select_best_paths(labels[end], end, resources) for end in sorted(labels, key=_ORDER.__getitem__)}


def _build_first_label(start: str, resources: MovementResources) -> _Label:
    """Return the label before the first route. R8.7 Oases alone also cost the camels of one step."""
    return _Label(0, 0, resources.step_camels if resources.has_free_oases else 0, 0, 0, (start,))


def _is_dominated(label: _Label, known_labels: Sequence[_Label]) -> bool:
    """Return whether a known label is at least as good (`dominates`). Written out: this is the hot loop."""
    steps, coins, camels, jade, cities, _ = label
    for k_steps, k_coins, k_camels, k_jade, k_cities, _ in known_labels:
        if (
            k_steps <= steps
            and k_coins <= coins
            and k_camels <= camels
            and k_jade <= jade
            and k_cities & cities == cities
        ):
            return True
    return False


def _extend_label(label: _Label, resources: MovementResources, mask: int) -> Sequence[_Label]:
    """Return the labels that extend this one by one affordable route."""
    extended = []
    for road in CONTENT.roads[label.places[-1]]:
        if road.guild is not None and road.guild not in resources.seals:
            continue
        is_oasis = road.destination in OASES
        steps = label.steps + (0 if is_oasis and resources.has_free_oases else 1)
        if steps > resources.steps:
            continue
        coins, camels, jade = label.coins, label.camels, label.jade + road.jade
        if not resources.has_free_routes:
            coins, camels = coins + road.coins, camels + road.camels
        if resources.step_camels and steps > max(label.steps, 1 if resources.has_free_oases else 0):
            camels += resources.step_camels
        if not resources.can_afford(coins, camels, jade):
            continue
        cities = label.cities | PLACE_BITS[road.destination] & mask
        extended.append(_Label(steps, coins, camels, jade, cities, (*label.places, road.destination)))
    return extended


def _select_best_paths(labels: Sequence[_Label], end: str, resources: MovementResources) -> tuple[Path, ...]:
    """Return the paths that are Pareto-optimal by the criteria that count at the end, cheapest first."""
    end_bit = PLACE_BITS[end]
    candidates = sorted(
        (
            label._replace(steps=label.steps if resources.keeps_steps else 0, cities=label.cities & ~end_bit),
            label,
        )
        for label in labels
    )
    best: list[tuple[_Label, _Label]] = []
    for reduced, label in candidates:
        if not _is_dominated(reduced, [known for known, _ in best]):
            best = [(known, old) for known, old in best if not reduced.dominates(known)]
            best.append((reduced, label))
    paths = [_build_path(label, reduced.cities) for reduced, label in best]
    return tuple(sorted(paths, key=lambda path: (estimate_price(path.cost), len(path.places), path.places)))


def _build_path(label: _Label, cities: int) -> Path:
    target_cities = tuple(place for place in CONTENT.data.cities if PLACE_BITS[place] & cities) if cities else ()
    return Path(label.places, label.steps, label.coins, label.camels, label.jade, target_cities)


def start_path(start: str, resources: MovementResources) -> Path:
    """Return the path of a figure that has not left its place yet, to continue with `list_next_paths`."""
    return _build_path(_build_first_label(start, resources), 0)


def list_next_paths(path: Path, resources: MovementResources, target_cities: Collection[str] = ()) -> list[Path]:
    """Return the paths that extend this one by one affordable route, in the order of the places.

    Without those that lead back to a place of the path and have entered no other oasis (R12 Möngke) or target city
    since: they only cost more.
    """
    label = _Label(path.steps, path.coins, path.camels, path.jade, 0, path.places)
    next_paths = [_build_path(extended, 0) for extended in _extend_label(label, resources, 0)]
    gains = OASES.union(target_cities) if resources.has_free_oases else frozenset(target_cities)
    return sorted(
        (longer for longer in next_paths if not _goes_in_a_circle(longer.places, gains)),
        key=lambda longer: _ORDER[longer.end],
    )


def _goes_in_a_circle(places: tuple[str, ...], gains: Collection[str]) -> bool:
    """Return whether the path was at its end before and has entered nothing new of `gains` since."""
    *entered, end = places[1:]
    if end not in entered:
        return False
    last_visit = len(entered) - entered[::-1].index(end)
    return not set(entered[last_visit:]).intersection(gains).difference(entered[:last_visit])


def estimate_price(cost: Cost) -> float:
    """Return a rough price for sorting paths, cheap ones first."""
    return cost.coins + 1.2 * cost.camels + 1.8 * cost.jade


def can_leave(start: str, resources: MovementResources) -> bool:
    """R6 Return whether at least one step from `start` can be paid, i.e. the action is possible."""
    return _can_leave(start, resources._replace(steps=min(1, resources.steps), seals=tuple(resources.seals)))


@lru_cache(1 << 12)
def _can_leave(start: str, resources: MovementResources) -> bool:
    return bool(_extend_label(_build_first_label(start, resources), resources, 0))


def list_caravan_paths(seals: Collection[str], start: str, steps: int) -> dict[str, list[str]]:
    """R13 Return place -> path (with both ends) for the places within `steps` of a caravan.

    Routes cost nothing, but a guild route needs its seal.
    """
    paths = {start: [start]}
    frontier = [start]
    for _ in range(steps):
        next_frontier: list[str] = []
        for place in frontier:
            for road in CONTENT.roads[place]:
                if road.destination not in paths and (road.guild is None or road.guild in seals):
                    paths[road.destination] = [*paths[place], road.destination]
                    next_frontier.append(road.destination)
        frontier = next_frontier
    del paths[start]
    return paths


def count_caravan_steps(seals: Collection[str], start: str, end: str) -> int:
    """R13 Return the number of steps between two places with these seals."""
    return 0 if start == end else len(list_caravan_paths(seals, start, len(CONTENT.roads))[end]) - 1
