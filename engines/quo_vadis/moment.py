"""Where a game stands, for the life of a table between moves; and the colours that races give to seats."""

from __future__ import annotations

from engines.kernel import Moment, say
from engines.quo_vadis.data.content import CONTENT

from .view import View


def moment(view: View) -> Moment:
    """The round, or the part of the set-up; who is on turn, who comes next; VP, which are open."""
    if view.phase == "over":
        return Moment(say("moment.over"), standing=tuple(player.points for player in view.players))
    if view.active is None:
        return Moment(say(f"moment.{view.phase}"))
    return Moment(
        say("moment.round", round=view.round, of=view.rounds),
        view.active,
        view.in_order[view.players[view.active].order + 1 :],
        tuple(player.points for player in view.players),
    )


def seat_colors(view: View) -> tuple[str | None, ...]:
    """R2 The colour of a race is that of its aptitude terrain."""
    return tuple(None if player.race is None else CONTENT.races[player.race].colour for player in view.players)
