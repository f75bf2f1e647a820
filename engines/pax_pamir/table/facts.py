"""Typed data of what happened.

Facts with a message can be merged with the next one in the log (`GameContext.log_fact`). The others are noted for
previews only (`GameContext.note_fact`).
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from engines.kernel import Arg, Message, NounRef, SeatRef, message

from .names import name_card, name_space

PlayerRef = SeatRef | NounRef
"""Reference to a player in messages (`State.name_player`)."""


class Bought(NamedTuple):
    """R6.1 A player bought a card from the market."""

    player: PlayerRef
    """The buyer, as the message names them."""
    card: int
    """Court card or event."""
    space: int
    """Market space, 0-11."""
    cost: int
    """Rupees paid; 0 in column 0 and for a free card."""
    card_rupees: int
    """Rupees that lay on the card, now the buyer's."""

    def build_message(self) -> Message:
        key = "market.bought_rich" if self.card_rupees else "market.bought"
        return Message(key, self.build_args())

    def build_args(self) -> dict[str, Arg]:
        """Return the arguments of the message."""
        card, space = name_card(self.card), name_space(self.space)
        return {"who": self.player, "card": card, "space": space, "cost": self.cost, "rupees": self.card_rupees}

    def merge_with(self, later: object, /) -> BoughtAndEntered | None:
        """R14.5 Merge with the fact that the card is played at once."""
        if isinstance(later, Entered) and (later.player, later.card) == (self.player, self.card):
            return BoughtAndEntered(self, later)
        return None


class Entered(NamedTuple):
    """R6.2 A card entered an end of a court."""

    player: PlayerRef
    """Owner of the court, as the message names them."""
    card: int
    """The card played, a court card."""
    end: Literal["left", "right"]
    """End at which it now lies."""

    @property
    def end_noun(self) -> NounRef:
        return NounRef(f"place.{self.end}_end")

    def build_message(self) -> Message:
        return message("play.done", who=self.player, card=name_card(self.card), end=self.end_noun)

    def merge_with(self, later: object, /) -> None:
        return None


class BoughtAndEntered(NamedTuple):
    """R14.5 A card was bought and played at once: one message for both facts."""

    bought: Bought
    """The purchase, logged first."""
    entered: Entered
    """The play of the same card by the same player."""

    def build_message(self) -> Message:
        return Message(
            f"{self.bought.build_message().key}_played", {**self.bought.build_args(), "end": self.entered.end_noun}
        )

    def merge_with(self, later: object, /) -> None:
        return None


class Discarded(NamedTuple):
    """R4.8 Cards left a court, one after another."""

    player: PlayerRef
    """Owner of the court, as the message names them."""
    cards: tuple[int, ...]
    """In the order of leaving; merging appends later ones."""
    is_over_limit: bool = False
    """True if the court was over its limit (R9.1)."""

    def build_message(self) -> Message:
        key = "discard.court_over" if self.is_over_limit else "discard.court"
        return message(key, who=self.player, cards=tuple(name_card(card) for card in self.cards))

    def merge_with(self, later: object, /) -> Discarded | None:
        if isinstance(later, Discarded) and (later.player, later.is_over_limit) == (self.player, self.is_over_limit):
            return Discarded(self.player, (*self.cards, *later.cards), self.is_over_limit)
        return None


class Repaid(NamedTuple):
    """R4.8 A player paid back rupees for leverage."""

    player: int
    """Owner of the leveraged cards."""
    rupees: int
    """Rupees really paid to the bank; the debt may have been larger."""


class WithoutEffect(NamedTuple):
    """R12 An event changed nothing."""
