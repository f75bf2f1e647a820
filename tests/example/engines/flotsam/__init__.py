"""Flotsam: crates drift ashore after a storm, and merchants bid for them. An example of how to write a game."""

from engines.kernel import Game, TableOption

from .auction import CLAIM_PRESETS, play_turn
from .scoring import compute_scores, is_over, list_problems
from .state import State, new_game
from .view import build_view, redeal_hidden

GAME = Game(
    id="flotsam",
    package=__name__,
    seat_counts=(2, 3, 4),
    colors=("yellow", "red", "purple", "blue"),
    rules_version=1,
    state_type=State,
    new_game=new_game,
    play_turn=play_turn,
    is_over=is_over,
    view=build_view,
    scores=compute_scores,
    problems=list_problems,
    redeal=redeal_hidden,
    options=(TableOption("length", ("short", "long"), default="short"),),
    presets={"claim": CLAIM_PRESETS},
)
