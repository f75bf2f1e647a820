"""Signorie (Andrea Chiarvesio, Pierluca Zizzi; What's Your Game? 2015), for 2 to 4 players.

Rules are cited as R8.2 and so on; `locale/rules.*.toml` has their text. From the ground up:

    data     the printed facts
    table    the State and what can be read off it; scoring (R12)
    effects  R8: tracks, missions, marriages, family, tiles
    actions  R7, R9, R10: main actions, assignments, helpers
    phases   setup (R3), rounds (R5), dice (R6), rewards (R11)
"""

from __future__ import annotations

from engines.kernel import AIDS, OFF_ON, Aids, Game, Table, TableOption
from engines.signorie.computer.evaluation import worth
from engines.signorie.computer.greedy import greedy
from engines.signorie.computer.reasons import costs, hopes, reasons
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import VARIANTS
from engines.signorie.phases.dice import take_turn
from engines.signorie.phases.rewards import score_initiative, serve_reward
from engines.signorie.phases.rounds import begin_round, clean_up
from engines.signorie.phases.setup import EVERY_STEP, new
from engines.signorie.table.scoring import scores
from engines.signorie.table.state import State

from .moment import moment
from .problems import problems
from .redeal import redeal
from .view import view


async def turn(t: Table[State]) -> None:
    """R1, R4 From one checkpoint to the next: a player's turn, a reward, or a step that nobody decides."""
    match t.state.phase:
        case "setup":
            begin_round(t)
        case "actions":
            await take_turn(t)
        case "initiative":
            score_initiative(t)
        case "rewards":
            await serve_reward(t)
        case "cleanup":
            clean_up(t)


def over(state: State) -> bool:
    """R4 DONE."""
    return state.phase == "over"


GAME: Game[State] = Game(
    id="signorie",
    package="engines.signorie",
    seats=tuple(range(CONTENT.data.meta.players_min, CONTENT.data.meta.players_max + 1)),
    colors=CONTENT.data.player_colors.order,
    rules=2,
    state=State,
    new=new,
    turn=turn,
    over=over,
    view=view,
    scores=scores,
    problems=problems,
    redeal=redeal,
    moment=moment,
    policies={"greedy": greedy},
    worth=worth,
    aids=Aids(greedy, reasons, costs=costs, hopes=hopes),
    options=(
        *(TableOption(option, OFF_ON, "off") for option in VARIANTS),
        TableOption(EVERY_STEP, OFF_ON, "off"),
        AIDS,
    ),
)
