"""Checks across the lines of data.toml. Each error has its key, the expected value and the actual one."""

from collections import Counter
from collections.abc import Collection, Container, Iterator
from importlib.resources import files
from itertools import combinations_with_replacement
from typing import get_args

from engines.kernel import WrongData, load_catalogue
from engines.kernel.data_files import parse_data

from .types import Data, Kind, KindLine, Race, Resource, Terrain

DataError = tuple[str, str, object]
"""Key, description of the expected value, actual value."""

NUMBERS = range(1, 6)
SLOTS = 3


def iter_data_errors(data: Data, nouns: Container[str]) -> Iterator[DataError]:
    """Yield the errors of a file whose lines have the right types. `nouns`: the paths of terms.toml."""
    for key, path in _iter_needed_nouns(data):
        if path not in nouns:
            yield key, f"a noun {path} in terms.toml", "none"
    yield from _check_lists(data)
    yield from _check_races(data)
    yield from _check_map(data)
    yield from _check_setup(data)
    yield from _check_wrath(data)
    yield from _check_scoring(data)


def _check_each_once(key: str, ids: Collection[object], expected: Collection[object]) -> Iterator[DataError]:
    if Counter(ids) != Counter(expected):
        yield key, f"{', '.join(map(str, expected))}, each once", list(ids)


def _iter_needed_nouns(data: Data) -> Iterator[tuple[str, str]]:
    """Yield the key of each line and the noun that it needs."""
    yield from (("terrain", f"terrain.{line.id}") for line in data.terrain)
    yield from (("race", f"race.{line.id}") for line in data.race)
    yield from (("race", f"player_colors.{line.colour}") for line in data.race)
    yield from (("kind", f"kind.{line.id}") for line in data.kind)
    yield from (("skill", f"skill.{line.id}") for line in data.skill)


def _check_lists(data: Data) -> Iterator[DataError]:
    yield from _check_each_once("terrain", [line.id for line in data.terrain], get_args(Terrain))
    yield from _check_each_once("race", [line.id for line in data.race], get_args(Race))
    yield from _check_each_once("kind", [line.id for line in data.kind], get_args(Kind))
    yield from _check_each_once("kind", [line.gives for line in data.kind if line.gives], get_args(Resource))
    yield from _check_each_once("components.tokens", list(data.components.tokens), get_args(Terrain))
    pairs = [f"{a}-{b}" for a, b in combinations_with_replacement(NUMBERS, 2)]
    yield from _check_each_once("tile", [line.id for line in data.tile], pairs)
    for i, tile in enumerate(data.tile):
        if tile.id != "{}-{}".format(*tile.numbers):
            yield f"tile[{i}].numbers", f"the numbers of {tile.id}", list(tile.numbers)
    ids = [skill.id for skill in data.skill]
    yield from _check_each_once("skill", ids, sorted(set(ids)))


def _check_races(data: Data) -> Iterator[DataError]:
    """Check that each race has its own terrain and colour, and two basic skills, one of them recommended."""
    yield from _check_each_once("race", [line.terrain for line in data.race], get_args(Terrain))
    colours = {line.id: line.colour for line in data.terrain}
    for i, race in enumerate(data.race):
        if race.colour != colours[race.terrain]:
            yield f"race[{i}].colour", f"{colours[race.terrain]}, the colour of {race.terrain}", race.colour
        basic_skills = [skill.id for skill in data.skill if skill.race == race.id]
        yield from _check_each_once(f"race[{i}].basic", race.basic, basic_skills)
        if race.recommended not in race.basic:
            yield f"race[{i}].recommended", f"one of {', '.join(race.basic)}", race.recommended


def _check_map(data: Data) -> Iterator[DataError]:
    """R3.3 Check that the ring touches the centre and the extra positions touch the ring."""
    around = list(data.geometry.directions.values())
    a, b = data.geometry.centre
    yield from _check_each_once("geometry.ring", data.geometry.ring, [(a + x, b + y) for x, y in around])
    base = {data.geometry.centre, *data.geometry.ring}
    for i, (x, y) in enumerate(data.geometry.extra):
        if (x, y) in base or not any((x + p, y + q) in data.geometry.ring for p, q in around):
            yield f"geometry.extra[{i}]", "a position that touches the outer ring", (x, y)
    yield from _check_each_once("geometry.extra", data.geometry.extra, sorted(set(data.geometry.extra)))


def _check_setup(data: Data) -> Iterator[DataError]:
    counts = range(data.meta.players_min, data.meta.players_max + 1)
    yield from _check_each_once("setup.doubles", list(data.setup.doubles), [str(n) for n in counts])
    if len(data.setup.cubes) < data.meta.players_max:
        yield "setup.cubes", f"{data.meta.players_max} numbers", list(data.setup.cubes)
    doubles = sum(tile.is_double for tile in data.tile)
    singles = len(data.tile) - doubles
    base = 1 + len(data.geometry.ring)
    for players, n in data.setup.doubles.items():
        if n > doubles or singles - base + n > len(data.geometry.extra):
            yield f"setup.doubles.{players}", f"at most {doubles} doubles, each with a position", n
    drafted = sum(skill.race is None for skill in data.skill)
    if drafted < data.setup.pack * data.meta.players_max:
        yield "setup.pack", f"at most {drafted // data.meta.players_max} skills for each player", data.setup.pack
    if data.setup.pack < data.setup.generations - 1:
        yield "setup.pack", "a skill for each change of generation", data.setup.pack
    sides = [data.standard_board.max, *(race.custom_max for race in data.race)]
    min_capacity = min(side.morale + side.food + side.faith for side in sides)
    if max(data.setup.cubes) > min_capacity:
        yield "setup.cubes", f"at most {min_capacity}, so that all cubes find room", list(data.setup.cubes)


def _check_wrath(data: Data) -> Iterator[DataError]:
    levels = [tier.at_least for tier in data.wrath.tier]
    if levels != sorted(set(levels)) or levels[:1] != [data.wrath.minimum]:
        yield "wrath.tier", f"rising from {data.wrath.minimum}", levels


def _check_scoring(data: Data) -> Iterator[DataError]:
    for key, values, expected_count in (
        ("scoring.versatile", data.scoring.versatile, len(data.kind)),
        ("scoring.specialist", data.scoring.specialist, data.setup.generations),
    ):
        if len(values) != expected_count or list(values) != sorted(values):
            yield key, f"{expected_count} numbers that do not fall", list(values)


RESOURCES: tuple[Resource, ...] = get_args(Resource)
KINDS: tuple[Kind, ...] = get_args(Kind)
TERRAINS: tuple[Terrain, ...] = get_args(Terrain)
RACES: tuple[Race, ...] = get_args(Race)


class Content:
    """The data of data.toml, with its tables indexed by id."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.races = {race.id: race for race in data.race}  # by id
        self.tiles = {tile.id: tile for tile in data.tile}  # map tiles
        self.kinds: dict[str, KindLine] = {kind.id: kind for kind in data.kind}
        """Kinds of epic cards."""
        self.terrains = {terrain.id: terrain for terrain in data.terrain}  # by id
        self.skills = {skill.id: skill for skill in data.skill}  # basic and drafted ones
        self._order: dict[str, int] = {kind.id: place for place, kind in enumerate(data.kind)}
        """Kind -> its place in the printed order."""
        self.drafted = tuple(skill.id for skill in data.skill if skill.race is None)
        """Skills that are dealt and drafted (R5.3)."""
        self.plain_terrains = frozenset(terrain.id for terrain in data.terrain if terrain.free_for_all)
        """Terrains on which a worker never has a terrain cost (R7.4)."""

    def find_kind_place(self, kind: str) -> int:
        """Return the place of a kind of epic card in the printed order, by which hands are sorted."""
        return self._order[kind]


def parse_content(text: str, source: str) -> Content:
    """Parse and check the text of a data file. Raises WrongData with `source`, key, expected and actual value."""
    data = parse_data(text, Data, source)
    for key, expected, got in iter_data_errors(data, load_catalogue("engines.quo_vadis").nouns):
        raise WrongData(f"{source}: {key}: expected {expected}, got {got}")
    return Content(data)


CONTENT = parse_content(
    files("engines.quo_vadis").joinpath("data.toml").read_text("utf-8"), "engines/quo_vadis/data.toml"
)
DATA = CONTENT.data
