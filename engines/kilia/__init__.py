"""Kilia (Lars Ehresmann; HUCH! 2025), for 2 to 4 players.

Rules are cited as R8 and so on; `locale/rules.*.toml` has their text.

Rooms: `data` has the printed facts, `table` what lies on the table and what can be read off it, `payment` the ways to
pay (R11), `rules` a turn (R6 to R15, a chapter a module), `council` what comes after the turns (R16, R17). What the
kernel asks for beside them stands here: `view`, `redeal` (R4), `problems`.
"""

from __future__ import annotations

from engines.kernel import Game, Table, TableOption

from .council.council import council
from .council.scoring import scores
from .data.content import CONTENT
from .problems import problems
from .redeal import redeal
from .rules.turn import take_turn
from .table.setup import EXTRA_WHEELS, NO_EXTRA_WHEEL, new
from .table.state import State
from .view import moment, view

META = CONTENT.data.meta


async def turn(t: Table[State]) -> None:
    """R1 From one checkpoint to the next: a player's turn, or the council phase."""
    if t.state.phase == "turn":
        await take_turn(t)
    else:
        await council(t)


def over(s: State) -> bool:
    """R17 After the scoring."""
    return s.phase == "over"


GAME: Game[State] = Game(
    id="kilia",
    package="engines.kilia",
    seats=tuple(range(META.players_min, META.players_max + 1)),
    colors=tuple(CONTENT.data.player_colors),
    rules=1,
    state=State,
    new=new,
    turn=turn,
    over=over,
    view=view,
    scores=scores,
    problems=problems,
    redeal=redeal,
    options=(TableOption("extra_wheel", EXTRA_WHEELS, NO_EXTRA_WHEEL),),
    moment=moment,
)
