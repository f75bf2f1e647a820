"""R11 The payment question, the payment itself, and its description."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engines.kernel import FIRST_OPTION, GameContext, Message, NounRef, Option, Seat, message
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, SPACES, Good, Need, Space
from engines.kilia.table.queries import find_merchant
from engines.kilia.table.questions import HowToCover, HowToPay
from engines.kilia.table.state import PendingPayment, Player, State
from engines.kilia.table.words import describe_amount, describe_amounts

from .options import find_undominated, has_more_payments, iter_unit_payments, select_payments
from .purse import MERCHANT_COST, THREE_TO_ONE, Cost, Payment, Purse, build_purse, find_spaces_used

UNIT_BY_UNIT = Option("units", None, Message("pay.units"), Message("pay.units_detail"))


async def pay_cost(ctx: GameContext[State], seat: Seat, cost: Cost, subject: HowToPay) -> tuple[Message, ...]:
    """R11 Pay a payable cost and return a description of the goods and merchants used.

    The player is asked only if at least two payments are worth offering.
    """
    player = ctx.state.players[seat]
    purse = build_purse(player)
    payments = select_payments(purse, cost)
    options = [build_payment_option(player, payment, payments) for payment in payments]
    if has_more_payments(purse, cost):
        options.append(UNIT_BY_UNIT)
    ctx.state.paying = PendingPayment([*cost.needs], cost.coins)
    payment: Payment | None = await ctx.choose(
        seat, "pay.ask", options, rule="R11", default=FIRST_OPTION, subject=subject, cost=describe_cost(cost.needs)
    )
    ctx.state.paying = None
    if payment is None:
        payment = await choose_units(ctx, seat, purse, cost)
    paid_parts = describe_payment(player, payment)
    hand_in_payment(player, payment, cost.coins)
    return paid_parts


def hand_in_payment(player: Player, payment: Payment, coins: int) -> None:
    """R11 Move goods and coins to the supply. A coin per delivery stays on the merchant until the council."""
    for space in find_spaces_used(player, payment):
        player.market[space][-1].coins += MERCHANT_COST
    for good, number in payment.own_goods.items():
        player.goods[good] -= number
    player.coins -= coins + payment.merchant_coins


def build_payment_option(player: Player, payment: Payment, payments: Sequence[Payment]) -> Option:
    """Build the option of a payment. Parts not shared by all payments come first, because buttons are cut off."""
    key = build_payment_key(player, payment)
    return Option(
        key=key,
        value=payment,
        label=lambda: message("pay.way", parts=order_distinct_first(player, payment, payments)),
        detail=lambda: message("pay.left", left=describe_remaining(payment.remaining)),
        place=f"way:{key}",
    )


def order_distinct_first(player: Player, payment: Payment, payments: Sequence[Payment]) -> tuple[Message, ...]:
    """Describe the parts of a payment, those shared by all payments last."""
    shared_parts = set.intersection(
        *({str(part) for part in describe_payment(player, other_payment)} for other_payment in payments)
    )
    return tuple(sorted(describe_payment(player, payment), key=lambda part: str(part) in shared_parts))


def build_payment_key(player: Player, payment: Payment) -> str:
    """Build the key of a payment, e.g. "pay:salt2.wheat1+m1.m4": goods handed in, then delivering merchants."""
    goods = ".".join(f"{good}{number}" for good, number in payment.own_goods.items())
    used_spaces = find_spaces_used(player, payment)
    merchants = ".".join(space.lower() for space in SPACES for _ in range(used_spaces.count(space)))
    return f"pay:{goods}+{merchants}"


# ---------------------------------------------------------------------- unit by unit


async def choose_units(ctx: GameContext[State], seat: Seat, purse: Purse, cost: Cost) -> Payment:
    """R11 Ask for the source of each unit in turn. Sources that lead only to dominated payments are not offered."""
    payment = Payment((), purse._replace(coins=purse.coins - cost.coins))
    for index, need in enumerate(cost.needs):
        step: Payment = await ctx.choose(
            seat,
            "pay.unit",
            [build_unit_option(step) for step in list_next_units(purse, cost, payment)],
            rule="R11",
            default=FIRST_OPTION,
            subject=HowToCover(cost.needs, index),
            need=NounRef(f"goods.{need}"),
            n=index + 1,
            of=len(cost.needs),
        )
        payment = Payment(payment.units + step.units, step.remaining)
    return payment


def list_next_units(purse: Purse, cost: Cost, payment: Payment) -> list[Payment]:
    """R11 Return the sources for the next unit of a begun payment from which an undominated payment
    is still reachable.
    """
    ends = {end.remaining for end in find_undominated(purse, cost)}
    need, *rest = cost.needs[len(payment.units) :]
    return [
        step
        for step in iter_unit_payments(payment.remaining, need)
        if any(end.remaining in ends for end in find_undominated(step.remaining, Cost(tuple(rest))))
    ]


def build_unit_option(step: Payment) -> Option:
    """Build the option for one source of one unit."""
    (unit,) = step.units
    label = message(f"pay.unit_{unit.kind}", good=NounRef(f"goods.{unit.source_good}"))
    return Option(
        f"{unit.kind}:{unit.source_good}", step, label, message("pay.left", left=describe_remaining(step.remaining))
    )


def describe_payment(player: Player, payment: Payment, coins: int = 0) -> tuple[Message, ...]:
    """R11 Describe the parts of a payment: own goods, swapped goods, three for one, merchants, coins of the cost
    itself."""
    return tuple(_describe_parts(player, payment, coins))


def summarize_payment(player: Player, payment: Payment, coins: int, price_key: str) -> tuple[Message, ...]:
    """Describe a payment on one line beside other facts.

    A single delivery, exchange or three for one is named; with several of them, only what leaves the supply is named.
    coins, price: the coins of the cost itself, and the kind of amount they are called.
    """
    if len({(unit.kind, unit.need, unit.source_good) for unit in payment.units if unit.kind != "own"}) > 1:
        return describe_amounts(
            {**{good: payment.own_goods.get(good, 0) for good in GOODS}, "coin": payment.merchant_coins + coins}
        )
    return (*describe_payment(player, payment), *((describe_amount(price_key, coins),) if coins else ()))


def _describe_parts(player: Player, payment: Payment, coins: int) -> Iterator[Message]:
    own_goods = Counter(unit.source_good for unit in payment.units if unit.kind == "own")
    yield from (describe_amount(good, own_goods[good]) for good in GOODS if own_goods[good])
    for (kind, need, source_good), number in Counter(payment.units).items():
        if kind in ("swap", "three"):
            handed_in = describe_amount(source_good, number * (THREE_TO_ONE if kind == "three" else 1))
            yield message(f"pay.{kind}", given=handed_in, needed=describe_amount(need, number))
    used_spaces = find_spaces_used(player, payment)
    for delivered_good, number in payment.deliveries.items():
        spaces = tuple(
            dict.fromkeys(space for space in used_spaces if _has_merchant_for(player, space, delivered_good))
        )
        yield message(
            "pay.merchant", given=describe_amount(delivered_good, number), spaces=spaces, coins=MERCHANT_COST * number
        )
    if coins:
        yield describe_amount("coin", coins)


def _has_merchant_for(player: Player, space: Space, good: Good) -> bool:
    merchant = find_merchant(player, space)
    return merchant is not None and CONTENT.find_good(merchant.card) == good


def describe_remaining(purse: Purse) -> tuple[Message, ...]:
    """Describe the personal supply that remains."""
    return describe_amounts({**dict(zip(GOODS, purse.goods, strict=True)), "coin": purse.coins})


def describe_cost(needs: tuple[Need, ...]) -> tuple[Message, ...]:
    """Describe the goods of a cost, units of any kind last."""
    counts: Counter[str] = Counter(needs)
    return tuple(describe_amount(need, counts[need]) for need in (*GOODS, "any") if counts[need])
