"""Quo Vadis (draft 30, by kuro), a god game for 3 to 5 players.

Rules are cited as R7.4 and so on; `locale/rules.*.toml` has their text. data.toml marks lines that no source gives as
ours.

Packages: `data` holds the printed facts, `table` the State and the queries on it, `rules` the course of the game (R5
and R7, one step per module; `rules/war` is R7.7), `computer` the computer player. Beside them are the modules that the
kernel asks for: `view` and `redeal` (R11), `turn_info`, `problems`, `handbook`. `questions` holds the typed data of
each question, `wording` the texts of skills.
"""

from engines.kernel import AIDS, OFF_ON, Aids, Game, TableOption
from engines.quo_vadis.computer.comparison import explain_contrast
from engines.quo_vadis.computer.evaluation import evaluate
from engines.quo_vadis.computer.greedy import greedy_player, play_greedily
from engines.quo_vadis.computer.reasons import (
    PREVIEWED_AMOUNTS,
    explain_costs,
    explain_dangers,
    explain_gains,
    is_repeat,
    suggest_by_rule,
)
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.rules.setup import new_game
from engines.quo_vadis.rules.turn import play_turn
from engines.quo_vadis.rules.war.bids import PRESETS
from engines.quo_vadis.table.scoring import compute_scores, is_over
from engines.quo_vadis.table.state import State

from .handbook import build_entries
from .problems import list_problems
from .redeal import redeal_hidden
from .view import build_turn_info, build_view, list_seat_colors

GAME: Game[State] = Game(
    id="quo_vadis",
    package="engines.quo_vadis",
    seat_counts=tuple(range(DATA.meta.players_min, DATA.meta.players_max + 1)),
    colors=tuple(race.colour for race in DATA.race),
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
        TableOption("board_side", ("standard", "custom"), "standard"),
        TableOption("petition", OFF_ON, "on"),
        TableOption("race_selection", ("random", "pick_in_seat_order"), "random"),
        TableOption("extra_tile_layout", ("random", "preset"), "random"),
        TableOption("first_worker", ("mandatory", "optional"), "mandatory"),
        TableOption("rebuild", ("automatic", "optional"), "automatic"),
        TableOption("skill_draft", ("draft", "deal"), "draft"),
        TableOption("basic_skill", ("choose", "recommended"), "choose"),
        TableOption("odds", OFF_ON, "on"),
        AIDS,
    ),
    policies={"greedy": play_greedily},
    presets=PRESETS,
    entries=build_entries,
    turn_info=build_turn_info,
    seat_colors=list_seat_colors,
    evaluate=evaluate,
    aids=Aids(
        greedy_player,
        explain_gains,
        tries=110,
        explain_dangers=explain_dangers,
        explain_costs=explain_costs,
        stars_plain_best=False,
        is_repeat=is_repeat,
        previewed_amounts=PREVIEWED_AMOUNTS,
        explain_contrast=explain_contrast,
        suggest_by_rule=suggest_by_rule,
    ),
)
