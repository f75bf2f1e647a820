"""The whole game as plain data: numbers, ids, lists and dicts with text keys. Nothing here decides anything.

Cards are their kinds, since cards of one kind are alike. Spaces are written "2-4:a" (`geometry`), skills by their ids.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from engines.kernel import Pile, Seat, Seen
from engines.quo_vadis.data.content import CONTENT, DATA
from engines.quo_vadis.data.types import Pair, Race, Resource, Terrain

from .geometry import Geography, Layout, area_of, geography, slot_of, spaces_of

Phase = Literal["races", "draft", "resources", "basic", "turn", "over"]
"""Where the next turn of the script begins (R5, R7)."""

Source = Literal["territory", "war", "prosperity", "skill"]
"""What VP are gained for during the game."""

FREE = "free"
"""The genesis card that is not a number (R7.1)."""


class Town(msgspec.Struct):
    """population: 0 = destroyed (R6)."""

    owner: Seat
    population: int

    @property
    def active(self) -> bool:
        return self.population > 0


class Space(msgspec.Struct):
    """One hex. workers: of each seat."""

    workers: list[int]
    town: Town | None = None


class Area(msgspec.Struct):
    """A tile on the map. token: the terrain that has overwritten the area (R3.5)."""

    id: str
    at: Pair
    rotation: int
    spaces: list[Space]
    token: Terrain | None = None

    def terrain(self, slot: int) -> Terrain:
        """R3.4, R3.5 The terrain of one of its spaces now."""
        return self.token or CONTENT.tiles[self.id].terrains[(slot + self.rotation) % 3]

    @property
    def printed(self) -> tuple[Terrain, ...]:
        """R3.4 The terrains that a token covers."""
        return tuple(CONTENT.tiles[self.id].terrains[(slot + self.rotation) % 3] for slot in range(3))

    @property
    def terrains(self) -> tuple[Terrain, ...]:
        return tuple(self.terrain(slot) for slot in range(3))


class Player(msgspec.Struct):
    """A god and the people of a race.

    stock:       morale, food, faith
    hand:        epic cards that only their owner sees
    generations: the stacks of the display, each from its oldest card to its top
    workers:     at hand; towns: at hand
    kept:        face-down skills; the key is the pick at which each came ("pick:<seat>:<step>")
    offer:       the pack of the draft in hand; pack: its number
    skills:      the skill area; spent: those of them that have been used up; adapted: the terrain of S12
    vp:          by source
    chosen:      the genesis area of the last own turn
    """

    race: Race | None = None
    stock: dict[Resource, int] = msgspec.field(default_factory=lambda: {"morale": 0, "food": 0, "faith": 0})
    wrath: int = 0
    hand: list[str] = []
    generations: list[list[str]] = []
    workers: int = DATA.components.workers
    towns: int = DATA.components.towns
    kept: dict[str, str] = {}
    offer: list[str] = []
    pack: int = 0
    skills: list[str] = []
    spent: list[str] = []
    adapted: Terrain | None = None
    vp: dict[Source, int] = msgspec.field(
        default_factory=lambda: {"territory": 0, "war": 0, "prosperity": 0, "skill": 0}
    )
    chosen: str | None = None

    @property
    def points(self) -> int:
        """VP so far."""
        return sum(self.vp.values())


class Side(msgspec.Struct):
    """R7.7 One participant of a war.

    base:   strength of pieces and neighbours; bonus: of skills that are certain
    workers, towns: the parts of the base that pieces give, as they stood when the war began
    bid:    morale spent; None: not yet declared; levy: S30 is used
    rolls:  of the die; the highest counts
    """

    seat: Seat
    base: int
    bonus: int
    sides: int
    bid: int | None = None
    levy: bool = False
    rolls: list[int] = []
    total: int = 0
    workers: int = 0
    towns: int = 0


class War(msgspec.Struct):
    """R7.7 A war, in the order of declaration. reduced: opposing towns that lost population."""

    area: str
    sides: list[Side]
    elated: Seat | None = None
    winner: Seat | None = None
    reduced: int = 0

    def of(self, seat: Seat) -> Side:
        return next(side for side in self.sides if side.seat == seat)


class Turn(msgspec.Struct):
    """What is known of a turn while it lasts, and of the last one until the next area is chosen.

    area:    the genesis area; struck: spaces hit by wrath; paid: the wrath paid
    placed:  spaces of the workers placed, in order; waived: B01 has been used; outside: S13 has been used
    card:    the kind played; counts_as: the kind that it counts as; actions: how many
    old:     cards in the generation that was current when the turn began; changed: a generation change
    discarded: hand cards were discarded after it
    start:   stock, wrath, VP and workers when the turn began, for the summary
    """

    player: Seat
    area: str | None = None
    struck: list[str] = []
    paid: int = 0
    placed: list[str] = []
    waived: bool = False
    outside: bool = False
    card: str | None = None
    counts_as: str | None = None
    actions: int = 0
    old: int = 0
    changed: bool = False
    discarded: bool = False
    war: War | None = None
    start: dict[str, int] = {}


class State(msgspec.Struct):
    """The table.

    areas:   the map, by tile id, in the order in which it was laid; unused: tiles out of the game
    tokens:  terrain tokens in the supply
    markers: the two genesis cards that carry a marker
    deck:    epic cards; boxed: skills out of the game that nobody saw
    first:   start player; turns: turns played
    step:    of the draft (0 before the first pick), of the placing of cubes
    seen:    what each seat has seen of the skills that are hidden now
    """

    players: list[Player]
    areas: dict[str, Area]
    unused: list[str]
    tokens: dict[Terrain, int]
    markers: list[str]
    deck: Pile
    boxed: list[str]
    seen: Seen
    options: dict[str, str]
    phase: Phase
    first: Seat = 0
    turns: int = 0
    step: int = 0
    turn: Turn | None = None

    def on(self, option: str, value: str = "on") -> bool:
        """Whether a table option has this value."""
        return self.options[option] == value

    @property
    def seats(self) -> range:
        return range(len(self.players))

    @property
    def round(self) -> int:
        """From 1."""
        return min(self.turns // len(self.players) + 1, DATA.meta.rounds)

    @property
    def active(self) -> Seat:
        """Whose turn it is (R7)."""
        return (self.first + self.turns) % len(self.players)

    @property
    def playing(self) -> Turn:
        """The turn that is being played."""
        assert self.turn is not None
        return self.turn

    def clockwise(self, first: Seat) -> list[Seat]:
        """All seats, beginning with `first`."""
        return [*range(first, len(self.players)), *range(first)]

    # ------------------------------------------------------------------ the map

    @property
    def geography(self) -> Geography:
        layout: Layout = tuple([(area.id, area.at) for area in self.areas.values()])
        return geography(layout)

    def space(self, space: str) -> Space:
        return self.areas[area_of(space)].spaces[slot_of(space)]

    def terrain(self, space: str) -> Terrain:
        """R3.5 The terrain of a space now."""
        return self.areas[area_of(space)].terrain(slot_of(space))

    def spaces(self) -> Iterator[tuple[str, Space]]:
        """Every space of the map with its id."""
        for area in self.areas.values():
            yield from zip(spaces_of(area.id), area.spaces, strict=True)

    @property
    def genesis(self) -> str:
        """The genesis area of this turn."""
        area = self.playing.area
        assert area is not None
        return area
