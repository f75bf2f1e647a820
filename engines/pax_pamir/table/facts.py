"""What happened, as typed data: facts that go on in one sentence (`Table.tell_fact`), and what rules note for previews
beside the sentences that they tell (`Table.note`)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engines.kernel import Arg, Msg, Term, Who, say

from .names import card as card_words
from .names import space as space_words

Player = Who | Term
"""A player as sentences call one (`State.named`)."""


class Bought(NamedTuple):
    """R6.1 A card was bought for so many rupees, and `found` lay on it."""

    who: Player
    card: int
    space: int
    cost: int
    found: int

    def sentence(self) -> Msg:
        key = "market.bought_rich" if self.found else "market.bought"
        return Msg(key, self.words())

    def words(self) -> dict[str, Arg]:
        """The arguments of the sentence."""
        card, space = card_words(self.card), space_words(self.space)
        return {"who": self.who, "card": card, "space": space, "cost": self.cost, "rupees": self.found}

    def joined(self, later: object, /) -> BoughtAndEntered | None:
        """R14.5 A card that was bought just now and is played at once."""
        if isinstance(later, Entered) and (later.who, later.card) == (self.who, self.card):
            return BoughtAndEntered(self, later)
        return None


class Entered(NamedTuple):
    """R6.2 A card has entered an end of a court."""

    who: Player
    card: int
    end: Literal["left", "right"]

    @property
    def there(self) -> Term:
        return Term(f"place.{self.end}_end")

    def sentence(self) -> Msg:
        return say("play.done", who=self.who, card=card_words(self.card), end=self.there)

    def joined(self, later: object, /) -> None:
        return None


class BoughtAndEntered(NamedTuple):
    """Both in one sentence."""

    bought: Bought
    entered: Entered

    def sentence(self) -> Msg:
        return Msg(f"{self.bought.sentence().key}_played", {**self.bought.words(), "end": self.entered.there})

    def joined(self, later: object, /) -> None:
        return None


class Discarded(NamedTuple):
    """R4.8 Cards have left a court, one after another. over: because it was over its limit (R9.1)."""

    who: Player
    cards: tuple[int, ...]
    over: bool = False

    def sentence(self) -> Msg:
        key = "discard.court_over" if self.over else "discard.court"
        return say(key, who=self.who, cards=tuple(card_words(card) for card in self.cards))

    def joined(self, later: object, /) -> Discarded | None:
        if isinstance(later, Discarded) and (later.who, later.over) == (self.who, self.over):
            return Discarded(self.who, (*self.cards, *later.cards), self.over)
        return None


class Repaid(NamedTuple):
    """R4.8 Rupees that a player has paid back for leverage."""

    player: int
    rupees: int


class WithoutEffect(NamedTuple):
    """R12 The event has changed nothing."""
