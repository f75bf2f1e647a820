"""Signorie (Andrea Chiarvesio, Pierluca Zizzi; What's Your Game? 2015), for 2 to 4 players.

Rules are cited as R8.2 and so on; `locale/rules.*.toml` has their text. Packages, lowest layer first:

    data     the facts printed on the components
    table    the State, queries on it, and scoring (R12)
    effects  R8: tracks, missions, marriages, family, tiles
    actions  R7, R9, R10: main actions, assignments, helpers
    phases   setup (R3), rounds (R5), dice (R6), rewards (R11)
"""

from engines.kernel import AIDS, OFF_ON, Aids, Game, GameContext, TableOption
from engines.signorie.computer.evaluation import evaluate, greedy
from engines.signorie.computer.reasons import (
    PREVIEWED_AMOUNTS,
    explain_costs,
    explain_dangers,
    explain_gains,
    explain_hopes,
)
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import VARIANTS
from engines.signorie.phases.dice import take_turn
from engines.signorie.phases.rewards import give_reward, score_initiative
from engines.signorie.phases.rounds import begin_round, clean_up
from engines.signorie.phases.setup import EVERY_STEP, new_game
from engines.signorie.table.scoring import compute_scores
from engines.signorie.table.state import State

from .problems import list_problems
from .redeal import redeal_hidden
from .turn_info import build_turn_info
from .view import build_view


async def play_turn(ctx: GameContext[State]) -> None:
    """R1, R4 Play from one checkpoint to the next: a player's turn, a reward, or a step without a decision."""
    match ctx.state.phase:
        case "setup":
            begin_round(ctx)
        case "actions":
            await take_turn(ctx)
        case "initiative":
            score_initiative(ctx)
        case "rewards":
            await give_reward(ctx)
        case "cleanup":
            clean_up(ctx)


def is_over(state: State) -> bool:
    """R4 Return whether the game has ended."""
    return state.phase == "over"


GAME: Game[State] = Game(
    id="signorie",
    package="engines.signorie",
    seat_counts=tuple(range(CONTENT.data.meta.players_min, CONTENT.data.meta.players_max + 1)),
    colors=CONTENT.data.player_colors.order,
    rules_version=3,
    state_type=State,
    new_game=new_game,
    play_turn=play_turn,
    is_over=is_over,
    view=build_view,
    scores=compute_scores,
    problems=list_problems,
    redeal=redeal_hidden,
    turn_info=build_turn_info,
    policies={"greedy": greedy},
    evaluate=evaluate,
    aids=Aids(
        greedy,
        explain_gains,
        explain_dangers=explain_dangers,
        explain_costs=explain_costs,
        explain_hopes=explain_hopes,
        previewed_amounts=PREVIEWED_AMOUNTS,
    ),
    options=(
        *(TableOption(option, OFF_ON, "off") for option in VARIANTS),
        TableOption(EVERY_STEP, OFF_ON, "off"),
        AIDS,
    ),
)
