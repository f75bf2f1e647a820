"""The whole state of a game as plain data: numbers, ids, lists and dicts, without rules.

Cards are stored as their numbers (court cards 1-100, events 101-116); regions, borders, suits and coalitions as their
keys in data.toml. A *player* is the seat of a person, 0 .. n-1, or Wakhan, whose number follows those of the people.
"""

from typing import Literal

import msgspec

from engines.kernel import NounRef, Seat, SeatRef
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import Coalition, Region, Suit

Phase = Literal["loyalty", "turn", "over"]
"""Phase of the game (R5): choosing loyalties, taking turns, or game over."""

DATA = CONTENT.data
PEOPLE, WAKHAN = tuple(SeatRef(seat) for seat in range(DATA.meta.players_max)), NounRef("concept.wakhan")


class Player(msgspec.Struct):
    """A person's or Wakhan's part of the table."""

    color: str
    """Key of `player_colors` in terms.toml."""
    rupees: int
    """Rupees on the player's mat; those on market cards are not counted."""
    vp: int = 0
    """Sum of what the dominance checks have brought (R10.3)."""
    loyalty: Coalition | None = None
    """None before it is chosen, and always for Wakhan (R14.2)."""
    hand: list[int] = []
    """Court cards, hidden from other players."""
    court: list[int] = []
    """Court cards from left to right."""
    gifts: list[int] = []
    """Filled gift spaces, by their price."""
    prizes: list[int] = []
    """Court cards taken as prizes."""
    events: list[int] = []
    """Lasting events before this player (R12), oldest first."""


class Space(msgspec.Struct):
    """A market space."""

    card: int | None = None
    """None if the space is vacant."""
    rupees: int = 0
    """Rupees on the card, or on the vacant space, where the next card gets them."""


class Request(msgspec.Struct):
    """R7 The public data of a bribe that is being settled."""

    kind: Literal["play", "hostage"]
    """Reason for the bribe: playing a card in a ruled region, or using a hostage."""
    payer: Seat
    """Person who plays or uses the card."""
    payee: Seat
    """Ruler of the region, or captor of the card; it may be Wakhan."""
    card: int
    """The card to be played or used."""
    full: int
    """Rupees without any reduction."""
    offer: int | None = None
    """Rupees that the payer has offered."""
    counter: int | None = None
    """Rupees that the payee has demanded instead."""


class Turn(msgspec.Struct):
    """Data of the current turn, replaced when the next one begins (R5)."""

    player: int
    """The player on turn; before the first turn, the one who chooses a loyalty."""
    actions: int
    """Actions left."""
    used_cards: list[int] = msgspec.field(default_factory=list, name="used")
    """Court cards already used for an action."""
    locked_cards: list[int] = msgspec.field(default_factory=list, name="locked")
    """Market cards that received a rupee."""
    placed_counts: dict[str, int] = msgspec.field(default_factory=dict, name="placed")
    """Pieces placed this turn and still in place: key from `places.build_placed_key` -> number."""
    requests: int = 0
    """Bribe requests that were refused, or countered and cancelled (R7)."""
    request: Request | None = None
    """The open bribe request."""


class Check(msgspec.Struct, frozen=True):
    """A dominance check that has been scored."""

    number: int
    """1 for the first check of the game."""
    is_final: bool = msgspec.field(name="final")
    """True if no other check was left, which doubles the VP (R10.2)."""
    dominant: Coalition | None
    """None if the check was unsuccessful."""
    strength: tuple[int, ...]
    """Influence (successful check) or cylinders (unsuccessful check) by player; 0 for a player who did not count."""
    gained_vp: tuple[int, ...] = msgspec.field(name="gained")
    """VP by player."""


class CheckForecast(msgspec.Struct, frozen=True):
    """R10 The blocks on the map, and what a dominance check would bring now."""

    blocks: dict[Coalition, int]
    """Coalition -> blocks on the map (armies and roads), highest number first."""
    dominant: Coalition | None
    """The coalition that would win the check (R10.1)."""
    gained_vp: tuple[int, ...]
    """VP by player; empty after the end."""
    winner: int | None
    """The player who would win the game at once, with a clear lead (R10.4)."""


class Automa(msgspec.Struct):
    """Wakhan's cards (R14)."""

    deck: list[int]
    """Face down, the top card last."""
    discards: list[int] = []
    """Face up, the top card last: that is the front card."""


class State(msgspec.Struct):
    """The state of a game."""

    players: list[Player]
    """People in seat order, then Wakhan if she plays."""
    people: int
    """Number of people among the players."""
    ring: list[int]
    """Players in turn order, clockwise."""
    deck: list[int]
    """Court cards and events, face down, the top card last."""
    unseen: list[int]
    """Court cards and events that left the game unseen at setup."""
    market: list[Space]
    """12 spaces: the top row, then the bottom row, each from left to right."""
    favored: Suit
    """Suit of the marker; cards of it give bonus actions (R4.7)."""
    tribes: dict[Region, list[int]]
    """Region -> number by player."""
    armies: dict[Region, dict[Coalition, int]]
    """Region -> coalition -> blocks; without zeros."""
    roads: dict[str, dict[Coalition, int]]
    """Border -> coalition -> blocks; without zeros."""
    rulers: dict[Region, int | None]
    """Region -> its ruler (R4.5); kept up to date by `rules.board_changes`."""
    spies: dict[int, list[int]] = {}
    """Court card -> number by player; only cards with spies."""
    phase: Phase = "loyalty"
    """The rules continue with the script of this phase; "over" follows the final check or a clear lead (R10.4)."""
    turn: Turn | None = None
    """Exists from the setup on; each turn gets a new one."""
    discards: list[int] = []
    """Face up, oldest first."""
    globals: list[int] = []
    """Lasting events that affect all players (R12), oldest first."""
    removed: int = 0
    """Rupees that left the game."""
    checks: list[Check] = []
    """Scored checks, oldest first."""
    automa: Automa | None = None
    """Wakhan's cards; None without Wakhan."""
    options: list[str] = []
    """Table options that are on."""

    @property
    def wakhan(self) -> int | None:
        """Wakhan's number among the players; None if she does not play."""
        return self.people if len(self.players) > self.people else None

    @property
    def current_turn(self) -> Turn:
        """The current turn. Raises RuntimeError if there is none."""
        if self.turn is None:
            raise RuntimeError("nobody is on turn")
        return self.turn

    def name_player(self, player: int) -> SeatRef | NounRef:
        """Return the reference to a player for messages."""
        return PEOPLE[player] if player < self.people else WAKHAN

    def list_clockwise(self, first: int) -> list[int]:
        """Return all players in turn order, beginning with `first`."""
        index = self.ring.index(first)
        return self.ring[index:] + self.ring[:index]

    def find_owner(self, card: int) -> int | None:
        """Return the player in whose court a card lies, or None."""
        return next((p for p, player in enumerate(self.players) if card in player.court), None)

    def count_blocks(self, coalition: Coalition) -> tuple[int, int]:
        """Return (armies, roads) of a coalition on the map."""
        armies = roads = 0
        for numbers in self.armies.values():
            if coalition in numbers:
                armies += numbers[coalition]
        for numbers in self.roads.values():
            if coalition in numbers:
                roads += numbers[coalition]
        return armies, roads

    def count_cylinders(self, player: int) -> int:
        """R10.3 Return the number of the player's cylinders in play: tribes, spies and gifts."""
        tribes = 0
        for numbers in self.tribes.values():
            tribes += numbers[player]
        return tribes + self.count_spies(player) + len(self.players[player].gifts)

    def count_spies(self, player: int) -> int:
        spies = 0
        for numbers in self.spies.values():
            spies += numbers[player]
        return spies

    def count_supply(self, player: int) -> int:
        """Return the number of cylinders left on the player's mat."""
        return DATA.components.cylinders_playable_per_player - self.count_cylinders(player)

    def count_block_supply(self, coalition: Coalition) -> int:
        return DATA.components.coalition_blocks_per_coalition - sum(self.count_blocks(coalition))

    def count_bank_rupees(self) -> int:
        """R4.3 Return the rupees in the bank. Below zero only if the table option lifts the coin limit."""
        held_rupees = sum(player.rupees for player in self.players) + sum(space.rupees for space in self.market)
        return DATA.components.coins_total - held_rupees - self.removed


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
