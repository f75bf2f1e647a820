"""The complete game state as plain data (R3): numbers, ids, lists and dicts with text keys. No rules here.

Ids (cities, spaces, contracts, cards, tiles, characters) are those of data.toml. `upgrade_state` brings States of
earlier rules up to date.
"""

from typing import Any, Literal

import msgspec

from engines.kernel import Pile, Seat
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Guild

from .paths import Path

Phase = Literal["characters", "goals", "round", "turns", "over"]
"""The part of the script where the next step begins (R5)."""

DiceKind = Literal["own", "black", "neutral"]

Source = Literal["contracts", "posts", "bonuses", "spaces", "seals", "caravan", "character"]
"""Source of victory points gained during play; the final scoring has sources of its own."""

RESOURCES = ("coins", "camels", "pepper", "silk", "gold", "jade")
"""Resources a player holds and pays with (fields of Player)."""

GOODS = ("pepper", "silk", "gold", "jade")
"""R1 Goods; camels and coins are not goods."""


class Budget(msgspec.Struct, frozen=True):
    """Conditions of a movement: its steps and additional costs."""

    steps: int
    """Most steps, of all figures together."""
    spent: Cost = Cost()
    """Costs besides the routes, part of the same payment."""
    step_camels: int = 0
    """R8.7 Camels for each step (card k19)."""
    is_optional: bool = msgspec.field(default=False, name="optional")
    """Whether the movement may be declined."""
    allows_extra_post: bool = msgspec.field(default=False, name="extra_post")
    """R8.5 Whether it allows the extra post of the upper space."""


class Leg(msgspec.Struct, frozen=True):
    """The movement of one figure."""

    figure: int
    """Index in `Player.figures`."""
    path: Path
    """From where the figure stands to where it goes."""


class OngoingMovement(msgspec.Struct, frozen=True):
    """A movement whose questions are open."""

    budget: Budget
    """Steps and costs for the figures that have not moved yet."""
    moved_figures: tuple[int, ...] = msgspec.field(default=(), name="moved")
    """Figures whose path is chosen already."""
    is_walk: bool = False
    """Whether the path is asked place by place."""
    walk: Leg | None = None
    """The walk so far; None until its first place is chosen."""


class PlacedDie(msgspec.Struct, frozen=True, array_like=True):
    """A die on a space."""

    value: int
    """As placed, 1-6."""
    kind: DiceKind
    """"own": of the seat's colour; "neutral" dice stay all game (R2.7)."""
    seat: Seat | None
    """The seat that placed it; None: a neutral die of the set-up."""


class Caravan(msgspec.Struct):
    """R13 A caravan of a player."""

    place: str | None = None
    """None: not on the map."""
    goods: list[str] = []
    """Goods loaded, pepper before silk before gold; empty while not on the map."""


class Player(msgspec.Struct):
    """One player and everything in front of them."""

    color: str
    """Colour of the dice and posts."""
    coins: int = 0  # in stock; R14.3: 10 are worth 1 VP at the end
    camels: int = 0  # in stock; they decide ties at the end (R14)
    pepper: int = 0  # in stock, without pepper on caravans (R13)
    silk: int = 0  # in stock, without silk on caravans
    gold: int = 0  # in stock, without gold on caravans
    jade: int = 0  # in stock; it may replace coins and camels (R7)
    dice: list[int] = []
    """Values of the dice of the player's colour on their mat, ascending."""
    black: list[int] = []
    """Values of the black dice on their mat, ascending."""
    tokens: list[str] = []
    """R12 Colours of the tokens that Donata has left."""
    character: str | None = None
    """Id of the character; None until it is chosen (R2.10)."""
    figures: list[str] = []
    """Place of each figure."""
    posts: list[str] = []
    """Cities with a post of this player, oldest first."""
    contract_slots: list[str | None] = msgspec.field(
        default_factory=lambda: [None] * CONTENT.data.setup.active_contract_slots, name="contracts"
    )
    """Contract slots with the active contract in each; None: a free slot."""
    fulfilled: list[str] = []
    """Fulfilled contracts."""
    seals: dict[Guild, bool] = {}
    """Guild -> whether its seal is improved."""
    dealt_goals: list[str] = msgspec.field(default_factory=list, name="dealt")
    """Goal cards dealt to this player, known to this player only."""
    goal: str | None = None
    """The goal card kept."""
    outposts: list[str] = []
    """R12 Outpost tiles that Filippo has kept."""
    caravans: list[Caravan] = []
    """R13 One, for Piedro two; empty without the expansion."""
    tiles: list[str] = []
    """R13 Route tiles in front of the player, one for each caravan under way."""
    points: dict[str, int] = {}
    """Source -> VP."""
    walks: list[list[str]] = []
    """Paths of the figures in this round, each from its start to its end."""
    drives: list[list[str]] = []
    """Paths of the caravans in this round."""

    @property
    def vp(self) -> int:
        return sum(self.points.values())

    @property
    def contracts(self) -> list[str]:
        """Active contracts, those of lower slots first."""
        return [ident for ident in self.contract_slots if ident is not None]

    @property
    def has_dice(self) -> bool:
        return bool(self.dice or self.black)

    @property
    def posts_left(self) -> int:
        return CONTENT.data.setup.trading_posts - len(self.posts)

    @property
    def goods(self) -> int:
        """R14.4 The number of goods of all kinds, without those on caravans."""
        return sum([getattr(self, good) for good in GOODS])


class Turn(msgspec.Struct):
    """R5 The turn in progress."""

    seat: Seat
    """Seat to move, as `State.next_seat` until the turn ends."""
    has_acted: bool = msgspec.field(default=False, name="acted")
    """Whether the main action is done (or no longer owed)."""
    purse: int = 0
    """Number of dice put in the purse."""
    bought: int = 0
    """R9.6 Number of black dice bought."""
    traded: int = 0
    """R12 Number of Vidal's trades."""
    new_posts: list[str] = msgspec.field(default_factory=list, name="settled")
    """R11 Cities where a post was placed this turn."""
    asks_jade: bool = False
    """R7 Whether the player wants to choose how much jade to pay."""
    had_jade: bool = True
    """R7 Whether the player had jade when the present action was chosen, and so could ask to choose its share."""
    pile_contract: str | None = msgspec.field(default=None, name="drawn")
    """R10 A contract from the pile that has no slot yet."""
    moving: OngoingMovement | None = None
    """The movement whose questions are open."""
    initial_belongings: dict[str, int] = msgspec.field(default_factory=dict, name="was")
    """The player's belongings when the turn began, for the summary at its end."""


class TravelRecord(msgspec.Struct, frozen=True, array_like=True):
    """R8.5 The travel record of a round."""

    rank: int
    """Rank of the travel space used, i.e. number of dice."""
    seat: Seat
    """The seat that used it; it starts the next round unless another takes the record."""


class State(msgspec.Struct):
    """The complete state of a game."""

    players: list[Player]
    """By seat, clockwise."""
    start: Seat
    """The start player."""
    phase: Phase = "characters"
    """Where the script continues when the game is loaded."""
    round: int = 0
    """From 1; 0 before the first round."""
    next_seat: Seat = 0
    """The seat that takes the current or the next turn."""
    playing: Turn | None = None
    """The turn in progress; None between turns."""
    record: TravelRecord | None = None
    """The travel record of the round."""
    available_characters: list[str] = msgspec.field(default_factory=list, name="offered")
    """R2.10 Characters still to be chosen from."""
    spaces: dict[str, list[PlacedDie]] = {}
    """Action space -> dice on it, in the order of placing."""
    city_cards: dict[str, str] = {}
    """Card space -> city card on it."""
    cards: Pile = msgspec.field(default_factory=lambda: Pile([]))
    """The deck of city cards and its discard pile."""
    contract_pile: Pile = msgspec.field(default_factory=lambda: Pile([]), name="letters")
    """The face-down contracts and their discard pile."""
    on_offer: dict[str, list[str | None]] = {}
    """Contract city -> its face-up contracts; None: an empty space."""
    bonuses: dict[str, str] = {}
    """City -> its city bonus marker."""
    outposts: dict[str, str] = {}
    """City -> its outpost tile, while it is there."""
    tiles: dict[str, list[str]] = {}
    """Book -> offer tiles, the current one first, the next one after it."""
    removed: dict[str, str] = {}
    """Book -> the offer tile removed unseen."""
    routes: dict[str, bool] = {}
    """R13 Route tile in the common area -> whether it lies face up; without the tiles in front of players."""
    has_caravan: bool = msgspec.field(default=False, name="caravan")
    """Whether the Caravan expansion is used."""
    discarded_starts: int | msgspec.UnsetType = msgspec.UNSET
    """R8.4 Starting contracts that left the game. They are not counted in games begun by earlier versions, nor stored
    after the end, so that finished games keep their checksum."""

    @property
    def seats(self) -> range:
        return range(len(self.players))

    def list_seats_from(self, first: Seat) -> list[Seat]:
        """Return all seats in clockwise order, beginning with `first`."""
        return [(first + i) % len(self.players) for i in self.seats]

    @property
    def turn(self) -> Turn:
        """The turn in progress. Only valid during a turn."""
        assert self.playing is not None
        return self.playing


def upgrade_state(state: dict[str, Any], version: int) -> dict[str, Any]:
    """Return today's State from one of earlier rules. Before version 3 contracts were a list without free slots."""
    if version < 3:
        for player in state["players"]:
            free_slots = CONTENT.data.setup.active_contract_slots - len(player["contracts"])
            player["contracts"] += [None] * free_slots
    return state
