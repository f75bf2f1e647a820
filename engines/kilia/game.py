"""The record of the game, from which the kernel plays it."""

from __future__ import annotations

from engines.kernel import AIDS, Aids, Game, Table, TableOption

from .book.entries import entries
from .computer.greedy import greedy
from .computer.reasons import reasons
from .computer.worth import worth
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
    rules=2,
    state=State,
    new=new,
    turn=turn,
    over=over,
    view=view,
    scores=scores,
    problems=problems,
    redeal=redeal,
    options=(TableOption("extra_wheel", EXTRA_WHEELS, NO_EXTRA_WHEEL), AIDS),
    entries=entries,
    moment=moment,
    worth=worth,
    policies={"greedy": greedy},
    aids=Aids(greedy, reasons, plain=False),
)
