"""R9.1 Fulfilling a contract; R12 Vidal's way, and his trade."""

from __future__ import annotations

from msgspec.structs import replace

from engines.kernel import Option, Seat, Table, Who, say
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.rules.goods import receive
from engines.marco_polo_ii.rules.payment import can_pay, pay
from engines.marco_polo_ii.rules.rewards import gain
from engines.marco_polo_ii.table.names import amounts, choice
from engines.marco_polo_ii.table.names import contract as words
from engines.marco_polo_ii.table.questions import Free
from engines.marco_polo_ii.table.state import Player, State

ABHA, VIDAL = CONTENT.data.characters.abha, CONTENT.data.characters.vidal
TRADE = Gain(vp=VIDAL.trade_vp)


def can_fulfil(player: Player, ident: str) -> bool:
    """R9.1 Who can pay; R12 Vidal need not."""
    return player.character == "vidal" or can_pay(player, CONTENT.contracts[ident].cost)


def reward_of(player: Player, ident: str) -> Gain:
    """R9.1 What the contract brings; R12 with Abha's jade."""
    line = CONTENT.contracts[ident].reward
    return replace(line, jade=line.jade + ABHA.jade_per_contract) if player.character == "abha" else line


async def fulfil(t: Table[State], seat: Seat, ident: str) -> None:
    """R9.1 Pay, free the slot, count it; then all that it brings."""
    player, line = t.state.players[seat], CONTENT.contracts[ident]
    free = player.character == "vidal" and await _pays_nothing(t, seat, ident)
    cost, reward = (Cost(), replace(line.reward, vp=0)) if free else (line.cost, line.reward)
    paid = await pay(t, seat, cost)
    player.contracts.remove(ident)
    player.fulfilled.append(ident)
    key = "fulfil.done" if paid == line.cost else "fulfil.done_paid"
    t.tell(key, who=Who(seat), contract=words(ident), paid=amounts(paid))
    if player.character == "abha":
        await gain(t, seat, Gain(jade=ABHA.jade_per_contract), "character")
    await gain(t, seat, reward, "contracts")


async def _pays_nothing(t: Table[State], seat: Seat, ident: str) -> bool:
    """R12, R15.14 Vidal may pay nothing, and then gets no VP; or pay everything and get everything."""
    line = CONTENT.contracts[ident]
    options = []
    if can_pay(t.state.players[seat], line.cost):
        label = say("fulfil.pay", cost=amounts(line.cost), gain=amounts(line.reward))
        options.append(Option("pay", False, label, place=choice("fulfil", line.cost, line.reward)))
    without = replace(line.reward, vp=0)
    label = say("fulfil.free", gain=amounts(without))
    options.append(Option("free", True, label, place=choice("fulfil", gain=without)))
    free: bool = await t.choose(seat, "fulfil.ask", options, rule="R12", default="free", about=Free(ident))
    return free


def may_trade(s: State, seat: Seat) -> bool:
    """R12 Vidal, once a turn."""
    player = s.players[seat]
    return player.character == "vidal" and not s.turn.traded and can_pay(player, VIDAL.trade_cost)


async def trade(t: Table[State], seat: Seat) -> None:
    """R12 One gold, silk and pepper for VP."""
    t.state.turn.traded += 1
    await pay(t, seat, VIDAL.trade_cost)
    receive(t.state, seat, TRADE, "character")
    t.tell("exchange.done", who=Who(seat), cost=amounts(VIDAL.trade_cost), gain=amounts(TRADE))
