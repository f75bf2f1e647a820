"""R7 Paying costs, with jade as a substitute for coins and camels."""

from collections.abc import Sequence

from msgspec.structs import replace

from engines.kernel import GameContext, Message, Option, Seat, message
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.table.names import build_choice_place, describe_amounts, describe_die
from engines.marco_polo_ii.table.questions import MAX_OPTIONS, CoinsToPay, ShareOfJade
from engines.marco_polo_ii.table.spaces import Dice, list_remaining_dice
from engines.marco_polo_ii.table.state import RESOURCES, Player, State


def can_pay(player: Player, cost: Cost) -> bool:
    """R7 Return whether a player can pay. Jade replaces missing coins and camels; VP may become negative."""
    if player.pepper < cost.pepper or player.silk < cost.silk or player.gold < cost.gold:
        return False
    missing = max(0, cost.coins - player.coins) + max(0, cost.camels - player.camels)
    return player.jade >= cost.jade + missing


def compute_default_payment(player: Player, cost: Cost) -> Cost:
    """R7 Return the default payment for a cost: jade only for missing coins and camels."""
    coins, camels = min(cost.coins, player.coins), min(cost.camels, player.camels)
    return _replace_with_jade(cost, cost.coins - coins, cost.camels - camels)


def _replace_with_jade(cost: Cost, for_coins: int, for_camels: int) -> Cost:
    jade = cost.jade + for_coins + for_camels
    return Cost(
        cost.coins - for_coins,
        cost.camels - for_camels,
        cost.pepper,
        cost.silk,
        cost.gold,
        jade,
        cost.any_good,
        cost.vp,
    )


def list_payments(player: Player, cost: Cost) -> list[Cost]:
    """R7 Return all payments for a cost: the default one first, then with more and more jade."""
    min_coins, min_camels = max(0, cost.coins - player.coins), max(0, cost.camels - player.camels)
    max_jade = player.jade - cost.jade
    return sorted(
        (
            _replace_with_jade(cost, for_coins, for_camels)
            for for_coins in range(min_coins, cost.coins + 1)
            for for_camels in range(min_camels, cost.camels + 1)
            if for_coins + for_camels <= max_jade
        ),
        key=_count_jade_and_coins,
    )


def _count_jade_and_coins(payment: Cost) -> tuple[int, int]:
    """Return a key that sorts payments: those with little jade first, then those with many coins."""
    return payment.jade, -payment.coins


def list_repeated_payments(player: Player, cost: Cost, gain: Gain, times: int) -> list[Cost]:
    """R7 Return the totals of all payments for several exchanges, the default one first.

    They are made one after the other, so the gains of earlier ones may pay for later ones.
    """
    stocks = {Cost(): player}
    for _ in range(times):
        stocks = {
            total.add(payment): _exchange_resources(stock, payment, gain)
            for total, stock in stocks.items()
            for payment in list_payments(stock, cost)
        }
    return sorted(stocks, key=_count_jade_and_coins)


def _exchange_resources(player: Player, payment: Cost, gain: Gain) -> Player:
    """Return a copy of the player after a payment and a gain."""
    changed = {name: getattr(player, name) - getattr(payment, name) + getattr(gain, name) for name in RESOURCES}
    return replace(player, **changed)


async def pay(ctx: GameContext[State], seat: Seat, cost: Cost) -> Cost:
    """R7 Pay a cost and return the payment."""
    payment = await choose_payment(ctx, seat, cost, list_payments(ctx.state.players[seat], cost))
    deduct_payment(ctx.state.players[seat], payment)
    return payment


async def choose_payment(
    ctx: GameContext[State], seat: Seat, cost: Cost, payments: Sequence[Cost], gain: Gain | None = None
) -> Cost:
    """R7 Return the default payment, or ask for the share of jade.

    It is asked for if the player wants that, or had no jade when the action was chosen and could not say so; first for
    coins, then for camels, where a menu cannot hold all payments.

    gain: what is gained for it, where jade of that may pay already
    """
    turn = ctx.state.turn
    if turn.had_jade and not turn.asks_jade:
        return payments[0]
    if len(payments) > MAX_OPTIONS:
        payments = await _choose_coins(ctx, seat, cost, payments)
    options = [
        Option(
            f"pay:{option.coins}.{option.camels}.{option.jade}",
            option,
            message("fulfil.pay", cost=describe_amounts(option)),
            place=build_choice_place("pay", option, gain),
        )
        for option in payments
    ]
    payment: Cost = await ctx.choose(
        seat,
        "pay.ask",
        options,
        rule="R7",
        default=options[0].key,
        subject=ShareOfJade(cost),
        cost=describe_amounts(cost),
    )
    return payment


async def _choose_coins(ctx: GameContext[State], seat: Seat, cost: Cost, payments: Sequence[Cost]) -> list[Cost]:
    """Ask how many coins to pay, and return the payments with this many, which differ in camels and jade."""
    options = [
        Option(
            f"coins:{coins}",
            coins,
            message("fulfil.pay", cost=Message("amount.coins", {"n": coins})),
            place=build_choice_place("coins", Cost(coins=coins)),
        )
        for coins in sorted({payment.coins for payment in payments}, reverse=True)
    ]
    chosen: int = await ctx.choose(
        seat,
        "pay.coins",
        options,
        rule="R7",
        default=f"coins:{payments[0].coins}",
        subject=CoinsToPay(cost),
        cost=describe_amounts(cost),
    )
    return [payment for payment in payments if payment.coins == chosen]


def deduct_payment(player: Player, payment: Cost) -> None:
    """Deduct exactly these amounts from the player's stock."""
    for name in RESOURCES:
        setattr(player, name, getattr(player, name) - getattr(payment, name))
    if payment.vp:
        player.points["spaces"] = player.points.get("spaces", 0) - payment.vp


def list_changes(player: Player, cost: Cost | None = None, gain: Gain | None = None) -> tuple[Message, ...]:
    """Return "camels 3 → 2" for each resource that changes. Jade pays only for missing coins and camels (R7).

    VP are left out, and goods of the player's choice, as they are not chosen yet.
    """
    return list_changes_by_payment(player, compute_default_payment(player, cost or Cost()), gain)


def list_changes_by_payment(player: Player, payment: Cost, gain: Gain | None = None) -> tuple[Message, ...]:
    """Return "camels 3 → 2" for each resource that this payment and gain change."""
    items = []
    for name in RESOURCES:
        was: int = getattr(player, name)
        now = was - getattr(payment, name) + getattr(gain or Gain(), name)
        if now != was:
            items.append(Message(f"change.{name}", {"was": was, "now": now}))
    return tuple(items)


def describe_changes(player: Player, cost: Cost | None = None, gain: Gain | None = None) -> Message:
    """Return `list_changes` as the detail of an option."""
    return message("menu.detail", items=list_changes(player, cost, gain))


def describe_remaining_dice(player: Player, dice: Dice) -> Message:
    """Describe the dice left for later turns."""
    remaining = list_remaining_dice(player, dice)
    return (
        message("menu.leaves", dice=tuple(map(describe_die, remaining))) if remaining else message("menu.leaves_none")
    )
