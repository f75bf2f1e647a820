"""R8.5 The Travel action."""

from __future__ import annotations

from engines.kernel import Msg, Seat, Table, Who, say
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost
from engines.marco_polo_ii.rules.movement import can_move
from engines.marco_polo_ii.rules.rewards import march
from engines.marco_polo_ii.table.spaces import Dice
from engines.marco_polo_ii.table.state import Budget, State, Travelled

from .action import Action

DATA = CONTENT.data


def budget(space: str, dice: Dice) -> Budget:
    """R8.5 Steps by the lowest die; the fee and the coins of the lower space are paid with the routes."""
    line = DATA.spaces[space]
    return Budget(min(dice.value, line.max_steps), Cost(coins=dice.fee + line.extra_coins), extra_post=line.extra_post)


def possible(s: State, seat: Seat, space: str, dice: Dice) -> bool:
    """R8.5, R16.1 At least one step; R12 Gantulga uses the lower space only."""
    player = s.players[seat]
    if player.character == "gantulga" and DATA.spaces[space].rank > 1:
        return False
    return can_move(player, budget(space, dice))


def outlook(_s: State, _seat: Seat, space: str) -> Msg:
    line = DATA.spaces[space]
    return say(f"travel.outlook_{line.rank}", coins=line.extra_coins, most=line.max_steps)


async def carry_out(t: Table[State], seat: Seat, space: str, dice: Dice) -> None:
    """R8.5 The movement; then the record of the round."""
    await march(t, seat, budget(space, dice))
    record(t, seat, DATA.spaces[space].rank)


def record(t: Table[State], seat: Seat, rank: int) -> None:
    """R8.5 As many dice as the best so far, or more: this player begins the next round. R15.3 is a ruling."""
    s = t.state
    by_rank = DATA.rulings.start_player == "highest_travel_space"
    if s.record is None or not by_rank or rank >= s.record.rank:
        changed = s.record is None or s.record.seat != seat
        s.record = Travelled(rank, seat)
        if changed:
            t.tell("travel.record", who=Who(seat))


TRAVEL = Action(possible, outlook, carry_out)
