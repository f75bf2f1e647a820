"""R10 Gaining a black die: it is rolled at once."""

from __future__ import annotations

from engines.kernel import Seat, Table, Who
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost
from engines.marco_polo_ii.table.names import amounts
from engines.marco_polo_ii.table.questions import RollBlack
from engines.marco_polo_ii.table.spaces import black_dice_left
from engines.marco_polo_ii.table.state import State

from .goods import receive

ISABELLA = CONTENT.data.characters.isabella


async def gain_black_dice(t: Table[State], seat: Seat, number: int, paid: Cost | None = None) -> None:
    """R10 Take black dice and roll them, as many as are left. R12: each roll brings Isabella its gain. paid: for a die
    that is bought (R9.6)
    """
    player = t.state.players[seat]
    number = min(number, black_dice_left(t.state))
    if not number:
        t.tell("black.none", who=Who(seat))
        return
    await t.confirm(seat, "black.confirm", rule="R10", default="yes", yes="kernel.roll", about=RollBlack(number))
    for _ in range(number):
        value = t.roll()
        player.black = sorted([*player.black, value])
        if paid is None:
            t.tell("black.rolled", who=Who(seat), value=value)
        else:
            t.tell("black.bought", who=Who(seat), paid=amounts(paid), value=value)
        if player.character == "isabella":
            gain_for_roll(t, seat, value)


def gain_for_roll(t: Table[State], seat: Seat, value: int) -> None:
    """R12 Isabella: what a rolled value brings."""
    receive(t.state, seat, ISABELLA.low[value], "character")
    t.tell("told.gains", who=Who(seat), gain=amounts(ISABELLA.low[value]))
