"""Where a game stands, for the life of a table: how many checks are to come, whose turn it is, who comes next."""

from __future__ import annotations

from engines.kernel import Moment, Msg, Seat

from .view import View


def moment(view: View) -> Moment:
    """R5, R10.2 Turns go round the ring; Wakhan has a turn, but no seat."""
    people = tuple(player.number for player in view.players if not player.automa)
    standing = tuple(view.players[seat].vp for seat in people)
    if view.turn is None:
        return Moment(Msg(f"moment.{view.phase}"), None, (), standing)
    at = view.ring.index(view.turn.player)
    following: tuple[Seat, ...] = tuple(
        player for player in view.ring[at + 1 :] + view.ring[:at] if not view.players[player].automa
    )
    turn = view.turn.player if view.turn.player in people else None
    done = len(view.checks)
    heading = Msg("moment.turn", {"done": done, "left": view.checks_left})
    return Moment(heading, turn, following, standing)
