"""A preview: what an answer would lead to, before and after, where it may be shown.

The answer is given in imagined worlds, in which all that the seat cannot see was dealt anew, so nothing hidden can come
through. There are several of them: what depends on the deal differs between them, and is not shown.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .match import Match
from .prompt import Decision, Event, Prompt
from .words import Msg, Seat

WORLDS = 4


class Preview(NamedTuple):
    """What an answer leads to, as its seat may see it.

    before, after: Views of the seat, now and then
    told:          the sentences of the log that it brings
    question:      what the seat is asked next; None: the turn is over
    later:         then what the seat is asked as soon as that is done, by itself or together with others
    """

    before: Any
    after: Any
    told: tuple[Event, ...]
    question: Prompt | None
    later: Msg | None = None


def preview(match: Match[Any], seat: Seat, keys: tuple[str, ...]) -> Preview | None:
    """What these keys would do as the seat's answer; raises Refused if they are no legal one.

    None where it may not be shown, or cannot be known: something would be revealed, dice would fall, or it depends on
    what somebody else answers.
    """
    if seat not in match.waiting:
        return None
    chance = match.secret("preview", seat)
    first = _tried(match.world(seat, chance), seat, keys)
    for _ in range(1, WORLDS):
        other = _tried(match.world(seat, chance), seat, keys)
        if first is None or other is None or _shown(first) != _shown(other):
            return None
    return first


def _shown(found: Preview) -> tuple[object, ...]:
    """All that the person gets to see of it."""
    asked = found.question
    keys = () if asked is None else tuple(option.key for option in asked.options)
    return found.after, found.told, asked and asked.text, keys, found.later


def _tried(world: Match[Any], seat: Seat, keys: tuple[str, ...]) -> Preview | None:
    before, drawn = world.view(seat), world.table.rng.counter
    applied = world.apply(Decision(world.step, seat, keys))
    own = world.ask is not None and world.ask.seats == (seat,)
    others_must_answer = not (own or applied.frames or world.over)
    if applied.revealed or world.table.rng.counter > drawn or others_must_answer:
        return None
    told = tuple(event for event in applied.events if event.visible_to(seat))
    asked = world.prompt(seat) if seat in world.waiting else None
    later = None if own or asked is None else asked.text  # what it asks is public, its options may not be
    return Preview(before, world.view(seat), told, asked if own else None, later)
