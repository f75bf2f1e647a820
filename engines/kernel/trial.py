"""A dry run: a rule is carried out on a copy of the State, and the game stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from .chance import SEED_BYTES, Rng
from .prompt import Event, Prompt
from .table import Table

S = TypeVar("S")

Answer = Callable[[Prompt], tuple[str, ...] | None]
"""What a question on the way is answered; None: the trial ends there."""


class Outcome(NamedTuple, Generic[S]):
    """Where a rule leads.

    state:    the State at its end, or where it stopped to ask
    question: what it asked there, None at its end; passed: the questions on the way that were answered
    events:   what it told; facts: what it noted as typed data (`Table.note`)
    revealed: somebody was shown something new; random: dice fell. In both cases the real game may go another way
    """

    state: S
    question: Prompt | None
    passed: list[Prompt]
    events: list[Event]
    facts: list[Any]
    revealed: bool
    random: bool


def copied(state: S) -> S:
    """The same State, sharing nothing with it."""
    kind: Any = type(state)
    again: S = _decoder(kind).decode(msgspec.msgpack.encode(state))
    return again


@cache
def _decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind)


def scratch(state: S) -> Table[S]:
    """A Table over a copy of the State, for dry runs. Its random numbers are fixed and not those of the game."""
    return Table(copied(state), Rng(bytes(SEED_BYTES)))


def outcome(
    state: S,
    rule: Callable[[Table[S]], Coroutine[Any, Any, Any]],
    answer: Answer = lambda prompt: None,
) -> Outcome[S]:
    """Where a rule leads from this State, at its first question that `answer` leaves open.

    What is asked of several seats at once always ends the trial.
    """
    table = scratch(state)
    script, value = rule(table), None
    passed: list[Prompt] = []
    question: Prompt | None = None
    try:
        while True:
            ask = script.send(value)
            question = ask.prompts[0]
            keys = None if ask.together else answer(question)
            if keys is None:
                break
            passed.append(question)
            value = question.read(keys)
    except StopIteration:
        question = None
    finally:
        script.close()
    return Outcome(table.state, question, passed, table.events, table.facts, table.revealed, table.rng.counter > 0)
