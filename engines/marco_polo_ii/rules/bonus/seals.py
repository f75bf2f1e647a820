"""R9.2 Improving a guild seal."""

from __future__ import annotations

from msgspec.structs import replace

from engines.kernel import Seat, Table, Who
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Gain, Guild
from engines.marco_polo_ii.rules.goods import receive
from engines.marco_polo_ii.rules.payment import can_pay, pay
from engines.marco_polo_ii.table.names import amounts
from engines.marco_polo_ii.table.names import guild as name
from engines.marco_polo_ii.table.state import Player, State

DE_WU = CONTENT.data.characters.de_wu


def improve_cost(player: Player, guild: Guild) -> Cost:
    """R9.2 What the seal says; R12 Tebaldo pays no coins."""
    cost = CONTENT.data.guilds[guild].improve_cost
    return replace(cost, coins=0) if player.character == "tebaldo" else cost


def improvable(player: Player) -> list[Guild]:
    """R9.2 Basic seals that can be paid for."""
    return [
        ident
        for ident, improved in player.seals.items()
        if not improved and can_pay(player, improve_cost(player, ident))
    ]


async def improve(t: Table[State], seat: Seat, guild: Guild) -> None:
    """R9.2 Pay, flip, gain its bonus at once. R12 De Wu also gains jade."""
    player = t.state.players[seat]
    paid = await pay(t, seat, improve_cost(player, guild))
    player.seals[guild] = True
    bonus = CONTENT.data.guilds[guild].improved_bonus
    receive(t.state, seat, bonus, "seals")
    t.tell("improve.done", who=Who(seat), guild=name(guild), paid=amounts(paid), gain=amounts(bonus))
    if player.character == "de_wu":
        jade = Gain(jade=DE_WU.jade_on_improve)
        receive(t.state, seat, jade, "character")
        t.tell("told.gains", who=Who(seat), gain=amounts(jade))
