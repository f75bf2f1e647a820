"""Automatic leave: taken before a player is late, by the hour, once a turn, and ended by the answer."""

from __future__ import annotations

import msgspec
import pytest

from bot.table import TableService
from bot.table.personal import preferences
from engines.kernel import Refused
from tests.table.conftest import AOI, MARCO, Clock, Players
from tests.table.short import A, B, build_turn, fire_due_timers, load_notice_keys, start_second_turn, use_turn

DAY = 15
"""Waking hours in a day. No player here has set a night, so all hours count."""


NOTICE_KEYS = ("notice.late", "notice.drawn")


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    use_turn(monkeypatch, build_turn(A, B, default=None), None)


async def test_automatic_leave_comes_once_before_lateness(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await start_second_turn(service, players, "brisk")
    clock.pass_hours(2.5 * DAY)
    await fire_due_timers(service, clock)
    assert await load_notice_keys(service, table_id, NOTICE_KEYS) == ["notice.drawn"]
    assert (await preferences.load_personal_settings(service, AOI)).leave_days == 8
    clock.pass_hours(47)
    await fire_due_timers(service, clock)
    assert await load_notice_keys(service, table_id, NOTICE_KEYS) == ["notice.drawn"]
    clock.pass_hours(2)
    await fire_due_timers(service, clock)
    assert await load_notice_keys(service, table_id, NOTICE_KEYS) == ["notice.drawn", "notice.late.late"]


async def test_answer_ends_automatic_leave(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await start_second_turn(service, players, "brisk")
    clock.pass_hours(2.5 * DAY)
    await fire_due_timers(service, clock)
    clock.pass_hours(4.5)
    async with service.lock_table(table_id) as table:
        await players.answer(table, A, "take")
    habits = await preferences.load_personal_settings(service, AOI)
    assert [(absence.until_at - absence.from_at) / 3_600_000 for absence in habits.all_absences] == [
        4.5
    ] and habits.leave_days == 9


@pytest.mark.parametrize("why", ["off", "first move", "table"])
async def test_cases_without_automatic_leave(service: TableService, players: Players, clock: Clock, why: str) -> None:
    if why == "off":
        await preferences.set_automatic_leave(service, AOI, False)
    if why == "first move":
        table_id = await players.start_table(AOI, MARCO, pace="brisk")
    else:
        table_id = await start_second_turn(service, players, "brisk")
    if why == "table":
        async with service.lock_table(table_id) as table:
            table.settings = msgspec.structs.replace(table.settings, leave_days=0)
    clock.pass_hours(2.5 * DAY)
    await fire_due_timers(service, clock)
    assert await load_notice_keys(service, table_id, NOTICE_KEYS) == ["notice.late.late"]


async def test_leave_that_comes_too_late_does_not_help(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    clock.pass_hours(2.5 * DAY)
    await fire_due_timers(service, clock)
    assert await load_notice_keys(service, table_id, NOTICE_KEYS) == ["notice.late.late"]
    await preferences.plan_absence(service, AOI, None, clock() + 5 * 24 * 3_600_000)
    clock.pass_hours(DAY)
    await fire_due_timers(service, clock)
    assert await load_notice_keys(service, table_id, NOTICE_KEYS) == ["notice.late.late", "notice.late.may_answer"]


async def test_an_emergency_comes_once(service: TableService, clock: Clock) -> None:
    await preferences.start_emergency(service, AOI)
    assert (await preferences.load_personal_settings(service, AOI)).leave_days == 10
    clock.pass_hours(24 * 100)
    with pytest.raises(Refused, match="emergency"):
        await preferences.start_emergency(service, AOI)
    clock.pass_hours(24 * 82)
    await preferences.start_emergency(service, AOI)


async def test_a_holiday_is_extended_and_ended_early(service: TableService, clock: Clock) -> None:
    day = 24 * 3_600_000
    await preferences.plan_absence(service, AOI, None, clock() + 3 * day)
    clock.pass_hours(24)
    await preferences.plan_absence(service, AOI, None, clock() + 9 * day)
    assert (await preferences.load_personal_settings(service, AOI)).leave_days == 0
    with pytest.raises(Refused, match=r"me\.refused\.leave"):
        await preferences.plan_absence(service, AOI, None, clock() + 20 * day)
    await preferences.end_absences(service, AOI)
    assert (await preferences.load_personal_settings(service, AOI)).leave_days == 8, "two days stay spent"
