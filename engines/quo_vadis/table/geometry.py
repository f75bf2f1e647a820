"""R3 The map: trefoils of three hexes around a number, and their adjacency.

A position (a, b) names a trefoil; a space is written "2-4:a" (area, slot). Slot a is upper left, b upper right, c
below.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engines.quo_vadis.data.content import CONTENT, DATA
from engines.quo_vadis.data.types import Pair

SLOTS = "abc"
GEOMETRY = DATA.geometry
MapLayout = tuple[tuple[str, Pair], ...]
"""Each area of the map with its position."""


def find_anchor_hex(position: Pair) -> Pair:
    """R3.2 Return the hex of slot a of the trefoil at a position."""
    return (
        GEOMETRY.anchor_q[0] * position[0] + GEOMETRY.anchor_q[1] * position[1],
        GEOMETRY.anchor_r[0] * position[0] + GEOMETRY.anchor_r[1] * position[1],
    )


def list_hexes(position: Pair) -> tuple[Pair, ...]:
    """R3.2 Return the hexes of slots a, b, c."""
    q, r = find_anchor_hex(position)
    return tuple((q + x, r + y) for x, y in GEOMETRY.slots)


def iter_adjacent_positions(position: Pair) -> Iterator[Pair]:
    """R3.2 Yield the six positions around a position."""
    return ((position[0] + a, position[1] + b) for a, b in GEOMETRY.directions.values())


def build_space_id(area: str, slot: int) -> str:
    return f"{area}:{SLOTS[slot]}"


def parse_area(space: str) -> str:
    """Return the area of a space."""
    return space[:-2]


def parse_slot(space: str) -> int:
    """Return the slot number of a space: 0, 1, 2 for a, b, c."""
    return _SLOT[space[-1]]


def list_spaces(area: str) -> tuple[str, ...]:
    """Return the three spaces of an area."""
    return _SPACES[area]


_SLOT = {slot: number for number, slot in enumerate(SLOTS)}
_SPACES = {tile: tuple(f"{tile}:{slot}" for slot in SLOTS) for tile in CONTENT.tiles}


@dataclass(frozen=True, slots=True)
class Geography:
    """Adjacency on one map."""

    areas: Mapping[str, tuple[str, ...]]
    """Adjacent areas of each area."""
    spaces: Mapping[str, tuple[str, ...]]
    """Adjacent spaces of each space."""

    def list_adjacent_spaces(self, area: str) -> tuple[str, ...]:
        """Return the spaces outside an area that are adjacent to one of its spaces, in map order."""
        touching = {space for inside in list_spaces(area) for space in self.spaces[inside] if parse_area(space) != area}
        return tuple(space for space in self.spaces if space in touching)


@lru_cache(64)
def build_geography(layout: MapLayout) -> Geography:
    """R3.2 Compute the adjacent areas and spaces of a map. Empty positions are skipped."""
    area_at = {position: area for area, position in layout}
    space_at = {
        place: build_space_id(area, slot)
        for area, position in layout
        for slot, place in enumerate(list_hexes(position))
    }
    areas = {
        area: tuple(area_at[other] for other in iter_adjacent_positions(position) if other in area_at)
        for area, position in layout
    }
    return Geography(areas, {space: tuple(_iter_adjacent_spaces(place, space_at)) for place, space in space_at.items()})


def _iter_adjacent_spaces(place: Pair, space_at: Mapping[Pair, str]) -> Iterable[str]:
    for q, r in GEOMETRY.hex_neighbours:
        other = (place[0] + q, place[1] + r)
        if other in space_at:
            yield space_at[other]
