"""R8.2 Gift: a cylinder on a space of the loyalty dial, which is a point of influence."""

from __future__ import annotations

from functools import partial

from engines.kernel import Msg, Option, Table
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.rules import pieces
from engines.pax_pamir.rules.card_action import commit
from engines.pax_pamir.rules.money import pay_action
from engines.pax_pamir.table.bribes import Due, for_hostage, purse
from engines.pax_pamir.table.places import Gift, cylinder_left
from engines.pax_pamir.table.questions import GiveGift
from engines.pax_pamir.table.state import State

SPACES = CONTENT.data.costs.gift_spaces


def spaces(s: State, player: int, rupees: int) -> list[int]:
    """R8.2 Empty gift spaces that so many rupees can fill, any of them."""
    gifts = s.players[player].gifts
    return [price for price in SPACES if price not in gifts and price <= rupees]


def possible(s: State, player: int, due: Due | None) -> bool:
    """R8.2 With all three spaces full the action is illegal."""
    return bool(spaces(s, player, purse(s, player, due))) and cylinder_left(s, player)


def outlook(s: State, player: int, _card: int, due: Due | None) -> list[Msg]:
    """R8.2 The spaces that can be filled; of a single one the cost is told with what follows."""
    free = spaces(s, player, purse(s, player, due))
    if len(free) == 1:
        return [Msg("gift.sole", {"price": free[0]})]
    return [Msg("gift.reach", {"spaces": tuple(free)})]


async def gift(t: Table[State], player: int, card: int) -> None:
    """R8.2 Choose a space, pay its number, place a cylinder."""
    s = t.state
    rupees = purse(s, player, for_hostage(s, player, card))
    options = [_option(s, player, price) for price in spaces(s, player, rupees)]
    price: int = await t.choose(player, "gift.ask", options, rule="R8.2", default=options[0].key, about=GiveGift())
    if await commit(t, player, card, "gift", Msg("gift.plan", {"price": price}), price):
        await give(t, player, price)


async def give(t: Table[State], player: int, price: int) -> None:
    """R8.2 Pay the number of the space to the market, and place a cylinder there."""
    pay_action(t, player, price // 2)
    source = await pieces.cylinder_to_place(t, player, Gift(price))
    if source is not None:
        await pieces.put_cylinder(t, player, source, Gift(price))


def _option(s: State, player: int, price: int) -> Option:
    def detail() -> Msg:
        return consequences.of(s, partial(give, player=player, price=price), player)

    return Option(str(price), price, Msg("gift.label", {"price": price}), detail, place=f"gift:{price}")
