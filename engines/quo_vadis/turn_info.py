"""The turn info that a table shows between moves, and the seat colours given by the races."""

from engines.kernel import TurnInfo, message
from engines.quo_vadis.data.content import CONTENT

from .view import View


def build_turn_info(view: View) -> TurnInfo:
    """Return the round or set-up phase, the active seat, the seats that follow, and the VP, which are public."""
    if view.phase == "over":
        return TurnInfo(message("moment.over"), public_points=tuple(player.points for player in view.players))
    if view.active is None:
        return TurnInfo(message(f"moment.{view.phase}"))
    return TurnInfo(
        message("moment.round", round=view.round, of=view.rounds),
        view.active,
        view.seats_in_order[view.players[view.active].order + 1 :],
        tuple(player.points for player in view.players),
    )


def seat_colors(view: View) -> tuple[str | None, ...]:
    """R2 Return the colour of each seat: the colour of its race, which is that of the aptitude terrain."""
    return tuple(None if player.race is None else CONTENT.races[player.race].colour for player in view.players)
