"""Meadow: beekeepers pass baskets of flowers, praise them, and bring them to market.

The second example of how a game is written. Flotsam shows the ways to ask that most games need; this one shows the
rest: a question of one choice of each group, a range to spread, options beside all questions of a turn, typed data of
questions, what silence means as a rule, cards that were seen, colours that the rules give, rules that were changed.
"""

from engines.kernel import Game, Greedy

from .day import COLORS, turn
from .scoring import over, problems, scores, worth
from .state import State, new, upgrade
from .view import moment, redeal, seat_colors, view

GAME = Game(
    id="meadow",
    package=__name__,
    seats=(2, 3, 4),
    colors=COLORS,
    rules=2,
    state=State,
    new=new,
    turn=turn,
    over=over,
    view=view,
    scores=scores,
    problems=problems,
    redeal=redeal,
    moment=moment,
    seat_colors=seat_colors,
    upgrade=upgrade,
    worth=worth,
    policies={"greedy": Greedy(worth)},
)
