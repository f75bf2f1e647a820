"""Quo Vadis (draft 30, by kuro), a god game for 3 to 5 players.

Rules are cited as R7.4 and so on; `locale/rules.*.toml` has their text. What no source says is ours, and data.toml
says so line by line.

Rooms: `data` has the printed facts, `table` what lies on the table and what can be read off it, `rules` what happens
(R5 and R7, a step a module; `rules/war` is R7.7). What the kernel asks for beside them stands here: `view` and `redeal`
(R11), `moment`, `problems`, `handbook`; `questions` has the typed data of every question, `wording` what skills say.
"""

from __future__ import annotations

from engines.kernel import AIDS, OFF_ON, Aids, Game, TableOption
from engines.quo_vadis.computer.contrast import contrast
from engines.quo_vadis.computer.evaluation import worth
from engines.quo_vadis.computer.greedy import greedy, thinker
from engines.quo_vadis.computer.reasons import dangers, may_advise, opinion, reasons, repeats
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.rules.setup import new
from engines.quo_vadis.rules.turn import turn
from engines.quo_vadis.rules.war.bids import STANDING
from engines.quo_vadis.table.scoring import over, scores
from engines.quo_vadis.table.state import State

from .handbook import entries
from .moment import moment, seat_colors
from .problems import problems
from .redeal import redeal
from .view import view

GAME: Game[State] = Game(
    id="quo_vadis",
    package="engines.quo_vadis",
    seats=tuple(range(DATA.meta.players_min, DATA.meta.players_max + 1)),
    colors=tuple(race.colour for race in DATA.race),
    rules=3,
    state=State,
    new=new,
    turn=turn,
    over=over,
    view=view,
    scores=scores,
    problems=problems,
    redeal=redeal,
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
    policies={"greedy": greedy},
    standing=STANDING,
    entries=entries,
    moment=moment,
    seat_colors=seat_colors,
    worth=worth,
    aids=Aids(
        thinker,
        reasons,
        tries=110,
        costs=dangers,
        plain=False,
        repeats=repeats,
        beside=may_advise,
        contrast=contrast,
        opinion=opinion,
    ),
)
