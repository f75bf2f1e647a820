"""Marco Polo II: In the Service of the Khan (Simone Luciani, Daniele Tascini; Hans im Glück 2019), with the Caravan
expansion, for 2 to 4 players.

Rules are cited as R8.5 and so on; `locale/rules.*.toml` has their text.

Packages: `data` holds the printed facts; `table` the game state and functions that read it (legal dice, paths across
the map, scoring); `rules` the course of the game; `computer` the computer players. In `rules`, `round` is the script
(R2, R4, R5), `actions` has the main actions (R8), `bonus` the bonus actions (R9); the modules beside them are shared
(paying, rewards, movement, posts, caravans). The other hooks of the kernel are modules of this package: `view`,
`redeal`, `problems`, `handbook`.
"""

from engines.kernel import AIDS, OFF_ON, Aids, Game, TableOption
from engines.marco_polo_ii.computer.evaluation import evaluate
from engines.marco_polo_ii.computer.greedy import greedy
from engines.marco_polo_ii.computer.reasons import (
    PREVIEWED_AMOUNTS,
    explain_costs,
    explain_gains,
    explain_hopes,
    is_repeat,
)
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.rules.round.presets import PRESETS
from engines.marco_polo_ii.rules.round.turn import play_turn
from engines.marco_polo_ii.table.scoring import compute_scores, is_over
from engines.marco_polo_ii.table.setup import new_game
from engines.marco_polo_ii.table.state import State, upgrade_state

from .handbook import build_entries
from .problems import list_problems
from .redeal import redeal_hidden
from .view import build_turn_info, build_view

META = CONTENT.data.meta

GAME: Game[State] = Game(
    id="marco_polo_ii",
    package="engines.marco_polo_ii",
    seat_counts=tuple(range(META.players_min, META.players_max + 1)),
    colors=META.colors,
    rules_version=3,
    state_type=State,
    new_game=new_game,
    play_turn=play_turn,
    is_over=is_over,
    view=build_view,
    scores=compute_scores,
    problems=list_problems,
    redeal=redeal_hidden,
    options=(TableOption("caravan", OFF_ON, "off"), AIDS),
    upgrade=upgrade_state,
    presets=PRESETS,
    entries=build_entries,
    policies={"greedy": greedy},
    evaluate=evaluate,
    turn_info=build_turn_info,
    aids=Aids(
        greedy,
        explain_gains,
        explain_costs=explain_costs,
        explain_hopes=explain_hopes,
        is_repeat=is_repeat,
        previewed_amounts=PREVIEWED_AMOUNTS,
    ),
)
