"""Sentences without a language: keys and arguments, of which a `Catalogue` makes Japanese or English."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import msgspec

Seat = int
"""Index of a seat at the table, 0 .. n-1. Letters A, B, C ... follow it."""

LETTERS = "ABCDEFGH"


# The garbage collector does not look into texts and answers (gc=False): there are tens of thousands of them, and data
# that holds no functions closes no circle.


class Term(msgspec.Struct, frozen=True, tag="term", gc=False):
    """A noun of terms.toml by its path, e.g. `Term("houses.medici")`."""

    path: str


class Who(msgspec.Struct, frozen=True, tag="who", gc=False):
    """The person (or computer player) on a seat."""

    seat: Seat


class Msg(msgspec.Struct, frozen=True, tag="msg", gc=False):
    """One sentence: a key of the catalogue and its arguments (numbers, texts, nouns, seats, sentences, lists)."""

    key: str
    args: dict[str, Arg] = {}


Atom = int | str | Term | Who | Msg
Arg = Atom | tuple[Atom, ...]

LINE = "kernel.line"
"""The sentence that holds the sentences of one line of the log (`Table.line`)."""

Text = Msg | Term
"""A sentence, or a noun that stands alone (a label, a heading)."""

Lazy = Text | Callable[[], Text]
"""A text, or a function that makes it: labels are built only when somebody reads them."""


def say(key: str, /, **args: Arg) -> Msg:
    """`say("die.taken", who=Who(0), pips=3)`"""
    return Msg(key, args)


def sentences(line: Msg) -> tuple[Msg, ...]:
    """Those of a line of the log, each by itself."""
    return cast(tuple[Msg, ...], line.args["sentences"]) if line.key == LINE else (line,)


def read(text: Lazy) -> Text:
    """The text, computed now if it was given as a function."""
    return text if isinstance(text, Msg | Term) else text()


class Refused(Exception):
    """A person asked for something that the rules or the table do not allow. Nothing has happened.

    `reason` says what was expected and what came; `rule` names the paragraph, e.g. "R6.1".
    """

    def __init__(self, key: str, /, *, rule: str | None = None, **args: Arg) -> None:
        super().__init__(key, args)
        self.reason = Msg(key, args)
        self.rule = rule


class Stale(Refused):
    """The answer belongs to a question that is no longer open (an old button). Show the present state instead."""
