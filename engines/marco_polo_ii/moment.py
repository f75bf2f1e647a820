"""Where the game stands, for the life of a table between moves; from the spectator's View."""

from __future__ import annotations

from engines.kernel import Moment, Msg, Seat, say

from .view import View


def moment(view: View) -> Moment:
    """The round, whose turn it is, who comes next, the points so far: all of it is public."""
    return Moment(_heading(view), view.turn, _following(view), tuple(mat.vp for mat in view.mats))


def _heading(view: View) -> Msg:
    match view.phase:
        case "characters":
            return say("moment.characters")
        case "goals":
            return say("moment.goals")
        case "over":
            return say("moment.over")
        case _:
            key = "moment.last_round" if view.round == view.rounds else "moment.round"
            return say(key, n=max(1, view.round), of=view.rounds)


def _following(view: View) -> tuple[Seat, ...]:
    """R2.10 Backwards while characters are chosen; R5 then clockwise, whoever has dice."""
    if view.turn is None:
        return ()
    at = view.order.index(view.turn)
    if view.phase == "characters":
        return tuple(reversed(view.order[:at]))
    others = (*view.order[at + 1 :], *view.order[:at])
    return tuple(seat for seat in others if view.mats[seat].dice or view.mats[seat].black)
