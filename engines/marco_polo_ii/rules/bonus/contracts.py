"""R9.1 Fulfilling a contract; R12 Vidal's exception, and his trade."""

from msgspec.structs import replace

from engines.kernel import GameContext, Option, Seat, SeatRef, message
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.rules.contracts import free_slot
from engines.marco_polo_ii.rules.gains import receive
from engines.marco_polo_ii.rules.payment import can_pay, pay
from engines.marco_polo_ii.rules.rewards import gain_reward
from engines.marco_polo_ii.table.names import build_choice_place, describe_amounts, describe_contract
from engines.marco_polo_ii.table.questions import FreeContract
from engines.marco_polo_ii.table.state import Player, State

ABHA, VIDAL = CONTENT.data.characters.abha, CONTENT.data.characters.vidal
TRADE = Gain(vp=VIDAL.trade_vp)


def can_fulfil(player: Player, ident: str) -> bool:
    """R9.1 Return whether the player can pay for the contract; R12 Vidal need not pay."""
    return player.character == "vidal" or can_pay(player, CONTENT.contracts[ident].cost)


def compute_contract_reward(player: Player, ident: str) -> Gain:
    """R9.1 Return the reward of the contract; R12 with Abha's jade."""
    line = CONTENT.contracts[ident].reward
    return replace(line, jade=line.jade + ABHA.jade_per_contract) if player.character == "abha" else line


async def fulfil_contract(ctx: GameContext[State], seat: Seat, ident: str) -> None:
    """R9.1 Pay for a contract, move it to the fulfilled ones, gain its reward."""
    player, line = ctx.state.players[seat], CONTENT.contracts[ident]
    is_free = player.character == "vidal" and await _ask_pay_nothing(ctx, seat, ident)
    cost, reward = (Cost(), replace(line.reward, vp=0)) if is_free else (line.cost, line.reward)
    payment = await pay(ctx, seat, cost)
    free_slot(player, ident)
    player.fulfilled.append(ident)
    key = "fulfil.done" if payment == line.cost else "fulfil.done_paid"
    ctx.log_event(key, who=SeatRef(seat), contract=describe_contract(ident), paid=describe_amounts(payment))
    if player.character == "abha":
        await gain_reward(ctx, seat, Gain(jade=ABHA.jade_per_contract), "character")
    await gain_reward(ctx, seat, reward, "contracts")


async def _ask_pay_nothing(ctx: GameContext[State], seat: Seat, ident: str) -> bool:
    """R12, R15.14 Ask Vidal whether to pay nothing and get no VP, or to pay everything and get everything."""
    line = CONTENT.contracts[ident]
    options = []
    if can_pay(ctx.state.players[seat], line.cost):
        label = message("fulfil.pay", cost=describe_amounts(line.cost), gain=describe_amounts(line.reward))
        options.append(Option("pay", False, label, place=build_choice_place("fulfil", line.cost, line.reward)))
    reduced_reward = replace(line.reward, vp=0)
    label = message("fulfil.free", gain=describe_amounts(reduced_reward))
    options.append(Option("free", True, label, place=build_choice_place("fulfil", gain=reduced_reward)))
    is_free: bool = await ctx.choose(
        seat, "fulfil.ask", options, rule="R12", default="free", subject=FreeContract(ident)
    )
    return is_free


def may_trade(s: State, seat: Seat) -> bool:
    """R12 Return whether Vidal's trade is possible, once per turn."""
    player = s.players[seat]
    return player.character == "vidal" and not s.turn.traded and can_pay(player, VIDAL.trade_cost)


async def trade_goods(ctx: GameContext[State], seat: Seat) -> None:
    """R12 Vidal: exchange one gold, silk and pepper for VP."""
    ctx.state.turn.traded += 1
    await pay(ctx, seat, VIDAL.trade_cost)
    receive(ctx.state, seat, TRADE, "character")
    ctx.log_event(
        "exchange.done", who=SeatRef(seat), cost=describe_amounts(VIDAL.trade_cost), gain=describe_amounts(TRADE)
    )
