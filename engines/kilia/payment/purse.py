"""Cost, purse and payment as small frozen values: both sides of R11."""

from functools import cache
from itertools import combinations
from typing import Literal, NamedTuple

from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, Bundle, Good, Need, Space, Zone
from engines.kilia.table.queries import count_uses_left, find_next_cost, list_deliveries, list_exchanges
from engines.kilia.table.state import Player

GoodAmounts = tuple[int, ...]
"""A number for each good, in the order of GOODS."""

MERCHANT_COST = CONTENT.data.rules.merchant_cost
THREE_TO_ONE = CONTENT.data.rules.three_to_one


class Cost(NamedTuple):
    """A cost to pay (R11)."""

    needs: tuple[Need, ...]
    """Goods to pay, one entry per unit."""
    coins: int = 0
    """Coins of the cost itself (a card's price, a contract); coins for merchants come on top."""


class Purse(NamedTuple):
    """Everything a player may pay with."""

    goods: GoodAmounts
    """Units in the personal supply."""
    coins: int
    """Coins in the personal supply; merchants are paid from them, too."""
    deliveries: GoodAmounts = (0, 0, 0, 0)
    """Remaining merchant activations by good."""
    swaps: tuple[tuple[Good, Good], ...] = ()
    """Pairs of goods that stand for each other."""


class Unit(NamedTuple):
    """The source that covers one unit of a cost (R11)."""

    kind: Literal["own", "swap", "merchant", "three"]
    """An own good, a swapped one, a delivered one, or three of another good for one."""
    need: Need
    """The unit of the cost, which may be of any good."""
    source_good: Good
    """The good handed in, or the good that a merchant delivers."""


class Payment(NamedTuple):
    """One possible payment."""

    units: tuple[Unit, ...]
    """In the order of the needs of the cost."""
    remaining: Purse
    """The purse that remains."""

    @property
    def own_goods(self) -> dict[Good, int]:
        """Own goods handed in, by good."""
        counts = dict.fromkeys(GOODS, 0)
        for unit in self.units:
            if unit.kind != "merchant":
                counts[unit.source_good] += THREE_TO_ONE if unit.kind == "three" else 1
        return {good: number for good, number in counts.items() if number}

    @property
    def deliveries(self) -> dict[Good, int]:
        """Goods delivered by merchants, by good."""
        delivered_goods = [unit.source_good for unit in self.units if unit.kind == "merchant"]
        return {good: delivered_goods.count(good) for good in GOODS if good in delivered_goods}

    @property
    def merchant_coins(self) -> int:
        """Coins laid on merchants."""
        return MERCHANT_COST * sum(self.deliveries.values())

    @property
    def total_spent(self) -> int:
        """Goods and coins handed in, counted together: the price by which payments are sorted."""
        return sum(self.own_goods.values()) + self.merchant_coins


def build_purse(player: Player) -> Purse:
    """R11 Build the purse of everything the player may pay with now."""
    uses_by_good = [0] * len(GOODS)
    for space, stack in player.market.items():
        if stack:
            uses_by_good[GOOD_INDEX[stack[-1].card]] += count_uses_left(player, space)
    goods = player.goods
    salt, brick, wood, wheat = goods["salt"], goods["brick"], goods["wood"], goods["wheat"]
    swaps = list_exchanges(player) if player.abilities else ()
    return Purse((salt, brick, wood, wheat), player.coins, tuple(uses_by_good), swaps)


GOOD_INDEX = {card: GOODS.index(CONTENT.find_good(card)) for card in CONTENT.cards}
"""Action card -> index of its merchant's good in GOODS."""


def build_expansion_cost(player: Player, zone: Zone, price: int = 0) -> Cost:
    """R9 Return the cost of an expansion: n goods for the n-th card, and the price of that card (R6.2)."""
    return Cost((CONTENT.good_of[zone],) * find_next_cost(player, zone), price)


@cache
def build_contract_cost(bundle: Bundle) -> Cost:
    """R12 Return the cost in the upper half of a contract."""
    needs: list[Need] = [good for good in GOODS for _ in range(getattr(bundle, good))]
    needs += ["any"] * bundle.any
    return Cost(tuple(needs), bundle.coin)


def list_spaces_used(player: Player, payment: Payment) -> tuple[Space, ...]:
    """R11 Return the spaces of the merchants in a payment. Of several with the same good, lower rows work first."""
    if not payment.deliveries:
        return ()
    spaces_by_good = list_deliveries(player)
    return tuple(space for good, number in payment.deliveries.items() for space in spaces_by_good[good][:number])


def list_delivery_choices(player: Player, good: Good, count: int) -> tuple[tuple[Space, ...], ...]:
    """R11 Return the spaces that could deliver this many of a good, lower rows first, one choice per division among
    rows.

    Within a row, one merchant is used up before the next: that leaves most if one of them is covered.
    """
    choices_by_rows: dict[tuple[int, ...], tuple[Space, ...]] = {}
    for spaces in combinations(list_deliveries(player)[good], count):
        choices_by_rows.setdefault(tuple(CONTENT.data.market_spaces[space].uses for space in spaces), spaces)
    return tuple(choices_by_rows.values())


def has_merchant_choice(player: Player, payment: Payment) -> bool:
    """R11 Return True if merchants of different rows could deliver a good of this payment."""
    return any(len(list_delivery_choices(player, good, count)) > 1 for good, count in payment.deliveries.items())
