"""What lies on the table, all of it plain data, and the setup (R1)."""

from msgspec import Struct

from engines.kernel import Setup, Table, Term

from .content import CONTENT


class Merchant(Struct):
    """A seat. hold: crates that only their owner knows; quay: crates bought in public."""

    color: str
    coins: int
    hold: list[str]
    quay: list[str]


class State(Struct):
    """pile: hidden, its top last; lot: the crate under the hammer; sea: crates that are gone."""

    merchants: list[Merchant]
    pile: list[str]
    prices: dict[str, int]
    rounds: int
    round: int = 0
    lot: str | None = None
    sea: list[str] = []

    @property
    def crier(self) -> int:
        """The seat that leads this round."""
        return self.round % len(self.merchants)

    def clockwise(self, first: int) -> list[int]:
        """All seats in order, beginning with `first`."""
        seats = len(self.merchants)
        return [(first + i) % seats for i in range(seats)]


def new(setup: Setup, t: Table[State]) -> State:
    """R1 Shuffle the crates, deal three to each hold."""
    pile = [good for good in CONTENT.goods for _ in range(CONTENT.crates)]
    t.rng.shuffle(pile)
    merchants = []
    for seat, color in enumerate(setup.colors):
        hold = sorted(pile.pop() for _ in range(CONTENT.hold))
        merchants.append(Merchant(color, CONTENT.coins, hold, []))
        t.tell("dealt", to=[seat], crates=tuple(Term(f"goods.{good}") for good in hold))
    prices = dict.fromkeys(CONTENT.goods, CONTENT.price)
    return State(merchants, pile, prices, setup.seats * CONTENT.rounds[setup.options["length"]])
