"""Lists of the morning, as they should come: when somebody wakes for whom tables wait, naming every such table."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from .facts import Morning
from .hearing import Hearing
from .postoffice import Post
from .ticks import DAY, HOUR, MINUTE, ms, tick

PATIENCE = 25
"""Ticks in which a list comes after its person woke (after Discord was away it is tried again within ten minutes)."""
NINE = 9
"""Whoever has told no night has a morning at this hour."""


class Mornings(Hearing):
    """Looks at every waking of those who want lists."""

    def wants_lists(self, number: int) -> None:
        """From the next morning but one on: the first may be that of the night in which they asked for it."""
        if number not in self.office.no_direct:
            self.mornings[number] = Morning()
            self.plan_morning(number, self.now + DAY)

    def plan_morning(self, number: int, after: int) -> None:
        """The next waking; plans from before are void, because hours or absences have changed."""
        known = self.mornings.get(number)
        if known is None:
            return
        known.nth += 1
        woke = self._next_waking(number, max(after, known.least))
        if woke is not None:
            self.at(woke, self._step(self._wakes, number, known.nth, woke))

    def hours_change(self, number: int) -> None:
        """The next list but one comes by the new hours, whatever else is planned anew meanwhile: half a day from now at
        the earliest, for one may have come today.
        """
        if number in self.mornings:
            self.mornings[number].least = self.now + DAY // 2
            self.plan_morning(number, self.now)

    def _step(
        self, do: Callable[..., Coroutine[Any, Any, None]], *args: Any
    ) -> Callable[[], Coroutine[Any, Any, None]]:
        return partial(do, *args)

    def _next_waking(self, number: int, after: int) -> int | None:
        one, bits = self.model.people[number], self.awake_for_all(number)
        if one.night is None:
            local = datetime.fromtimestamp(ms(after) / 1000, ZoneInfo(one.zone))
            nine = local.replace(hour=NINE, minute=0, second=0, microsecond=0)
            nine += timedelta(days=nine <= local)
            while (woke := tick(int(nine.timestamp() * 1000))) < self.ticks and not bits[woke]:
                nine += timedelta(days=1)
        else:
            slept = bits.find(0, after)
            woke = bits.find(1, slept) if slept >= 0 else -1
        return woke if 0 <= woke < self.ticks else None

    def _waiting(self, number: int) -> dict[int, int]:
        """The channels of the tables that wait for the person, and since when: none that stands still."""
        return {
            table.channel: question.since
            for table in self.tables.values() if table.playing and not table.paused
            for question in table.questions.values() if question.person == number
        }  # fmt: skip

    async def _wakes(self, number: int, nth: int, woke: int) -> None:
        """The bot may be away now; then the list comes when it is there again, if its person is awake."""
        known = self.mornings[number]
        if nth != known.nth:
            return
        if self.service() is None:
            self.at(self.now + 5 * MINUTE, self._step(self._wakes, number, nth, woke))
        elif not self.awake_for_all(number)[self.now]:
            self.plan_morning(number, self.now)
        else:
            before = self._waiting(number)
            self.at(self.now + PATIENCE, self._step(self._has_come, number, nth, woke, before))

    async def _has_come(self, number: int, nth: int, woke: int, before: dict[int, int]) -> None:
        known = self.mornings[number]
        if nth != known.nth:
            return
        after, still_here = self._waiting(number), self.service() is not None
        troubled = any(end > self.now - PATIENCE - HOUR for _, end in self.model.away)
        asked = self.model.here(woke)  # who is asked in that very moment is asked after the list
        due = {channel for channel, since in before.items() if after.get(channel) == since < asked}
        if woke - DAY // 2 < known.at < woke:  # it was late, and the next one is that of the next day
            self.plan_morning(number, self.now)
            return
        came = known.at >= woke
        if came:
            self.model.counts["lists looked at"] += 1
            if due - known.named:
                self.model.wrong(f"the list of {number} lacks {sorted(due - known.named)}")
            if known.named - before.keys() - known.waited:
                self.model.wrong(f"the list of {number} names what does not wait: {sorted(known.named)}")
        elif due and still_here and not troubled and self.awake_for_all(number)[self.now]:
            self.model.wrong(f"{number} woke {self.model.text(woke)}, {len(due)} tables waited, and no list came")
        self.plan_morning(number, self.now)

    def digest(self, person: int, post: Post) -> None:
        super().digest(person, post)
        known = self.mornings.get(person)
        if known is not None:
            known.at, known.named = self.now, {int(one) for one in re.findall(r"<#(\d+)>", str(post.parts))}
            known.waited = set(self._waiting(person))
