"""The whole game as plain data (R3): numbers, ids, lists and dicts with text keys. Nothing here decides anything.

Ids (cities, spaces, contracts, cards, tiles, characters) are those of data.toml.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engines.kernel import Pile, Seat
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Guild

Phase = Literal["characters", "goals", "round", "turns", "over"]
"""Where the next turn of the script begins (R5)."""

DiceKind = Literal["own", "black", "neutral"]

Source = Literal["contracts", "posts", "bonuses", "spaces", "seals", "caravan", "character"]
"""What victory points were gained for in play; the end scoring has its own."""

CARRIED = ("coins", "camels", "pepper", "silk", "gold", "jade")
"""What a player has in front of them and pays with."""

GOODS = ("pepper", "silk", "gold", "jade")
"""R1 Goods; camels and coins are none."""


class Budget(msgspec.Struct, frozen=True):
    """What a movement may use. spent: what is paid besides the routes, in the same piece.

    step_camels: R8.7 camels for each step (k19); optional: it may be declined; extra_post: R8.5 of the upper space
    """

    steps: int
    spent: Cost = Cost()
    step_camels: int = 0
    optional: bool = False
    extra_post: bool = False


class Moving(msgspec.Struct, frozen=True):
    """A movement that is being asked about. moved: figures whose way is named already."""

    budget: Budget
    moved: tuple[int, ...] = ()


class Placed(msgspec.Struct, frozen=True, array_like=True):
    """A die on a space. seat: who placed it (None: neutral, since the set-up)."""

    value: int
    kind: DiceKind
    seat: Seat | None


class Caravan(msgspec.Struct):
    """R13 place: None while it is in hand."""

    place: str | None = None
    goods: list[str] = []


class Player(msgspec.Struct):
    """One player and all in front of them.

    dice, black:  values of the dice on the own board, ascending
    tokens:       R12 colours of Donata's tokens that are left
    figures:      where the figures stand
    posts:        cities with an own post, in the order in which they came
    contracts:    active contracts, slot 1 first; fulfilled: those that were
    seals:        guild -> whether its seal is improved
    dealt:        the goal cards that were dealt, known to this player alone; goal: the one that was kept
    outposts:     R12 tiles that Filippo has kept
    tiles:        R13 route tiles in front of the player, one for each running route
    points:       victory points by what they were gained for
    walks:        ways of the figures in this round, each from its start to its end; drives: those of the caravans
    """

    color: str
    coins: int = 0
    camels: int = 0
    pepper: int = 0
    silk: int = 0
    gold: int = 0
    jade: int = 0
    dice: list[int] = []
    black: list[int] = []
    tokens: list[str] = []
    character: str | None = None
    figures: list[str] = []
    posts: list[str] = []
    contracts: list[str] = []
    fulfilled: list[str] = []
    seals: dict[Guild, bool] = {}
    dealt: list[str] = []
    goal: str | None = None
    outposts: list[str] = []
    caravans: list[Caravan] = []
    tiles: list[str] = []
    points: dict[str, int] = {}
    walks: list[list[str]] = []
    drives: list[list[str]] = []

    @property
    def vp(self) -> int:
        return sum(self.points.values())

    @property
    def has_dice(self) -> bool:
        return bool(self.dice or self.black)

    @property
    def posts_left(self) -> int:
        return CONTENT.data.setup.trading_posts - len(self.posts)

    @property
    def goods(self) -> int:
        """R14.4 Goods of all kinds; what a caravan carries is not among them."""
        return sum([getattr(self, good) for good in GOODS])


class Turn(msgspec.Struct):
    """R5 A turn under way.

    acted:  the main action is taken; purse: dice put in the purse; bought: R9.6 black dice bought
    traded: R12 Vidal's trades; settled: R11 cities in which a post was put this turn
    asks_jade: R7 the player wants to be asked how much jade to pay
    drawn:  R10 a contract from the pile that has no slot yet
    moving: the movement that is being asked about
    was:    what the player had when it began, for the summary at its end
    """

    seat: Seat
    acted: bool = False
    purse: int = 0
    bought: int = 0
    traded: int = 0
    settled: list[str] = []
    asks_jade: bool = False
    drawn: str | None = None
    moving: Moving | None = None
    was: dict[str, int] = {}


class Travelled(msgspec.Struct, frozen=True, array_like=True):
    """R8.5 The travel record of a round: dice used, and by whom."""

    rank: int
    seat: Seat


class State(msgspec.Struct):
    """offered:    R2.10 characters still to be chosen from
    start:      the start player; next_seat: whose turn comes next
    playing:    the turn under way, None between turns
    record:     the travel record of the round
    spaces:     action space -> the dice on it, the first one first
    city_cards: card space -> the card that lies there
    cards:      the deck of city cards, and those that were discarded
    letters:    the contract pile
    on_offer:   contract city -> its face-up contracts (None: an empty space)
    bonuses:    city -> its city bonus marker; outposts: city -> its outpost tile, while it is there
    tiles:      book -> offer tiles, the current one first, the next one after it
    removed:    book -> the offer tile that nobody has seen
    routes:     R13 route tile -> whether it lies face up in the common area (those of players are not here)
    """

    players: list[Player]
    start: Seat
    phase: Phase = "characters"
    round: int = 0
    next_seat: Seat = 0
    playing: Turn | None = None
    record: Travelled | None = None
    offered: list[str] = []
    spaces: dict[str, list[Placed]] = {}
    city_cards: dict[str, str] = {}
    cards: Pile = msgspec.field(default_factory=lambda: Pile([]))
    letters: Pile = msgspec.field(default_factory=lambda: Pile([]))
    on_offer: dict[str, list[str | None]] = {}
    bonuses: dict[str, str] = {}
    outposts: dict[str, str] = {}
    tiles: dict[str, list[str]] = {}
    removed: dict[str, str] = {}
    routes: dict[str, bool] = {}
    caravan: bool = False

    @property
    def seats(self) -> range:
        return range(len(self.players))

    def clockwise(self, first: Seat) -> list[Seat]:
        """All seats in order, beginning with `first`."""
        return [(first + i) % len(self.players) for i in self.seats]

    @property
    def turn(self) -> Turn:
        """The turn under way."""
        assert self.playing is not None
        return self.playing
