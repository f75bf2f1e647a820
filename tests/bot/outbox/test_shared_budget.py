"""All processes together send Discord no more requests a second than one bot may."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from unittest.mock import Mock

import pytest

from bot.discord_ui.outbox import rate_limit
from bot.discord_ui.outbox.rate_limit import GlobalLimit, RateLimiter
from storage.shards.ownership import Ownership

DISCORD_RATE = 50
SECONDS = 30.0


class ProcessClock:
    """The steady clock of a process that does nothing but send requests."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


@contextmanager
def sleep_by(clock: ProcessClock) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio, "sleep", clock.sleep)
        yield


async def count_requests(shard_counts: list[int]) -> tuple[int, int]:
    """Let processes with so many shards each send as many requests as they may. Return the most that they begin
    together within one second, and how many they begin in all.
    """
    times: list[float] = []
    for count in shard_counts:
        clock, ownership = ProcessClock(), Ownership(sum(shard_counts), dict.fromkeys(range(count), 1))
        limiter = RateLimiter(clock, find_share=partial(getattr, ownership, "leased_fraction"))
        with sleep_by(clock):
            while clock.now < 1_000.0 + SECONDS:
                await limiter.wait_for_request()
                times.append(clock.now)
    times.sort()
    return max(sum(1 for at in times[nth : nth + 400] if at < start + 1) for nth, start in enumerate(times)), len(times)


@pytest.mark.parametrize("shard_counts", [[4], [1, 3], [1, 1, 2], [1] * 16, [2, 2, 0]])
async def test_processes_stay_below_the_limit_together_and_use_it(shard_counts: list[int]) -> None:
    max_per_second, count = await count_requests(shard_counts)
    assert max_per_second <= DISCORD_RATE
    assert count >= rate_limit.BOT_RATE * SECONDS


async def test_processes_that_take_the_whole_limit_each_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ownership, "leased_fraction", 1.0)
    max_per_second, _ = await count_requests([2, 2])
    assert max_per_second > DISCORD_RATE


async def test_a_process_that_is_refused_rests_and_then_sends_at_its_usual_rate() -> None:
    clock = ProcessClock()
    limiter = RateLimiter(clock)
    limiter.rest_after_refusal(5)
    limiter.rest_after_refusal(2)
    times = []
    with sleep_by(clock):
        for _ in range(200):
            await limiter.wait_for_request()
            times.append(clock.now - 1_000)
    assert times[0] >= 5, "the longer rest counts"
    assert sum(at < times[0] + 1 for at in times) <= rate_limit.BOT_RATE + 1


async def test_the_others_are_told_of_a_longer_refusal_while_they_are_told_of_one() -> None:
    texts: list[str] = []

    async def notify_processes(_channel: str, text: str) -> None:
        texts.append(text)
        if len(texts) == 1:
            limit._handle_refusal(30)
            limit._handle_refusal(20)

    db: Any = Mock(**{"engine.notify_processes": notify_processes})
    limit = GlobalLimit(RateLimiter(), db, lambda: 5_000.0)
    limit._handle_refusal(1)
    assert limit._announcement is not None
    await limit._announcement
    assert texts == ["1.000 5000.000", "30.000 5000.000"]


@pytest.mark.parametrize(("clock", "rest"), [(5_000, 30), (5_010, 20), (4_000, 30), (5_600, 0)])
def test_a_process_that_was_stopped_rests_for_what_is_left_of_a_refusal(clock: float, rest: float) -> None:
    rate_limiter = RateLimiter(ProcessClock())
    db: Any = None
    limit = GlobalLimit(rate_limiter, db, lambda: clock)
    for text in ("", "30.000 5000.000"):
        limit.receive_refusal(text)
    assert rate_limiter.compute_rest(None) == rest


async def test_a_process_that_takes_shards_over_sends_more_from_then_on() -> None:
    clock, ownership = ProcessClock(), Ownership(4, {0: 1})
    limiter = RateLimiter(clock, find_share=lambda: ownership.leased_fraction)

    async def measure_rate() -> float:
        began = clock.now
        with sleep_by(clock):
            for _ in range(200):
                await limiter.wait_for_request()
        return 200 / (clock.now - began)

    assert await measure_rate() == pytest.approx(10, rel=0.05)
    ownership.tokens = dict.fromkeys(range(4), 1)
    assert await measure_rate() == pytest.approx(40, rel=0.05)
