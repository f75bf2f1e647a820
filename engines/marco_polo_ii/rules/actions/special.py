"""R8.6 Baghdad, Hormuz and Balkh."""

from __future__ import annotations

from engines.kernel import Msg, Seat, Table
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Gain
from engines.marco_polo_ii.rules.rewards import gain
from engines.marco_polo_ii.table.names import amounts
from engines.marco_polo_ii.table.spaces import Dice
from engines.marco_polo_ii.table.state import State

from .action import Action

DATA = CONTENT.data


def possible(s: State, seat: Seat, space: str, _dice: Dice) -> bool:
    """R8.6 An own post there; R11: not one that was put this turn."""
    city = DATA.spaces[space].city
    return city in s.players[seat].posts and city not in s.turn.settled


def reward(s: State, seat: Seat, space: str, value: int) -> Gain:
    """R8.6 The city's reward, and the bonus of its guild's improved seal once, or twice with a high die."""
    city = DATA.spaces[space].city
    assert city is not None
    line = DATA.special_cities[city]
    if not s.players[seat].seals.get(line.guild):
        return line.reward
    times = 2 if value >= line.double_from else 1
    return line.reward.plus(DATA.guilds[line.guild].improved_bonus.times(times))


def outlook(s: State, seat: Seat, space: str) -> Msg:
    return amounts(reward(s, seat, space, 1))


async def carry_out(t: Table[State], seat: Seat, space: str, dice: Dice) -> None:
    """R8.6"""
    await gain(t, seat, reward(s=t.state, seat=seat, space=space, value=dice.value), "spaces")


SPECIAL = Action(possible, outlook, carry_out)
