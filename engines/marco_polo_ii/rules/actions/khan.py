"""R8.2 Khan's favour."""

from __future__ import annotations

from engines.kernel import Msg, Seat, Table
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.rules.rewards import gain
from engines.marco_polo_ii.table.names import amounts
from engines.marco_polo_ii.table.spaces import Dice
from engines.marco_polo_ii.table.state import State

from .action import Action

REWARD = CONTENT.data.constants.khan_reward


def possible(_s: State, _seat: Seat, _space: str, _dice: Dice) -> bool:
    """R8.2 The value is looked at where dice are placed (`legal_dice`); there is never a fee."""
    return True


def outlook(_s: State, _seat: Seat, _space: str) -> Msg:
    return amounts(REWARD)


async def carry_out(t: Table[State], seat: Seat, _space: str, _dice: Dice) -> None:
    """R8.2 Coins and camels."""
    await gain(t, seat, REWARD, "spaces")


KHAN = Action(possible, outlook, carry_out)
