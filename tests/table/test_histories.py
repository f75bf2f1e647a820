"""A short run of `python -m tests.table.histories`, and deliberate faults that it must detect."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.table.clock.trusted_clock import TrustedClock
from bot.table.clock.waking_hours import WakingHours
from bot.table.deadline import deadlines, outages
from bot.table.notices import turn_notifications
from storage import DatabaseAddress
from tests.empty_database import create_database

from .histories import Broken, run_history
from .short import ONLY_RULES, mark_seeds

EVENTS = 40


@pytest.mark.parametrize("seed", mark_seeds(range(1, 13), on_server=2))
async def test_random_histories_agree_with_the_model(seed: int, database: DatabaseAddress) -> None:
    await run_history(database, seed, EVENTS)


async def _find_fault(folder: Path, seeds: int = 12) -> str:
    for seed in range(1, seeds + 1):
        try:
            await run_history(create_database(folder / f"{seed}.db"), seed, EVENTS)
        except Broken as error:
            return str(error)
    return ""


async def _settle_nothing(*_: Any) -> None:
    """Leave the clocks as they are."""


@ONLY_RULES
async def test_clock_running_during_an_outage_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "skip_outage", _settle_nothing)
    assert "the model" in await _find_fault(tmp_path)


@ONLY_RULES
async def test_deadline_in_the_first_hour_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WakingHours, "skip_morning", lambda self, at: at)
    assert "the first hour" in await _find_fault(tmp_path, 40)


@ONLY_RULES
async def test_notifications_at_night_are_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def notify_now(tx: Any, table_state: Any, seat: int, at: int) -> int:
        return at

    monkeypatch.setattr(turn_notifications, "find_wake_time", notify_now)
    assert "asleep" in await _find_fault(tmp_path)


@ONLY_RULES
async def test_pause_that_stops_no_clock_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arm: Callable[..., Awaitable[None]] = deadlines.arm_timers

    async def ignore_pauses(tx: Any, table_state: Any, now: int) -> None:
        original_pauses, table_state.pauses = table_state.pauses, frozenset()
        try:
            await arm(tx, table_state, now)
        finally:
            table_state.pauses = original_pauses

    monkeypatch.setattr(deadlines, "arm_timers", ignore_pauses)
    assert await _find_fault(tmp_path)


@ONLY_RULES
async def test_believed_step_of_the_clock_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TrustedClock, "__call__", lambda clock: clock.read_wall())
    monkeypatch.setattr(TrustedClock, "has_stepped", False)
    assert "was believed at once" in await _find_fault(tmp_path)
