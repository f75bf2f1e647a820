"""Every printed fact of the game, checked and by id: `CONTENT` is data.toml.

A wrong line raises WrongData with its key, what was expected and what came: first its type and shape (msgspec), then
what the lines mean together (`checks.py`).
"""

from __future__ import annotations

from importlib.resources import files
from typing import get_args

from engines.kernel import WrongData, catalogue
from engines.kernel.content import parse

from .checks import mistakes
from .types import Data, Kind, KindLine, Race, Resource, Terrain

RESOURCES: tuple[Resource, ...] = get_args(Resource)
KINDS: tuple[Kind, ...] = get_args(Kind)
TERRAINS: tuple[Terrain, ...] = get_args(Terrain)
RACES: tuple[Race, ...] = get_args(Race)


class Content:
    """data.toml, and its tables by id."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.races = {race.id: race for race in data.race}
        self.tiles = {tile.id: tile for tile in data.tile}
        self.kinds: dict[str, KindLine] = {kind.id: kind for kind in data.kind}
        self.terrains = {terrain.id: terrain for terrain in data.terrain}
        self.skills = {skill.id: skill for skill in data.skill}
        self._order: dict[str, int] = {kind.id: place for place, kind in enumerate(data.kind)}
        self.drafted = tuple(skill.id for skill in data.skill if skill.race is None)
        """The skills that are dealt and drafted (R5.3)."""
        self.plain_terrains = frozenset(terrain.id for terrain in data.terrain if terrain.free_for_all)
        """Terrains on which a worker never has a terrain cost (R7.4)."""

    def order(self, kind: str) -> int:
        """The place of a kind of epic card in the printed order, as hands are sorted."""
        return self._order[kind]


def read(text: str, source: str) -> Content:
    """The content of a data file's text. Raises WrongData naming `source`, the key, what was expected and what came."""
    data = parse(text, Data, source)
    for key, expected, got in mistakes(data, catalogue("engines.quo_vadis").terms):
        raise WrongData(f"{source}: {key}: expected {expected}, got {got}")
    return Content(data)


CONTENT = read(files("engines.quo_vadis").joinpath("data.toml").read_text("utf-8"), "engines/quo_vadis/data.toml")
DATA = CONTENT.data
