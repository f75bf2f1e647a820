"""The State: the whole game as plain data (numbers, ids, lists and dicts with text keys), without rules.

A card is stored as its kind, since cards of one kind are alike; a space as "2-4:a" (`geometry`); a skill as its id.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

from engines.kernel import CardKnowledge, Pile, Seat
from engines.quo_vadis.data.content import CONTENT, DATA
from engines.quo_vadis.data.types import Pair, Race, Resource, Terrain

from .geometry import Geography, MapLayout, build_geography, list_spaces, parse_area, parse_slot

Phase = Literal["races", "draft", "resources", "basic", "turn", "over"]
"""Phase of the game, which decides how play continues (R5, R7)."""

Source = Literal["territory", "war", "prosperity", "skill"]
"""Source of VP gained during the game."""

FREE = "free"
"""The genesis card without a number (R7.1)."""


class Town(msgspec.Struct):
    """A town on the map, active or destroyed (R6)."""

    owner: Seat
    """Seat whose race built it."""
    population: int
    """0: destroyed."""

    @property
    def is_active(self) -> bool:
        return self.population > 0


class Space(msgspec.Struct):
    """One hex of the map."""

    workers: list[int]
    """Workers by seat."""
    town: Town | None = None
    """Active or destroyed; None if none was built here."""


class Area(msgspec.Struct):
    """A tile on the map."""

    id: str
    """Id of its tile: the numbers that select it (R7.1)."""
    position: Pair = msgspec.field(name="at")
    """Position on the map (`geometry`)."""
    rotation: int
    """Thirds of a turn, 0 to 2: the number of places by which the terrains are shifted against the slots (R3.4)."""
    spaces: list[Space]
    """Slots a, b, c."""
    token: Terrain | None = None
    """Terrain that has overwritten the area (R3.5)."""

    def find_terrain(self, slot: int) -> Terrain:
        """R3.4, R3.5 Return the current terrain of one of its spaces."""
        return self.token or CONTENT.tiles[self.id].terrains[(slot + self.rotation) % 3]

    @property
    def printed_terrains(self) -> tuple[Terrain, ...]:
        """R3.4 Printed terrain of each slot, also below a token."""
        return tuple(CONTENT.tiles[self.id].terrains[(slot + self.rotation) % 3] for slot in range(3))

    @property
    def terrains(self) -> tuple[Terrain, ...]:
        return tuple(self.find_terrain(slot) for slot in range(3))


class Player(msgspec.Struct):
    """A god and the people of a race."""

    race: Race | None = None
    """None before it is dealt or chosen (R5.2)."""
    stock: dict[Resource, int] = msgspec.field(default_factory=lambda: {"morale": 0, "food": 0, "faith": 0})
    """Cubes of each resource, up to its maximum."""
    wrath: int = 0
    """Cubes on the wrath track, up to its maximum; a strike takes all of them (R7.2)."""
    hand: list[str] = []
    """Epic cards, visible only to their owner."""
    generations: list[list[str]] = []
    """Stacks of cards in the display, each from its oldest card to its top."""
    workers: int = DATA.components.workers
    """Workers at hand."""
    towns: int = DATA.components.towns
    """Towns at hand."""
    face_down: dict[str, str] = msgspec.field(default_factory=dict, name="kept")
    """Face-down skills by the draft pick that brought them ("pick:<seat>:<step>")."""
    offer: list[str] = []
    """Draft pack in hand."""
    pack: int = 0
    """Number of that pack."""
    skills: list[str] = []
    """Skills in play (the skill area)."""
    spent: list[str] = []
    """Skills in play that have been used up."""
    adapted: Terrain | None = None
    """Terrain of S12."""
    vp: dict[Source, int] = msgspec.field(
        default_factory=lambda: {"territory": 0, "war": 0, "prosperity": 0, "skill": 0}
    )
    """VP by source."""
    last_area: str | None = msgspec.field(default=None, name="chosen")
    """Genesis area of the player's last turn."""

    @property
    def points(self) -> int:
        """VP so far."""
        return sum(self.vp.values())


class Side(msgspec.Struct):
    """R7.7 One participant of a war."""

    seat: Seat
    """Seat with a piece in the genesis area."""
    base: int
    """Strength of pieces and neighbouring areas."""
    bonus: int
    """Strength of skills that are certain to count."""
    sides: int
    """Sides of the die."""
    bid: int | None = None
    """Morale spent; None: not declared yet."""
    has_levy: bool = msgspec.field(default=False, name="levy")
    """S30 is used."""
    rolls: list[int] = []
    """Results of the die; the highest counts."""
    total: int = 0
    """Strength with the die; 0 before the roll."""
    workers: int = 0
    """Part of the base that workers gave when the war began."""
    towns: int = 0
    """Part of the base that towns gave when the war began."""


class War(msgspec.Struct):
    """R7.7 A war."""

    area: str
    """Genesis area of the turn."""
    sides: list[Side]
    """In the order of declaration."""
    elated: Seat | None = None
    """The only seat with the highest bid; None if there is none, or before the dice are rolled."""
    winner: Seat | None = None
    """None before the dice are rolled."""
    reduced: int = 0
    """Number of opposing towns that lost population."""

    def find_side(self, seat: Seat) -> Side:
        return next(side for side in self.sides if side.seat == seat)


class Turn(msgspec.Struct):
    """The turn being played, or the last one until the next turn begins."""

    player: Seat
    """Active player."""
    area: str | None = None
    """Genesis area."""
    struck_spaces: list[str] = msgspec.field(default_factory=list, name="struck")
    """Spaces hit by wrath."""
    wrath_paid: int = msgspec.field(default=0, name="paid")
    """Wrath paid for the strike."""
    placed_spaces: list[str] = msgspec.field(default_factory=list, name="placed")
    """Spaces of the workers placed, in order."""
    is_waived: bool = msgspec.field(default=False, name="waived")
    """B01 has been used."""
    is_outside_used: bool = msgspec.field(default=False, name="outside")
    """S13 has been used."""
    card: str | None = None
    """Kind of the card played."""
    counts_as: str | None = None
    """Kind that the card counts as."""
    actions: int = 0
    """Number of card actions."""
    old_size: int = msgspec.field(default=0, name="old")
    """Cards in the generation that was current when the turn began."""
    is_change: bool = msgspec.field(default=False, name="changed")
    """The card opened a new generation."""
    has_reached_discard: bool = False
    """R7.6 The turn has come to the discards after a change."""
    war: War | None = None
    """None before a war has begun; one that is over stays until the turn is replaced."""
    start: dict[str, int] = {}
    """Stock, wrath, VP and workers when the turn began, for the summary."""


class State(msgspec.Struct):
    """The whole table."""

    players: list[Player]
    """Players by seat."""
    areas: dict[str, Area]
    """The map by tile id, in the order in which it was laid."""
    unused: list[str]
    """Tiles out of the game."""
    tokens: dict[Terrain, int]
    """Terrain tokens in the supply."""
    markers: list[str]
    """The two genesis cards that carry a marker."""
    deck: Pile
    """Epic cards."""
    boxed: list[str]
    """Skills out of the game, seen by no player."""
    knowledge: CardKnowledge = msgspec.field(name="seen")
    """Knowledge of each seat about the skills that are hidden now."""
    options: dict[str, str]
    """Id of each table option -> its value."""
    phase: Phase
    """The rules continue with the script of this phase; "turn" lasts for all rounds."""
    first: Seat = 0
    """Start player."""
    turns: int = 0
    """Turns played."""
    step: int = 0
    """Pick of the draft (0 before the first), or place in turn order of the seat that places cubes."""
    turn: Turn | None = None
    """None before the first turn."""

    def has_option(self, option: str, value: str = "on") -> bool:
        """Return whether a table option has this value."""
        return self.options[option] == value

    @property
    def seats(self) -> range:
        return range(len(self.players))

    @property
    def round(self) -> int:
        """Current round, from 1."""
        return min(self.turns // len(self.players) + 1, DATA.meta.rounds)

    @property
    def active(self) -> Seat:
        """Seat on turn (R7)."""
        return (self.first + self.turns) % len(self.players)

    @property
    def playing(self) -> Turn:
        """The turn being played."""
        assert self.turn is not None
        return self.turn

    def list_clockwise(self, first: Seat) -> list[Seat]:
        """Return all seats, beginning with `first`."""
        return [*range(first, len(self.players)), *range(first)]

    # ------------------------------------------------------------------ the map

    @property
    def geography(self) -> Geography:
        layout: MapLayout = tuple([(area.id, area.position) for area in self.areas.values()])
        return build_geography(layout)

    def find_space(self, space: str) -> Space:
        return self.areas[parse_area(space)].spaces[parse_slot(space)]

    def find_terrain(self, space: str) -> Terrain:
        """R3.5 Return the current terrain of a space."""
        return self.areas[parse_area(space)].find_terrain(parse_slot(space))

    def iter_spaces(self) -> Iterator[tuple[str, Space]]:
        """Yield id and space for every space of the map."""
        for area in self.areas.values():
            yield from zip(list_spaces(area.id), area.spaces, strict=True)

    @property
    def genesis(self) -> str:
        """The genesis area of this turn."""
        area = self.playing.area
        assert area is not None
        return area
