"""What lies on the table, all of it plain data, and the setup (R1)."""

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct

from engines.kernel import Pile, Seat, Seen, Setup, Table

from .content import CONTENT, FLOWER

Phase = Literal["hives", "baskets", "morning", "market", "over"]


class Keeper(Struct):
    """A seat. color: of its hive, once it has chosen one; hand: cards that only their owner knows."""

    honey: int
    hand: list[str]
    color: str | None = None


class State(Struct):
    """demand: what each flower fetches; baskets: the cards in each, by the seat that had it first; pick: how often the
    baskets went on this round; served: seats that were at the market this round; smoked: the turn's smoke is used."""

    keepers: list[Keeper]
    pile: Pile
    seen: Seen
    demand: dict[str, int]
    baskets: list[list[str]]
    phase: Phase = "hives"
    round: int = 1
    pick: int = 0
    served: int = 0
    smoked: bool = False

    @property
    def order(self) -> list[Seat]:
        """The seats in turn order; another one begins each round."""
        seats = len(self.keepers)
        return [(self.round - 1 + n) % seats for n in range(seats)]

    def before(self, seat: Seat) -> Seat:
        """Whose basket at first it was that now stands before the seat."""
        return (seat - self.pick) % len(self.keepers)

    def zones(self) -> dict[str, list[str]]:
        """Where hidden cards lie, by names that never come again for other cards."""
        hands = {hand_of(seat): keeper.hand for seat, keeper in enumerate(self.keepers)}
        return {"pile": self.pile.cards, **hands} | {
            f"basket:{self.round}:{n}": basket for n, basket in enumerate(self.baskets)
        }


def hand_of(seat: Seat) -> str:
    return f"hand:{seat}"


def new(setup: Setup, t: Table[Any]) -> State:
    """R1 Shuffle the flowers. Hives are chosen in the game (R2)."""
    keepers = [Keeper(CONTENT.honey, []) for _ in range(setup.seats)]
    pile = Pile(list(FLOWER))
    pile.shuffle(t.rng)
    demand = dict.fromkeys(CONTENT.flowers, CONTENT.demand)
    return State(keepers, pile, Seen.by(setup.seats), demand, [[] for _ in keepers])


def draw(t: Table[State], zone: str, cards: list[str], looking: Iterable[Seat]) -> str:
    """The top card of the pile goes face down to a zone; these seats look at it, and who scouted it knows it too."""
    s = t.state
    scouts = {seat for card in s.pile.cards[-1:] for seat in range(len(s.keepers)) if s.pile.knows(seat, card)}
    card = s.pile.draw(t)
    assert card is not None, "there are more cards than hands and baskets can hold"
    cards.append(card)
    for seat in {*scouts, *looking}:
        s.seen.saw(seat, zone, [card])
    return card


def upgrade(old: dict[str, Any], rules: int) -> dict[str, Any]:
    """Rules 1 called the honey coins."""
    if rules < 2:
        for keeper in old["keepers"]:
            keeper["honey"] = keeper.pop("coins")
    return old
