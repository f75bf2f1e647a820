"""A way to pay in words: what is handed in, and what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engines.kernel import Msg, say
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, Good, Need, Space
from engines.kilia.table.holdings import top
from engines.kilia.table.state import Player
from engines.kilia.table.words import amount, amounts

from .purse import MERCHANT_COST, THREE, Purse, Way, spaces_used


def paid(player: Player, way: Way, coins: int = 0) -> tuple[Msg, ...]:
    """R11 The parts of a payment: own goods, swapped ones, three for one, merchants, coins of the cost itself."""
    return tuple(_parts(player, way, coins))


def briefly(player: Player, way: Way, coins: int, price: str) -> tuple[Msg, ...]:
    """What a payment takes, on one line beside other facts: a delivery, an exchange or three for one is said; of
    several of them only what leaves the supply. coins, price: those of the cost itself, and what they are called."""
    if len({(unit.kind, unit.need, unit.given) for unit in way.units if unit.kind != "own"}) > 1:
        return amounts({**{good: way.goods.get(good, 0) for good in GOODS}, "coin": way.coins + coins})
    return (*paid(player, way), *((amount(price, coins),) if coins else ()))


def _parts(player: Player, way: Way, coins: int) -> Iterator[Msg]:
    own = Counter(unit.given for unit in way.units if unit.kind == "own")
    yield from (amount(good, own[good]) for good in GOODS if own[good])
    for (kind, need, given), number in Counter(way.units).items():
        if kind in ("swap", "three"):
            handed = amount(given, number * (THREE if kind == "three" else 1))
            yield say(f"pay.{kind}", given=handed, needed=amount(need, number))
    used = spaces_used(player, way)
    for delivered, number in way.merchants.items():
        spaces = tuple(dict.fromkeys(space for space in used if _sells(player, space, delivered)))
        yield say("pay.merchant", given=amount(delivered, number), spaces=spaces, coins=MERCHANT_COST * number)
    if coins:
        yield amount("coin", coins)


def _sells(player: Player, space: Space, good: Good) -> bool:
    merchant = top(player, space)
    return merchant is not None and CONTENT.good(merchant.card) == good


def left(purse: Purse) -> tuple[Msg, ...]:
    """What is left in the personal supply."""
    return amounts({**dict(zip(GOODS, purse.goods, strict=True)), "coin": purse.coins})


def cost_words(needs: tuple[Need, ...]) -> tuple[Msg, ...]:
    """The goods that are to be paid, those of any kind last."""
    numbers: Counter[str] = Counter(needs)
    return tuple(amount(need, numbers[need]) for need in (*GOODS, "any") if numbers[need])
