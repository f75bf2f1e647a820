"""Descriptions of game things in sentences: amounts, cells, abilities, contracts."""

from collections.abc import Iterable, Mapping
from functools import cache

from engines.kernel import Message, NounRef, message
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, THINGS, Bundle, Cell, Exchange, ExtraAction, PointsAbility

from .queries import find_ability
from .state import Player


@cache
def describe_amount(thing: str, number: int) -> Message:
    """Return a message for a number of a good, of any good ("any") or of coins ("coin")."""
    match thing:
        case "coin" | "any" | "card_price" | "brick":
            return message(f"amount.{thing}", n=number)
        case _:
            return message("amount.good", n=number, good=NounRef(f"goods.{thing}"))


def describe_amounts(things: Mapping[str, int]) -> tuple[Message, ...]:
    """Describe each amount that is not zero; "nothing" if all are zero."""
    return tuple(describe_amount(thing, number) for thing, number in things.items() if number) or (
        Message("amount.nothing"),
    )


def count_things(things: Iterable[str]) -> dict[str, int]:
    """Count things: goods in printed order, any goods, then coins."""
    thing_list = list(things)
    return {thing: thing_list.count(thing) for thing in (*GOODS, "any", "coin") if thing in thing_list}


def describe_cell(items: Cell) -> Message:
    """Describe one cell of a warehouse."""
    return (
        message("warehouse.cell", things=describe_amounts(count_things(items)))
        if items
        else Message("warehouse.empty_cell")
    )


def count_stock(player: Player) -> dict[str, int]:
    """R5 Return the player's supply, by thing."""
    return {thing: player.coins if thing == "coin" else player.goods[thing] for thing in THINGS}


def describe_ability(card: str) -> Message:
    """R10 Describe the ability of a card."""
    match find_ability(card):
        case Exchange(goods=(first_good, second_good)):
            return message(
                "ability.exchange", one=NounRef(f"goods.{first_good}"), other=NounRef(f"goods.{second_good}")
            )
        case ExtraAction(zone=zone):
            return message("ability.extra_action", zone=NounRef(f"zones.{zone}"))
        case PointsAbility(good=good):
            return message("ability.points", good=NounRef(f"goods.{good}"))


def describe_bundle(content: Bundle) -> tuple[Message, ...]:
    """R12 Describe one half of a contract."""
    things = {thing: getattr(content, thing) for thing in (*GOODS, "any", "coin")}
    contract_part = (Message("amount.new_contract"),) if content.new_contract else ()
    return (*(describe_amount(thing, number) for thing, number in things.items() if number), *contract_part)


@cache
def describe_contract(contract: str, key: str = "contract.words") -> Message:
    """R12 Describe a contract by both halves and its points. key: the catalogue key, by default for use within a
    sentence."""
    contract_data = CONTENT.contracts[contract]
    cost, reward = describe_bundle(contract_data.cost), describe_bundle(contract_data.reward)
    return message(key, id=contract, contract=contract, cost=cost, reward=reward, points=contract_data.points)


def describe_source(slot: int, price: int) -> Message:
    """R7.1 Describe the slot a card comes from, and its price."""
    return message("source.priced", slot=slot, price=price) if price else message("source.free", slot=slot)
