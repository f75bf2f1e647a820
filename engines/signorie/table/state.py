"""The state of a game as plain data: numbers, ids, lists and dicts with text keys. It contains no rules.

Ids are those of data.toml (`data/ids.py`).
"""

from typing import Literal

import msgspec

from engines.kernel import Seat
from engines.signorie.data import ids

Phase = Literal["setup", "actions", "initiative", "rewards", "cleanup", "over"]
"""The phase in which `play_turn` continues (R4). At a question it is "actions" or "rewards"."""

Source = Literal[
    "start", "missions", "marriages", "initiative", "helpers", "sons", "rewards", "purchases", "careers", ids.Row
]
"""Sources of VP. Their catalogue keys are `source.<id>`."""


class Tile(msgspec.Struct, frozen=True, array_like=True):
    """An alliance tile."""

    house: ids.House
    """House whose shields it fits (R8.2)."""
    value: int
    """VP in a plan row that scores, 2-5 (R12(2))."""


class Meeple(msgspec.Struct, frozen=True, array_like=True):
    """A meeple on a city slot."""

    seat: Seat
    """Its owner."""
    sex: ids.Sex
    """"male": sent on a mission; "female": married."""


class City(msgspec.Struct):
    """A city in use."""

    marriage: Tile | None
    """Tile that a marriage here may bring (R8.3(3)); None if the tile slot is empty."""
    mission: Tile | None
    """Tile that a mission here may bring (R8.2(3)); None if the tile slot is empty."""
    slots: list[Meeple | None]
    """One entry per city slot in printed order (R2.2); None where it is free."""


class PlanRow(msgspec.Struct):
    """The tiles on a row of a player's plan."""

    face_up: list[Tile] = []
    """In the order of laying; of each house at most as many as the row has shields (R8.2)."""
    face_down: list[Tile] = []
    """Tiles whose faces are hidden from all players, the owner included."""

    @property
    def size(self) -> int:
        return len(self.face_up) + len(self.face_down)


class Player(msgspec.Struct):
    """One family."""

    color: ids.FamilyColor
    """Colour of the meeples and of the player board, which decides the plan."""
    florins: int
    """In hand; never negative."""
    supply: dict[ids.Sex, int]
    """Meeples by sex in front of the player, ready to be used."""
    stock: dict[ids.Sex, int]
    """Meeples by sex in the player's stock."""
    threshold: dict[ids.Sex, int]
    """Meeples by sex in the threshold space (R15.11: neither supply nor stock)."""
    careers: dict[ids.Career, list[int]]
    """Track -> number of the player's men on each slot (index 0 = slot 1)."""
    plan: dict[ids.Row, PlanRow]
    """Row -> its tiles; every row is there from the start."""
    dice: dict[ids.DieColor, int] = {}
    """Colour -> pips of the die on that action slot."""
    helpers: list[ids.HelperId] = []
    """Ids of the occupied helper slots, oldest first."""
    brides: int = 0
    """Number of married sons."""
    points: dict[Source, int] = {}
    """Victory points by source."""
    has_passed: bool = msgspec.field(default=False, name="passed")
    """Whether the player takes no more dice in this round (R6)."""

    @property
    def vp(self) -> int:
        return sum(self.points.values())

    @property
    def dice_sum(self) -> int:
        return sum(self.dice.values())


class State(msgspec.Struct):
    """A whole game."""

    players: list[Player]
    """By seat."""
    order: list[Seat]
    """Turn order, first seat first."""
    initiative: list[list[Seat]]
    """The stack of discs on each slot of the initiative track, bottom to top."""
    rewards: list[ids.RewardId | None]
    """Reward tile on each slot (index 0 = slot 1); None where there is none or it has been removed."""
    cities: dict[ids.CityName, City]
    """The cities in use, in printed order."""
    stack: list[Tile]
    """Face-down alliance tiles, the top one last."""
    removed: list[Tile]
    """Alliance tiles removed before the game; their faces are hidden from all."""
    slot: int
    """The reward slot of this round; it identifies the round (R11)."""
    phase: Phase = "setup"
    """Where the next call of `play_turn` continues."""
    active: Seat | None = None
    """In phase "actions": the seat whose turn it is."""
    rewarded: list[Seat] = []
    """In phase "rewards": seats still to be rewarded, in turn order."""
    pool: dict[ids.DieColor, list[int]] = {}
    """Colour -> pips of the dice left, ascending."""
    aside: dict[ids.DieColor, int] = {}
    """Colour -> number of dice removed from the round (R11.2)."""
    assignments: dict[ids.SlotId, ids.TileId] = {}
    """Assignment slot -> tile."""
    turned: list[ids.SlotId] = []
    """Assignment slots whose tile is face down (Secret Letters)."""
    variants: list[ids.Variant] = []
    """Table options that are on."""
    asks_every_step: bool = msgspec.field(default=False, name="every_step")
    """Whether players are also asked where only one answer is sensible."""
