"""The log: sentences as the rules tell them, joined to lines."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from .prompt import Event
from .words import LINE, Arg, Msg, Seat


class Fact(Protocol):
    """Something that happened, as typed data of the game, with the sentence that tells it (`Telling.tell_fact`)."""

    def sentence(self) -> Msg:
        """The sentence of the log."""
        ...

    def joined(self, later: Any, /) -> Fact | None:
        """This fact and the next one as one ("two armies" for an army and an army); None: two sentences tell them."""
        ...


class Telling:
    """What was told since the last decision, sentence by sentence (`events`); `lines` is what the log gets of it.

    `facts` is what was noted beside it as typed data (`note`), for trials of a rule; it is never stored or shown.
    """

    __slots__ = ("_fact", "_joins", "events", "facts")

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.facts: list[Any] = []
        self._joins: bool | None = None
        """Inside a line: whether the next sentence goes on in it; None outside."""
        self._fact: tuple[Event, Fact] | None = None
        """The fact that was told last, and its sentence."""

    def tell(self, key: str, /, *, to: Sequence[Seat] | None = None, reason: bool = False, **args: Arg) -> None:
        """A sentence for the log; `to` limits who may read it. reason: it says why; the log sets it apart."""
        self._put(Event(Msg(key, args), None if to is None else tuple(to), bool(self._joins), reason))

    def _put(self, event: Event) -> None:
        self.events.append(event)
        if self._joins is False:
            self._joins = True

    def tell_fact(self, fact: Fact) -> None:
        """Tell a fact in its sentence, or together with the fact of the sentence told last, if they join.

        They stay apart if anything else was told between them, or if this one begins a line of its own.
        """
        if self._fact is not None and self._joins is not False and self.events and self.events[-1] is self._fact[0]:
            event, before = self._fact
            both = before.joined(fact)
            if both is not None:
                fact = both
                self.events.pop()
                if self._joins is not None:
                    self._joins = event.joins
        self._put(Event(fact.sentence(), joins=bool(self._joins)))
        self._fact = self.events[-1], fact

    def note(self, fact: Any) -> None:
        """Record a fact as typed data of the game, for `Outcome.facts`. It is not shown and not stored."""
        self.facts.append(fact)

    def forget(self) -> None:
        """Clear what was told and noted, after it has been stored."""
        self.events.clear()
        self.facts.clear()

    def line(self) -> AbstractContextManager[None]:
        """What is told inside is one line of the log: a deed, its reason, and all that follows from it.

        A nested line is separate, and what follows it begins another line. Questions may be asked inside: each answer
        begins another line, too.
        """
        return _OneLine(self)

    def lines(self) -> tuple[Event, ...]:
        """`events`, the sentences of a line put together."""
        for event in self.events:
            if event.joins:
                break
        else:
            return tuple(self.events)
        told: list[list[Event]] = []
        deeds: list[Event] | None = None
        """The deeds of the line that is being told, as long as nothing but its reasons came between them."""
        for event in self.events:
            if not event.joins or (deeds is not None and deeds[0].to != event.to):
                deeds = None
            if event.reason:
                if event.joins and told and told[-1][0].reason and told[-1][0].to == event.to:
                    told[-1].append(event)
                else:  # reasons stand before the deeds that they explain
                    told.insert(len(told) if deeds is None else len(told) - 1, [event])
            elif deeds is not None and event.joins:
                deeds.append(event)
            else:
                deeds = [event]
                told.append(deeds)
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
    return Event(Msg(LINE, {"sentences": sentences}), events[0].to, reason=events[0].reason)
