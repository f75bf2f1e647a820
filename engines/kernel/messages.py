"""Sentences without a language: keys and arguments, which a `Catalogue` renders in Japanese or English."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import msgspec

Seat = int
"""Index of a seat at the table, 0 .. n-1. Letters A, B, C ... follow it."""

LETTERS = "ABCDEFGH"


# gc=False: there are tens of thousands of texts and answers, and data without functions cannot form reference cycles.


class NounRef(msgspec.Struct, frozen=True, tag="term", gc=False):
    """A noun of terms.toml by its path, e.g. `NounRef("houses.medici")`."""

    path: str
    """Path in `terms.toml`, joined by dots; looked up in the kernel's file if the game's lacks it."""


class SeatRef(msgspec.Struct, frozen=True, tag="who", gc=False):
    """The person (or computer player) on a seat."""

    seat: Seat
    """The seat whose holder, at the time of reading, is named."""


class Message(msgspec.Struct, frozen=True, tag="msg", gc=False):
    """One sentence: a key of the catalogue and its arguments (numbers, texts, nouns, seats, sentences, lists)."""

    key: str
    """Path of the sentence in the catalogue, e.g. "die.taken"; stored in logs, so it never changes."""
    args: dict[str, Arg] = {}
    """By the names that stand in braces in the sentence."""


SingleArg = int | str | NounRef | SeatRef | Message
Arg = SingleArg | tuple[SingleArg, ...]

LazyArg = Arg | Callable[[], Arg]
"""An argument of a question, or a function of public knowledge that computes it when somebody reads the question."""

LINE_KEY = "kernel.line"
"""The sentence that holds the sentences of one line of the log (`GameContext.log_line`)."""

Text = Message | NounRef
"""A sentence, or a noun that stands alone (a label, a heading)."""


class Wording(msgspec.Struct, frozen=True):
    """The sentence of a question. It is not stored or shown before `build_message` has computed its arguments."""

    key: str
    """As in `Message`."""
    args: dict[str, LazyArg] = {}
    """As in `Message`; a function is called each time by `build_message`."""

    def build_message(self) -> Message:
        """Build the sentence with its arguments as they are now."""
        return Message(self.key, {name: arg() if callable(arg) else arg for name, arg in self.args.items()})


LazyText = Text | Callable[[], Text]
"""A text, or a function that makes it: labels are built only when they are read."""


def message(key: str, /, **args: Arg) -> Message:
    """Build a message: `message("die.taken", who=SeatRef(0), pips=3)`."""
    return Message(key, args)


def split_line(line: Message) -> tuple[Message, ...]:
    """Return the sentences of a line of the log."""
    return cast(tuple[Message, ...], line.args["sentences"]) if line.key == LINE_KEY else (line,)


def resolve_text(text: LazyText) -> Text:
    """Return the text, computed now if it was given as a function."""
    return text if isinstance(text, Message | NounRef) else text()


class Refused(Exception):
    """A request that the rules or the table do not allow. Nothing has happened.

    `reason` states the expected and the given value; `rule` names the paragraph, e.g. "R6.1".
    """

    def __init__(self, key: str, /, *, rule: str | None = None, **args: Arg) -> None:
        super().__init__(key, args)
        self.reason = Message(key, args)
        """The sentence that the person reads."""
        self.rule = rule


class StaleAnswer(Refused):
    """An answer to a question that is no longer open (an old button). Show the present state instead."""
