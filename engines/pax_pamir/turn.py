"""R3.6, R5 From one checkpoint to the next: a loyalty is chosen, or a player takes a whole turn."""

from __future__ import annotations

from engines.kernel import Table
from engines.pax_pamir import menu
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.rules.blackmail import blackmail
from engines.pax_pamir.rules.cleanup import cleanup
from engines.pax_pamir.rules.setup import choose_loyalty
from engines.pax_pamir.table.state import State, Turn
from engines.pax_pamir.wakhan import turn as wakhan


async def turn(t: Table[State]) -> None:
    """R5 One step of the script."""
    s = t.state
    if s.phase == "loyalty":
        await choose_loyalty(t)
        return
    player = s.playing.player
    if player == s.wakhan:
        await wakhan.take_turn(t)
    else:
        await blackmail(t, player)
        await menu.actions(t, player)
    if s.phase == "turn":
        await cleanup(t, player)
    if s.phase == "turn":
        begin_turn(s, s.clockwise(player)[1])


def begin_turn(s: State, player: int) -> None:
    """R5 What is kept for a turn starts anew."""
    s.turn = Turn(player, CONTENT.data.limits.actions_per_turn)
