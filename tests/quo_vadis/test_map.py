"""R3 The map, R5.1 its set-up."""

from __future__ import annotations

import pytest

from engines.kernel import Rng, Setup
from engines.quo_vadis.data.content import CONTENT, DATA
from engines.quo_vadis.data.types import Pair
from engines.quo_vadis.rules.setup import lay_map
from engines.quo_vadis.table.geometry import list_hexes, list_spaces, parse_area
from tests.quo_vadis.stage import build_table

HEXES: dict[Pair, tuple[Pair, Pair, Pair]] = {
    (0, 0): ((0, 0), (1, 0), (0, 1)),
    (0, -1): ((1, -2), (2, -2), (1, -1)),
    (1, -1): ((2, -1), (3, -1), (2, 0)),
    (1, 0): ((1, 1), (2, 1), (1, 2)),
    (0, 1): ((-1, 2), (0, 2), (-1, 3)),
    (-1, 1): ((-2, 1), (-1, 1), (-2, 2)),
    (-1, 0): ((-1, -1), (0, -1), (-1, 0)),
    (1, 1): ((0, 3), (1, 3), (0, 4)),
    (-2, 1): ((-3, 0), (-2, 0), (-3, 1)),
    (1, -2): ((3, -3), (4, -3), (3, -2)),
    (-1, -1): ((0, -3), (1, -3), (0, -2)),
    (2, -1): ((3, 0), (4, 0), (3, 1)),
    (-1, 2): ((-3, 3), (-2, 3), (-3, 4)),
    (2, 0): ((2, 2), (3, 2), (2, 3)),
    (-2, 0): ((-2, -2), (-1, -2), (-2, -1)),
    (0, 2): ((-2, 4), (-1, 4), (-2, 5)),
    (0, -2): ((2, -4), (3, -4), (2, -3)),
    (-2, 2): ((-4, 2), (-3, 2), (-4, 3)),
    (2, -2): ((4, -2), (5, -2), (4, -1)),
}
CONTACTS = {
    "N": ("ac", "bc"),
    "NE": ("ba", "bc"),
    "SE": ("ba", "ca"),
    "S": ("ca", "cb"),
    "SW": ("ab", "cb"),
    "NW": ("ab", "ac"),
}
NEIGHBOURS = {
    "2-4": "2-5 1-2 1-3 1-4 1-5 2-3",
    "1-2": "2-4 1-3 2-5 4-5",
    "1-3": "2-4 1-2 1-4 3-4",
    "1-4": "2-4 1-3 1-5 3-4",
    "1-5": "2-4 1-4 2-3 3-5",
    "2-3": "2-4 1-5 2-5 3-5",
    "2-5": "2-4 2-3 1-2 4-5",
    "3-4": "1-3 1-4",
    "3-5": "1-5 2-3",
    "4-5": "1-2 2-5",
}


def test_r3_3_hexes_of_every_position() -> None:
    assert {at: list_hexes(at) for at in HEXES} == HEXES
    assert [DATA.geometry.centre, *DATA.geometry.ring, *DATA.geometry.extra] == list(HEXES)


def test_r3_2_adjacent_areas_of_the_reference_map() -> None:
    areas = build_table(3).geography.areas
    assert {area: sorted(others) for area, others in areas.items()} == {
        area: sorted(others.split()) for area, others in NEIGHBOURS.items()
    }
    more = build_table(4).geography.areas
    assert sorted(more["1-1"]) == ["2-3", "2-5"] and sorted(more["3-3"]) == ["1-2", "1-3"]


def test_r3_2_spaces_touch_as_the_table_of_directions_says() -> None:
    s = build_table(5)
    at = {area.position: area.id for area in s.areas.values()}
    for area in s.areas.values():
        wanted = {(mine, other) for mine in list_spaces(area.id) for other in list_spaces(area.id) if mine != other}
        for direction, (a, b) in DATA.geometry.directions.items():
            neighbour = at.get((area.position[0] + a, area.position[1] + b))
            if neighbour is not None:
                wanted |= {(f"{area.id}:{touch[0]}", f"{neighbour}:{touch[1]}") for touch in CONTACTS[direction]}
        contacts = {(mine, other) for mine in list_spaces(area.id) for other in s.geography.spaces[mine]}
        assert contacts == wanted


def test_r3_2_adjacent_areas_are_those_whose_spaces_touch() -> None:
    s = build_table(5)
    for area, others in s.geography.areas.items():
        assert {parse_area(space) for space in s.geography.list_adjacent_spaces(area)} == set(others)


def test_r3_4_a_turned_tile_shows_its_terrains_turned() -> None:
    area = build_table(3).areas["2-4"]
    assert area.terrains == ("plains", "desert", "tundra")
    area.rotation = 1
    assert area.terrains == ("desert", "tundra", "plains")


def test_r3_5_a_token_is_the_terrain_of_all_three_spaces() -> None:
    s = build_table(3)
    s.areas["2-4"].token = "sea"
    assert [s.find_terrain(f"2-4:{slot}") for slot in "abc"] == ["sea"] * 3


@pytest.mark.parametrize(("players", "areas"), [(3, 10), (4, 12), (5, 14)])
@pytest.mark.parametrize("layout", ["random", "preset"])
def test_r5_1_the_map(players: int, areas: int, layout: str) -> None:
    """All ten pairs of different numbers, 0, 2 or 4 doubles, the base complete, the others around it."""
    seen = set()
    for n in range(20):
        rng = Rng(bytes([n]) * 32)
        laid, unused = lay_map(Setup(players, (), {"extra_tile_layout": layout}), rng)
        places = [area.position for area in laid.values()]
        assert len(laid) == len(set(places)) == areas
        assert places[:7] == [DATA.geometry.centre, *DATA.geometry.ring]
        assert set(places[7:]) <= set(DATA.geometry.extra)
        assert (places[7:] == list(DATA.geometry.extra[: areas - 7])) or layout == "random"
        assert sum(CONTENT.tiles[key].is_double for key in laid) == areas - 10
        assert sorted([*laid, *unused]) == sorted(CONTENT.tiles)
        seen.add((tuple(laid), tuple(area.rotation for area in laid.values()), tuple(places)))
    assert len(seen) == 20
