"""The whole game as plain data: numbers, ids, lists and dicts. Nothing here decides anything.

Cards are their numbers (court cards 1-100, events 101-116); regions, borders, suits and coalitions are the keys of
data.toml.
A *player* is a person's seat, 0 .. n-1, or Wakhan, who comes after the seats of the people.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engines.kernel import Seat, Term, Who
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import Coalition, Region, Suit

Phase = Literal["loyalty", "turn", "over"]
"""Where the next turn of the script begins (R5)."""

DATA = CONTENT.data
PEOPLE, WAKHAN = tuple(Who(seat) for seat in range(DATA.meta.players_max)), Term("concept.wakhan")


class Player(msgspec.Struct):
    """One person, or Wakhan.

    loyalty: None before it is chosen, and for Wakhan always (R14.2)
    hand:    court cards that only their owner sees
    court:   court cards from left to right
    gifts:   filled gift spaces by their price
    prizes:  court cards taken as prizes
    events:  lasting events that lie before the player (R12), in the order in which they came
    """

    color: str
    rupees: int
    vp: int = 0
    loyalty: Coalition | None = None
    hand: list[int] = []
    court: list[int] = []
    gifts: list[int] = []
    prizes: list[int] = []
    events: list[int] = []


class Space(msgspec.Struct):
    """A market space. card: None where it is vacant; rupees may wait for a card there."""

    card: int | None = None
    rupees: int = 0


class Request(msgspec.Struct):
    """R7 A bribe that is being settled: what is public of it while it is open.

    kind: for playing a card of a region ("play"), or for the action of a hostage ("hostage")
    card: the card to be played or used; offer: what the payer has offered; counter: what the payee has named instead
    """

    kind: Literal["play", "hostage"]
    payer: Seat
    payee: Seat
    card: int
    full: int
    offer: int | None = None
    counter: int | None = None


class Turn(msgspec.Struct):
    """What is forgotten when a turn ends (R5).

    used:     court cards already used for an action
    locked:   market cards that received a rupee
    placed:   pieces placed this turn and still there: place and whose (`places.placed_mark`) -> number
    requests: bribe requests that were refused, or countered and cancelled (R7)
    """

    player: int
    actions: int
    used: list[int] = []
    locked: list[int] = []
    placed: dict[str, int] = {}
    requests: int = 0
    request: Request | None = None


class Check(msgspec.Struct, frozen=True):
    """A dominance check that has been scored. gained, influence or cylinders: by player."""

    number: int
    final: bool
    dominant: Coalition | None
    strength: tuple[int, ...]
    gained: tuple[int, ...]


class Automa(msgspec.Struct):
    """Wakhan's cards (R14). deck: face down, the top one last; discards: face up, the top one last, is `front`."""

    deck: list[int]
    discards: list[int] = []


class State(msgspec.Struct):
    """phase:   where the script stands
    players:    people in the order of their seats, then Wakhan if she plays
    people:     how many of them are people
    ring:       players clockwise, by whom the turns go round
    turn:       of the player whose turn it is
    armies, roads: region or border -> coalition -> blocks (only what is there)
    tribes:     region -> number by player
    spies:      court card -> number by player (only cards with spies)
    rulers:     region -> the player who rules it (R4.5); kept up to date by `rules.aftermath`
    deck:       court cards and events face down, the top one last
    unseen:     court cards and events that left the game unseen
    discards:   face up, in the order in which they came
    globals:    lasting events that concern everybody (R12), in the order in which they came
    removed:    rupees that left the game
    options:    table options that are on
    """

    players: list[Player]
    people: int
    ring: list[int]
    deck: list[int]
    unseen: list[int]
    market: list[Space]
    favored: Suit
    tribes: dict[Region, list[int]]
    armies: dict[Region, dict[Coalition, int]]
    roads: dict[str, dict[Coalition, int]]
    rulers: dict[Region, int | None]
    spies: dict[int, list[int]] = {}
    phase: Phase = "loyalty"
    turn: Turn | None = None
    discards: list[int] = []
    globals: list[int] = []
    removed: int = 0
    checks: list[Check] = []
    automa: Automa | None = None
    options: list[str] = []

    @property
    def wakhan(self) -> int | None:
        """Her number among the players; None if she does not play."""
        return self.people if len(self.players) > self.people else None

    @property
    def playing(self) -> Turn:
        """The turn that is being played. Raises RuntimeError where nobody's is."""
        if self.turn is None:
            raise RuntimeError("nobody is on turn")
        return self.turn

    def named(self, player: int) -> Who | Term:
        """How sentences call a player."""
        return PEOPLE[player] if player < self.people else WAKHAN

    def clockwise(self, first: int) -> list[int]:
        """All players in the order of the ring, beginning with `first`."""
        at = self.ring.index(first)
        return self.ring[at:] + self.ring[:at]

    def owner(self, card: int) -> int | None:
        """In whose court a card lies."""
        return next((p for p, player in enumerate(self.players) if card in player.court), None)

    def blocks(self, coalition: Coalition) -> tuple[int, int]:
        """Armies and roads of a coalition on the map."""
        armies = roads = 0
        for there in self.armies.values():
            if coalition in there:
                armies += there[coalition]
        for there in self.roads.values():
            if coalition in there:
                roads += there[coalition]
        return armies, roads

    def cylinders(self, player: int) -> int:
        """R10.3 Cylinders in play: tribes, spies and gifts."""
        tribes = 0
        for there in self.tribes.values():
            tribes += there[player]
        return tribes + self.spies_of(player) + len(self.players[player].gifts)

    def spies_of(self, player: int) -> int:
        spies = 0
        for there in self.spies.values():
            spies += there[player]
        return spies

    def supply(self, player: int) -> int:
        """Cylinders left on the player board."""
        return DATA.components.cylinders_playable_per_player - self.cylinders(player)

    def block_supply(self, coalition: Coalition) -> int:
        return DATA.components.coalition_blocks_per_coalition - sum(self.blocks(coalition))

    def bank(self) -> int:
        """R4.3 Rupees that nobody has. Below zero only where the table has lifted the limit of coins."""
        held = sum(player.rupees for player in self.players) + sum(space.rupees for space in self.market)
        return DATA.components.coins_total - held - self.removed


COLUMNS = DATA.setup.market_columns


__all__ = [
    "COALITIONS",
    "COLUMNS",
    "Automa",
    "Check",
    "Phase",
    "Player",
    "Request",
    "Space",
    "State",
    "Turn",
]
