"""R8.3 Guild seals."""

from __future__ import annotations

from engines.kernel import Msg, Option, Seat, Table, Who, say
from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.data.types import Cost, Gain, Guild
from engines.marco_polo_ii.rules.goods import receive
from engines.marco_polo_ii.rules.payment import can_pay
from engines.marco_polo_ii.table.names import amounts, place
from engines.marco_polo_ii.table.names import guild as name
from engines.marco_polo_ii.table.questions import TakeSeal
from engines.marco_polo_ii.table.spaces import Dice
from engines.marco_polo_ii.table.state import State

from .action import Action

LINES = CONTENT.data.guilds


def open_guilds(s: State, seat: Seat, value: int) -> list[Guild]:
    """R8.3 By the lower value, a guild whose seal the player does not own."""
    return [ident for ident in GUILDS if ident not in s.players[seat].seals and LINES[ident].min_value <= value]


def possible(s: State, seat: Seat, _space: str, dice: Dice) -> bool:
    return bool(open_guilds(s, seat, dice.value)) and can_pay(s.players[seat], Cost(coins=dice.fee))


def outlook(s: State, seat: Seat, _space: str) -> Msg:
    return say("guild.outlook", guilds=tuple(name(ident) for ident in open_guilds(s, seat, 6)))


async def carry_out(t: Table[State], seat: Seat, _space: str, dice: Dice) -> None:
    await take_seal(t, seat, dice.value)


async def take_seal(t: Table[State], seat: Seat, value: int) -> None:
    """R8.3 A seal, basic side up, and its jade."""
    options = [
        Option(f"guild:{ident}", ident, name(ident), _detail(ident), place=f"take:{ident}")
        for ident in open_guilds(t.state, seat, value)
    ]
    ident: Guild = await t.choose(
        seat, "guild.ask", options, rule="R8.3", default=options[-1].key, about=TakeSeal(value), value=value
    )
    t.state.players[seat].seals[ident] = False
    gain = Gain(jade=LINES[ident].jade_on_take)
    receive(t.state, seat, gain, "seals")
    t.tell("guild.taken" if gain.jade else "guild.taken_plain", who=Who(seat), guild=name(ident), gain=amounts(gain))


def _detail(ident: Guild) -> Msg:
    line = LINES[ident]
    return say(
        "guild.detail" if line.jade_on_take else "guild.detail_plain",
        gain=amounts(Gain(jade=line.jade_on_take)),
        cost=amounts(line.improve_cost),
        bonus=amounts(line.improved_bonus),
        routes=tuple(
            say("guild.route", one=place(route.a), other=place(route.b))
            for route in CONTENT.data.routes.values()
            if route.guild == ident
        )
        or (say("guild.no_route"),),
    )


GUILD = Action(possible, outlook, carry_out)
