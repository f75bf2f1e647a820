"""A sketch: a copy of the table on which rules are tried out. Nothing that happens there happens."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine
from typing import Any, NamedTuple

import msgspec

from engines.kernel import SEED_BYTES, Event, Prompt, Rng, Table
from engines.pax_pamir.table.state import State

_DECODER = msgspec.msgpack.Decoder(State)


def copy(s: State) -> State:
    """The same State, sharing nothing with it."""
    return _DECODER.decode(msgspec.msgpack.encode(s))


def sketch(s: State) -> Table[State]:
    """A table of its own, with a copy of the State and dice that mean nothing."""
    return Table(copy(s), Rng(bytes(SEED_BYTES)))


class Outcome(NamedTuple):
    """Where a rule leads.

    events: what it told; passed: sentences of the questions that were passed over; question: where it stopped, None at
    its end
    """

    state: State
    events: list[Event]
    passed: list[str]
    question: Prompt | None


def outcome(
    s: State, rule: Callable[[Table[State]], Coroutine[Any, Any, Any]], passing: Collection[str] = ()
) -> Outcome:
    """The table as it would be after the rule, or when the rule asks its first question.

    passing: questions, by their sentence, that are answered with their first option
    """
    table, passed = sketch(s), []
    script, value = rule(table), None
    question: Prompt | None = None
    try:
        while True:
            (question,) = script.send(value).prompts
            if question.text.key not in passing:
                break
            passed.append(question.text.key)
            value = question.options[0].value
    except StopIteration:
        question = None
    finally:
        script.close()
    return Outcome(table.state, table.events, passed, question)
