"""Pax Pamir, second edition (Cole Wehrle; Wehrlegig Games 2019), for 2 to 5 players, or 1 and 2 with Wakhan.

Rules are cited as R8.2 and so on; `locale/rules.*.toml` has their text.

Rooms: `data` has the printed facts, `table`
what lies on the table and what can be read off it, `rules` what happens (R3 to R12, a chapter a module), `preview` what
a choice would lead to, `computer` the computer player and suggestions, `wakhan` R14. What the kernel asks for beside
them stands here: `view` and `redeal` (R13), `problems`, `handbook`.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel import AIDS, OFF_ON, Aids, Game, TableOption
from engines.pax_pamir.computer.evaluation import worth
from engines.pax_pamir.computer.greedy import THINKER, greedy
from engines.pax_pamir.computer.reasons import costs, opinion, reasons, repeats
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.rules.setup import new
from engines.pax_pamir.table.scoring import over, scores
from engines.pax_pamir.table.state import State

from .handbook import entries
from .moment import moment
from .problems import problems
from .redeal import redeal
from .standing import STANDING
from .turn import turn
from .view import asking, view

META = CONTENT.data.meta
SEATS = tuple(range(META.players_min, META.players_max + 1))


def seats_for(options: Mapping[str, str]) -> tuple[int, ...]:
    """R3.1 Two people may take Wakhan in; more cannot."""
    return META.wakhan_human_counts if options.get("wakhan") == "two" else SEATS


GAME: Game[State] = Game(
    id="pax_pamir",
    package="engines.pax_pamir",
    seats=SEATS,
    colors=CONTENT.data.player_colors.published,
    rules=2,
    state=State,
    new=new,
    turn=turn,
    over=over,
    view=view,
    scores=scores,
    problems=problems,
    redeal=redeal,
    options=(
        TableOption("wakhan", ("alone", "two"), "alone"),
        TableOption("coin_limit", OFF_ON, "on"),
        AIDS,
        TableOption("open_hands", OFF_ON, "off"),
    ),
    policies={"greedy": greedy},
    worth=worth,
    aids=Aids(THINKER, reasons, costs=costs, several=1, repeats=repeats, opinion=opinion),
    standing=STANDING,
    seats_for=seats_for,
    automa="concept.wakhan",
    entries=entries,
    moment=moment,
    asking=asking,
)
