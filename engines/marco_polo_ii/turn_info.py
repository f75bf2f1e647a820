"""Turn info for the table (heading, seat to move, points), built from the spectator's View."""

from engines.kernel import Message, Seat, TurnInfo, message

from .view import View


def build_turn_info(view: View) -> TurnInfo:
    """Return the round, the seat to move, the seats after it and the points so far. All of it is public."""
    return TurnInfo(_describe_phase(view), view.turn, _list_next_seats(view), tuple(mat.vp for mat in view.mats))


def _describe_phase(view: View) -> Message:
    match view.phase:
        case "characters":
            return message("moment.characters")
        case "goals":
            return message("moment.goals")
        case "over":
            return message("moment.over")
        case _:
            key = "moment.last_round" if view.round == view.rounds else "moment.round"
            return message(key, n=max(1, view.round), of=view.rounds)


def _list_next_seats(view: View) -> tuple[Seat, ...]:
    """Return the seats that move next: R2.10 in reverse order for characters; R5 then clockwise, seats with dice."""
    if view.turn is None:
        return ()
    position = view.order.index(view.turn)
    if view.phase == "characters":
        return tuple(reversed(view.order[:position]))
    others = (*view.order[position + 1 :], *view.order[:position])
    return tuple(seat for seat in others if view.mats[seat].dice or view.mats[seat].black)
