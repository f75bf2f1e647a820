"""What is to be paid and what it can be paid with, as small frozen values: both sides of R11."""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, Bundle, Good, Need, Space, Zone
from engines.kilia.table.holdings import deliveries, exchanges, next_cost, uses_left
from engines.kilia.table.state import Player

Four = tuple[int, ...]
"""A number for each good, in the order of GOODS."""

MERCHANT_COST = CONTENT.data.rules.merchant_cost
THREE = CONTENT.data.rules.three_to_one


class Cost(NamedTuple):
    """coins: those of the cost itself (a card's price, a contract); merchants come on top."""

    needs: tuple[Need, ...]
    coins: int = 0


class Purse(NamedTuple):
    """What a player may pay with. deliveries: activations left by good; swaps: goods that stand for each other."""

    goods: Four
    coins: int
    deliveries: Four = (0, 0, 0, 0)
    swaps: tuple[tuple[Good, Good], ...] = ()


class Unit(NamedTuple):
    """How one unit of a cost is covered (R11). given: the good handed in, or that a merchant delivers."""

    kind: Literal["own", "swap", "merchant", "three"]
    need: Need
    given: Good


class Way(NamedTuple):
    """One way to pay: its units, and what is left in the purse."""

    units: tuple[Unit, ...]
    left: Purse

    @property
    def goods(self) -> dict[Good, int]:
        """Own goods handed in."""
        spent = dict.fromkeys(GOODS, 0)
        for unit in self.units:
            if unit.kind != "merchant":
                spent[unit.given] += THREE if unit.kind == "three" else 1
        return {good: number for good, number in spent.items() if number}

    @property
    def merchants(self) -> dict[Good, int]:
        """Goods that merchants deliver."""
        called = [unit.given for unit in self.units if unit.kind == "merchant"]
        return {good: called.count(good) for good in GOODS if good in called}

    @property
    def coins(self) -> int:
        """Coins laid on merchants."""
        return MERCHANT_COST * sum(self.merchants.values())

    @property
    def spent(self) -> int:
        """Goods and coins handed in, counted together: how cheap the way is."""
        return sum(self.goods.values()) + self.coins


def purse_of(player: Player) -> Purse:
    """R11 Everything that may serve in a payment now."""
    left = [0] * len(GOODS)
    for space, stack in player.market.items():
        if stack:
            left[PLACE[stack[-1].card]] += uses_left(player, space)
    goods = player.goods
    salt, brick, wood, wheat = goods["salt"], goods["brick"], goods["wood"], goods["wheat"]
    swaps = exchanges(player) if player.abilities else ()
    return Purse((salt, brick, wood, wheat), player.coins, tuple(left), swaps)


PLACE = {card: GOODS.index(CONTENT.good(card)) for card in CONTENT.cards}
"""Action card -> place of its merchant's good among GOODS."""


def expansion_cost(player: Player, zone: Zone, price: int = 0) -> Cost:
    """R9 n goods of the zone for its n-th card, and the price of that card (R6.2)."""
    return Cost((CONTENT.good_of[zone],) * next_cost(player, zone), price)


@cache
def contract_cost(bundle: Bundle) -> Cost:
    """R12 The upper half of a contract."""
    needs: list[Need] = [good for good in GOODS for _ in range(getattr(bundle, good))]
    needs += ["any"] * bundle.any
    return Cost(tuple(needs), bundle.coin)


def spaces_used(player: Player, way: Way) -> tuple[Space, ...]:
    """R11 Where the merchants of a way stand. Of several with the same good, lower rows work first."""
    if not way.merchants:
        return ()
    calls = deliveries(player)
    return tuple(space for good, number in way.merchants.items() for space in calls[good][:number])
