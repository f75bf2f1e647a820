"""Meadow: beekeepers pass baskets of flowers, praise them, and bring them to market.

The second example of how to write a game. Flotsam shows the questions that most games need; this one shows the rest:
one choice from each of several groups, the allocation of a variable amount, side actions, typed data of questions,
computed default answers, knowledge of hidden cards, seat colours given by the rules, and changed rules.
"""

from engines.kernel import Game, GreedyPlayer

from .day import COLORS, play_turn
from .scoring import compute_scores, evaluate, is_over, list_problems
from .state import State, new_game, upgrade
from .view import build_turn_info, build_view, list_seat_colors, redeal_hidden

GAME = Game(
    id="meadow",
    package=__name__,
    seat_counts=(2, 3, 4),
    colors=COLORS,
    rules_version=2,
    state_type=State,
    new_game=new_game,
    play_turn=play_turn,
    is_over=is_over,
    view=build_view,
    scores=compute_scores,
    problems=list_problems,
    redeal=redeal_hidden,
    turn_info=build_turn_info,
    seat_colors=list_seat_colors,
    upgrade=upgrade,
    evaluate=evaluate,
    policies={"greedy": GreedyPlayer(evaluate)},
)
