"""R3 The map: trefoils of three hexes around a number, and what touches what.

A position (a, b) names a trefoil; a space is written "2-4:a" (area, slot). Slot a is upper left, b upper right, c
below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engines.quo_vadis.data.content import CONTENT, DATA
from engines.quo_vadis.data.types import Pair

SLOTS = "abc"
GEOMETRY = DATA.geometry
Layout = tuple[tuple[str, Pair], ...]
"""Area and its position, for every area of the map."""


def anchor(at: Pair) -> Pair:
    """R3.2 The hex of slot a of the trefoil at a position."""
    return (
        GEOMETRY.anchor_q[0] * at[0] + GEOMETRY.anchor_q[1] * at[1],
        GEOMETRY.anchor_r[0] * at[0] + GEOMETRY.anchor_r[1] * at[1],
    )


def hexes(at: Pair) -> tuple[Pair, ...]:
    """R3.2 The hexes of slots a, b, c."""
    q, r = anchor(at)
    return tuple((q + x, r + y) for x, y in GEOMETRY.slots)


def beside(at: Pair) -> Iterator[Pair]:
    """R3.2 The six positions around a position."""
    return ((at[0] + a, at[1] + b) for a, b in GEOMETRY.directions.values())


def space_id(area: str, slot: int) -> str:
    return f"{area}:{SLOTS[slot]}"


def area_of(space: str) -> str:
    """The area of a space."""
    return space[:-2]


def slot_of(space: str) -> int:
    """0, 1, 2 for a, b, c."""
    return _SLOT[space[-1]]


def spaces_of(area: str) -> tuple[str, ...]:
    """The three spaces of an area."""
    return _SPACES[area]


_SLOT = {slot: number for number, slot in enumerate(SLOTS)}
_SPACES = {tile: tuple(f"{tile}:{slot}" for slot in SLOTS) for tile in CONTENT.tiles}


@dataclass(frozen=True, slots=True)
class Geography:
    """What touches what on one map. areas: adjacent areas of each area; spaces: adjacent spaces of each space."""

    areas: Mapping[str, tuple[str, ...]]
    spaces: Mapping[str, tuple[str, ...]]

    def around(self, area: str) -> tuple[str, ...]:
        """The spaces outside an area that are adjacent to one of its spaces, in the order of the map."""
        touching = {space for inside in spaces_of(area) for space in self.spaces[inside] if area_of(space) != area}
        return tuple(space for space in self.spaces if space in touching)


@lru_cache(64)
def geography(layout: Layout) -> Geography:
    """R3.2 Adjacent areas and spaces. Empty positions are nothing."""
    at = {position: area for area, position in layout}
    on = {place: space_id(area, slot) for area, position in layout for slot, place in enumerate(hexes(position))}
    areas = {area: tuple(at[other] for other in beside(position) if other in at) for area, position in layout}
    return Geography(areas, {space: tuple(_touching(place, on)) for place, space in on.items()})


def _touching(place: Pair, on: Mapping[Pair, str]) -> Iterable[str]:
    for q, r in GEOMETRY.hex_neighbours:
        other = (place[0] + q, place[1] + r)
        if other in on:
            yield on[other]
