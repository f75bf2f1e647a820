"""Flotsam: crates drift ashore after a storm, and merchants bid for them. The example of how a game is written."""

from engines.kernel import Game, TableOption

from .auction import CLAIM, turn
from .scoring import over, problems, scores
from .state import State, new
from .view import redeal, view

GAME = Game(
    id="flotsam",
    package=__name__,
    seats=(2, 3, 4),
    colors=("yellow", "red", "purple", "blue"),
    rules=1,
    state=State,
    new=new,
    turn=turn,
    over=over,
    view=view,
    scores=scores,
    problems=problems,
    redeal=redeal,
    options=(TableOption("length", ("short", "long"), default="short"),),
    standing={"claim": CLAIM},
)
