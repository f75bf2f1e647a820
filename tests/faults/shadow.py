"""What must be true of a table after what its people have done: an own bookkeeping that plays the rules by itself.

Nothing is read from the bot's memory or its database: the game is replayed from the seed, and what follows from each
answer (who is asked, who is to be called, which turns are to be told, how often) is worked out here once more. Words
come from the bot's pages, which only write out what they are given.
"""

from __future__ import annotations

import copy
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.discord_ui.outbox import messages
from bot.discord_ui.text.signs import SHAPES
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable
from bot.table.history import Line
from engines.kernel import LETTERS, Decision, Event, Match, Refused, Seat

BACK = "back"
SIGN = re.compile(r"<:seat_([A-Z])_\w+:\d+>")


@dataclass(frozen=True, slots=True)
class Press:
    """Something that a person has asked the bot to do. keys: of the answer, or (BACK,) for a step back; ref: epoch,
    step and seat of the question that the button named; at: when, on a counter of all that happens in the run; twice:
    the bot was told of it twice.
    """

    interaction: int
    ref: tuple[int, int, int]
    keys: tuple[str, ...]
    at: int
    twice: bool = False

    @property
    def seat(self) -> Seat:
        return self.ref[2]

    @property
    def is_back(self) -> bool:
        return self.keys == (BACK,)


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision of the log. public: everybody knows everything up to it; interaction: the press that made it."""

    n: int
    decision: Decision
    events: tuple[Event, ...]
    public: bool
    interaction: int | None
    undone: bool = False


@dataclass(slots=True)
class Call:
    """A person is to be called once. at: since when; shared: others were asked at the same time; answered_when: real
    seconds (monotonic) of the answer, None while there is none.
    """

    seat: Seat
    at: int
    shared: bool = False
    answered_when: float | None = None

    @property
    def open(self) -> bool:
        return self.answered_when is None


@dataclass(slots=True)
class Shadow:
    """One table. look: the table as the bot's pages take it (seats, names, plan), with our own Match in it."""

    look: LiveTable
    match: Match[Any]
    opening: tuple[Event, ...]
    log: list[Entry] = field(default_factory=list)
    told: list[tuple[int, int]] = field(default_factory=list)
    """Spans of decisions, each to be told by one message."""
    calls: list[Call] = field(default_factory=list)
    asked: dict[Seat, Call] = field(default_factory=dict)
    epoch: int = 0
    done: frozenset[int] = frozenset()
    """Presses that were carried out: none is a second time, though an answer may be changed while others think."""

    @classmethod
    def begin(cls, live: LiveTable, at: int) -> Shadow:
        """A game that has just started. live: where the names, the agreement and the seed are taken from."""
        assert live.plan.setup is not None and live.row.seed is not None
        match = Match.start(live.game, live.plan.setup, live.row.seed)
        look = LiveTable(live.row, live.game, live.plan, live.seats, match)
        shadow = cls(look, match, match.opening)
        shadow._ask((), at)
        return shadow

    def twin(self) -> Shadow:
        """The same table, to be carried on in another way."""
        match = self.match.fork()
        copies = {id(call): copy.copy(call) for call in self.calls}
        asked = {seat: copies[id(call)] for seat, call in self.asked.items()}
        look = replace(self.look, match=match)
        calls = list(copies.values())
        log, told = list(self.log), list(self.told)
        return Shadow(look, match, self.opening, log, told, calls, asked, self.epoch, self.done)

    # ------------------------------------------------------------------ what is true

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def waiting(self) -> tuple[Seat, ...]:
        return self.match.waiting

    @property
    def standing(self) -> list[Entry]:
        """Decisions that were not taken back."""
        return [entry for entry in self.log if not entry.undone]

    @property
    def known(self) -> int:
        """The number of the last decision that everybody may know."""
        return max((entry.n for entry in self.standing if entry.public), default=0)

    def ref(self, seat: Seat) -> tuple[int, int, int] | None:
        return None if self.match.prompt(seat) is None else (self.epoch, self.match.step, seat)

    @property
    def identity(self) -> tuple[object, ...]:
        """The same for tables at which the same has happened; answers to one question may come in any order."""
        rows = [(e.decision.step, e.decision.seat, e.decision.keys) for e in self.standing]
        return (self.epoch, *sorted(rows))

    def page(self) -> LiveTable:
        """The table as a page shows it now."""
        status = "over" if self.over else "playing"
        self.look.row = replace(self.look.row, status=status, epoch=self.epoch)  # type: ignore[arg-type]
        self.look.match = self.match
        numbers = [0, *(entry.n for entry in self.standing)]
        self.look.base_n, self.look.numbers = numbers[self.match.base], numbers[self.match.base + 1 :]
        self.look.last_n = len(self.log)
        self.look.told = self.told[-1][1] if self.told else 0
        return self.look

    # ------------------------------------------------------------------ what people do

    def allows(self, press: Press) -> bool:
        """Whether the press would change anything now."""
        if self.ref(press.seat) != press.ref or press.interaction in self.done:
            return False
        if press.is_back:
            return self.match.acting == press.seat
        prompt = self.match.prompt(press.seat)
        try:
            assert prompt is not None
            prompt.read(press.keys)
        except Refused:
            return False
        return True

    def do(self, press: Press) -> None:
        """Carry it out; it must be allowed."""
        self.done |= {press.interaction}
        if press.is_back:
            self._back()
        else:
            self.decide(Decision(press.ref[1], press.seat, press.keys), press.at, press.interaction)

    def decide(self, decision: Decision, at: int, interaction: int | None = None) -> None:
        """One decision, and all that follows from it."""
        before = () if self.match.ask is None else self.match.ask.seats
        waited = self.match.waiting
        applied = self.match.apply(decision)
        self.log.append(Entry(len(self.log) + 1, decision, applied.events, applied.public, interaction))
        other = self.match.ask is None or (self.match.step != decision.step and self.match.ask.seats != before)
        if applied.frames or other:
            self._tell()
        if self.match.waiting != waited:
            self._ask(waited, at)

    def _back(self) -> None:
        self.match = self.match.undo()
        last = next(i for i in reversed(range(len(self.log))) if not self.log[i].undone)
        self.log[last] = replace(self.log[last], undone=True)
        self.epoch += 1

    def _tell(self) -> None:
        first = self.told[-1][1] + 1 if self.told else 1
        if self.known >= first:
            self.told.append((first, self.known))

    def _ask(self, waited: Sequence[Seat], at: int) -> None:
        for seat in waited:
            if seat not in self.match.waiting and seat in self.asked:
                self.asked.pop(seat).answered_when = time.monotonic()
        for seat in self.match.waiting:
            if seat not in self.asked:
                self.asked[seat] = Call(seat, at)
                self.calls.append(self.asked[seat])
        if len(self.asked) > 1:
            for call in self.asked.values():
                call.shared = True

    # ------------------------------------------------------------------ what must be written where

    def turns(self) -> list[str]:
        """The words of every message that tells a turn, in order."""
        voice, found = Voice.of_table(self.look.row.language), []
        for first, last in self.told:
            lines = [line for line in self.lines(None) if first <= line.n <= last]
            page = messages.turn(self.page(), lines, voice)
            if page is not None:
                found.append(words_of(page.texts))
        return found

    def lines(self, seat: Seat | None, at: int = 0) -> list[Line]:
        """What a seat (None: everybody) may read of the log, as of `at` (Unix milliseconds)."""
        mine = seat is not None and self.match.acting == seat
        rows = [entry for entry in self.standing if mine or entry.n <= self.known]
        opening = Line(0, at, None, _for(self.opening, seat))
        told = [Line(e.n, at, e.decision.seat, _for(e.events, seat)) for e in rows]
        return [line for line in (opening, *told) if line.events]


def _for(events: Sequence[Event], seat: Seat | None) -> tuple[Event, ...]:
    return tuple(event for event in events if event.visible_to(seat))


def shown(text: str) -> str:
    """The words of a message with letters where it has the bot's own emoji for a seat."""
    return SIGN.sub(lambda found: f"{SHAPES[LETTERS.index(found[1])]} {found[1]}", text)


def words_of(texts: Sequence[str]) -> str:
    """The words of a page, as a message has them."""
    return "\n".join(text for text in texts if text and not text.startswith("\0"))
