"""The whole game as plain data: numbers, ids, lists and dicts with text keys. Nothing here decides anything.

Ids are those of data.toml (`data/ids.py`).
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engines.kernel import Seat
from engines.signorie.data.ids import (
    Career,
    CityName,
    DieColor,
    FamilyColor,
    HelperId,
    House,
    RewardId,
    Row,
    Sex,
    SlotId,
    TileId,
    Variant,
)

Phase = Literal["setup", "actions", "initiative", "rewards", "cleanup", "over"]
"""Where the next turn of the script begins (R4). At a question it is "actions" or "rewards"."""

Source = Literal[
    "start", "missions", "marriages", "initiative", "helpers", "sons", "rewards", "purchases", "careers", Row
]
"""What VP are gained for. Sentences: `source.<id>`."""


class Tile(msgspec.Struct, frozen=True, array_like=True):
    """An alliance tile."""

    house: House
    value: int


class Meeple(msgspec.Struct, frozen=True, array_like=True):
    """A meeple on a city slot."""

    seat: Seat
    sex: Sex


class City(msgspec.Struct):
    """slots: one entry per city slot in printed order (R2.2), None where it is free."""

    marriage: Tile | None
    mission: Tile | None
    slots: list[Meeple | None]


class PlanRow(msgspec.Struct):
    """face_down: tiles whose face nobody may look at."""

    face_up: list[Tile] = []
    face_down: list[Tile] = []

    @property
    def size(self) -> int:
        return len(self.face_up) + len(self.face_down)


class Player(msgspec.Struct):
    """One family.

    supply, stock, threshold: meeples by sex in front of the player, in the own stock, in the threshold space (R15.11:
              neither supply nor stock)
    careers:  track -> number of own men on each slot (index 0 = slot 1)
    dice:     colour -> pips of the die on that action slot
    helpers:  ids of the occupied helper slots, in the order in which they were taken
    brides:   married sons
    points:   victory points by what they were gained for
    """

    color: FamilyColor
    florins: int
    supply: dict[Sex, int]
    stock: dict[Sex, int]
    threshold: dict[Sex, int]
    careers: dict[Career, list[int]]
    plan: dict[Row, PlanRow]
    dice: dict[DieColor, int] = {}
    helpers: list[HelperId] = []
    brides: int = 0
    points: dict[Source, int] = {}
    passed: bool = False

    @property
    def vp(self) -> int:
        return sum(self.points.values())

    @property
    def dice_sum(self) -> int:
        return sum(self.dice.values())


class State(msgspec.Struct):
    """phase:     where the script stands
    slot:        the reward slot of this round; it names the round (R11)
    order:       turn order, first seat first
    active:      in phase "actions": whose turn it is
    rewarded:    in phase "rewards": seats still to be served, in turn order
    initiative:  the stack of discs on each slot of the initiative track, bottom to top
    pool:        colour -> pips of the dice left, ascending
    aside:       colour -> dice out of the round (R11.2)
    assignments: assignment slot -> tile
    turned:      assignment slots whose tile lies face down (Secret Letters)
    rewards:     reward tile on each slot (index 0 = slot 1), None where none lies (any more)
    cities:      the cities in use, in printed order
    stack:       face-down alliance tiles, the top one last
    removed:     alliance tiles taken out before the game, faces unknown to all
    variants:    table options that are on
    every_step:  players are asked also where one answer is the sensible one
    """

    players: list[Player]
    order: list[Seat]
    initiative: list[list[Seat]]
    rewards: list[RewardId | None]
    cities: dict[CityName, City]
    stack: list[Tile]
    removed: list[Tile]
    slot: int
    phase: Phase = "setup"
    active: Seat | None = None
    rewarded: list[Seat] = []
    pool: dict[DieColor, list[int]] = {}
    aside: dict[DieColor, int] = {}
    assignments: dict[SlotId, TileId] = {}
    turned: list[SlotId] = []
    variants: list[Variant] = []
    every_step: bool = False
