"""A slice of the long run (`python -m tests.table.histories`), and that it notices what it is there for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.table.notices import calls
from bot.table.time import deadlines, outage
from bot.table.time.hours import Hours

from .histories import Broken, run

EVENTS = 40


@pytest.mark.parametrize("seed", range(1, 13))
async def test_random_histories_agree_with_the_model(seed: int) -> None:
    await run(seed, EVENTS)


async def _noticed(seeds: int = 12) -> str:
    for seed in range(1, seeds + 1):
        try:
            await run(seed, EVENTS)
        except Broken as error:
            return str(error)
    return ""


async def _settles_nothing(*_: Any) -> set[int]:
    return set()


async def test_a_clock_that_runs_while_the_bot_is_away_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outage, "settle", _settles_nothing)
    assert "the model" in await _noticed()


async def test_a_deadline_in_the_first_hour_of_the_day_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hours, "up", lambda self, at: at)
    assert "the first hour" in await _noticed(40)


async def test_calls_at_night_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def now(tx: Any, live: Any, seat: int, at: int) -> int:
        return at

    monkeypatch.setattr(calls, "wakes", now)
    assert "asleep" in await _noticed()


async def test_a_pause_that_stops_no_clock_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    arm: Callable[..., Awaitable[None]] = deadlines.arm

    async def goes_on(tx: Any, live: Any, now: int) -> None:
        kept, live.pauses = live.pauses, frozenset()
        try:
            await arm(tx, live, now)
        finally:
            live.pauses = kept

    monkeypatch.setattr(deadlines, "arm", goes_on)
    assert await _noticed()
