"""The State of the game, as plain data, and the setup (R1)."""

from msgspec import Struct

from engines.kernel import GameContext, NounRef, Setup

from .content import CONTENT


class Merchant(Struct):
    """A seat."""

    color: str
    coins: int
    hold: list[str]
    """Crates that only their owner knows."""
    quay: list[str]
    """Crates bought in public."""


class State(Struct):
    """The whole table."""

    merchants: list[Merchant]
    pile: list[str]
    """Hidden crates; the top is the last one."""
    prices: dict[str, int]
    rounds: int
    round: int = 0
    lot: str | None = None
    """Crate being auctioned."""
    sea: list[str] = []
    """Crates out of the game."""

    @property
    def crier(self) -> int:
        """The seat that leads this round."""
        return self.round % len(self.merchants)

    def list_clockwise(self, first: int) -> list[int]:
        """Return all seats in order, beginning with `first`."""
        seats = len(self.merchants)
        return [(first + i) % seats for i in range(seats)]


def new_game(setup: Setup, ctx: GameContext[State]) -> State:
    """R1 Shuffle the crates and deal three to each hold."""
    pile = [good for good in CONTENT.goods for _ in range(CONTENT.crates)]
    ctx.rng.shuffle(pile)
    merchants = []
    for seat, color in enumerate(setup.colors):
        hold = sorted(pile.pop() for _ in range(CONTENT.hold))
        merchants.append(Merchant(color, CONTENT.coins, hold, []))
        ctx.log_event("dealt", to=[seat], crates=tuple(NounRef(f"goods.{good}") for good in hold))
    prices = dict.fromkeys(CONTENT.goods, CONTENT.price)
    return State(merchants, pile, prices, setup.seats * CONTENT.rounds[setup.options["length"]])
