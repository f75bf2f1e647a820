"""R8.7 City cards: who may use one, and what each kind does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import msgspec

from engines.kernel import Msg, Option, Seat, Table, Term, Who, say
from engines.marco_polo_ii.data.content import CONTENT, GOODS
from engines.marco_polo_ii.data.types import CityCard, Cost, Gain
from engines.marco_polo_ii.rules.balance import changes
from engines.marco_polo_ii.rules.goods import receive
from engines.marco_polo_ii.rules.movement import can_move
from engines.marco_polo_ii.rules.payment import can_pay, hand_over, pay, usual
from engines.marco_polo_ii.rules.rewards import gain, gain_bonus, march
from engines.marco_polo_ii.table.names import amounts, card, choice, city_bonus, place
from engines.marco_polo_ii.table.questions import ExchangeLine, Exchanges, OwnBonus, PayGoods
from engines.marco_polo_ii.table.spaces import Dice, is_token
from engines.marco_polo_ii.table.state import CARRIED, Budget, Player, State

from .action import Action
from .guild import open_guilds, take_seal

DATA = CONTENT.data


def may_use(s: State, seat: Seat, space: str, dice: Dice) -> bool:
    """R8.7 Common cards need nothing, others an own post that was not put this turn (R11).

    R12 Donata's token opens a card where its colour has a post, or, if nobody plays that colour, where nobody has one.
    """
    city = DATA.spaces[space].city
    if city is None or (city in s.players[seat].posts and city not in s.turn.settled):
        return True
    token = dice.pieces[0]
    if not is_token(token):
        return False
    owner = next((player for player in s.players if player.color == token), None)
    return city in owner.posts if owner else not any(city in player.posts for player in s.players)


def possible(s: State, seat: Seat, space: str, dice: Dice) -> bool:
    """R6, R8.7 It can be done at least once."""
    if not may_use(s, seat, space, dice):
        return False
    player = s.players[seat]
    ident = s.city_cards[space]
    line = DATA.city_cards[ident]
    match line.kind:
        case "exchange" if line.reward.move:
            return can_move(player, _steps(line, dice))
        case "exchange":
            return _once(player, line.cost)
        case "choice_exchange":
            return any(_once(player, one.cost) for one in line.options)
        case "count_posts":
            return bool(player.posts)
        case "count_contracts":
            return bool(player.fulfilled)
        case "city_bonus":
            return bool(own_markers(s, seat))
        case "guild_one_die":
            return can_pay(player, line.cost) and bool(open_guilds(s, seat, dice.value))
        case "by_die" | "per_pip":
            return True


def outlook(s: State, _seat: Seat, space: str) -> Msg:
    return card(s.city_cards[space])


async def carry_out(t: Table[State], seat: Seat, space: str, dice: Dice) -> None:
    """R8.7 What the card of the space does with a die of this value."""
    ident = t.state.city_cards[space]
    await KINDS[DATA.city_cards[ident].kind](t, seat, ident, dice)


# ---------------------------------------------------------------- fixed gains


async def _count(t: Table[State], seat: Seat, ident: str, dice: Dice) -> None:
    """R8.7 For each post on the map or each fulfilled contract, up to the value of the die. R16.11"""
    player, line = t.state.players[seat], DATA.city_cards[ident]
    number = len(player.posts if line.kind == "count_posts" else player.fulfilled)
    await gain(t, seat, line.per.times(min(number, dice.value)), "spaces")


async def _per_pip(t: Table[State], seat: Seat, ident: str, dice: Dice) -> None:
    """R8.7 The reward for each pip."""
    await gain(t, seat, DATA.city_cards[ident].per.times(dice.value), "spaces")


async def _by_die(t: Table[State], seat: Seat, ident: str, dice: Dice) -> None:
    """R8.7 The reward of the range that holds the value; no other."""
    line = DATA.city_cards[ident]
    await gain(t, seat, next(r.reward for r in line.ranges if r.min <= dice.value <= r.max), "spaces")


async def _guild(t: Table[State], seat: Seat, ident: str, dice: Dice) -> None:
    """R8.7 A guild seal with this one die."""
    await pay(t, seat, DATA.city_cards[ident].cost)
    await take_seal(t, seat, dice.value)


# ---------------------------------------------------------------- city bonuses


def own_markers(s: State, seat: Seat) -> list[tuple[str, str]]:
    """(city, marker) where the player has a post."""
    return [(city, ident) for city, ident in s.bonuses.items() if city in s.players[seat].posts]


async def _city_bonus(t: Table[State], seat: Seat, ident: str, dice: Dice) -> None:
    """R8.7, R16.13 Own city bonuses, with a high die a second one if the player likes."""
    uses = next(r.times for r in DATA.city_cards[ident].ranges if r.min <= dice.value <= r.max)
    used: list[str] = []
    for number in range(uses):
        left = [(city, marker) for city, marker in own_markers(t.state, seat) if marker not in used]
        options = [
            Option(
                f"bonus:{marker}",
                marker,
                city_bonus(marker),
                say("bonus.in_city", city=place(city)),
                place=f"bonus:{city}",
            )
            for city, marker in left
        ]
        if not options:
            return
        if number:
            options.insert(0, Option("no", None, say("bonus.enough")))
        chosen = await t.choose(
            seat, "bonus.own", options, rule="R8.7", default=options[0].key, about=OwnBonus(bool(number))
        )
        if chosen is None:
            return
        used.append(chosen)
        await gain_bonus(t, seat, chosen)


# ---------------------------------------------------------------- exchanges


async def _choice(t: Table[State], seat: Seat, ident: str, dice: Dice) -> None:
    """R8.7 One of the two lines, and only that."""
    player = t.state.players[seat]
    lines = DATA.city_cards[ident].options
    options = [
        Option(
            f"line:{i}",
            i - 1,
            say("card.exchange", cost=amounts(one.cost), gain=amounts(one.reward)),
            say("menu.times", n=most_times(player, one.cost, one.reward, dice.value)),
            place=choice("line", one.cost, one.reward),
        )
        for i, one in enumerate(lines, 1)
        if most_times(player, one.cost, one.reward, 1)
    ]
    chosen: int = await t.choose(
        seat, "exchange.line", options, rule="R8.7", default=options[0].key, about=ExchangeLine(ident)
    )
    await _repeat(t, seat, ident, lines[chosen].cost, lines[chosen].reward, dice.value)


async def _exchange(t: Table[State], seat: Seat, ident: str, dice: Dice) -> None:
    """R8.7 Cost to reward, 1 to so many times as the die shows."""
    line = DATA.city_cards[ident]
    if line.reward.move:
        await march(t, seat, _steps(line, dice))
    elif line.cost.any_good:
        await _goods_paid(t, seat, line, dice.value)
    elif line.reward.any_good:
        await _goods_gained(t, seat, ident, dice.value)
    else:
        await _repeat(t, seat, ident, line.cost, line.reward, dice.value)


def _steps(line: CityCard, dice: Dice) -> Budget:
    """R8.7 k19: camels for each step and one movement of so many steps."""
    return Budget(dice.value * line.reward.move, step_camels=line.cost.camels)


def _once(player: Player, cost: Cost) -> bool:
    """R6 Whether an exchange can be paid at least once."""
    return player.pepper + player.silk + player.gold > 0 if cost.any_good else can_pay(player, cost)


def most_times(player: Player, cost: Cost, reward: Gain, limit: int) -> int:
    """R7 How often an exchange can be paid, one after the other: later ones may use what earlier ones brought."""
    if cost.any_good:
        return min(limit, player.pepper + player.silk + player.gold)
    trial = msgspec.structs.replace(player, points={})
    for times in range(limit):
        if not can_pay(trial, cost):
            return times
        hand_over(trial, usual(trial, cost))
        for name in CARRIED:
            setattr(trial, name, getattr(trial, name) + getattr(reward, name))
    return limit


async def _repeat(t: Table[State], seat: Seat, ident: str, cost: Cost, reward: Gain, limit: int) -> None:
    """R8.7 The same exchange several times."""
    player = t.state.players[seat]
    most = most_times(player, cost, reward, limit)
    options = [
        Option(
            f"times:{n}",
            n,
            say("exchange.times", n=n),
            partial(_repeated, player, Cost().plus(cost, n), reward.times(n)),
            place=choice("times", Cost().plus(cost, n), reward.times(n)),
        )
        for n in range(1, most + 1)
    ]
    times: int = await t.choose(
        seat, "exchange.ask", options, rule="R8.7", default="times:1", about=Exchanges(ident, most)
    )
    total = Cost().plus(cost, times)
    if can_pay(player, total):
        await pay(t, seat, total)
        receive(t.state, seat, reward.times(times), "spaces")
    else:
        for _ in range(times):
            await pay(t, seat, cost)
            receive(t.state, seat, reward, "spaces")
    t.tell("exchange.done", who=Who(seat), cost=amounts(total), gain=amounts(reward.times(times)))


def _repeated(player: Player, cost: Cost, reward: Gain) -> Msg:
    """All that is paid and gained, and the stock after it; without that where later times are paid by earlier ones."""
    swap = say("card.exchange", cost=amounts(cost), gain=amounts(reward))
    return say("menu.detail", items=(swap, *changes(player, cost, reward))) if can_pay(player, cost) else swap


def _once_more(player: Player, cost: Cost, reward: Gain) -> Msg:
    """One exchange of several: what the stock is before and after it."""
    return say("exchange.each", items=changes(player, cost, reward))


async def _goods_paid(t: Table[State], seat: Seat, line: CityCard, limit: int) -> None:
    """R8.7 k20: each time a good of the player's choice is paid."""
    player = t.state.players[seat]
    slots = [
        Option(
            f"good:{good}",
            good,
            Term(f"resources.{good}"),
            partial(_once_more, player, Cost(**{good: 1}), line.reward),
            limit=getattr(player, good),
            place=choice("each", Cost(**{good: 1}), line.reward),
        )
        for good in GOODS
        if getattr(player, good)
    ]
    most = min(limit, sum(slot.limit for slot in slots))
    chosen = await t.allocate(
        seat,
        "exchange.pay_goods",
        slots,
        most,
        at_least=1,
        rule="R8.7",
        default=(slots[0].key,),
        about=PayGoods(most),
        most=most,
        gain=amounts(line.reward),
    )
    paid, reward = Cost(**chosen), line.reward.times(sum(chosen.values()))
    hand_over(player, paid)
    receive(t.state, seat, reward, "spaces")
    t.tell("exchange.done", who=Who(seat), cost=amounts(paid), gain=amounts(reward))


async def _goods_gained(t: Table[State], seat: Seat, ident: str, limit: int) -> None:
    """R8.7 k17: each time a good of the player's choice is gained."""
    line = DATA.city_cards[ident]
    most = most_times(t.state.players[seat], line.cost, Gain(), limit)
    slots = [
        Option(
            f"good:{good}",
            good,
            Term(f"resources.{good}"),
            partial(_once_more, t.state.players[seat], line.cost, Gain(**{good: 1})),
            limit=most,
            place=choice("each", line.cost, Gain(**{good: 1})),
        )
        for good in GOODS
    ]
    chosen = await t.allocate(
        seat,
        "exchange.gain_goods",
        slots,
        most,
        at_least=1,
        rule="R8.7",
        default=(slots[-1].key,),
        about=Exchanges(ident, most),
        most=most,
        cost=amounts(line.cost),
    )
    total, reward = Cost().plus(line.cost, sum(chosen.values())), Gain(**chosen)
    await pay(t, seat, total)
    receive(t.state, seat, reward, "spaces")
    t.tell("exchange.done", who=Who(seat), cost=amounts(total), gain=amounts(reward))


KINDS: dict[str, Callable[[Table[State], Seat, str, Dice], Awaitable[None]]] = {
    "exchange": _exchange,
    "choice_exchange": _choice,
    "count_posts": _count,
    "count_contracts": _count,
    "by_die": _by_die,
    "per_pip": _per_pip,
    "city_bonus": _city_bonus,
    "guild_one_die": _guild,
}
CITY_CARD = Action(possible, outlook, carry_out)
