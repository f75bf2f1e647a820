"""An independent model of the messages that the bot should send, in ticks of half a minute.

The model gets facts only (questions, seats, waking hours, outages, posts) and has its own numbers for the rules of
time: a person is notified once when they are asked and awake; a clock counts the time in which its person was awake,
notified and able to answer; its marks bring reminders; at its end the others are notified or the question times out.
Expected and real messages must agree to the minute.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .model_data import LEAVE_AT_A_TABLE, MAX_DELAY, MAX_DELAY_AFTER_OUTAGE, NEVER, Person
from .ticks import DAY, HOUR, Span, find_nth_tick, mark_asleep


class Model:
    """People, outages and problems of all tables. outages: spans of outages, in order."""

    def __init__(self, ticks: int) -> None:
        self.ticks, self.now = ticks, 0
        self.people: dict[int, Person] = {}
        self.outages: list[Span] = []
        self.problems: list[str] = []
        self.counts: Counter[str] = Counter()
        self.charged = 0
        self._awake_cache: dict[tuple[int, int, tuple[Span, ...]], bytearray] = {}

    def add_problem(self, text: str) -> None:
        self.problems.append(f"{self.format_time(self.now)}: {text}")

    @staticmethod
    def format_time(at: int) -> str:
        """Format a tick as day and time of day (UTC)."""
        return f"{at // DAY}d{at % DAY // HOUR:02}:{at % HOUR / 2:04.1f}"

    def find_max_delay(self, at: int) -> int:
        """Return the allowed delay of a message that was due at this time."""
        return (
            MAX_DELAY_AFTER_OUTAGE
            if any(end <= at < end + MAX_DELAY_AFTER_OUTAGE for _, end in self.outages)
            else MAX_DELAY
        )

    def skip_outage(self, at: int) -> int:
        """Return the time itself, or the end of the outage that contains it."""
        return next((end for start, end in self.outages if start <= at < end), at)

    def find_wait_end(self, since: int, wait: int) -> int:
        """Return when this much time has passed since then with the bot there."""
        at = since + wait
        for start, end in self.outages:
            if end > since and start < at:
                at += end - max(start, since)
        return at

    def build_awake_bits(
        self, person: int, started: int, late: int | None, drawn: bool = True, before: int | None = None
    ) -> bytearray:
        """Return the bits of ticks in which the person counts as awake at a table.

        Leave beyond the table's days, leave announced when late, and automatic leave drawn from `before` on are
        ignored.
        """
        model_person, remaining = self.people[person], LEAVE_AT_A_TABLE
        spans = []
        for start, end, announced_at, kind in sorted(model_person.absences):
            if late is not None and announced_at >= late and kind == "leave":
                continue
            if before is not None and announced_at >= before and kind == "net":
                continue
            until = end
            if kind != "emergency":
                begin = max(start, started)
                until = min(end, begin + remaining)
                remaining -= max(0, until - begin)
            if until > start and (drawn or kind != "net"):
                spans.append((start, until))
        key = person, model_person.version, tuple(spans)
        if key not in self._awake_cache:
            if len(self._awake_cache) > 1500:
                self._awake_cache.clear()
            bits = bytearray(model_person.awake_bits)
            for span in spans:
                mark_asleep(bits, span)
            self._awake_cache[key] = bits
        return self._awake_cache[key]

    def find_free_time(
        self, pauses: Sequence[Sequence[int]], at: int, bits: bytes | bytearray, up: bool = False, just: int = 0
    ) -> int | None:
        """Return the first time from `at` on without outage or pause at which the person is awake; None if none yet.

        up: awake for an hour, and no outage within the last hour. just=1: the first tick of an outage or pause counts
        as outside it, because the bot may have worked before it began.
        """
        while at <= self.now:
            outage = next((span for span in self.outages if span[0] + just <= at < span[1]), None)
            pause = next((span for span in pauses if span[0] + just <= at < span[1]), None)
            grace = next((end + HOUR for start, end in self.outages if up and end <= at < end + HOUR), 0)
            if outage or pause or grace > at:
                at = max(outage[1] if outage else 0, pause[1] if pause else 0, grace)
            elif (wakes_at := bits.find(1, at)) != at:
                at = wakes_at if wakes_at >= 0 else NEVER
            elif up and (slept_at := bits.rfind(0, max(0, at - HOUR), at)) >= 0:
                at = slept_at + 1 + HOUR
            else:
                return at
        return None

    def _list_online_spans(self, start: int, end: int) -> list[Span]:
        """Return the parts of a span without outages."""
        parts = []
        for outage_start, outage_end in self.outages:
            if outage_start < end and outage_end > start:
                parts.append((start, max(start, outage_start)))
                start = outage_end
        return [(a, b) for a, b in (*parts, (start, end)) if b > a]

    def count_ticks(self, bits: bytes | bytearray, start: int, end: int) -> int:
        return sum(bits.count(1, a, b) for a, b in self._list_online_spans(start, end))

    def find_crossing(self, bits: bytes | bytearray, start: int, number: int, end: int) -> int:
        """Return the tick at which `number` waking ticks have passed since `start`."""
        for a, b in self._list_online_spans(start, end):
            ticks = bits.count(1, a, b)
            if ticks >= number:
                return find_nth_tick(bits, a, number, b)
            number -= ticks
        return end
