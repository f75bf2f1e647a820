"""The log: the sentences that rules log, and the lines that they are joined to."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from .messages import LINE_KEY, Arg, Message, Seat
from .prompt import LogEvent


class Fact(Protocol):
    """An event as typed data of the game, with its sentence in the log (`EventLog.log_fact`)."""

    def build_message(self) -> Message:
        """Build the sentence of the log."""
        ...

    def merge_with(self, later: Any, /) -> Fact | None:
        """Merge this fact and the next one into one ("two armies" for an army and an army); None: they keep two
        sentences.
        """
        ...


class EventLog:
    """The events since the last decision, sentence by sentence (`events`); `build_lines` joins them for the log.

    `facts` are notes as typed data (`note_fact`), for simulations of a rule; they are never stored or shown.
    """

    __slots__ = ("_continues_line", "_last_fact", "events", "facts")

    def __init__(self) -> None:
        self.events: list[LogEvent] = []
        """One for each sentence."""
        self.facts: list[Any] = []
        """Facts since the last decision."""
        self._continues_line: bool | None = None
        """Inside a line: whether the next sentence continues it; None outside."""
        self._last_fact: tuple[LogEvent, Fact] | None = None
        """The last fact, with its event."""

    def log_event(self, key: str, /, *, to: Sequence[Seat] | None = None, is_reason: bool = False, **args: Arg) -> None:
        """Log a sentence; `to` limits its readers. is_reason: it explains an action, and the log sets it apart."""
        self._append(
            LogEvent(Message(key, args), None if to is None else tuple(to), bool(self._continues_line), is_reason)
        )

    def _append(self, event: LogEvent) -> None:
        self.events.append(event)
        if self._continues_line is False:
            self._continues_line = True

    def log_fact(self, fact: Fact) -> None:
        """Log a fact by its sentence, or merged with the fact of the last sentence, if the two can be merged.

        They stay separate if anything else was logged in between, or if this one starts a new line.
        """
        if (
            self._last_fact is not None
            and self._continues_line is not False
            and self.events
            and self.events[-1] is self._last_fact[0]
        ):
            event, previous = self._last_fact
            merged = previous.merge_with(fact)
            if merged is not None:
                fact = merged
                self.events.pop()
                if self._continues_line is not None:
                    self._continues_line = event.continues_line
        self._append(LogEvent(fact.build_message(), continues_line=bool(self._continues_line)))
        self._last_fact = self.events[-1], fact

    def note_fact(self, fact: Any) -> None:
        """Record a fact as typed data of the game, for `RuleOutcome.facts`. It is not shown and not stored."""
        self.facts.append(fact)

    def clear(self) -> None:
        """Clear events and facts after they have been stored."""
        self.events.clear()
        self.facts.clear()

    def log_line(self) -> AbstractContextManager[None]:
        """Join the sentences logged inside this context to one line: an action, its reason, and all its consequences.

        A nested line is separate, and the sentence after it starts another line. Questions may be asked inside; each
        answer starts another line, too.
        """
        return _LineScope(self)

    def build_lines(self) -> tuple[LogEvent, ...]:
        """Return `events` with the sentences of each line joined."""
        for event in self.events:
            if event.continues_line:
                break
        else:
            return tuple(self.events)
        lines: list[list[LogEvent]] = []
        actions: list[LogEvent] | None = None
        """The actions of the current line, as long as only its reasons came between them."""
        for event in self.events:
            if not event.continues_line or (actions is not None and actions[0].to != event.to):
                actions = None
            if event.is_reason:
                if event.continues_line and lines and lines[-1][0].is_reason and lines[-1][0].to == event.to:
                    lines[-1].append(event)
                else:  # reasons precede the actions that they explain
                    lines.insert(len(lines) if actions is None else len(lines) - 1, [event])
            elif actions is not None and event.continues_line:
                actions.append(event)
            else:
                actions = [event]
                lines.append(actions)
        return tuple(_join_events(events) for events in lines)


class _LineScope(AbstractContextManager[None]):
    """The context of `EventLog.log_line`. It is a class because a generator costs as much as a whole sentence."""

    __slots__ = ("event_log", "outer_state")

    def __init__(self, event_log: EventLog) -> None:
        self.event_log = event_log
        self.outer_state: bool | None = None
        """`_continues_line` of the log when the line began."""

    def __enter__(self) -> None:
        self.outer_state, self.event_log._continues_line = self.event_log._continues_line, False

    def __exit__(self, *exception: object) -> None:
        self.event_log._continues_line = None if self.outer_state is None else False


def _join_events(events: Sequence[LogEvent]) -> LogEvent:
    """Join the events of one line to one event."""
    if len(events) == 1:
        return LogEvent(events[0].text, events[0].to, is_reason=events[0].is_reason)
    sentences = tuple(event.text for event in events)
    return LogEvent(Message(LINE_KEY, {"sentences": sentences}), events[0].to, is_reason=events[0].is_reason)
