"""The turn info that a table shows between moves, and the colours of the seats."""

from engines.kernel import Message, TurnInfo

from .data.types import Color
from .view import View


def list_seat_colors(game_view: View) -> tuple[Color, ...]:
    """R3(5) Return the colour of each seat."""
    return tuple(mat.color for mat in game_view.mats)


def build_turn_info(game_view: View) -> TurnInfo:
    """Return the turn info: round, active seat, the seats after it, and the open points."""
    final_points = tuple(score.total for score in sorted(game_view.scores, key=lambda score: score.seat))
    points = final_points or tuple(mat.points for mat in game_view.mats)
    key = {"turn": "moment.round", "council": "moment.council", "over": "moment.over"}[game_view.phase]
    if game_view.phase == "turn" and game_view.is_final_round:
        key = "moment.final"
    next_seats = () if game_view.turn is None else game_view.order[game_view.order.index(game_view.turn) + 1 :]
    return TurnInfo(Message(key, {"round": game_view.round}), game_view.turn, next_seats, points)
