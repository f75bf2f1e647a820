"""R12 Contracts: taking one from the offer (R9), and fulfilling one."""

from typing import Literal

from msgspec.structs import replace

from engines.kernel import Arg, GameContext, Message, Option, Seat, SeatRef, message
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, THINGS
from engines.kilia.payment.options import can_pay, list_missing, select_payments
from engines.kilia.payment.pay import pay_cost, summarize_payment
from engines.kilia.payment.purse import build_contract_cost, build_purse
from engines.kilia.table import words
from engines.kilia.table.questions import HowToPay, WhichContract, WhichGood
from engines.kilia.table.state import Player, State
from engines.kilia.table.turn_actions import ContractFulfilled, format_turn_action

from .achievements import add_fourth_chip_warning, place_due_markers
from .offer import find_price, list_affordable, pay_price, take_contract_card

NO_CONTRACT = Option("none", None, Message("contract.none"))


async def take_contract(ctx: GameContext[State], seat: Seat, reason: Literal["castle", "market", "contract"]) -> None:
    """R9 Castle, R8 market, R12 reward: take one contract from the offer by the key and price rule,
    or none (R18.17).
    """
    s, player = ctx.state, ctx.state.players[seat]
    options = [build_contract_option(player, slot, contract) for slot, contract in list_affordable(player, s.contracts)]
    if not options:
        ctx.log_event("second.told_castle", who=SeatRef(seat))
    slot: int | None = await ctx.choose(
        seat,
        "contract.ask",
        [*options, NO_CONTRACT],
        rule=RULE_BY_REASON[reason],
        default="none",
        subject=WhichContract(reason),
    )
    if slot is None:
        return
    source_words = pay_price(player, slot)
    contract = take_contract_card(s, slot)
    player.active.append(contract)
    ctx.log_event("contract.taken", who=SeatRef(seat), contract=words.describe_contract(contract), source=source_words)


RULE_BY_REASON = {"castle": "R9", "market": "R8", "contract": "R12"}


def build_contract_option(player: Player, slot: int, contract: str) -> Option:
    """Build the option of a contract: cost and reward, its price, and the units then missing for it."""
    return Option(
        key=f"contract:{slot}",
        value=slot,
        label=words.describe_contract(contract, "contract.label"),
        detail=lambda: describe_contract_detail(player, slot, contract),
        place=f"contract:{slot}",
    )


def describe_contract_detail(player: Player, slot: int, contract: str) -> Message:
    """Describe the price of a contract and the units then missing for it."""
    cost = find_price(player, slot)
    purse = build_purse(player)._replace(coins=player.coins - cost)
    missing = list_missing(purse, build_contract_cost(CONTENT.contracts[contract].cost))
    args: dict[str, Arg] = {"slot": slot, "price": cost, "left": player.coins - cost}
    if missing:
        args["short"] = words.describe_amounts(words.count_things(missing))
    kind = "priced" if cost else "free"
    return message(f"contract.{kind}_short" if missing else f"contract.{kind}_payable", **args)


# ---------------------------------------------------------------------- fulfilling


def list_fulfillable(player: Player) -> list[str]:
    """R12 Return the active contracts that can be paid in full now."""
    purse = build_purse(player)
    return [
        contract for contract in player.active if can_pay(purse, build_contract_cost(CONTENT.contracts[contract].cost))
    ]


def build_fulfil_option(s: State, seat: Seat, contract: str) -> Option:
    """R6.1 Build the option of fulfilling a contract."""
    player = s.players[seat]

    def build_detail() -> Message:
        player_after = replace(player, fulfilled=[*player.fulfilled, contract])
        return add_fourth_chip_warning(s, seat, player_after, describe_fulfil_detail(player, contract))

    return Option(
        key=f"fulfil:{contract.lower()}",
        value=("fulfil", contract),
        label=words.describe_contract(contract, "fulfil.label"),
        detail=build_detail,
        group=Message("free.group"),
        place=f"active:{contract}",
    )


def describe_fulfil_detail(player: Player, contract: str) -> Message:
    """R12 Describe the cheapest payment, including bought goods, and the stock afterwards."""
    contract_data, purse = CONTENT.contracts[contract], build_purse(player)
    payments = select_payments(purse, build_contract_cost(contract_data.cost))
    key = "fulfil.detail" if len(payments) == 1 else "fulfil.detail_cheapest"
    remaining = dict(zip(THINGS, (*payments[0].remaining.goods, payments[0].remaining.coins), strict=True))
    reward = {thing: getattr(contract_data.reward, thing) for thing in THINGS}
    current_stock = words.count_stock(player)
    affected_things = [thing for thing in THINGS if current_stock[thing] != remaining[thing] or reward[thing]]
    new_amounts = tuple(words.describe_amount(thing, remaining[thing] + reward[thing]) for thing in affected_things)
    return message(key, paid=summarize_payment(player, payments[0], contract_data.cost.coin, "coin"), stock=new_amounts)


async def fulfil_contract(ctx: GameContext[State], seat: Seat, contract: str) -> None:
    """R12 Pay the cost in the upper half, take all rewards, and turn the card face down.

    Goods and coins come first, then any goods, then a new contract, so that coins of the reward may pay for it.
    """
    s, player, contract_data = ctx.state, ctx.state.players[seat], CONTENT.contracts[contract]
    cost = build_contract_cost(contract_data.cost)
    # R8: an action may follow, and lay a card on a merchant
    may_stack = any(s.offer) and (not s.is_action_over or s.has_extra_action)
    subject = HowToPay(cost.needs, cost.coins, contract=contract)
    paid_parts = await pay_cost(ctx, seat, cost, subject, may_stack=may_stack)
    if cost.coins:
        paid_parts = (*paid_parts, words.describe_amount("coin", cost.coins))
    player.active.remove(contract)
    player.fulfilled.append(contract)
    player.turn_actions.append(format_turn_action(ContractFulfilled(contract)))
    for good in GOODS:
        player.goods[good] += getattr(contract_data.reward, good)
    player.coins += contract_data.reward.coin
    with ctx.log_line():
        ctx.log_event(
            "fulfil.done",
            who=SeatRef(seat),
            contract=contract,
            paid=paid_parts,
            reward=words.describe_bundle(contract_data.reward),
            points=contract_data.points,
            number=len(player.fulfilled),
        )
        place_due_markers(ctx, seat)
    for _ in range(contract_data.reward.any):
        await take_any_good(ctx, seat, "R12")
    for _ in range(contract_data.reward.new_contract):
        await take_contract(ctx, seat, "contract")


async def take_any_good(ctx: GameContext[State], seat: Seat, rule: str) -> None:
    """R8, R12 Take one good of choice from the supply; the player's own colour is allowed (R18.19)."""
    player = ctx.state.players[seat]
    options = [
        Option(
            f"good:{good}",
            good,
            message("good.label", things=words.describe_amount(good, 1)),
            message("good.detail", now=player.goods[good], then=player.goods[good] + 1),
            place=f"good:{good}",
        )
        for good in GOODS
    ]
    scarce = min(GOODS, key=lambda good: player.goods[good])
    chosen = await ctx.choose(seat, "good.ask", options, rule=rule, default=f"good:{scarce}", subject=WhichGood())
    player.goods[chosen] += 1
    ctx.log_event("good.done", who=SeatRef(seat), things=words.describe_amounts({chosen: 1}))
