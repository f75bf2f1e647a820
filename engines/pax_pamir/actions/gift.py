"""R8.2 Gift: place a cylinder on a space of the loyalty dial, for a point of influence."""

from functools import partial

from engines.kernel import GameContext, Message, Option
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.rules import pieces
from engines.pax_pamir.rules.payments import commit_action, pay_for_action
from engines.pax_pamir.table.bribes import Due, compute_action_budget, find_hostage_bribe
from engines.pax_pamir.table.places import Gift, has_cylinder_left
from engines.pax_pamir.table.questions import GiveGift
from engines.pax_pamir.table.state import State

SPACES = CONTENT.data.costs.gift_spaces


def list_open_spaces(s: State, player: int, rupees: int) -> list[int]:
    """R8.2 Return the empty gift spaces that cost at most this many rupees."""
    gifts = s.players[player].gifts
    return [price for price in SPACES if price not in gifts and price <= rupees]


def is_possible(s: State, player: int, due: Due | None) -> bool:
    """R8.2 Return whether the player can fill a gift space."""
    return bool(list_open_spaces(s, player, compute_action_budget(s, player, due))) and has_cylinder_left(s, player)


def forecast_gift(s: State, player: int, _card: int, due: Due | None) -> list[Message]:
    """R8.2 Return the spaces that can be filled. For a single space the preview adds the cost."""
    open_spaces = list_open_spaces(s, player, compute_action_budget(s, player, due))
    if len(open_spaces) == 1:
        return [Message("gift.sole", {"price": open_spaces[0]})]
    return [Message("gift.reach", {"spaces": tuple(open_spaces)})]


async def perform_gift(ctx: GameContext[State], player: int, card: int) -> None:
    """R8.2 Let the player choose a space, pay its number, and place a cylinder."""
    s = ctx.state
    rupees = compute_action_budget(s, player, find_hostage_bribe(s, player, card))
    options = [_build_option(s, player, price) for price in list_open_spaces(s, player, rupees)]
    price: int = await ctx.choose(player, "gift.ask", options, rule="R8.2", default=options[0].key, subject=GiveGift())
    if await commit_action(ctx, player, card, "gift", Message("gift.plan", {"price": price}), price):
        await give_gift(ctx, player, price)


async def give_gift(ctx: GameContext[State], player: int, price: int) -> None:
    """R8.2 Pay the number of the space to the market, and place a cylinder on the space."""
    pay_for_action(ctx, player, price // 2)
    source = await pieces.choose_cylinder_source(ctx, player, Gift(price))
    if source is not None:
        await pieces.put_cylinder(ctx, player, source, Gift(price))


def _build_option(s: State, player: int, price: int) -> Option:
    def detail() -> Message:
        return consequences.describe_results(s, partial(give_gift, player=player, price=price), player)

    return Option(str(price), price, Message("gift.label", {"price": price}), detail, place=f"gift:{price}")
