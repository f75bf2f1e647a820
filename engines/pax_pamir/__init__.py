"""Pax Pamir, second edition (Cole Wehrle; Wehrlegig Games 2019), for 2 to 5 players, or 1 and 2 with Wakhan.

Rules are cited as R8.2 and so on; `locale/rules.*.toml` has their text.

Packages:

- `data`: printed facts of the game, from data.toml
- `table`: the state of the table, and values computed from it
- `rules`: setup, turns, card effects and checks (R3 to R12, one chapter per module)
- `actions`: the six card actions (R8); `menu` offers them with purchases and plays
- `preview`: texts that say what an option would lead to
- `computer`: the computer player and the suggestions
- `wakhan`: Wakhan, the automated opponent (R14)

Modules beside them implement further hooks of `Game`: `view` and `redeal` (R13), `problems`, `handbook`.
"""

from collections.abc import Mapping

from engines.kernel import AIDS, OFF_ON, Aids, Game, TableOption
from engines.pax_pamir.computer.evaluation import evaluate
from engines.pax_pamir.computer.greedy import THINKER, choose_greedy_line
from engines.pax_pamir.computer.reasons import (
    PREVIEWED_AMOUNTS,
    explain_costs,
    explain_dangers,
    explain_gains,
    is_repeat,
    show_declared,
    suggest_by_rule,
)
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.rules.setup import new_game
from engines.pax_pamir.table.scoring import compute_scores, is_over
from engines.pax_pamir.table.state import State

from .handbook import build_entries
from .presets import PRESETS
from .problems import list_problems
from .redeal import redeal_hidden
from .turn import play_turn
from .view import add_prompts, build_turn_info, build_view

META = CONTENT.data.meta
SEATS = tuple(range(META.players_min, META.players_max + 1))


def seats_for(options: Mapping[str, str]) -> tuple[int, ...]:
    """R3.1 Return the possible numbers of people. With Wakhan only one or two people play."""
    return META.wakhan_human_counts if options.get("wakhan") == "two" else SEATS


GAME: Game[State] = Game(
    id="pax_pamir",
    package="engines.pax_pamir",
    seat_counts=SEATS,
    colors=CONTENT.data.player_colors.published,
    rules_version=3,
    state_type=State,
    new_game=new_game,
    play_turn=play_turn,
    is_over=is_over,
    view=build_view,
    scores=compute_scores,
    problems=list_problems,
    redeal=redeal_hidden,
    options=(
        TableOption("wakhan", ("alone", "two"), "alone"),
        TableOption("coin_limit", OFF_ON, "on"),
        AIDS,
        TableOption("open_hands", OFF_ON, "off"),
    ),
    policies={"greedy": choose_greedy_line},
    evaluate=evaluate,
    aids=Aids(
        THINKER,
        explain_gains,
        explain_dangers=explain_dangers,
        explain_costs=explain_costs,
        show_declared=show_declared,
        max_gains=1,
        is_repeat=is_repeat,
        previewed_amounts=PREVIEWED_AMOUNTS,
        suggest_by_rule=suggest_by_rule,
    ),
    presets=PRESETS,
    seat_counts_for=seats_for,
    automa="concept.wakhan",
    entries=build_entries,
    turn_info=build_turn_info,
    add_prompts=add_prompts,
)
