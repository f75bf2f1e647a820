"""R3.6, R5 One step of the game: a player chooses a loyalty, or takes a whole turn."""

from engines.kernel import GameContext
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.rules.blackmail import perform_blackmail
from engines.pax_pamir.rules.cleanup import perform_cleanup
from engines.pax_pamir.rules.setup import choose_loyalty
from engines.pax_pamir.table.state import State, Turn
from engines.pax_pamir.wakhan import turn as wakhan_turn

from . import menu


async def play_turn(ctx: GameContext[State]) -> None:
    """R5 Play from one checkpoint to the next."""
    s = ctx.state
    if s.phase == "loyalty":
        await choose_loyalty(ctx)
        return
    player = s.current_turn.player
    if player == s.wakhan:
        await wakhan_turn.take_turn(ctx)
    else:
        await perform_blackmail(ctx, player)
        await menu.take_actions(ctx, player)
    if s.phase == "turn":
        await perform_cleanup(ctx, player)
    if s.phase == "turn":
        begin_turn(s, s.list_clockwise(player)[1])


def begin_turn(s: State, player: int) -> None:
    """R5 Start the turn of a player with fresh turn data."""
    s.turn = Turn(player, CONTENT.data.limits.actions_per_turn)
