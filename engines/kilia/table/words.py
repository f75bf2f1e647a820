"""How things on the table are called in sentences: amounts, cells, abilities, contracts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from engines.kernel import Msg, Term, say
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, THINGS, Bundle, Cell, Exchange, ExtraAction, Points

from .holdings import ability
from .state import Player


@cache
def amount(thing: str, number: int) -> Msg:
    """So many of a good, of any good ("any"), or coins ("coin")."""
    match thing:
        case "coin" | "any" | "card_price" | "brick":
            return say(f"amount.{thing}", n=number)
        case _:
            return say("amount.good", n=number, good=Term(f"goods.{thing}"))


def amounts(things: Mapping[str, int]) -> tuple[Msg, ...]:
    """What there is of each thing, "nothing" if there is none."""
    return tuple(amount(thing, number) for thing, number in things.items() if number) or (Msg("amount.nothing"),)


def counted(things: Iterable[str]) -> dict[str, int]:
    """Goods in printed order, any goods, then coins."""
    listed = list(things)
    return {thing: listed.count(thing) for thing in (*GOODS, "any", "coin") if thing in listed}


def cell(items: Cell) -> Msg:
    """One cell of a warehouse."""
    return say("warehouse.cell", things=amounts(counted(items))) if items else Msg("warehouse.empty_cell")


def stock(player: Player) -> dict[str, int]:
    """R5 The personal supply."""
    return {thing: player.coins if thing == "coin" else player.goods[thing] for thing in THINGS}


def ability_words(card: str) -> Msg:
    """R10 What the ability of a card is."""
    match ability(card):
        case Exchange(goods=(one, other)):
            return say("ability.exchange", one=Term(f"goods.{one}"), other=Term(f"goods.{other}"))
        case ExtraAction(zone=zone):
            return say("ability.extra_action", zone=Term(f"zones.{zone}"))
        case Points(good=good):
            return say("ability.points", good=Term(f"goods.{good}"))


def bundle(content: Bundle) -> tuple[Msg, ...]:
    """R12 One half of a contract."""
    things = {thing: getattr(content, thing) for thing in (*GOODS, "any", "coin")}
    new = (Msg("amount.new_contract"),) if content.new_contract else ()
    return (*(amount(thing, number) for thing, number in things.items() if number), *new)


@cache
def contract_words(contract: str, key: str = "contract.words") -> Msg:
    """R12 A contract by both halves and its points, which stand on it; within a sentence, or by another key."""
    printed = CONTENT.contracts[contract]
    cost, reward = bundle(printed.cost), bundle(printed.reward)
    return say(key, id=contract, contract=contract, cost=cost, reward=reward, points=printed.points)


def source(slot: int, price: int) -> Msg:
    """R7.1 From which slot a card comes, and what it cost."""
    return say("source.priced", slot=slot, price=price) if price else say("source.free", slot=slot)
