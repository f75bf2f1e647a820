"""Expected morning lists: sent when a person with waiting tables wakes, naming each such table."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from .model_data import Morning
from .model_feed import ModelFeed
from .postoffice import Post
from .ticks import DAY, HOUR, MINUTE, to_millis, to_tick

PATIENCE = 25
"""Ticks within which a list comes after its person woke (retries after an outage take up to ten minutes)."""
DEFAULT_MORNING_HOUR = 9
"""Local hour of the morning of people without a night."""


class MorningLists(ModelFeed):
    """Checks the lists at every waking of people who want them."""

    def expect_lists(self, number: int) -> None:
        """Expect lists from the second morning on: the first list may belong to the current night."""
        if number not in self.office.no_direct:
            self.mornings[number] = Morning()
            self.plan_morning(number, self.now + DAY)

    def plan_morning(self, number: int, after: int) -> None:
        """Plan the check at the next waking; earlier plans become void because hours or absences have changed."""
        known = self.mornings.get(number)
        if known is None:
            return
        known.plan_number += 1
        woke = self._find_next_waking(number, max(after, known.min_at))
        if woke is not None:
            self.schedule(woke, self._bind_step(self._prepare_list_check, number, known.plan_number, woke))

    def note_changed_hours(self, number: int) -> None:
        """Expect lists by new hours, half a day from now at the earliest because one may have come today."""
        if number in self.mornings:
            self.mornings[number].min_at = self.now + DAY // 2
            self.plan_morning(number, self.now)

    def _bind_step(
        self, step: Callable[..., Coroutine[Any, Any, None]], *args: Any
    ) -> Callable[[], Coroutine[Any, Any, None]]:
        return partial(step, *args)

    def _find_next_waking(self, number: int, after: int) -> int | None:
        model_person, bits = self.model.people[number], self.build_awake_bits(number)
        if model_person.night is None:
            local = datetime.fromtimestamp(to_millis(after) / 1000, ZoneInfo(model_person.zone))
            nine = local.replace(hour=DEFAULT_MORNING_HOUR, minute=0, second=0, microsecond=0)
            nine += timedelta(days=nine <= local)
            while (wakes_at := to_tick(int(nine.timestamp() * 1000))) < self.ticks and not bits[wakes_at]:
                nine += timedelta(days=1)
        else:
            sleeps_at = bits.find(0, after)
            wakes_at = bits.find(1, sleeps_at) if sleeps_at >= 0 else -1
        return wakes_at if 0 <= wakes_at < self.ticks else None

    def _list_waiting_channels(self, number: int) -> dict[int, int]:
        """Return the channels of unpaused tables that wait for the person, with the time of the question."""
        return {
            table.channel: question.asked_at
            for table in self.tables.values() if table.playing and not table.paused
            for question in table.questions.values() if question.person == number
        }  # fmt: skip

    async def _prepare_list_check(self, number: int, nth: int, woke: int) -> None:
        """Prepare the check of a list; during an outage, wait until the bot is back and the person awake."""
        known = self.mornings[number]
        if nth != known.plan_number:
            return
        if self.find_service() is None:
            self.schedule(self.now + 5 * MINUTE, self._bind_step(self._prepare_list_check, number, nth, woke))
        elif not self.build_awake_bits(number)[self.now]:
            self.plan_morning(number, self.now)
        else:
            before = self._list_waiting_channels(number)
            self.schedule(self.now + PATIENCE, self._bind_step(self._check_list, number, nth, woke, before))

    async def _check_list(self, number: int, nth: int, woke: int, before: dict[int, int]) -> None:
        known = self.mornings[number]
        if nth != known.plan_number:
            return
        after, still_here = self._list_waiting_channels(number), self.find_service() is not None
        troubled = any(end > self.now - PATIENCE - HOUR for _, end in self.model.outages)
        present_at = self.model.skip_outage(woke)  # questions at exactly this time come after the list
        due = {channel for channel, since in before.items() if after.get(channel) == since < present_at}
        if woke - DAY // 2 < known.last_at < woke:  # a late list; the next one comes tomorrow
            self.plan_morning(number, self.now)
            return
        has_come = known.last_at >= woke
        if has_come:
            self.model.counts["lists looked at"] += 1
            if due - known.named_channels:
                self.model.add_problem(f"the list of {number} lacks {sorted(due - known.named_channels)}")
            if known.named_channels - before.keys() - known.waiting_channels:
                self.model.add_problem(f"the list of {number} names what does not wait: {sorted(known.named_channels)}")
        elif due and still_here and not troubled and self.build_awake_bits(number)[self.now]:
            self.model.add_problem(
                f"{number} woke {self.model.format_time(woke)}, {len(due)} tables waited, and no list came"
            )
        self.plan_morning(number, self.now)

    def check_morning_list(self, person: int, post: Post) -> None:
        super().check_morning_list(person, post)
        known = self.mornings.get(person)
        if known is not None:
            known.last_at, known.named_channels = (
                self.now,
                {int(channel) for channel in re.findall(r"<#(\d+)>", str(post.components))},
            )
            known.waiting_channels = set(self._list_waiting_channels(person))
