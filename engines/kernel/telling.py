"""Telling: the sentences of the log as the rules say them, put together to lines."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from .prompt import Event
from .words import Arg, Msg, Seat


class Telling:
    """What was told since the last decision, sentence by sentence (`events`); `lines` is what the log gets of it.

    `facts` is what was noted beside it as typed data (`note`), for trials of a rule; it is never stored or shown.
    """

    __slots__ = ("_joins", "events", "facts")

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.facts: list[Any] = []
        self._joins: bool | None = None
        """Inside a line: whether the next sentence goes on in it; None outside."""

    def tell(self, key: str, /, *, to: Sequence[Seat] | None = None, reason: bool = False, **args: Arg) -> None:
        """A sentence for the log; `to` limits who may read it. reason: it says why; the log sets it apart."""
        self.events.append(Event(Msg(key, args), None if to is None else tuple(to), bool(self._joins), reason))
        if self._joins is False:
            self._joins = True

    def note(self, fact: Any) -> None:
        """What has happened, as typed data of the game, for `Outcome.facts`: sentences are for people only."""
        self.facts.append(fact)

    def forget(self) -> None:
        """Begin anew: what was told and noted is dealt with."""
        self.events.clear()
        self.facts.clear()

    def line(self) -> AbstractContextManager[None]:
        """What is told inside is one line of the log: a deed, its reason, and all that follows from it.

        A line inside a line stands by itself, and what comes after it begins anew. Questions may be asked inside: each
        answer begins a line of its own.
        """
        return _OneLine(self)

    def take_up(self, key: str, /, **args: Arg) -> Msg | None:
        """Take back the sentence told last, to say more in its place: if it has this key and, among others, these args.

        None, and nothing is taken back, if it has not, or if the next sentence begins a line of its own.
        """
        if not self.events or self._joins is False:
            return None
        last = self.events[-1]
        if last.to is not None or last.text.key != key or not args.items() <= last.text.args.items():
            return None
        self.events.pop()
        if self._joins is not None:
            self._joins = last.joins
        return last.text

    def lines(self) -> tuple[Event, ...]:
        """`events`, the sentences of a line put together."""
        for event in self.events:
            if event.joins:
                break
        else:
            return tuple(self.events)
        told: list[list[Event]] = []
        for event in self.events:
            if event.joins and told and (told[-1][0].to, told[-1][0].reason) == (event.to, event.reason):
                told[-1].append(event)
            else:
                told.append([event])
        return tuple(_line(events) for events in told)


class _OneLine(AbstractContextManager[None]):
    """`Telling.line`. A class, because a generator costs as much as a whole sentence."""

    __slots__ = ("outer", "telling")

    def __init__(self, telling: Telling) -> None:
        self.telling = telling
        self.outer: bool | None = None

    def __enter__(self) -> None:
        self.outer, self.telling._joins = self.telling._joins, False

    def __exit__(self, *exception: object) -> None:
        self.telling._joins = None if self.outer is None else False


def _line(events: Sequence[Event]) -> Event:
    """Events of one line as one."""
    if len(events) == 1:
        return Event(events[0].text, events[0].to, reason=events[0].reason)
    sentences = tuple(event.text for event in events)
    return Event(Msg("kernel.line", {"sentences": sentences}), events[0].to, reason=events[0].reason)
