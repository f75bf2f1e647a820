"""R12 Contracts: taking one from the offer (R9), and fulfilling one."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from engines.kernel import Arg, Msg, Option, Seat, Table, Who, say
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, THINGS
from engines.kilia.payment.offered import offered
from engines.kilia.payment.pay import pay
from engines.kilia.payment.purse import contract_cost, purse_of
from engines.kilia.payment.ways import lacking, payable
from engines.kilia.payment.words import briefly
from engines.kilia.table.deeds import Fulfilled, write
from engines.kilia.table.questions import HowToPay, WhichContract, WhichGood
from engines.kilia.table.state import Player, State
from engines.kilia.table.words import amount, amounts, bundle, contract_words, counted, stock

from .achievements import place_due_markers, warned
from .offer import affordable, buy, price, take_contract_card

NO_CONTRACT = Option("none", None, Msg("contract.none"))


async def take_contract(t: Table[State], seat: Seat, reason: Literal["castle", "market", "contract"]) -> None:
    """R9 Castle, R8 market, R12 reward: one contract from the offer by the key and price rule, or none (R18.17)."""
    s, player = t.state, t.state.players[seat]
    options = [contract_option(player, slot, contract) for slot, contract in affordable(player, s.contracts)]
    if not options:
        t.tell("second.told_castle", who=Who(seat))
    slot: int | None = await t.choose(
        seat,
        "contract.ask",
        [*options, NO_CONTRACT],
        rule=RULE_OF[reason],
        default="none",
        about=WhichContract(reason),
    )
    if slot is None:
        return
    source = buy(player, slot)
    contract = take_contract_card(s, slot)
    player.active.append(contract)
    t.tell("contract.taken", who=Who(seat), contract=contract_words(contract), source=source)


RULE_OF = {"castle": "R9", "market": "R8", "contract": "R12"}


def contract_option(player: Player, slot: int, contract: str) -> Option:
    """What it takes and brings, what it costs to take, and what is missing for it then."""
    return Option(
        key=f"contract:{slot}",
        value=slot,
        label=contract_words(contract, "contract.label"),
        detail=lambda: contract_detail(player, slot, contract),
        place=f"contract:{slot}",
    )


def contract_detail(player: Player, slot: int, contract: str) -> Msg:
    cost = price(player, slot)
    purse = purse_of(player)._replace(coins=player.coins - cost)
    short = lacking(purse, contract_cost(CONTENT.contracts[contract].cost))
    args: dict[str, Arg] = {"slot": slot, "price": cost, "left": player.coins - cost}
    if short:
        args["short"] = amounts(counted(short))
    kind = "priced" if cost else "free"
    return say(f"contract.{kind}_short" if short else f"contract.{kind}_payable", **args)


# ---------------------------------------------------------------------- fulfilling


def fulfillable(player: Player) -> list[str]:
    """R12 Active contracts that can be paid in full now."""
    purse = purse_of(player)
    return [contract for contract in player.active if payable(purse, contract_cost(CONTENT.contracts[contract].cost))]


def fulfil_option(s: State, seat: Seat, contract: str) -> Option:
    """R6.1 A contract that may be fulfilled now."""
    player = s.players[seat]

    def detail() -> Msg:
        then = replace(player, fulfilled=[*player.fulfilled, contract])
        return warned(s, seat, then, fulfil_detail(player, contract))

    return Option(
        key=f"fulfil:{contract.lower()}",
        value=("fulfil", contract),
        label=contract_words(contract, "fulfil.label"),
        detail=detail,
        group=Msg("free.group"),
        place=f"active:{contract}",
    )


def fulfil_detail(player: Player, contract: str) -> Msg:
    """R12 What is handed in, bought goods included, in the cheapest of several ways; what is held afterwards."""
    printed, purse = CONTENT.contracts[contract], purse_of(player)
    ways = offered(purse, contract_cost(printed.cost))
    key = "fulfil.detail" if len(ways) == 1 else "fulfil.detail_cheapest"
    left = dict(zip(THINGS, (*ways[0].left.goods, ways[0].left.coins), strict=True))
    gained = {thing: getattr(printed.reward, thing) for thing in THINGS}
    had = stock(player)
    touched = [thing for thing in THINGS if had[thing] != left[thing] or gained[thing]]
    held = tuple(amount(thing, left[thing] + gained[thing]) for thing in touched)
    return say(key, paid=briefly(player, ways[0], printed.cost.coin, "coin"), stock=held)


async def fulfil(t: Table[State], seat: Seat, contract: str) -> None:
    """R12 Pay all goods and coins of the upper half; then all rewards; the card is turned face down.

    Goods and coins come first, then any goods, then a new contract, so that coins of the reward may pay for it.
    """
    player, printed = t.state.players[seat], CONTENT.contracts[contract]
    cost = contract_cost(printed.cost)
    words = await pay(t, seat, cost, HowToPay(cost.needs, cost.coins, contract=contract))
    if cost.coins:
        words = (*words, amount("coin", cost.coins))
    player.active.remove(contract)
    player.fulfilled.append(contract)
    player.deeds.append(write(Fulfilled(contract)))
    for good in GOODS:
        player.goods[good] += getattr(printed.reward, good)
    player.coins += printed.reward.coin
    with t.line():
        t.tell(
            "fulfil.done",
            who=Who(seat),
            contract=contract,
            paid=words,
            reward=bundle(printed.reward),
            points=printed.points,
            number=len(player.fulfilled),
        )
        place_due_markers(t, seat)
    for _ in range(printed.reward.any):
        await take_any_good(t, seat, "R12")
    for _ in range(printed.reward.new_contract):
        await take_contract(t, seat, "contract")


async def take_any_good(t: Table[State], seat: Seat, rule: str) -> None:
    """R8, R12 One good of choice from the supply, also of the own colour (R18.19)."""
    player = t.state.players[seat]
    options = [
        Option(
            f"good:{good}",
            good,
            say("good.label", things=amount(good, 1)),
            say("good.detail", now=player.goods[good], then=player.goods[good] + 1),
            place=f"good:{good}",
        )
        for good in GOODS
    ]
    scarce = min(GOODS, key=lambda good: player.goods[good])
    chosen = await t.choose(seat, "good.ask", options, rule=rule, default=f"good:{scarce}", about=WhichGood())
    player.goods[chosen] += 1
    t.tell("good.done", who=Who(seat), things=amounts({chosen: 1}))
