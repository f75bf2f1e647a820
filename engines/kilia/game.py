"""The game record through which the kernel plays Kilia."""

from engines.kernel import AIDS, Aids, Game, GameContext, TableOption

from .book.entries import build_entries
from .computer.evaluation import evaluate, greedy
from .computer.reasons import PREVIEWED_AMOUNTS, explain_costs, explain_gains
from .council.phase import run_council
from .council.scoring import compute_scores
from .data.content import CONTENT
from .problems import list_problems
from .redeal import redeal_hidden
from .rules.turn import take_turn
from .table.setup import CHOSEN_COLORS, COLOR_ASSIGNMENTS, EXTRA_WHEELS, NO_EXTRA_WHEEL, are_colors_chosen, new_game
from .table.state import State
from .turn_info import build_turn_info, list_seat_colors
from .view import build_view

META = CONTENT.data.meta


async def play_turn(ctx: GameContext[State]) -> None:
    """R1 Play from one checkpoint to the next: one player's turn, or the council phase."""
    if ctx.state.phase == "turn":
        await take_turn(ctx)
    else:
        await run_council(ctx)


def is_over(s: State) -> bool:
    """R17 Return True after the final scoring."""
    return s.phase == "over"


GAME: Game[State] = Game(
    id="kilia",
    package="engines.kilia",
    seat_counts=tuple(range(META.players_min, META.players_max + 1)),
    colors=tuple(CONTENT.data.player_colors),
    rules_version=4,
    state_type=State,
    new_game=new_game,
    play_turn=play_turn,
    is_over=is_over,
    view=build_view,
    scores=compute_scores,
    problems=list_problems,
    redeal=redeal_hidden,
    options=(
        TableOption("extra_wheel", EXTRA_WHEELS, NO_EXTRA_WHEEL),
        TableOption("colors", COLOR_ASSIGNMENTS, CHOSEN_COLORS),
        AIDS,
    ),
    entries=build_entries,
    turn_info=build_turn_info,
    seat_colors=list_seat_colors,
    colors_chosen_with=are_colors_chosen,
    evaluate=evaluate,
    policies={"greedy": greedy},
    aids=Aids(
        greedy,
        explain_gains,
        explain_costs=explain_costs,
        stars_plain_best=False,
        previewed_amounts=PREVIEWED_AMOUNTS,
    ),
)
