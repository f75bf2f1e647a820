"""The interface of a main action."""

from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from engines.kernel import GameContext, Message, Option, Seat, SeatRef, message
from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.data.types import Cost, Gain, Guild
from engines.marco_polo_ii.rules import contracts
from engines.marco_polo_ii.rules.caravans import move_caravans
from engines.marco_polo_ii.rules.gains import receive
from engines.marco_polo_ii.rules.payment import can_pay, pay
from engines.marco_polo_ii.rules.reach import can_move
from engines.marco_polo_ii.rules.rewards import carry_out_movement, gain_reward
from engines.marco_polo_ii.table.names import describe_amounts, name_guild, name_place
from engines.marco_polo_ii.table.questions import Offer, TakeContracts, TakeSeal
from engines.marco_polo_ii.table.spaces import Dice
from engines.marco_polo_ii.table.state import Budget, State, TravelRecord


class Action(NamedTuple):
    """The functions of a main action."""

    is_possible: Callable[[State, Seat, str, Dice], bool]
    """R6 Whether these dice can be placed: fee and costs can be paid and the action has an effect."""
    forecast: Callable[[State, Seat, str], Message]
    """A short text about the gains of the space."""
    carry_out: Callable[[GameContext[State], Seat, str, Dice], Coroutine[Any, Any, None]]
    """The action itself, called after placing the dice and paying the fee (Travel pays the fee with its routes)."""


DATA = CONTENT.data


class BookOffer(NamedTuple):
    """One of the four offers of a book."""

    id: str
    """"free_1", "free_2", "left" or "right"; part of the option's key."""
    gain: Gain
    """Everything that the offer gives."""
    jade: int
    """Its price; 0 for the printed offers."""


def list_offers(s: State, space: str) -> list[BookOffer]:
    """R8.1 Return the offers of a book: the two printed ones are free, those of the current tile cost jade."""
    book = DATA.spaces[space].book
    assert book is not None
    tile = DATA.offer_tiles[s.tiles[book][0]]
    first, second = DATA.books[book].free_offers
    return [
        BookOffer("free_1", first, 0),
        BookOffer("free_2", second, 0),
        BookOffer("left", tile.left, tile.left_jade),
        BookOffer("right", tile.right, tile.right_jade),
    ]


def can_use_market(s: State, seat: Seat, _space: str, dice: Dice) -> bool:
    """R8.1 Return whether the fee can be paid; there is always a free offer."""
    return can_pay(s.players[seat], Cost(coins=dice.fee))


def forecast_market(s: State, _seat: Seat, space: str) -> Message:
    first, second, *_ = list_offers(s, space)
    return message("market.outlook", one=describe_amounts(first.gain), other=describe_amounts(second.gain))


async def carry_out_market(ctx: GameContext[State], seat: Seat, space: str, _dice: Dice) -> None:
    """R8.1 Choose one of the affordable offers; then the caravans may move (R13)."""
    player = ctx.state.players[seat]
    book = DATA.spaces[space].book
    assert book is not None
    options = [
        Option(
            f"offer:{offer.id}",
            offer,
            message("bonus.gain", gain=describe_amounts(offer.gain)),
            message("market.jade", n=offer.jade, left=player.jade - offer.jade)
            if offer.jade
            else message("market.free"),
            place=f"offer:{book}.{offer.id}",
        )
        for offer in list_offers(ctx.state, space)
        if offer.jade <= player.jade
    ]
    about = Offer(book, ctx.state.tiles[book][0])
    chosen: BookOffer = await ctx.choose(
        seat, "market.ask", options, rule="R8.1", default="offer:free_1", subject=about
    )
    if chosen.jade:
        await pay(ctx, seat, Cost(jade=chosen.jade))
    receive(ctx.state, seat, chosen.gain, "spaces")
    key = "market.bought" if chosen.jade else "market.taken"
    ctx.log_event(key, who=SeatRef(seat), gain=describe_amounts(chosen.gain), n=chosen.jade)
    await move_caravans(ctx, seat, DATA.spaces[space].caravan_steps)


MARKET = Action(can_use_market, forecast_market, carry_out_market)


KHAN_REWARD = CONTENT.data.constants.khan_reward


def can_use_khan(_s: State, _seat: Seat, _space: str, _dice: Dice) -> bool:
    """R8.2 Always possible: `list_legal_dice` checks the value, and there is never a fee."""
    return True


def forecast_khan(_s: State, _seat: Seat, _space: str) -> Message:
    return describe_amounts(KHAN_REWARD)


async def carry_out_khan(ctx: GameContext[State], seat: Seat, _space: str, _dice: Dice) -> None:
    """R8.2 Gain coins and camels."""
    await gain_reward(ctx, seat, KHAN_REWARD, "spaces")


KHAN = Action(can_use_khan, forecast_khan, carry_out_khan)


GUILD_LINES = CONTENT.data.guilds


def list_open_guilds(s: State, seat: Seat, value: int) -> list[Guild]:
    """R8.3 Return the guilds that the (lower) value reaches and whose seal the player does not own."""
    return [ident for ident in GUILDS if ident not in s.players[seat].seals and GUILD_LINES[ident].min_value <= value]


def can_take_seal(s: State, seat: Seat, _space: str, dice: Dice) -> bool:
    return bool(list_open_guilds(s, seat, dice.value)) and can_pay(s.players[seat], Cost(coins=dice.fee))


def forecast_guild(s: State, seat: Seat, _space: str) -> Message:
    return message("guild.outlook", guilds=tuple(name_guild(ident) for ident in list_open_guilds(s, seat, 6)))


async def carry_out_guild(ctx: GameContext[State], seat: Seat, _space: str, dice: Dice) -> None:
    await take_seal(ctx, seat, dice.value)


async def take_seal(ctx: GameContext[State], seat: Seat, value: int) -> None:
    """R8.3 Take a seal, basic side up, and gain its jade."""
    options = [
        Option(
            f"guild:{ident}",
            ident,
            message("guild.take", guild=name_guild(ident)),
            _describe_seal(ident),
            place=f"take:{ident}",
        )
        for ident in list_open_guilds(ctx.state, seat, value)
    ]
    ident: Guild = await ctx.choose(
        seat, "guild.ask", options, rule="R8.3", default=options[-1].key, subject=TakeSeal(value), value=value
    )
    ctx.state.players[seat].seals[ident] = False
    gain = Gain(jade=GUILD_LINES[ident].jade_on_take)
    receive(ctx.state, seat, gain, "seals")
    ctx.log_event(
        "guild.taken" if gain.jade else "guild.taken_plain",
        who=SeatRef(seat),
        guild=name_guild(ident),
        gain=describe_amounts(gain),
    )


def _describe_seal(ident: Guild) -> Message:
    line = GUILD_LINES[ident]
    return message(
        "guild.detail" if line.jade_on_take else "guild.detail_plain",
        gain=describe_amounts(Gain(jade=line.jade_on_take)),
        cost=describe_amounts(line.improve_cost),
        bonus=describe_amounts(line.improved_bonus),
        routes=tuple(
            message("guild.route", one=name_place(route.a), other=name_place(route.b))
            for route in CONTENT.data.routes.values()
            if route.guild == ident
        )
        or (message("guild.no_route"),),
    )


GUILD = Action(can_take_seal, forecast_guild, carry_out_guild)


CONSTANTS = CONTENT.data.constants
VIDAL = CONTENT.data.characters.vidal
CONTRACT_COINS = Gain(coins=CONSTANTS.contract_action_coins)


def can_take_contracts(s: State, seat: Seat, _space: str, dice: Dice) -> bool:
    """R8.4, R16.6 Return whether a contract lies in a city with a post of the seat, and the fee can be paid."""
    player = s.players[seat]
    return bool(contracts.list_offered_contracts(s, player.posts)) and can_pay(player, Cost(coins=dice.fee))


def forecast_contracts(s: State, seat: Seat, _space: str) -> Message:
    number = len(contracts.list_offered_contracts(s, s.players[seat].posts))
    return message(
        "contract.outlook", most=_find_max_contracts(s, seat), number=number, gain=describe_amounts(CONTRACT_COINS)
    )


def _find_max_contracts(s: State, seat: Seat) -> int:
    """R8.4 Return the maximum number of contracts: two; R12 Vidal takes only one."""
    return VIDAL.contract_action_max if s.players[seat].character == "vidal" else CONSTANTS.contract_action_max


async def carry_out_contracts(ctx: GameContext[State], seat: Seat, _space: str, _dice: Dice) -> None:
    """R8.4 Take one or two contracts, then gain coins."""
    options = contracts.build_contract_options(ctx.state, ctx.state.players[seat].posts)
    max_contracts = min(_find_max_contracts(ctx.state, seat), len(options))
    chosen = await ctx.choose_some(
        seat,
        "contract.take" if max_contracts > 1 else "contract.take_single",
        options,
        1,
        max_contracts,
        rule="R8.4",
        default=(options[0].key,),
        subject=TakeContracts(max_contracts),
        most=max_contracts,
    )
    await contracts.take_contracts(ctx, seat, chosen)
    await gain_reward(ctx, seat, CONTRACT_COINS, "spaces")


CONTRACTS = Action(can_take_contracts, forecast_contracts, carry_out_contracts)


def build_travel_budget(space: str, dice: Dice) -> Budget:
    """R8.5 Return the movement of a travel space: steps by the lowest die, fee and coins of the space as costs."""
    line = DATA.spaces[space]
    return Budget(
        min(dice.value, line.max_steps), Cost(coins=dice.fee + line.extra_coins), allows_extra_post=line.extra_post
    )


def can_travel(s: State, seat: Seat, space: str, dice: Dice) -> bool:
    """R8.5, R16.1 Return whether at least one step is possible; R12 Gantulga uses the lower space only."""
    player = s.players[seat]
    if player.character == "gantulga" and DATA.spaces[space].rank > 1:
        return False
    return can_move(player, build_travel_budget(space, dice))


def forecast_travel(_s: State, _seat: Seat, space: str) -> Message:
    line = DATA.spaces[space]
    return message(f"travel.outlook_{line.rank}", coins=line.extra_coins, most=line.max_steps)


async def carry_out_travel(ctx: GameContext[State], seat: Seat, space: str, dice: Dice) -> None:
    """R8.5 Carry out the movement, then update the travel record of the round."""
    await carry_out_movement(ctx, seat, build_travel_budget(space, dice))
    update_travel_record(ctx, seat, DATA.spaces[space].rank)


def update_travel_record(ctx: GameContext[State], seat: Seat, rank: int) -> None:
    """R8.5 Update the travel record: at least as many dice as the best so far. The holder begins the next round.

    R15.3 is a ruling: either the highest travel space or the last traveller counts.
    """
    s = ctx.state
    by_rank = DATA.rulings.start_player == "highest_travel_space"
    if s.record is None or not by_rank or rank >= s.record.rank:
        is_new_holder = s.record is None or s.record.seat != seat
        s.record = TravelRecord(rank, seat)
        if is_new_holder:
            ctx.log_event("travel.record", who=SeatRef(seat))


TRAVEL = Action(can_travel, forecast_travel, carry_out_travel)


def can_use_special(s: State, seat: Seat, space: str, _dice: Dice) -> bool:
    """R8.6 Return whether the seat has a post there; R11 not one placed this turn."""
    city = DATA.spaces[space].city
    return city in s.players[seat].posts and city not in s.turn.new_posts


def compute_special_reward(s: State, seat: Seat, space: str, value: int) -> Gain:
    """R8.6 Return the city's reward, plus the bonus of its guild's improved seal once, or twice with a high die."""
    city = DATA.spaces[space].city
    assert city is not None
    line = DATA.special_cities[city]
    if not s.players[seat].seals.get(line.guild):
        return line.reward
    times = 2 if value >= line.double_from else 1
    return line.reward.add(DATA.guilds[line.guild].improved_bonus.multiply(times))


def forecast_special(s: State, seat: Seat, space: str) -> Message:
    return describe_amounts(compute_special_reward(s, seat, space, 1))


async def carry_out_special(ctx: GameContext[State], seat: Seat, space: str, dice: Dice) -> None:
    """R8.6 Gain the city's reward."""
    await gain_reward(
        ctx, seat, compute_special_reward(s=ctx.state, seat=seat, space=space, value=dice.value), "spaces"
    )


SPECIAL = Action(can_use_special, forecast_special, carry_out_special)
