"""The expected state of a table, computed independently of the bot.

It reads neither the bot's memory nor its database. The game is replayed from the seed, and the consequences of each
answer (open questions, notifications, posted turns) are computed here a second time. Only the texts come from the
bot's pages, which render the data that they are given.
"""

from __future__ import annotations

import copy
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from bot.discord_ui.outbox import messages
from bot.discord_ui.text.localizer import Localizer
from bot.discord_ui.text.seat_icons import SHAPES, forget_emoji, notify_when_missing, register_emoji
from bot.table import Table
from bot.table.history.game_log import LogLine
from engines.kernel import LETTERS, Decision, LogEvent, Match, Refused, Seat

BACK = "back"
LINE = "line"
"""Answer of a press on *Do ★* as long as only the bot knows which suggested answers it gives."""
SEAT_EMOJI = re.compile(r"<:(seat_([A-Z])_\w+):(\d+)>")


@dataclass(frozen=True, slots=True)
class Press:
    """An interaction with which a person answers a question or takes a step back."""

    interaction: int
    ref: tuple[int, int, int]
    """Epoch, step and seat of the question that the button belongs to."""
    keys: tuple[str, ...]
    """Option keys of the answer, or (BACK,) for a step back."""
    event_number: int
    """Number of the event in the run."""
    is_doubled: bool = False
    """Whether the gateway delivered the interaction twice."""
    following: tuple[tuple[str, ...], ...] = ()
    """Answers to the next questions, which the same press gives."""

    @property
    def seat(self) -> Seat:
        return self.ref[2]

    @property
    def is_back(self) -> bool:
        return self.keys == (BACK,)

    @property
    def is_open_line(self) -> bool:
        """Whether the press gives suggested answers that are not known yet."""
        return self.keys == (LINE,)

    def list_answers(self, first_step: int) -> list[Decision]:
        """Return the press's decisions, the first one at this step."""
        return [Decision(first_step + nth, self.seat, keys) for nth, keys in enumerate((self.keys, *self.following))]


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One decision in the log."""

    n: int
    decision: Decision
    events: tuple[LogEvent, ...]
    is_public: bool
    """Whether everybody may know all decisions up to this one."""
    interaction: int | None
    """Id of the interaction that made the decision."""
    is_undone: bool = False


@dataclass(slots=True)
class ExpectedNotification:
    """A notification that a player must receive once, because a question was opened."""

    seat: Seat
    event_number: int
    """Number of the event that opened the question."""
    is_simultaneous: bool = False
    """Whether other seats were asked at the same time."""
    answered_at_s: float | None = None
    """Monotonic time of the answer in seconds; None while the question is open."""

    @property
    def is_open(self) -> bool:
        return self.answered_at_s is None


@dataclass(slots=True)
class ShadowTable:
    """The expected state of one table."""

    table: Table
    match: Match[Any]
    opening: tuple[LogEvent, ...]
    log: list[LogEntry] = field(default_factory=list)
    published_spans: list[tuple[int, int]] = field(default_factory=list)
    """First and last decision of each published turn; one message per turn."""
    notifications: list[ExpectedNotification] = field(default_factory=list)
    """All notifications expected so far."""
    open_notifications: dict[Seat, ExpectedNotification] = field(default_factory=dict)
    """Expected notification of each open question."""
    epoch: int = 0
    applied_interactions: frozenset[int] = frozenset()
    """Ids of applied interactions. None is applied twice, though other interactions may change an answer while other
    seats still have to answer.
    """

    @classmethod
    def start(cls, table: Table, event_number: int) -> ShadowTable:
        """A game that has just started. table: has the names, the agreement and the seed."""
        assert table.settings.setup is not None and table.row.seed is not None
        match = Match.start(table.game, table.settings.setup, table.row.seed)
        own_table = Table(table.row, table.game, table.settings, table.seats, match)
        shadow = cls(own_table, match, match.opening_events)
        shadow._update_notifications((), event_number)
        return shadow

    def copy_table(self) -> ShadowTable:
        """Return an independent copy of the table."""
        match = self.match.fork()
        copies = {id(call): copy.copy(call) for call in self.notifications}
        open_notifications = {seat: copies[id(call)] for seat, call in self.open_notifications.items()}
        table = replace(self.table, match=match)
        notifications = list(copies.values())
        log, spans = list(self.log), list(self.published_spans)
        return ShadowTable(
            table,
            match,
            self.opening,
            log,
            spans,
            notifications,
            open_notifications,
            self.epoch,
            self.applied_interactions,
        )

    # ------------------------------------------------------------------ state

    @property
    def is_over(self) -> bool:
        return self.match.is_over

    @property
    def waiting(self) -> tuple[Seat, ...]:
        return self.match.waiting_seats

    @property
    def active_entries(self) -> list[LogEntry]:
        """The decisions that were not taken back."""
        return [entry for entry in self.log if not entry.is_undone]

    @property
    def last_public_n(self) -> int:
        """Number of the last decision that everybody may know; 0 if there is none."""
        return max((entry.n for entry in self.active_entries if entry.is_public), default=0)

    def build_question_ref(self, seat: Seat) -> tuple[int, int, int] | None:
        return None if self.match.find_prompt(seat) is None else (self.epoch, self.match.step, seat)

    @property
    def identity(self) -> tuple[object, ...]:
        """A value that is equal for tables with the same history; the order of answers to one question is ignored."""
        rows = [(e.decision.step, e.decision.seat, e.decision.keys) for e in self.active_entries]
        return (self.epoch, *sorted(rows))

    def refresh_table(self) -> Table:
        """The table as a page shows it now."""
        status = "over" if self.is_over else "playing"
        self.table.row = replace(self.table.row, status=status, epoch=self.epoch)  # type: ignore[arg-type]
        self.table.match = self.match
        numbers = [0, *(entry.n for entry in self.active_entries)]
        self.table.base_n, self.table.decision_numbers = (
            numbers[self.match.frame_position],
            numbers[self.match.frame_position + 1 :],
        )
        self.table.last_n = len(self.log)
        self.table.moved_seats = {entry.decision.seat for entry in self.active_entries}
        self.table.published_n = self.published_spans[-1][1] if self.published_spans else 0
        return self.table

    # ------------------------------------------------------------------ actions of players

    def is_allowed(self, press: Press) -> bool:
        """Return whether the press would change the table now."""
        if self.build_question_ref(press.seat) != press.ref or press.interaction in self.applied_interactions:
            return False
        if press.is_back:
            return self.match.acting_seat == press.seat
        prompt = self.match.find_prompt(press.seat)
        try:
            assert prompt is not None
            prompt.parse_answer(press.keys)
            trial = self.match.fork() if press.following else self.match
            for decision in press.list_answers(press.ref[1]) if press.following else ():
                trial.apply(decision)
        except Refused:
            return False
        return True

    def apply_press(self, press: Press) -> None:
        """Apply a press, which must be allowed."""
        self.applied_interactions |= {press.interaction}
        if press.is_back:
            self._undo_last_decision()
        else:
            for decision in press.list_answers(press.ref[1]):
                self.apply_decision(decision, press.event_number, press.interaction)

    def apply_decision(self, decision: Decision, event_number: int, interaction: int | None = None) -> None:
        """One decision, and all that follows from it."""
        earlier_seats = () if self.match.open_prompts is None else self.match.open_prompts.seats
        earlier_waiting = self.match.waiting_seats
        applied = self.match.apply(decision)
        self.log.append(LogEntry(len(self.log) + 1, decision, applied.events, applied.is_public, interaction))
        is_other_question = self.match.open_prompts is None or (
            self.match.step != decision.step and self.match.open_prompts.seats != earlier_seats
        )
        if applied.frames or is_other_question:
            self._publish_decisions()
        if self.match.waiting_seats != earlier_waiting:
            self._update_notifications(earlier_waiting, event_number)

    def _undo_last_decision(self) -> None:
        """Undo the last decision, and the others of the same press."""
        interaction = self.active_entries[-1].interaction
        for index in reversed(range(len(self.log))):
            entry = self.log[index]
            if entry.is_undone:
                continue
            self.match = self.match.undo()
            self.log[index] = replace(entry, is_undone=True)
            earlier = self.active_entries[-1:]
            if interaction is None or not earlier or earlier[0].interaction != interaction:
                break
        self.epoch += 1

    def _publish_decisions(self) -> None:
        first = self.published_spans[-1][1] + 1 if self.published_spans else 1
        if self.last_public_n >= first:
            self.published_spans.append((first, self.last_public_n))

    def _update_notifications(self, earlier_waiting: Sequence[Seat], event_number: int) -> None:
        for seat in earlier_waiting:
            if seat not in self.match.waiting_seats and seat in self.open_notifications:
                self.open_notifications.pop(seat).answered_at_s = time.monotonic()
        for seat in self.match.waiting_seats:
            if seat not in self.open_notifications:
                self.open_notifications[seat] = ExpectedNotification(seat, event_number)
                self.notifications.append(self.open_notifications[seat])
        if len(self.open_notifications) > 1:
            for call in self.open_notifications.values():
                call.is_simultaneous = True

    # ------------------------------------------------------------------ expected texts

    def build_turn_texts(self) -> list[str]:
        """The words of every message that tells a turn, in order."""
        localizer, texts = Localizer.of_table(self.table.row.language), []
        for first, last in self.published_spans:
            lines = [line for line in self.build_lines(None) if first <= line.n <= last]
            page = messages.build_turn_post(self.refresh_table(), lines, localizer)
            if page is not None:
                texts.append(join_texts(page.texts))
        return texts

    def build_lines(self, seat: Seat | None, now_ms: int = 0) -> list[LogLine]:
        """Build the lines of the log that a seat (None: all people) may read at `now_ms` (Unix milliseconds)."""
        is_acting = seat is not None and self.match.acting_seat == seat
        rows = [entry for entry in self.active_entries if is_acting or entry.n <= self.last_public_n]
        opening = LogLine(0, now_ms, None, _filter_events(self.opening, seat))
        log_lines = [LogLine(e.n, now_ms, e.decision.seat, _filter_events(e.events, seat)) for e in rows]
        return [line for line in (opening, *log_lines) if line.events]


def _filter_events(events: Sequence[LogEvent], seat: Seat | None) -> tuple[LogEvent, ...]:
    return tuple(event for event in events if event.is_visible_to(seat))


def replace_seat_emoji(text: str) -> str:
    """Return the text with the bot's own seat emoji replaced by shape and letter."""
    return SEAT_EMOJI.sub(lambda sign: f"{SHAPES[LETTERS.index(sign[2])]} {sign[2]}", text)


@contextmanager
def use_seat_emoji(text: str) -> Iterator[None]:
    """Let pages show seats by the emoji of a text of the bot, since a line is cut by the width of its signs."""
    forget_emoji()
    notify_when_missing(lambda: None)
    register_emoji((sign[1], int(sign[3])) for sign in SEAT_EMOJI.finditer(text))
    try:
        yield
    finally:
        forget_emoji()


def join_texts(texts: Sequence[str]) -> str:
    """Return the text of a page as it stands in a message."""
    return "\n".join(text for text in texts if text and not text.startswith("\0"))
