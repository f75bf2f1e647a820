"""R11 The payment question, the payment itself, and its description."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engines.kernel import FIRST_OPTION, GameContext, Message, NounRef, Option, Seat, message
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, SPACES, Good, Need, Space
from engines.kilia.table.queries import find_merchant, list_deliveries
from engines.kilia.table.questions import HowToCover, HowToPay, WhichMerchants
from engines.kilia.table.state import PendingDelivery, PendingPayment, Player, State
from engines.kilia.table.words import describe_amount, describe_amounts

from .options import has_more_payments, iter_unit_payments, list_undominated, select_payments
from .purse import (
    MERCHANT_COST,
    THREE_TO_ONE,
    Cost,
    Payment,
    Purse,
    build_purse,
    has_merchant_choice,
    list_delivery_choices,
    list_spaces_used,
)

UNIT_BY_UNIT = Option("units", None, Message("pay.units"), Message("pay.units_detail"))


async def pay_cost(
    ctx: GameContext[State], seat: Seat, cost: Cost, subject: HowToPay, *, may_stack: bool
) -> tuple[Message, ...]:
    """R11 Pay a payable cost and return a description of the goods and merchants used.

    The player is asked only if at least two payments are worth offering, and for the merchants only if it matters.
    may_stack: True if a card may still be stacked on a merchant in this turn.
    """
    player = ctx.state.players[seat]
    purse = build_purse(player)
    payments = select_payments(purse, cost)
    options = [build_payment_option(player, payment, payments, asks_for_merchants=may_stack) for payment in payments]
    if has_more_payments(purse, cost):
        options.append(UNIT_BY_UNIT)
    ctx.state.paying = PendingPayment([*cost.needs], cost.coins)
    payment: Payment | None = await ctx.choose(
        seat, "pay.ask", options, rule="R11", default=FIRST_OPTION, subject=subject, cost=describe_cost(cost.needs)
    )
    ctx.state.paying = None
    if payment is None:
        payment = await choose_units(ctx, seat, purse, cost)
    spaces = await choose_merchants(ctx, seat, payment) if may_stack else list_spaces_used(player, payment)
    paid_parts = describe_payment(player, payment, spaces)
    hand_in_payment(player, payment, spaces, cost.coins)
    return paid_parts


def hand_in_payment(player: Player, payment: Payment, spaces: Sequence[Space], coins: int) -> None:
    """R11 Move goods and coins to the supply. A coin per delivery stays on the merchant until the council."""
    for space in spaces:
        player.market[space][-1].coins += MERCHANT_COST
    for good, number in payment.own_goods.items():
        player.goods[good] -= number
    player.coins -= coins + payment.merchant_coins


def build_payment_option(
    player: Player, payment: Payment, payments: Sequence[Payment], *, asks_for_merchants: bool
) -> Option:
    """Build the option of a payment. Parts not shared by all payments come first, because buttons are cut off.

    asks_for_merchants: True if merchants of different rows are chosen afterwards, so that none is named yet.
    """
    key = build_payment_key(player, payment)
    return Option(
        key=key,
        value=payment,
        label=lambda: message("pay.way", parts=order_distinct_first(player, payment, payments, asks_for_merchants)),
        detail=lambda: message("pay.left", left=describe_remaining(payment.remaining)),
        place=f"way:{key}",
    )


def order_distinct_first(
    player: Player, payment: Payment, payments: Sequence[Payment], asks_for_merchants: bool
) -> tuple[Message, ...]:
    """Describe the parts of a payment, those shared by all payments last. asks_for_merchants: as for
    `build_payment_option`.
    """

    def list_parts(one: Payment) -> tuple[Message, ...]:
        is_open = asks_for_merchants and has_merchant_choice(player, one)
        return describe_payment(player, one, () if is_open else list_spaces_used(player, one))

    shared_parts = set.intersection(*({str(part) for part in list_parts(other)} for other in payments))
    return tuple(sorted(list_parts(payment), key=lambda part: str(part) in shared_parts))


def build_payment_key(player: Player, payment: Payment) -> str:
    """Build the key of a payment, e.g. "pay:salt2.wheat1+m1.m4": goods handed in, then delivering merchants."""
    goods = ".".join(f"{good}{number}" for good, number in payment.own_goods.items())
    used_spaces = list_spaces_used(player, payment)
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
    ends = {end.remaining for end in list_undominated(purse, cost)}
    need, *rest = cost.needs[len(payment.units) :]
    return [
        step
        for step in iter_unit_payments(payment.remaining, need)
        if any(end.remaining in ends for end in list_undominated(step.remaining, Cost(tuple(rest))))
    ]


def build_unit_option(step: Payment) -> Option:
    """Build the option for one source of one unit."""
    (unit,) = step.units
    label = message(f"pay.unit_{unit.kind}", good=NounRef(f"goods.{unit.source_good}"))
    return Option(
        f"{unit.kind}:{unit.source_good}", step, label, message("pay.left", left=describe_remaining(step.remaining))
    )


# ---------------------------------------------------------------------- the merchants


async def choose_merchants(ctx: GameContext[State], seat: Seat, payment: Payment) -> tuple[Space, ...]:
    """R8, R11 Return the spaces of the merchants that deliver; ask where merchants of different rows could.

    A merchant covered later in the turn loses the activations that it still has.
    """
    s, player = ctx.state, ctx.state.players[seat]
    spaces: list[Space] = []
    for good, count in payment.deliveries.items():
        s.delivery = PendingDelivery(good, count)
        spaces += await ctx.choose(
            seat,
            "pay.merchants",
            [build_delivery_option(player, good, choice) for choice in list_delivery_choices(player, good, count)],
            rule="R11",
            default=FIRST_OPTION,
            subject=WhichMerchants(good, count),
            things=describe_amount(good, count),
        )
    s.delivery = None
    return tuple(spaces)


def build_delivery_option(player: Player, good: Good, spaces: tuple[Space, ...]) -> Option:
    """Build the option of some merchants of one good, with what this good's merchants can still deliver afterwards."""
    left = Counter(list_deliveries(player)[good]) - Counter(spaces)
    key = build_delivery_key(spaces)
    return Option(
        key=key,
        value=spaces,
        label=message("pay.deliverers", parts=describe_deliveries(Counter(spaces))),
        detail=message("pay.deliveries_left", left=describe_deliveries(left)),
        place=key,
    )


def build_delivery_key(spaces: Sequence[Space]) -> str:
    """Build the key of the merchants that deliver, e.g. "deliver:m1.m4.m4"."""
    return f"deliver:{'.'.join(space.lower() for space in spaces)}"


def describe_deliveries(counts: Mapping[Space, int]) -> tuple[Message, ...]:
    """Describe numbers of deliveries by space."""
    return tuple(message("pay.deliverer", space=space, n=number) for space, number in counts.items())


# ---------------------------------------------------------------------- descriptions


def describe_payment(player: Player, payment: Payment, spaces: Sequence[Space]) -> tuple[Message, ...]:
    """R11 Describe the parts of a payment: own goods, swapped goods, three for one, merchants.

    spaces: those of the merchants that deliver; empty to name none.
    """
    return tuple(_describe_parts(player, payment, spaces))


def summarize_payment(player: Player, payment: Payment, coins: int, price_key: str) -> tuple[Message, ...]:
    """Describe a payment on one line beside other facts.

    A single delivery, exchange or three for one is named; with several of them, only what leaves the supply is named.
    coins: those of the cost itself. price_key: the kind of amount that names them.
    """
    spaces = list_spaces_used(player, payment)
    exceptional_units = {(unit.kind, unit.need, unit.source_good) for unit in payment.units if unit.kind != "own"}
    if len(exceptional_units) > 1 or len(set(spaces)) > 1:
        return describe_amounts(
            {**{good: payment.own_goods.get(good, 0) for good in GOODS}, "coin": payment.merchant_coins + coins}
        )
    parts = describe_payment(player, payment, spaces)
    return (*parts, *((describe_amount(price_key, coins),) if coins else ()))


def _describe_parts(player: Player, payment: Payment, used_spaces: Sequence[Space]) -> Iterator[Message]:
    own_goods = Counter(unit.source_good for unit in payment.units if unit.kind == "own")
    yield from (describe_amount(good, own_goods[good]) for good in GOODS if own_goods[good])
    for (kind, need, source_good), number in Counter(payment.units).items():
        if kind in ("swap", "three"):
            handed_in = describe_amount(source_good, number * (THREE_TO_ONE if kind == "three" else 1))
            yield message(f"pay.{kind}", given=handed_in, needed=describe_amount(need, number))
    for delivered_good, number in payment.deliveries.items():
        spaces = tuple(
            dict.fromkeys(space for space in used_spaces if _has_merchant_for(player, space, delivered_good))
        )
        given, coins = describe_amount(delivered_good, number), MERCHANT_COST * number
        if spaces:
            yield message("pay.merchant", given=given, spaces=spaces, coins=coins)
        else:
            yield message("pay.merchant_unnamed", given=given, coins=coins)


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
