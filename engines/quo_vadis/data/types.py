"""The shape of data.toml: one Struct for each of its tables. `checks.py` says what they must mean together."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Natural = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Pair = tuple[int, int]

Terrain = Literal["plains", "mountain", "desert", "tundra", "sea"]
Resource = Literal["morale", "food", "faith"]
Race = Literal["glorious", "deep_one", "gigant", "mystic", "sandwalker"]
Kind = Literal["blessing", "labour", "miracle", "revelation", "prosperity"]
Direction = Literal["SE", "S", "SW", "NW", "N", "NE"]
Provenance = Literal["seed", "public", "ours", "mixed"]


class _Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line that nobody reads is refused, so whoever corrects a figure sees that it counts.

    provenance: who says so; note: what of it
    """

    provenance: Provenance
    note: str = ""


class Meta(_Table, frozen=True):
    players_min: Positive
    players_max: Positive
    rounds: Positive


class Components(_Table, frozen=True):
    """workers, towns: of each race."""

    workers: Positive
    towns: Positive
    tokens: dict[Terrain, Natural]


class TerrainLine(_Table, frozen=True):
    """free_for_all: a worker placed here never has a terrain cost (R7.4)."""

    id: Terrain
    colour: str
    free_for_all: bool


class Maxima(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a side of a race board holds at most."""

    morale: Positive
    food: Positive
    faith: Positive
    wrath: Positive


class StandardBoard(_Table, frozen=True):
    """The standard side, the same for all races."""

    max: Maxima


class RaceLine(_Table, frozen=True):
    id: Race
    terrain: Terrain
    colour: str
    custom_max: Maxima
    basic: tuple[str, str]
    recommended: str


class KindLine(_Table, frozen=True, kw_only=True):
    """gives: the resource of an action; wrath: once a card, whatever the number of actions (R7.6)."""

    id: Kind
    count: Positive
    gives: Resource | None = None
    per_action: Positive
    wrath: Natural = 0


class Tile(_Table, frozen=True):
    """terrains: of the slots a, b, c at rotation 0."""

    id: str
    numbers: Pair
    terrains: tuple[Terrain, Terrain, Terrain]

    @property
    def double(self) -> bool:
        return self.numbers[0] == self.numbers[1]


class Geometry(_Table, frozen=True):
    """R3. anchor_q, anchor_r: what of a position (a, b) makes the anchor hex; slots: offsets of a, b, c."""

    centre: Pair
    ring: tuple[Pair, ...]
    extra: tuple[Pair, ...]
    directions: dict[Direction, Pair]
    anchor_q: Pair
    anchor_r: Pair
    slots: tuple[Pair, Pair, Pair]
    hex_neighbours: tuple[Pair, ...]


class Setup(_Table, frozen=True):
    """R5. cubes: by place in turn order; doubles: double tiles by number of players."""

    hand: Positive
    pack: Positive
    generations: Positive
    cubes: tuple[Positive, ...]
    doubles: dict[str, Natural]


class Costs(_Table, frozen=True):
    free_card_faith: Natural
    terrain_food: Natural
    extra_worker_food: Natural
    petition_faith: Natural


class Tier(_Table, frozen=True):
    """R7.2 What so much wrath does."""

    at_least: Positive
    max_spaces: Annotated[int, msgspec.Meta(ge=1, le=3)]
    town_loss: Positive
    custom_only: bool


class Wrath(_Table, frozen=True):
    minimum: Positive
    tier: tuple[Tier, ...]


class Population(_Table, frozen=True):
    growth: Positive
    built: Positive
    rebuilt: Positive


class War(_Table, frozen=True):
    """R7.7"""

    per_worker: Natural
    per_town: Natural
    per_neighbour: Natural
    die: Positive
    aptitude_die: Positive
    rolls: Positive
    elated_rolls: Positive
    win_vp: Natural
    resources_per_town: Natural
    loser_wrath: Natural
    town_loss: Positive


class Control(_Table, frozen=True):
    """R6 Own workers on so many different spaces control an area."""

    worker_spaces: Positive


class Scoring(_Table, frozen=True):
    """R9. versatile: by number of generations, from 1; specialist: by size of the largest group, from 1."""

    population_per_vp: Positive
    versatile: tuple[Natural, ...]
    specialist: tuple[Natural, ...]


class Skill(_Table, frozen=True, kw_only=True):
    """R10. race: whose basic skill it is; params: the numbers of its effect."""

    id: str
    race: Race | None = None
    timing: Literal["passive", "triggered", "optional", "once", "endgame"]
    kind: Kind | None = None
    resource: Resource | None = None
    terrain: Terrain | None = None
    params: dict[str, Natural] = {}


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    meta: Meta
    components: Components
    terrain: tuple[TerrainLine, ...]
    race: tuple[RaceLine, ...]
    standard_board: StandardBoard
    kind: tuple[KindLine, ...]
    tile: tuple[Tile, ...]
    geometry: Geometry
    setup: Setup
    costs: Costs
    wrath: Wrath
    population: Population
    war: War
    control: Control
    scoring: Scoring
    skill: tuple[Skill, ...]
