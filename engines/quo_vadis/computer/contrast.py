"""What sets one end of a turn apart from another: told of an answer that gains nothing itself and is better anyway.

The parts of `worth` are compared; the largest difference in favour is said first.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel import Msg, Seat, say
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import controlled
from engines.quo_vadis.table.state import State

from .evaluation import outlook, prospects, stack_of, tracks, turns_left
from .fight import coming, coming_war, likely
from .plan import schedule

LEAST = 0.2
"""So much of worth a part must make up to be named."""


def contrast(other: State, own: State, seat: Seat) -> Iterator[Msg]:
    """What the own end has that the other lacks, the weightiest first."""
    if own.phase != "turn" or other.phase != "turn":
        return
    found = [(value, said) for value, said in _parts(other, own, seat) if value >= LEAST]
    yield from (said for _, said in sorted(found, key=lambda part: -part[0]))


def _parts(other: State, own: State, seat: Seat) -> Iterator[tuple[float, Msg]]:
    vp = own.players[seat].points - other.players[seat].points
    if vp > 0:
        yield float(vp), say("aid.more", what=names.track("vp"), more=vp)
    yield from _war(other, own, seat)
    yield from _land(other, own, seat)
    yield from _means(other, own, seat)


def _war(other: State, own: State, seat: Seat) -> Iterator[tuple[float, Msg]]:
    """R7.7 No war, or a better one."""
    value = _worth_of_war(own, seat) - _worth_of_war(other, seat)
    odds, without = _odds(own, seat), _odds(other, seat)
    if odds is None and without is not None:
        yield value, say("aid.peace", percent=without)
    elif odds is not None and (without is None or without < odds):
        yield value, say("aid.losing", percent=odds)


def _worth_of_war(state: State, seat: Seat) -> float:
    return coming_war(state, seat) if _plays(state, seat) else 0.0


def _odds(state: State, seat: Seat) -> int | None:
    """The chance in the war to come, in percent; None: the seat has none."""
    war = coming(state) if _plays(state, seat) else None
    if war is None or not any(side.seat == seat for side in war.sides):
        return None
    return round(100 * likely(state, war, seat))


def _plays(state: State, seat: Seat) -> bool:
    return state.turn is not None and state.turn.player == seat


def _land(other: State, own: State, seat: Seat) -> Iterator[tuple[float, Msg]]:
    """R6, R7.9 What the generations promise: with more areas, or with a taller one."""
    value = prospects(own, seat) - prospects(other, seat)
    held = controlled(other, seat)
    if more := [area for area in controlled(own, seat) if area not in held]:
        yield value, say("aid.control", areas=tuple(more))
    elif (cards := stack_of(own.players[seat])) > stack_of(other.players[seat]):
        closed = schedule(outlook(own, seat)).closed
        yield value, say("aid.stack", cards=cards, then=closed) if closed else say("aid.stack_last", cards=cards)


def _means(other: State, own: State, seat: Seat) -> Iterator[tuple[float, Msg]]:
    """Resources, of which fewer are spent or more gained."""
    left = turns_left(own, seat)
    mine, theirs = own.players[seat], other.players[seat]
    value = tracks(mine, left) - tracks(theirs, left)
    for resource in mine.stock:
        if (more := mine.stock[resource] - theirs.stock[resource]) > 0:
            yield value, say("aid.more", what=names.resource(resource), more=more)
