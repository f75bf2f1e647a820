"""State of the whole game as plain data (R5): numbers, ids, lists and dicts with text keys, without rules.

Ids (zones, goods, spaces, cards, contracts, achievements) are those of data.toml. A sprat under a zone is SPRAT.
"""

from typing import Literal

import msgspec

from engines.kernel import Seat
from engines.kilia.data.types import Achievement, Color, Good, Need, Side, Space, Zone

Phase = Literal["turn", "council", "over"]

SPRAT = "sprat"
"""Entry for a smoke sprat card in place of an action card."""


class Merchant(msgspec.Struct):
    """An action card lying face down on a market space."""

    card: str
    """Action card; its back shows the good of its zone."""
    coins: int = 0
    """Coins lying on it until the council."""


class Warehouse(msgspec.Struct):
    """A warehouse on the canal."""

    card: str | None
    """None for the warehouse printed on the board."""
    is_turned: bool = msgspec.field(default=False, name="turned")
    """True if turned by 180 degrees."""


class Player(msgspec.Struct):
    """One shipowner."""

    color: Color
    """Decides the player's own good, zone, start contract and printed warehouse."""
    coins: int
    """Coins in the personal supply; those on merchants are not counted."""
    goods: dict[Good, int]
    """Units in the personal supply."""
    zones: dict[Zone, list[str]]
    """Zone -> the cards under it, oldest first."""
    market: dict[Space, list[Merchant]]
    """Space -> its stack of merchants; only the last one, on top, works."""
    canal: list[Warehouse | None]
    """A warehouse or None for each segment, left to right."""
    side: Side
    """The end of the canal where the ship lies; its bow points to the other one."""
    active: list[str]
    """Contracts lying face up."""
    chips: int
    """Scoring chips not yet placed."""
    abilities: list[str] = []
    """Action cards in the knowledge zone."""
    fulfilled: list[str] = []
    """Contracts lying face down."""
    sprat: Literal["none", "new", "held"] = "none"
    """State of the smoke sprat in front of the player: "new" in the turn in which it was gained."""
    turn_actions: list[str] = msgspec.field(default_factory=list, name="deeds")
    """The player's actions in the last own turn, each formatted by `format_turn_action`."""


class Wheel(msgspec.Struct):
    """The space of an achievement and the wheel above it."""

    markers: list[list[Seat]] = msgspec.field(name="placed")
    """Seats with a marker on each usable number, in the order of the numbers."""
    waiting: list[Seat] = []
    """Seats with a marker on the space since the last council, one entry for each marker."""
    extra: str | None = None
    """Id of the extra wheel that covers the printed one."""


class PendingPayment(msgspec.Struct):
    """Units and coins of the payment that the player is asked about."""

    needs: list[Need]
    """Goods to pay, one entry per unit."""
    coins: int
    """Coins of the cost itself, without those for merchants."""


class PendingDelivery(msgspec.Struct):
    """Units of one good in the chosen payment that merchants of different rows could deliver."""

    good: Good
    """Good to deliver."""
    count: int
    """Units to deliver."""


class State(msgspec.Struct):
    """State of a game (R5)."""

    players: list[Player]
    """Players by seat."""
    start: Seat
    """Seat with the coat of arms, which begins every round."""
    deck: list[str]
    """Action cards face down, the top card last."""
    offer: list[str | None]
    """Action card in each slot of the council board; None for an empty slot."""
    contract_deck: list[str]
    """Contracts face down, the top card last."""
    contracts: list[str | None]
    """Contract in each slot of the council board; None for an empty slot."""
    wheels: dict[Achievement, Wheel]
    """Achievement -> its space and wheel."""
    sprats: int
    """Smoke sprat cards in the box."""
    active: Seat
    """Seat whose turn it is."""
    round: int = 1
    """From 1; each player has one turn in a round."""
    phase: Phase = "turn"
    """The rules continue with its script: a turn, the council after the last turn of a round, or the end."""
    is_ending: bool = msgspec.field(default=False, name="ending")
    """True if the next round is the final one: a fourth chip was placed, or the cards have run out."""
    is_final_round: bool = msgspec.field(default=False, name="final")
    """True in the final round."""
    has_taken_card: bool = msgspec.field(default=False, name="taken")
    """True if an action card has left the offer in this turn."""
    is_action_over: bool = msgspec.field(default=False, name="done")
    """True if the main action of this turn is over."""
    has_extra_action: bool = msgspec.field(default=False, name="extra")
    """True if an extra action is available in this turn."""
    has_acted: bool = msgspec.field(default=False, name="acted")
    """True if a player had a main action in this round (R18.22)."""
    paying: PendingPayment | None = None
    """The payment asked about, kept for the pictures."""
    building: str | None = None
    """The card of the new warehouse asked about, kept for the pictures."""
    building_segment: int | None = None
    """The segment proposed or chosen for it, kept for the pictures."""
    delivery: PendingDelivery | None = None
    """The delivery whose merchants are asked about, kept for the pictures."""
    traded_sprats: int | msgspec.UnsetType = msgspec.UNSET
    """Smoke sprat cards that left the game. It is not counted in games begun by earlier versions, nor stored after the
    end, so that finished games keep their checksum."""

    @property
    def order(self) -> list[Seat]:
        """R6 Return all seats, clockwise from the start player."""
        seat_count = len(self.players)
        return [(self.start + i) % seat_count for i in range(seat_count)]
