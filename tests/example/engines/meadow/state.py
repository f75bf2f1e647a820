"""The State of the game, as plain data, and the setup (R1)."""

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct, field

from engines.kernel import CardKnowledge, GameContext, Pile, Seat, Setup

from .content import CONTENT, FLOWER

Phase = Literal["hives", "baskets", "morning", "market", "over"]


class Keeper(Struct):
    """A seat."""

    honey: int
    hand: list[str]
    """Cards that only their owner knows."""
    color: str | None = None
    """Colour of the hive, once chosen."""


class State(Struct):
    """The whole table."""

    keepers: list[Keeper]
    pile: Pile
    knowledge: CardKnowledge = field(name="seen")
    """Knowledge of each seat about hidden cards."""
    demand: dict[str, int]
    """Honey that each flower earns."""
    baskets: list[list[str]]
    """Cards of each basket, by the seat that had it first."""
    phase: Phase = "hives"
    round: int = 1
    passes: int = field(default=0, name="pick")
    """Number of times that the baskets were passed on this round."""
    served_seats: int = field(default=0, name="served")
    """Number of seats that were at the market this round."""
    is_smoke_used: bool = field(default=False, name="smoked")
    """Smoke has been used in this turn."""

    @property
    def order(self) -> list[Seat]:
        """The seats in turn order; each round a different one begins."""
        seats = len(self.keepers)
        return [(self.round - 1 + n) % seats for n in range(seats)]

    def find_basket_origin(self, seat: Seat) -> Seat:
        """Return the seat that was dealt the basket now in front of this seat."""
        return (seat - self.passes) % len(self.keepers)

    def list_hidden_zones(self) -> dict[str, list[str]]:
        """Return the zones of hidden cards. Their names are never reused for other cards."""
        hands = {name_hand_zone(seat): keeper.hand for seat, keeper in enumerate(self.keepers)}
        return {"pile": self.pile.cards, **hands} | {
            f"basket:{self.round}:{n}": basket for n, basket in enumerate(self.baskets)
        }


def name_hand_zone(seat: Seat) -> str:
    return f"hand:{seat}"


def new_game(setup: Setup, ctx: GameContext[Any]) -> State:
    """R1 Shuffle the flowers. Hives are chosen during the game (R2)."""
    keepers = [Keeper(CONTENT.honey, []) for _ in range(setup.seats)]
    pile = Pile(list(FLOWER))
    pile.shuffle(ctx.rng)
    demand = dict.fromkeys(CONTENT.flowers, CONTENT.demand)
    return State(keepers, pile, CardKnowledge.create_empty(setup.seats), demand, [[] for _ in keepers])


def take_flower(ctx: GameContext[State], zone: str, cards: list[str], viewers: Iterable[Seat]) -> str:
    """Take the top card of the pile face down into a zone and return it.

    The seats in `viewers` see it, and seats that scouted it know it, too.
    """
    s = ctx.state
    scouts = {seat for card in s.pile.cards[-1:] for seat in range(len(s.keepers)) if s.pile.is_known_to(seat, card)}
    card = s.pile.take_top(ctx)
    assert card is not None, "there are more cards than hands and baskets can hold"
    cards.append(card)
    for seat in {*scouts, *viewers}:
        s.knowledge.note_seen(seat, zone, [card])
    return card


def upgrade(old: dict[str, Any], rules: int) -> dict[str, Any]:
    """Convert a State of older rules. Rules 1 had the name coins for honey."""
    if rules < 2:
        for keeper in old["keepers"]:
            keeper["honey"] = keeper.pop("coins")
    return old
