"""What should have been sent: a small model beside the tables, which counts half minutes.

It is told facts only (who is asked, who sits where, who is awake, when the bot and Discord were there, what was posted)
and knows the rules of TIME by its own numbers: a person is called once when they are asked and awake; a clock counts
what somebody was awake for, was called for and could have answered; its marks bring reminders, at its end others are
told or the question answers itself. What it expects and what came must agree to the minute.
"""

from __future__ import annotations

from collections import Counter

from .facts import BACK_OFF, LATEST, LEAVE_AT_A_TABLE, Person
from .ticks import DAY, HOUR, Span, asleep, nth


class Model:
    """All people and tables. away: spans in which nobody could answer, in order."""

    def __init__(self, ticks: int) -> None:
        self.ticks, self.now = ticks, 0
        self.people: dict[int, Person] = {}
        self.away: list[Span] = []
        self.problems: list[str] = []
        self.counts: Counter[str] = Counter()
        self.charged = 0
        self._awake: dict[tuple[int, int, tuple[Span, ...]], bytearray] = {}

    def wrong(self, text: str) -> None:
        self.problems.append(f"{self.text(self.now)}: {text}")

    @staticmethod
    def text(at: int) -> str:
        """Day and time of day (UTC)."""
        return f"{at // DAY}d{at % DAY // HOUR:02}:{at % HOUR / 2:04.1f}"

    def slack(self, at: int) -> int:
        """How late something may come that was due then."""
        return BACK_OFF if any(end <= at < end + BACK_OFF for _, end in self.away) else LATEST

    def here(self, at: int) -> int:
        """The moment itself, or when the bot is there again."""
        return next((end for start, end in self.away if start <= at < end), at)

    def awake(
        self, person: int, started: int, late: int | None, drawn: bool = True, before: int | None = None
    ) -> bytearray:
        """When the person is awake for a table; leave beyond the table's days, or told when late, is no sleep, nor what
        was drawn not before then (`before`).
        """
        one, room = self.people[person], LEAVE_AT_A_TABLE
        spans = []
        for start, end, told, kind in sorted(one.away):
            if late is not None and told >= late and kind == "leave":
                continue
            if before is not None and told >= before and kind == "net":
                continue
            until = end
            if kind != "emergency":
                begin = max(start, started)
                until = min(end, begin + room)
                room -= max(0, until - begin)
            if until > start and (drawn or kind != "net"):
                spans.append((start, until))
        key = person, one.version, tuple(spans)
        if key not in self._awake:
            if len(self._awake) > 1500:
                self._awake.clear()
            bits = bytearray(one.bits)
            for span in spans:
                asleep(bits, span)
            self._awake[key] = bits
        return self._awake[key]

    def _there(self, start: int, end: int) -> list[Span]:
        """The parts of a span in which people could answer."""
        parts = []
        for gone, back in self.away:
            if gone < end and back > start:
                parts.append((start, max(start, gone)))
                start = back
        return [(a, b) for a, b in (*parts, (start, end)) if b > a]

    def count(self, bits: bytes | bytearray, start: int, end: int) -> int:
        return sum(bits.count(1, a, b) for a, b in self._there(start, end))

    def crossing(self, bits: bytes | bytearray, start: int, number: int, end: int) -> int:
        """When so many ticks had been counted."""
        for a, b in self._there(start, end):
            here = bits.count(1, a, b)
            if here >= number:
                return nth(bits, a, number, b)
            number -= here
        return end
