"""Marco Polo II: In the Service of the Khan (Simone Luciani, Daniele Tascini; Hans im Glück 2019), with the Caravan
expansion, for 2 to 4 players.

Rules are cited as R8.5 and so on; `locale/rules.*.toml` has their text.

Rooms: `data` has the printed facts; `table` what lies on the table and what can be read off it (who may place which
dice, the ways across the map, the scoring); `rules` what happens: `round` is the script (R2, R4, R5), `actions` the
main actions (R8), `bonus` the bonus actions (R9), beside them what both use (paying, rewards, movement, posts,
caravans); `computer` the computer players. What the kernel asks for beside them stands here: `view`, `redeal`,
`problems`, `handbook`.
"""

from __future__ import annotations

from engines.kernel import AIDS, OFF_ON, Aids, Game, TableOption
from engines.marco_polo_ii.computer.evaluation import worth
from engines.marco_polo_ii.computer.greedy import greedy
from engines.marco_polo_ii.computer.reasons import hopes, reasons, repeats
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.rules.round.standing import STANDING
from engines.marco_polo_ii.rules.round.turn import turn
from engines.marco_polo_ii.table.scoring import over, scores
from engines.marco_polo_ii.table.setup import new
from engines.marco_polo_ii.table.state import State

from .handbook import entries
from .moment import moment
from .problems import problems
from .redeal import redeal
from .view import view

META = CONTENT.data.meta

GAME: Game[State] = Game(
    id="marco_polo_ii",
    package="engines.marco_polo_ii",
    seats=tuple(range(META.players_min, META.players_max + 1)),
    colors=META.colors,
    rules=2,
    state=State,
    new=new,
    turn=turn,
    over=over,
    view=view,
    scores=scores,
    problems=problems,
    redeal=redeal,
    options=(TableOption("caravan", OFF_ON, "off"), AIDS),
    standing=STANDING,
    entries=entries,
    policies={"greedy": greedy},
    worth=worth,
    moment=moment,
    aids=Aids(greedy, reasons, hopes=hopes, repeats=repeats),
)
