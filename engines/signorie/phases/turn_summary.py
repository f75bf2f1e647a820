"""The confirmation that ends a turn or a reward: what it changed, in one sentence."""

from __future__ import annotations

from typing import NamedTuple

from engines.kernel import Seat, Table
from engines.signorie.table.board import threshold
from engines.signorie.table.state import State


class Before(NamedTuple):
    """The player's totals when the turn began."""

    vp: int
    florins: int
    men: int
    women: int


def before(state: State, seat: Seat) -> Before:
    player = state.players[seat]
    return Before(player.vp, player.florins, player.supply["male"], player.supply["female"])


async def confirm_end(t: Table[State], seat: Seat, was: Before, key: str = "turn.confirm", rule: str = "R6") -> None:
    """R4 The turn ends when the player confirms it.

    Not asked when dice have just been rolled with nothing decided after them: there would be nothing to take back.
    """
    if t.revealed:
        return
    now, player = before(t.state, seat), t.state.players[seat]
    await t.confirm(
        seat,
        key,
        rule=rule,
        default="yes",
        vp=now.vp,
        vp_gained=now.vp - was.vp,
        florins=now.florins,
        florins_before=was.florins,
        men=now.men,
        men_before=was.men,
        women=now.women,
        women_before=was.women,
        sum=player.dice_sum,
        threshold=threshold(player),
    )
