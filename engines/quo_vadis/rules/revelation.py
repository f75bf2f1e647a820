"""R7.6 Revelation: each action moves a worker of the player from the genesis area to an adjacent space."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from engines.kernel import GameContext, Message, Option, Seat, SeatRef, message
from engines.quo_vadis.questions import MoveWorker
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import has_piece, list_controlled_areas
from engines.quo_vadis.table.geometry import list_spaces, parse_area
from engines.quo_vadis.table.state import State


class WorkerMove(NamedTuple):
    """A move of a worker from one space to another."""

    source: str
    """Space in the genesis area."""
    target: str
    """Adjacent space, in the same area or in another one."""
    actions: int
    """Price in actions."""

    @property
    def key(self) -> str:
        return f"move:{self.source}:{self.target}"


async def ask_moves(ctx: GameContext[State], seat: Seat) -> None:
    """R7.6 Ask for the moves one after the other. They are free, regardless of terrain and pieces.

    A worker that has left the genesis area cannot be moved again. The rule needs no record: only workers inside may
    move.
    """
    state, actions_left = ctx.state, ctx.state.playing.actions
    while actions_left and next(iter_moves(state, seat, actions_left), None) is not None:
        worker_move = await ctx.choose(
            seat,
            "move.ask",
            partial(_list_moves, state, seat, actions_left),
            default="stop",
            rule="R7.6",
            subject=MoveWorker(state.genesis, actions_left),
            left=actions_left,
        )
        if worker_move is None:
            return
        move_worker(ctx, seat, worker_move)
        actions_left -= worker_move.actions


def iter_moves(state: State, seat: Seat, actions_left: int) -> Iterator[WorkerMove]:
    """R7.6 Yield the possible moves: for one action to an adjacent space, for two through the genesis area."""
    spaces = state.geography.spaces
    for source in list_spaces(state.genesis):
        if state.find_space(source).workers[seat]:
            adjacent = spaces[source]
            yield from (WorkerMove(source, target, 1) for target in adjacent)
            if actions_left > 1:
                beyond = state.geography.list_adjacent_spaces(state.genesis)
                yield from (WorkerMove(source, target, 2) for target in beyond if target not in adjacent)


def _list_moves(state: State, seat: Seat, actions_left: int) -> list[Option]:
    return [
        *(
            Option(
                worker_move.key,
                worker_move,
                message("move.label", space=names.name_space(worker_move.target)),
                partial(_forecast_move, state, seat, worker_move),
                group=message("move.from", space=names.name_space(worker_move.source)),
                place=f"space:{worker_move.target}",
            )
            for worker_move in iter_moves(state, seat, actions_left)
        ),
        Option("stop", None, message("move.stop")),
    ]


def _forecast_move(state: State, seat: Seat, worker_move: WorkerMove) -> Message:
    """Describe the cost of a move, the other players on the target space, and control won or lost."""
    facts = [message("move.cost", actions=worker_move.actions)]
    facts.append(message("move.terrain", terrain=names.name_terrain(state.find_terrain(worker_move.target))))
    opponents = [
        other for other in state.seats if other != seat and has_piece(state.find_space(worker_move.target), other)
    ]
    if opponents:
        facts.append(message("move.meets", others=tuple(SeatRef(other) for other in opponents)))
    before = list_controlled_areas(state, seat)
    source, target = state.find_space(worker_move.source), state.find_space(worker_move.target)
    source.workers[seat] -= 1
    target.workers[seat] += 1
    after = list_controlled_areas(state, seat)
    source.workers[seat] += 1
    target.workers[seat] -= 1
    if won_areas := [area for area in after if area not in before]:
        facts.append(message("move.wins", areas=tuple(won_areas)))
    if lost_areas := [area for area in before if area not in after]:
        facts.append(message("move.loses", areas=tuple(lost_areas)))
    return message("parts", parts=tuple(facts))


def move_worker(ctx: GameContext[State], seat: Seat, worker_move: WorkerMove) -> None:
    """R7.6 Move the worker."""
    ctx.state.find_space(worker_move.source).workers[seat] -= 1
    ctx.state.find_space(worker_move.target).workers[seat] += 1
    has_left_area = parse_area(worker_move.target) != ctx.state.genesis
    ctx.log_event(
        "move.done_out" if has_left_area else "move.done",
        who=SeatRef(seat),
        source=names.name_space(worker_move.source),
        target=names.name_space(worker_move.target),
    )
