"""Turn info for the bot: heading with the number of checks, player on turn, players to follow, and VP."""

from engines.kernel import Message, Seat, TurnInfo

from .view import View


def build_turn_info(view: View) -> TurnInfo:
    """R5, R10.2 Build the turn info from a view. Wakhan has turns but no seat, so she is left out."""
    people = tuple(player.number for player in view.players if not player.automa)
    vp_by_seat = tuple(view.players[seat].vp for seat in people)
    if view.turn is None:
        return TurnInfo(Message(f"moment.{view.phase}"), None, (), vp_by_seat)
    index = view.ring.index(view.turn.player)
    following: tuple[Seat, ...] = tuple(
        player for player in view.ring[index + 1 :] + view.ring[:index] if not view.players[player].automa
    )
    active_seat = view.turn.player if view.turn.player in people else None
    checks_done = len(view.checks)
    heading = Message("moment.turn", {"done": checks_done, "left": view.checks_left})
    return TurnInfo(heading, active_seat, following, vp_by_seat)
