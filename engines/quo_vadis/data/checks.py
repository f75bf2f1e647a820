"""What the lines of data.toml mean together: each mistake with its key, what was expected and what came."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterator
from itertools import combinations_with_replacement
from typing import get_args

from .types import Data, Kind, Race, Resource, Terrain

Mistake = tuple[str, str, object]
"""Key, what was expected, what came."""

NUMBERS = range(1, 6)
SLOTS = 3


def mistakes(data: Data, nouns: Container[str]) -> Iterator[Mistake]:
    """All that is wrong with a file whose lines have the right types. `nouns`: the paths of terms.toml."""
    for key, path in _named(data):
        if path not in nouns:
            yield key, f"a noun {path} in terms.toml", "none"
    yield from _wrong_lists(data)
    yield from _wrong_races(data)
    yield from _wrong_map(data)
    yield from _wrong_setup(data)
    yield from _wrong_wrath(data)
    yield from _wrong_scoring(data)


def _each_once(key: str, ids: Collection[object], wanted: Collection[object]) -> Iterator[Mistake]:
    if Counter(ids) != Counter(wanted):
        yield key, f"{', '.join(map(str, wanted))}, each once", list(ids)


def _named(data: Data) -> Iterator[tuple[str, str]]:
    """Key of a line and the noun that it needs."""
    yield from (("terrain", f"terrain.{line.id}") for line in data.terrain)
    yield from (("race", f"race.{line.id}") for line in data.race)
    yield from (("race", f"player_colors.{line.colour}") for line in data.race)
    yield from (("kind", f"kind.{line.id}") for line in data.kind)
    yield from (("skill", f"skill.{line.id}") for line in data.skill)


def _wrong_lists(data: Data) -> Iterator[Mistake]:
    yield from _each_once("terrain", [line.id for line in data.terrain], get_args(Terrain))
    yield from _each_once("race", [line.id for line in data.race], get_args(Race))
    yield from _each_once("kind", [line.id for line in data.kind], get_args(Kind))
    yield from _each_once("kind", [line.gives for line in data.kind if line.gives], get_args(Resource))
    yield from _each_once("components.tokens", list(data.components.tokens), get_args(Terrain))
    pairs = [f"{a}-{b}" for a, b in combinations_with_replacement(NUMBERS, 2)]
    yield from _each_once("tile", [line.id for line in data.tile], pairs)
    for i, tile in enumerate(data.tile):
        if tile.id != "{}-{}".format(*tile.numbers):
            yield f"tile[{i}].numbers", f"the numbers of {tile.id}", list(tile.numbers)
    ids = [skill.id for skill in data.skill]
    yield from _each_once("skill", ids, sorted(set(ids)))


def _wrong_races(data: Data) -> Iterator[Mistake]:
    """Each race has a terrain and a colour of its own, and two basic skills, one of them recommended."""
    yield from _each_once("race", [line.terrain for line in data.race], get_args(Terrain))
    colours = {line.id: line.colour for line in data.terrain}
    for i, race in enumerate(data.race):
        if race.colour != colours[race.terrain]:
            yield f"race[{i}].colour", f"{colours[race.terrain]}, the colour of {race.terrain}", race.colour
        own = [skill.id for skill in data.skill if skill.race == race.id]
        yield from _each_once(f"race[{i}].basic", race.basic, own)
        if race.recommended not in race.basic:
            yield f"race[{i}].recommended", f"one of {', '.join(race.basic)}", race.recommended


def _wrong_map(data: Data) -> Iterator[Mistake]:
    """R3.3 The ring touches the centre, the extra positions touch the ring."""
    around = list(data.geometry.directions.values())
    a, b = data.geometry.centre
    yield from _each_once("geometry.ring", data.geometry.ring, [(a + x, b + y) for x, y in around])
    base = {data.geometry.centre, *data.geometry.ring}
    for i, (x, y) in enumerate(data.geometry.extra):
        if (x, y) in base or not any((x + p, y + q) in data.geometry.ring for p, q in around):
            yield f"geometry.extra[{i}]", "a position that touches the outer ring", (x, y)
    yield from _each_once("geometry.extra", data.geometry.extra, sorted(set(data.geometry.extra)))


def _wrong_setup(data: Data) -> Iterator[Mistake]:
    counts = range(data.meta.players_min, data.meta.players_max + 1)
    yield from _each_once("setup.doubles", list(data.setup.doubles), [str(n) for n in counts])
    if len(data.setup.cubes) < data.meta.players_max:
        yield "setup.cubes", f"{data.meta.players_max} numbers", list(data.setup.cubes)
    doubles = sum(tile.double for tile in data.tile)
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
    least = min(side.morale + side.food + side.faith for side in sides)
    if max(data.setup.cubes) > least:
        yield "setup.cubes", f"at most {least}, so that all cubes find room", list(data.setup.cubes)


def _wrong_wrath(data: Data) -> Iterator[Mistake]:
    levels = [tier.at_least for tier in data.wrath.tier]
    if levels != sorted(set(levels)) or levels[:1] != [data.wrath.minimum]:
        yield "wrath.tier", f"rising from {data.wrath.minimum}", levels


def _wrong_scoring(data: Data) -> Iterator[Mistake]:
    for key, values, most in (
        ("scoring.versatile", data.scoring.versatile, len(data.kind)),
        ("scoring.specialist", data.scoring.specialist, data.setup.generations),
    ):
        if len(values) != most or list(values) != sorted(values):
            yield key, f"{most} numbers that do not fall", list(values)
