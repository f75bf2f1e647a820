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
    """Fewest seats of a game."""
    players_max: Positive
    """Most seats of a game."""
    rounds: Positive
    """Rounds of a game, in each of which every player has one turn (R8)."""


class Components(_Table, frozen=True):
    """Numbers of pieces in the box."""

    workers: Positive
    """Workers of each race."""
    towns: Positive
    """Towns of each race."""
    tokens: dict[Terrain, Natural]
    """Terrain -> tokens in the supply at the start (R3.5)."""


class TerrainLine(_Table, frozen=True):
    """A terrain."""

    id: Terrain
    """Key of `terrain` in terms.toml."""
    colour: str
    """Colour of the races for which it is the aptitude terrain."""
    free_for_all: bool
    """A worker placed here never has a terrain cost (R7.4)."""


class Maxima(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Maxima of the tracks on a side of a race board."""

    morale: Positive
    """Most cubes on the track; what exceeds it is lost (R6)."""
    food: Positive
    """Most cubes on the track."""
    faith: Positive
    """Most cubes on the track."""
    wrath: Positive
    """Most cubes on the track, which is no resource (R2)."""


class StandardBoard(_Table, frozen=True):
    """The standard side, the same for all races."""

    max: Maxima
    """Maxima with the table option `board_side` at "standard"."""


class RaceLine(_Table, frozen=True):
    id: Race
    """Key of `race` in terms.toml."""
    terrain: Terrain
    """Aptitude terrain: free for own workers, laid by own wrath, and good for the larger die (R6)."""
    colour: str
    """Colour of the pieces, which is that of the terrain (R2)."""
    custom_max: Maxima
    """Maxima with the table option `board_side` at "custom"."""
    basic: tuple[str, str]
    """Ids of the two skills of which the player keeps one (R5.7)."""
    recommended: str
    """The one of them that beginners get, or that is listed first."""


class KindLine(_Table, frozen=True, kw_only=True):
    """A kind of epic card."""

    id: Kind
    """Key of `kind` in terms.toml."""
    count: Positive
    """Cards of this kind in the deck of epic cards."""
    gives: Resource | None = None
    """Resource that an action brings."""
    per_action: Positive
    """Cubes of the resource, VP (Prosperity), or moves (Revelation) of one action (R7.6)."""
    wrath: Natural = 0
    """Wrath gained once per card, regardless of the number of actions (R7.6)."""


class Tile(_Table, frozen=True):
    """A map tile."""

    id: str
    """The numbers, the smaller one first, e.g. "2-4"; it also names the area (R7.1)."""
    numbers: Pair
    """Printed numbers, the smaller one first; both are equal on a double."""
    terrains: tuple[Terrain, Terrain, Terrain]
    """Terrains of the slots a, b, c at rotation 0."""

    @property
    def is_double(self) -> bool:
        return self.numbers[0] == self.numbers[1]


class Geometry(_Table, frozen=True):
    """R3 The geometry of the map."""

    centre: Pair
    """Position (a, b) of the first tile."""
    ring: tuple[Pair, ...]
    """Positions of the next six tiles, in the order of laying."""
    extra: tuple[Pair, ...]
    """Positions for further tiles; the option "preset" uses the first ones."""
    directions: dict[Direction, Pair]
    """Difference (a, b) to the adjacent position on each side."""
    anchor_q: Pair
    """Factors of (a, b) that give the q coordinate of a position's anchor hex."""
    anchor_r: Pair
    """Factors of (a, b) that give its r coordinate."""
    slots: tuple[Pair, Pair, Pair]
    """Offsets of the slots a, b, c from the anchor hex."""
    hex_neighbours: tuple[Pair, ...]
    """Differences (q, r) to the six adjacent hexes."""


class Setup(_Table, frozen=True):
    """R5 Numbers of the set-up."""

    hand: Positive
    """Epic cards dealt to each player, and the hand limit without skills (R5.4)."""
    pack: Positive
    """Skills dealt to each player, and so the number of picks (R5.3)."""
    generations: Positive
    """Most generations of a player; the first one is no change (R7.5)."""
    cubes: tuple[Positive, ...]
    """Cubes by place in turn order."""
    doubles: dict[str, Natural]
    """Double tiles by number of players."""


class Costs(_Table, frozen=True):
    free_card_faith: Natural
    """Faith for each Free card that selects the area (R7.1)."""
    terrain_food: Natural
    """Food for a worker on a space that is neither plains nor of the aptitude terrain (R7.4)."""
    extra_worker_food: Natural
    """Food for each worker of a turn after the first (R7.4)."""
    petition_faith: Natural
    """Faith for playing a card as another kind (R7.5)."""


class Tier(_Table, frozen=True):
    """R7.2 The effect of an amount of wrath."""

    at_least: Positive
    """Wrath from which the tier applies."""
    max_spaces: Annotated[int, msgspec.Meta(ge=1, le=3)]
    """Most spaces of the genesis area that may be struck."""
    town_loss: Positive
    """Population that each active town on them loses."""
    custom_only: bool
    """True if the tier exists only with the custom side of the boards."""


class Wrath(_Table, frozen=True):
    minimum: Positive
    """Least wrath that can strike, without S20 (R7.2)."""
    tier: tuple[Tier, ...]
    """By rising wrath; the last one reached applies."""


class Population(_Table, frozen=True):
    growth: Positive
    """Gain of each own active town in the genesis area (R7.3), without S21."""
    built: Positive
    """Start of a new town (R7.8), without S22."""
    rebuilt: Positive
    """Start of a rebuilt town (R7.8), without S22."""


class WarNumbers(_Table, frozen=True):
    """R7.7 Numbers of a war."""

    per_worker: Natural
    """Strength of each own worker in the genesis area."""
    per_town: Natural
    """Strength of each own active town there, without B06."""
    per_neighbour: Natural
    """Strength of each adjacent area under control."""
    die: Positive
    """Sides of the die of a seat without an aptitude space there."""
    aptitude_die: Positive
    """Sides of the die of a seat with one."""
    rolls: Positive
    """Rolls of the die, of which the highest counts; S16 adds one."""
    elated_rolls: Positive
    """Rolls of the elated seat, which alone has bid most."""
    win_vp: Natural
    """VP of the winner, without S18."""
    resources_per_town: Natural
    """Resources of the winner for each opposing town that lost population."""
    loser_wrath: Natural
    """Wrath that each loser gains, without B09."""
    town_loss: Positive
    """Population that each active town of a loser in the genesis area loses, without S19."""


class Control(_Table, frozen=True):
    """R6 The condition of control by workers."""

    worker_spaces: Positive
    """Number of different spaces with the player's workers that control an area."""


class Scoring(_Table, frozen=True):
    """R9 Numbers of the final scoring."""

    population_per_vp: Positive
    """Population for 1 VP, rounded down over all active towns of a player, without S26."""
    versatile: tuple[Natural, ...]
    """VP by number of generations, from 1."""
    specialist: tuple[Natural, ...]
    """VP by size of the largest equal group, from 1."""


class Skill(_Table, frozen=True, kw_only=True):
    """R10 A skill."""

    id: str
    """"B01" to "B10" for basic skills, "S01" to "S30" for drafted ones."""
    race: Race | None = None
    """Race that has it as a basic skill; None: a drafted skill."""
    kind: Kind | None = None
    """Kind of card that the effect is about."""
    resource: Resource | None = None
    """Resource that the effect brings."""
    terrain: Terrain | None = None
    """Terrain of the token that the effect lays."""
    params: dict[str, Natural] = {}
    """Numbers of its effect."""


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    meta: Meta
    """Possible numbers of players, and rounds."""
    components: Components
    """Pieces of each race, and tokens."""
    terrain: tuple[TerrainLine, ...]
    """The five terrains."""
    race: tuple[RaceLine, ...]
    """The five races; the table has the colours of the seats from it."""
    standard_board: StandardBoard
    """Maxima that do not depend on the race."""
    kind: tuple[KindLine, ...]
    """The five kinds of epic cards, in the order in which hands are sorted."""
    tile: tuple[Tile, ...]
    """A tile for each pair of numbers."""
    geometry: Geometry
    """Coordinates of the map."""
    setup: Setup
    """Cards, cubes and double tiles at the start."""
    costs: Costs
    """Prices in faith and food."""
    wrath: Wrath
    """Effect of a strike by the wrath paid."""
    population: Population
    """Gains of towns outside wars."""
    war: WarNumbers
    """Strength, dice, and results."""
    control: Control
    """Condition for controlling an area."""
    scoring: Scoring
    """Numbers of the final scoring."""
    skill: tuple[Skill, ...]
    """Basic skills and drafted ones."""
