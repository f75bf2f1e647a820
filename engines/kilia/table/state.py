"""The whole game as plain data (R5): numbers, ids, lists and dicts with text keys. Nothing here decides anything.

Ids (zones, goods, spaces, cards, contracts, achievements) are those of data.toml. A sprat under a zone is SPRAT.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engines.kernel import Seat
from engines.kilia.data.types import Achievement, Color, Good, Need, Side, Space, Zone

Phase = Literal["turn", "council", "over"]

SPRAT = "sprat"
"""A smoke sprat card where an action card may lie."""


class Merchant(msgspec.Struct):
    """An action card lying face down on a market space. coins: those lying on it until the council."""

    card: str
    coins: int = 0


class Warehouse(msgspec.Struct):
    """A warehouse on the canal. card: None for the one printed on the board; turned: by 180 degrees."""

    card: str | None
    turned: bool = False


class Player(msgspec.Struct):
    """One shipowner.

    zones:     zone -> the cards under it, in the order in which they came
    market:    space -> its merchants, the top one (who works) last
    abilities: action cards in the knowledge zone
    canal:     a warehouse or None for each segment, left to right
    side:      the end of the canal where the ship lies; its bow points to the other one
    active:    contracts lying open; fulfilled: those lying face down
    chips:     scoring chips not yet placed
    sprat:     the smoke sprat in front of the player: "new" in the turn in which it was gained
    deeds:     what the player did in the last own turn, each as `deeds.write` writes it
    """

    color: Color
    coins: int
    goods: dict[Good, int]
    zones: dict[Zone, list[str]]
    market: dict[Space, list[Merchant]]
    canal: list[Warehouse | None]
    side: Side
    active: list[str]
    chips: int
    abilities: list[str] = []
    fulfilled: list[str] = []
    sprat: Literal["none", "new", "held"] = "none"
    deeds: list[str] = []


class Wheel(msgspec.Struct):
    """The space of an achievement, and the wheel above it.

    extra:   id of the extra wheel that covers the printed one
    waiting: seats with a marker on the space since the last council, one entry for each marker
    placed:  markers on each usable number, in the order of the numbers
    """

    placed: list[list[Seat]]
    waiting: list[Seat] = []
    extra: str | None = None


class Paying(msgspec.Struct):
    """A payment that is asked about: its units and its coins."""

    needs: list[Need]
    coins: int


class State(msgspec.Struct):
    """players, start: by seat; `start` holds the coat of arms and begins every round

    deck, contract_deck: face down, the top card last; offer, contracts: the slots of the council board, None = empty
    sprats:  smoke sprat cards in the box
    ending:  a fourth chip was placed, or the cards have run out: the next round is the final one
    final:   this is the final round

    Of the turn that is played: taken = an action card has left the offer; done = the main action is over;
    extra = another action is waiting; paying, building = the payment or the new warehouse that is asked about, so that
    it can be drawn. Of the round: acted = somebody had a main action (R18.22).
    """

    players: list[Player]
    start: Seat
    deck: list[str]
    offer: list[str | None]
    contract_deck: list[str]
    contracts: list[str | None]
    wheels: dict[Achievement, Wheel]
    sprats: int
    active: Seat
    round: int = 1
    phase: Phase = "turn"
    ending: bool = False
    final: bool = False
    taken: bool = False
    done: bool = False
    extra: bool = False
    acted: bool = False
    paying: Paying | None = None
    building: str | None = None

    @property
    def order(self) -> list[Seat]:
        """R6 All seats, clockwise from the start player."""
        seats = len(self.players)
        return [(self.start + i) % seats for i in range(seats)]
