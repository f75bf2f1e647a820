"""Types of data.toml: one Struct for each table. The consistency of the tables is checked when they are loaded."""

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
    """Base of the tables. Unknown keys are refused, so a misspelt correction does not pass unnoticed."""

    provenance: Provenance
    """Source of the figures."""
    note: str = ""
    """Remark on the source."""


class Meta(_Table, frozen=True):
    players_min: Positive
    players_max: Positive
    rounds: Positive


class Components(_Table, frozen=True):
    """Numbers of pieces in the box."""

    workers: Positive
    """Workers of each race."""
    towns: Positive
    """Towns of each race."""
    tokens: dict[Terrain, Natural]


class TerrainLine(_Table, frozen=True):
    """A terrain."""

    id: Terrain
    colour: str
    free_for_all: bool
    """A worker placed here never has a terrain cost (R7.4)."""


class Maxima(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Maxima of the tracks on a side of a race board."""

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
    """A kind of epic card."""

    id: Kind
    count: Positive
    gives: Resource | None = None
    """Resource that an action brings."""
    per_action: Positive
    wrath: Natural = 0
    """Wrath gained once per card, regardless of the number of actions (R7.6)."""


class Tile(_Table, frozen=True):
    """A map tile."""

    id: str
    numbers: Pair
    terrains: tuple[Terrain, Terrain, Terrain]
    """Terrains of the slots a, b, c at rotation 0."""

    @property
    def is_double(self) -> bool:
        return self.numbers[0] == self.numbers[1]


class Geometry(_Table, frozen=True):
    """R3 The geometry of the map."""

    centre: Pair
    ring: tuple[Pair, ...]
    extra: tuple[Pair, ...]
    directions: dict[Direction, Pair]
    anchor_q: Pair
    """Factors of (a, b) that give the q coordinate of a position's anchor hex."""
    anchor_r: Pair
    """Factors of (a, b) that give its r coordinate."""
    slots: tuple[Pair, Pair, Pair]
    """Offsets of the slots a, b, c from the anchor hex."""
    hex_neighbours: tuple[Pair, ...]


class Setup(_Table, frozen=True):
    """R5 Numbers of the set-up."""

    hand: Positive
    pack: Positive
    generations: Positive
    cubes: tuple[Positive, ...]
    """Cubes by place in turn order."""
    doubles: dict[str, Natural]
    """Double tiles by number of players."""


class Costs(_Table, frozen=True):
    free_card_faith: Natural
    terrain_food: Natural
    extra_worker_food: Natural
    petition_faith: Natural


class Tier(_Table, frozen=True):
    """R7.2 The effect of an amount of wrath."""

    at_least: Positive
    """Wrath from which the tier applies."""
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


class WarNumbers(_Table, frozen=True):
    """R7.7 Numbers of a war."""

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
    """R6 The condition of control by workers."""

    worker_spaces: Positive
    """Number of different spaces with the player's workers that control an area."""


class Scoring(_Table, frozen=True):
    """R9 Numbers of the final scoring."""

    population_per_vp: Positive
    versatile: tuple[Natural, ...]
    """VP by number of generations, from 1."""
    specialist: tuple[Natural, ...]
    """VP by size of the largest equal group, from 1."""


class Skill(_Table, frozen=True, kw_only=True):
    """R10 A skill."""

    id: str
    race: Race | None = None
    """Race that has it as a basic skill; None: a drafted skill."""
    timing: Literal["passive", "triggered", "optional", "once", "endgame"]
    kind: Kind | None = None
    resource: Resource | None = None
    terrain: Terrain | None = None
    params: dict[str, Natural] = {}
    """Numbers of its effect."""


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
    war: WarNumbers
    control: Control
    scoring: Scoring
    skill: tuple[Skill, ...]
