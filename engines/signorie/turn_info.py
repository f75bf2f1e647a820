"""Turn info for the bot: round, phase, scores, and which seats act now and next."""

from engines.kernel import Message, Seat, TurnInfo

from .view import View


def build_turn_info(view: View) -> TurnInfo:
    """R4 Return the round, its phase, the acting seat, and the seats that act after it.

    In the action phase those are the families that have not passed (R6); in the reward phase, the families still
    waiting for their reward (R11). The rewarded families are fixed before the first reward, and the dice and threshold
    of a waiting family no longer change, so `is_within_threshold` identifies them.
    """
    following: tuple[Seat, ...] = ()
    if view.turn is not None:
        index = view.order.index(view.turn)
        before, after = view.order[:index], view.order[index + 1 :]
        if view.phase == "rewards":
            following = tuple(seat for seat in after if view.mats[seat].is_within_threshold)
        else:
            following = tuple(seat for seat in after + before if not view.mats[seat].has_passed)
    heading = Message(f"moment.{view.phase}", {"round": view.round, "rounds": view.rounds})
    return TurnInfo(heading, view.turn, following, tuple(mat.vp for mat in view.mats))
