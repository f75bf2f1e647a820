"""Signorie (Andrea Chiarvesio, Pierluca Zizzi; What's Your Game? 2015), for 2 to 4 players.

Rules are cited as R8.2 and so on; `locale/rules.*.toml` has their text. A chapter is a module: setup (R3), rounds (R5),
dice (R6), actions (R7), effects with tracks, missions, marriages, family and tiles (R8), helpers (R7.1, R9),
assignments (R7.2, R10), rewards (R11), scoring (R12).
"""

from __future__ import annotations

from engines.kernel import OFF_ON, Game, Table, TableOption

from .check import problems, redeal
from .content import CONTENT
from .dice import take_turn
from .greedy import greedy
from .rewards import score_initiative, serve_reward
from .rounds import begin_round, clean_up
from .scoring import scores
from .setup import VARIANTS, new
from .state import State
from .view import view


async def turn(t: Table[State]) -> None:
    """R1, R4 From one checkpoint to the next: a player's turn, a reward, or a step that nobody decides."""
    match t.state.phase:
        case "setup":
            begin_round(t)
        case "actions":
            await take_turn(t)
        case "initiative":
            score_initiative(t)
        case "rewards":
            await serve_reward(t)
        case "cleanup":
            clean_up(t)


def over(state: State) -> bool:
    """R4 DONE."""
    return state.phase == "over"


GAME: Game[State] = Game(
    id="signorie",
    package="engines.signorie",
    seats=tuple(range(CONTENT.data.meta.players_min, CONTENT.data.meta.players_max + 1)),
    colors=CONTENT.data.player_colors.order,
    rules=1,
    state=State,
    new=new,
    turn=turn,
    over=over,
    view=view,
    scores=scores,
    problems=problems,
    redeal=redeal,
    policies={"greedy": greedy},
    options=tuple(TableOption(variant, OFF_ON, "off") for variant in VARIANTS),
)
