"""R8.7 City cards: the conditions for using one, and the effect of each kind."""

from collections.abc import Awaitable, Callable
from functools import partial

import msgspec

from engines.kernel import GameContext, Message, NounRef, Option, Seat, SeatRef, message
from engines.marco_polo_ii.data.content import CONTENT, GOODS
from engines.marco_polo_ii.data.types import CityCard, Cost, Gain
from engines.marco_polo_ii.rules.gains import receive
from engines.marco_polo_ii.rules.payment import (
    can_pay,
    choose_payment,
    compute_default_payment,
    deduct_payment,
    list_changes,
    list_changes_by_payment,
    list_repeated_payments,
    pay,
)
from engines.marco_polo_ii.rules.reach import can_move
from engines.marco_polo_ii.rules.rewards import carry_out_movement, gain_city_bonus, gain_reward
from engines.marco_polo_ii.table import names
from engines.marco_polo_ii.table.questions import ExchangeLine, Exchanges, OwnBonus, PayGoods
from engines.marco_polo_ii.table.spaces import Dice, is_token
from engines.marco_polo_ii.table.state import RESOURCES, Budget, Player, State

from .space_actions import Action, list_open_guilds, take_seal

DATA = CONTENT.data


def may_use_card(s: State, seat: Seat, space: str, dice: Dice) -> bool:
    """R8.7 Return whether the seat may use the card of a space.

    Common cards have no condition; others require a post of the seat that was not placed this turn (R11). R12 Donata's
    token may be used where the token's colour has a post or, if no player has that colour, where there is no post.
    """
    city = DATA.spaces[space].city
    if city is None or (city in s.players[seat].posts and city not in s.turn.new_posts):
        return True
    token = dice.pieces[0]
    if not is_token(token):
        return False
    owner = next((player for player in s.players if player.color == token), None)
    return city in owner.posts if owner else not any(city in player.posts for player in s.players)


def can_use_card(s: State, seat: Seat, space: str, dice: Dice) -> bool:
    """R6, R8.7 Return whether the effect of the card is possible at least once."""
    if not may_use_card(s, seat, space, dice):
        return False
    player = s.players[seat]
    ident = s.city_cards[space]
    line = DATA.city_cards[ident]
    match line.kind:
        case "exchange" if line.reward.move:
            return can_move(player, _build_budget(line, dice))
        case "exchange":
            return _can_pay_once(player, line.cost)
        case "choice_exchange":
            return any(_can_pay_once(player, exchange.cost) for exchange in line.options)
        case "count_posts":
            return bool(player.posts)
        case "count_contracts":
            return bool(player.fulfilled)
        case "city_bonus":
            return bool(list_own_markers(s, seat))
        case "guild_one_die":
            return can_pay(player, line.cost) and bool(list_open_guilds(s, seat, dice.value))
        case "by_die" | "per_pip":
            return True


def forecast_card(s: State, _seat: Seat, space: str) -> Message:
    return names.describe_card(s.city_cards[space])


async def carry_out_city_card(ctx: GameContext[State], seat: Seat, space: str, dice: Dice) -> None:
    """R8.7 Carry out the effect of the space's card."""
    ident = ctx.state.city_cards[space]
    await CARD_EFFECTS[DATA.city_cards[ident].kind](ctx, seat, ident, dice)


# ---------------------------------------------------------------- fixed gains


async def _gain_per_piece(ctx: GameContext[State], seat: Seat, ident: str, dice: Dice) -> None:
    """R8.7, R16.11 Gain the reward for each post on the map or fulfilled contract, up to the value of the die."""
    player, line = ctx.state.players[seat], DATA.city_cards[ident]
    number = len(player.posts if line.kind == "count_posts" else player.fulfilled)
    await gain_reward(ctx, seat, line.per.multiply(min(number, dice.value)), "spaces")


async def _gain_per_pip(ctx: GameContext[State], seat: Seat, ident: str, dice: Dice) -> None:
    """R8.7 Gain the reward for each pip of the die."""
    await gain_reward(ctx, seat, DATA.city_cards[ident].per.multiply(dice.value), "spaces")


async def _gain_by_die(ctx: GameContext[State], seat: Seat, ident: str, dice: Dice) -> None:
    """R8.7 Gain the reward of the range that contains the value, and no other."""
    line = DATA.city_cards[ident]
    await gain_reward(ctx, seat, next(r.reward for r in line.ranges if r.min <= dice.value <= r.max), "spaces")


async def _take_guild_seal(ctx: GameContext[State], seat: Seat, ident: str, dice: Dice) -> None:
    """R8.7 Take a guild seal with a single die."""
    await pay(ctx, seat, DATA.city_cards[ident].cost)
    await take_seal(ctx, seat, dice.value)


# ---------------------------------------------------------------- city bonuses


def list_own_markers(s: State, seat: Seat) -> list[tuple[str, str]]:
    """Return (city, bonus marker) for the player's posts."""
    return [(city, ident) for city, ident in s.bonuses.items() if city in s.players[seat].posts]


async def _gain_city_bonuses(ctx: GameContext[State], seat: Seat, ident: str, dice: Dice) -> None:
    """R8.7, R16.13 Gain a city bonus of the player's own posts; with a high die, optionally a second one."""
    uses = next(r.times for r in DATA.city_cards[ident].ranges if r.min <= dice.value <= r.max)
    used_markers: list[str] = []
    for number in range(uses):
        unused = [(city, marker) for city, marker in list_own_markers(ctx.state, seat) if marker not in used_markers]
        options = [
            Option(
                f"bonus:{marker}",
                marker,
                message("bonus.gain", gain=names.describe_city_bonus(marker)),
                message("bonus.in_city", city=names.name_place(city)),
                place=f"bonus:{city}",
            )
            for city, marker in unused
        ]
        if not options:
            return
        if number:
            options.insert(0, Option("no", None, message("bonus.enough")))
        chosen = await ctx.choose(
            seat, "bonus.own", options, rule="R8.7", default=options[0].key, subject=OwnBonus(bool(number))
        )
        if chosen is None:
            return
        used_markers.append(chosen)
        await gain_city_bonus(ctx, seat, chosen)


# ---------------------------------------------------------------- exchanges


async def _choose_exchange(ctx: GameContext[State], seat: Seat, ident: str, dice: Dice) -> None:
    """R8.7 Choose one of the two exchanges on the card and carry it out."""
    player = ctx.state.players[seat]
    lines = DATA.city_cards[ident].options
    options = [
        Option(
            f"line:{i}",
            i - 1,
            message(
                "card.exchange",
                cost=names.describe_amounts(exchange.cost),
                gain=names.describe_amounts(exchange.reward),
            ),
            message("menu.times", n=count_max_times(player, exchange.cost, exchange.reward, dice.value)),
            place=names.build_choice_place("line", exchange.cost, exchange.reward),
        )
        for i, exchange in enumerate(lines, 1)
        if count_max_times(player, exchange.cost, exchange.reward, 1)
    ]
    chosen: int = await ctx.choose(
        seat, "exchange.line", options, rule="R8.7", default=options[0].key, subject=ExchangeLine(ident)
    )
    await _repeat_exchange(ctx, seat, ident, lines[chosen].cost, lines[chosen].reward, dice.value)


async def _make_exchange(ctx: GameContext[State], seat: Seat, ident: str, dice: Dice) -> None:
    """R8.7 Exchange the cost for the reward, from once up to as often as the die shows."""
    line = DATA.city_cards[ident]
    if line.reward.move:
        await carry_out_movement(ctx, seat, _build_budget(line, dice))
    elif line.cost.any_good:
        await _exchange_goods_for_reward(ctx, seat, line, dice.value)
    elif line.reward.any_good:
        await _exchange_for_goods(ctx, seat, ident, dice.value)
    else:
        await _repeat_exchange(ctx, seat, ident, line.cost, line.reward, dice.value)


def _build_budget(line: CityCard, dice: Dice) -> Budget:
    """R8.7 Return the movement of card k19, which costs camels for each step."""
    return Budget(dice.value * line.reward.move, step_camels=line.cost.camels)


def _can_pay_once(player: Player, cost: Cost) -> bool:
    """R6 Return whether an exchange can be paid at least once."""
    return player.pepper + player.silk + player.gold > 0 if cost.any_good else can_pay(player, cost)


def count_max_times(player: Player, cost: Cost, reward: Gain, limit: int) -> int:
    """R7 Return how often an exchange can be paid, at most `limit`. Later ones may use the gains of earlier ones."""
    if cost.any_good:
        return min(limit, player.pepper + player.silk + player.gold)
    trial = msgspec.structs.replace(player, points={})
    for times in range(limit):
        if not can_pay(trial, cost):
            return times
        deduct_payment(trial, compute_default_payment(trial, cost))
        for name in RESOURCES:
            setattr(trial, name, getattr(trial, name) + getattr(reward, name))
    return limit


async def _repeat_exchange(
    ctx: GameContext[State], seat: Seat, ident: str, cost: Cost, reward: Gain, limit: int
) -> None:
    """R8.7 Ask how often to make an exchange, and carry it out."""
    player = ctx.state.players[seat]
    max_times = count_max_times(player, cost, reward, limit)
    options = [
        Option(
            f"times:{n}",
            n,
            message("exchange.times", n=n),
            partial(_describe_repeated_exchange, player, cost, reward, n),
            place=names.build_choice_place("times", Cost().add(cost, n), reward.multiply(n)),
        )
        for n in range(1, max_times + 1)
    ]
    times: int = await ctx.choose(
        seat, "exchange.ask", options, rule="R8.7", default="times:1", subject=Exchanges(ident, max_times)
    )
    total, gain = Cost().add(cost, times), reward.multiply(times)
    payment = await choose_payment(ctx, seat, total, list_repeated_payments(player, cost, reward, times), gain)
    receive(ctx.state, seat, gain, "spaces")
    deduct_payment(player, payment)
    ctx.log_event(
        "exchange.done",
        who=SeatRef(seat),
        cost=names.describe_amounts(payment),
        gain=names.describe_amounts(gain),
    )


def _describe_repeated_exchange(player: Player, cost: Cost, reward: Gain, times: int) -> Message:
    """Describe a repeated exchange: totals, and the stock after the default payment."""
    total, gain = Cost().add(cost, times), reward.multiply(times)
    swap = message("card.exchange", cost=names.describe_amounts(total), gain=names.describe_amounts(gain))
    payment = list_repeated_payments(player, cost, reward, times)[0]
    return message("menu.detail", items=(swap, *list_changes_by_payment(player, payment, gain)))


def _describe_single_exchange(player: Player, cost: Cost, reward: Gain) -> Message:
    """Describe one of several exchanges by the stock before and after it."""
    return message("exchange.each", items=list_changes(player, cost, reward))


async def _exchange_goods_for_reward(ctx: GameContext[State], seat: Seat, line: CityCard, limit: int) -> None:
    """R8.7 Card k20: exchange goods of the player's choice for the reward."""
    player = ctx.state.players[seat]
    slots = [
        Option(
            f"good:{good}",
            good,
            NounRef(f"resources.{good}"),
            partial(_describe_single_exchange, player, Cost(**{good: 1}), line.reward),
            limit=getattr(player, good),
            place=names.build_choice_place("each", Cost(**{good: 1}), line.reward),
        )
        for good in GOODS
        if getattr(player, good)
    ]
    max_goods = min(limit, sum(slot.limit for slot in slots))
    chosen = await ctx.allocate(
        seat,
        "exchange.pay_goods",
        slots,
        max_goods,
        at_least=1,
        rule="R8.7",
        default=(slots[0].key,),
        subject=PayGoods(max_goods),
        most=max_goods,
        gain=names.describe_amounts(line.reward),
    )
    payment, reward = Cost(**chosen), line.reward.multiply(sum(chosen.values()))
    deduct_payment(player, payment)
    receive(ctx.state, seat, reward, "spaces")
    ctx.log_event(
        "exchange.done", who=SeatRef(seat), cost=names.describe_amounts(payment), gain=names.describe_amounts(reward)
    )


async def _exchange_for_goods(ctx: GameContext[State], seat: Seat, ident: str, limit: int) -> None:
    """R8.7 Card k17: exchange the cost for goods of the player's choice."""
    line = DATA.city_cards[ident]
    max_goods = count_max_times(ctx.state.players[seat], line.cost, Gain(), limit)
    slots = [
        Option(
            f"good:{good}",
            good,
            NounRef(f"resources.{good}"),
            partial(_describe_single_exchange, ctx.state.players[seat], line.cost, Gain(**{good: 1})),
            limit=max_goods,
            place=names.build_choice_place("each", line.cost, Gain(**{good: 1})),
        )
        for good in GOODS
    ]
    chosen = await ctx.allocate(
        seat,
        "exchange.gain_goods",
        slots,
        max_goods,
        at_least=1,
        rule="R8.7",
        default=(slots[-1].key,),
        subject=Exchanges(ident, max_goods),
        most=max_goods,
        cost=names.describe_amounts(line.cost),
    )
    total, reward = Cost().add(line.cost, sum(chosen.values())), Gain(**chosen)
    payment = await pay(ctx, seat, total)
    receive(ctx.state, seat, reward, "spaces")
    ctx.log_event(
        "exchange.done", who=SeatRef(seat), cost=names.describe_amounts(payment), gain=names.describe_amounts(reward)
    )


CARD_EFFECTS: dict[str, Callable[[GameContext[State], Seat, str, Dice], Awaitable[None]]] = {
    "exchange": _make_exchange,
    "choice_exchange": _choose_exchange,
    "count_posts": _gain_per_piece,
    "count_contracts": _gain_per_piece,
    "by_die": _gain_by_die,
    "per_pip": _gain_per_pip,
    "city_bonus": _gain_city_bonuses,
    "guild_one_die": _take_guild_seal,
}
CITY_CARD = Action(can_use_card, forecast_card, carry_out_city_card)
