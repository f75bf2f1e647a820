"""R7.6 Revelation: each action moves an own worker of the genesis area to an adjacent space."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from engines.kernel import Msg, Option, Seat, Table, Who, say
from engines.quo_vadis.questions import Move
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import controlled, present
from engines.quo_vadis.table.geometry import area_of, spaces_of
from engines.quo_vadis.table.state import State


class Step(NamedTuple):
    """A worker from one space to another, for so many actions."""

    source: str
    target: str
    actions: int

    @property
    def key(self) -> str:
        return f"move:{self.source}:{self.target}"


async def reveal_the_way(t: Table[State], me: Seat) -> None:
    """R7.6 Moves one after the other; terrain and pieces do not matter, nothing is paid.

    A worker that has left the genesis area cannot be moved any more, which needs no memory: only those inside may move.
    """
    s, left = t.state, t.state.playing.actions
    while left and next(steps(s, me, left), None) is not None:
        step = await t.choose(
            me,
            "move.ask",
            partial(_moves, s, me, left),
            default="stop",
            rule="R7.6",
            about=Move(s.genesis, left),
            left=left,
        )
        if step is None:
            return
        move(t, me, step)
        left -= step.actions


def steps(s: State, me: Seat, left: int) -> Iterator[Step]:
    """R7.6 Where the workers of the genesis area can go: one action to an adjacent space, two by way of the area."""
    spaces = s.geography.spaces
    for source in spaces_of(s.genesis):
        if s.space(source).workers[me]:
            near = spaces[source]
            yield from (Step(source, target, 1) for target in near)
            if left > 1:
                beyond = s.geography.around(s.genesis)
                yield from (Step(source, target, 2) for target in beyond if target not in near)


def _moves(s: State, me: Seat, left: int) -> list[Option]:
    return [
        *(
            Option(
                step.key,
                step,
                say("move.label", space=names.space(step.target)),
                partial(_detail, s, me, step),
                group=say("move.from", space=names.space(step.source)),
                place=f"space:{step.target}",
            )
            for step in steps(s, me, left)
        ),
        Option("stop", None, say("move.stop")),
    ]


def _detail(s: State, me: Seat, step: Step) -> Msg:
    """What a move costs, whom it meets, and which control it wins or loses."""
    facts = [say("move.cost", actions=step.actions)]
    facts.append(say("move.terrain", terrain=names.terrain(s.terrain(step.target))))
    met = [seat for seat in s.seats if seat != me and present(s.space(step.target), seat)]
    if met:
        facts.append(say("move.meets", others=tuple(Who(seat) for seat in met)))
    before = controlled(s, me)
    source, target = s.space(step.source), s.space(step.target)
    source.workers[me] -= 1
    target.workers[me] += 1
    after = controlled(s, me)
    source.workers[me] += 1
    target.workers[me] -= 1
    if won := [area for area in after if area not in before]:
        facts.append(say("move.wins", areas=tuple(won)))
    if lost := [area for area in before if area not in after]:
        facts.append(say("move.loses", areas=tuple(lost)))
    return say("parts", parts=tuple(facts))


def move(t: Table[State], me: Seat, step: Step) -> None:
    """R7.6 The worker moves."""
    t.state.space(step.source).workers[me] -= 1
    t.state.space(step.target).workers[me] += 1
    left = area_of(step.target) != t.state.genesis
    t.tell(
        "move.done_out" if left else "move.done",
        who=Who(me),
        source=names.space(step.source),
        target=names.space(step.target),
    )
