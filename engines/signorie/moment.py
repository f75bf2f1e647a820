"""Where the game stands, for the life of a table between moves."""

from __future__ import annotations

from engines.kernel import Moment, Msg, Seat

from .view import View


def moment(view: View) -> Moment:
    """R4 The round and its phase; next are the families that have not passed (R6), or wait for their reward (R11).

    Who is rewarded is fixed before the first reward, and nobody changes the dice or the threshold of who still waits.
    """
    following: tuple[Seat, ...] = ()
    if view.turn is not None:
        at = view.order.index(view.turn)
        before, after = view.order[:at], view.order[at + 1 :]
        if view.phase == "rewards":
            following = tuple(seat for seat in after if view.mats[seat].within)
        else:
            following = tuple(seat for seat in after + before if not view.mats[seat].passed)
    heading = Msg(f"moment.{view.phase}", {"round": view.round, "rounds": view.rounds})
    return Moment(heading, view.turn, following, tuple(mat.vp for mat in view.mats))
