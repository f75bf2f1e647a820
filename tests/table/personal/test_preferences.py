"""Personal settings apply at all tables of a person, and changing them gains no time."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from bot.table import TableService
from bot.table.admin import channel_move
from bot.table.clock.waking_hours import HOUR
from bot.table.deadline import deadlines
from bot.table.personal import daily_list, preferences, snooze
from bot.table.player_records.table_list import load_table_list
from engines.kernel import GameContext, Refused, TurnInfo, load_games, message
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.time import timers
from storage.time import timers as timer_rows
from tests.table.conftest import AOI, MARCO, Clock, Players

DAY = 24 * HOUR


async def confirm_turn(ctx: GameContext[Any]) -> None:
    await ctx.confirm(0, "open", rule="R3")
    ctx.state.round += 1


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    flotsam = replace(
        load_games()["flotsam"], play_turn=confirm_turn, turn_info=lambda view: TurnInfo(message("unsold"), turn=0)
    )
    for module in ("service.table_service", "terms.table_terms"):
        monkeypatch.setattr(f"bot.table.{module}.load_games", lambda: {"flotsam": flotsam})


async def find_hours_left(service: TableService, table_id: int, clock: Clock) -> float:
    """Return the waking hours left to A for this turn, including the bank."""
    async with service.lock_table(table_id) as table:
        turn_clock = await deadlines.load_turn_clock(service.db, table, 0)
    assert turn_clock is not None
    used = turn_clock.clock.compute_used_time(turn_clock.hours, clock())
    return (turn_clock.pace.allowance + turn_clock.clock.bank - used) / HOUR


async def test_new_hours_count_from_now_on(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="steady")  # 15 waking hours, then 60
    clock.pass_hours(5)  # 22:00 in Tokyo
    assert await find_hours_left(service, table_id, clock) == 70
    await preferences.set_hours(service, AOI, "Asia/Tokyo", 22 * 60, ())
    assert await find_hours_left(service, table_id, clock) == 70
    clock.pass_hours(9)
    assert await find_hours_left(service, table_id, clock) == 70
    clock.pass_hours(1)
    assert await find_hours_left(service, table_id, clock) == 69
    [row] = [row for row in await timer_rows.load_timers(service.db, table_id) if row.kind == "late"]
    assert (row.due_at - clock()) / HOUR == 69 + 4 * 9  # four whole nights lie in between


async def test_hopping_from_zone_to_zone_gains_no_eternal_night(
    service: TableService, players: Players, clock: Clock
) -> None:
    """Moving the night to the current hour for ten days gives one night a day and one more."""
    table_id = await players.start_table(AOI, MARCO, pace="steady")
    asleep = 0.0
    for hour in range(240):
        minute = (8 + hour) % 24 * 60
        with suppress(Refused):
            await preferences.set_hours(service, AOI, "UTC", minute, ())
        before = await find_hours_left(service, table_id, clock)
        clock.pass_hours(1)
        asleep += 1 - (before - await find_hours_left(service, table_id, clock))
    assert asleep <= 11 * 9


async def test_nights_move_once_a_day_and_rest_days_once_a_week(service: TableService, clock: Clock) -> None:
    await preferences.set_hours(service, AOI, "Asia/Tokyo", 60, (5, 6))
    await preferences.set_hours(service, AOI, "Asia/Tokyo", 60, (5, 6))
    with pytest.raises(Refused, match="hours_soon"):
        await preferences.set_hours(service, AOI, "Asia/Kathmandu", 60, (5, 6))
    clock.pass_hours(24)
    await preferences.set_hours(service, AOI, "Asia/Kathmandu", 60, (5, 6))
    with pytest.raises(Refused, match="rest_soon"):
        await preferences.set_hours(service, AOI, "Asia/Kathmandu", 60, (0, 1))
    clock.pass_hours(24 * 6)
    await preferences.set_hours(service, AOI, "Asia/Kathmandu", 60, (0, 1))


async def test_a_holiday_stops_the_clock_and_its_days_are_counted(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="steady")
    await preferences.plan_absence(service, AOI, clock(), clock() + 5 * DAY)
    assert (await preferences.load_personal_settings(service, AOI)).leave_days == 5
    clock.pass_hours(48)
    assert await find_hours_left(service, table_id, clock) == 75
    await preferences.end_absences(service, AOI)
    assert (await preferences.load_personal_settings(service, AOI)).leave_days == 8
    clock.pass_hours(3)
    assert await find_hours_left(service, table_id, clock) == 72


@pytest.mark.parametrize(
    ("start", "end", "reason"), [(0, 1, "short"), (-9, -2, "short"), (0, 11, "leave"), (4, 9, "overlap")]
)
async def test_invalid_holidays_are_refused(
    service: TableService, clock: Clock, start: int, end: int, reason: str
) -> None:
    if reason == "overlap":
        await preferences.plan_absence(service, AOI, clock() + DAY, clock() + 5 * DAY)
    with pytest.raises(Refused, match=f"me.refused.{reason}"):
        await preferences.plan_absence(service, AOI, clock() + start * DAY, clock() + end * DAY)


async def test_leave_regrows_up_to_the_maximum(service: TableService, clock: Clock) -> None:
    await preferences.plan_absence(service, AOI, clock(), clock() + 10 * DAY)
    assert (await preferences.load_personal_settings(service, AOI)).leave_days == 0
    clock.pass_hours(24 * 12 * 3)
    assert (await preferences.load_personal_settings(service, AOI)).leave_days == 3
    clock.pass_hours(24 * 1000)
    assert (await preferences.load_personal_settings(service, AOI)).leave_days == 30


async def test_unknown_zones_and_rest_days_are_refused(service: TableService) -> None:
    with pytest.raises(Refused, match=r"me\.refused\.zone"):
        await preferences.set_hours(service, AOI, "Atlantis/Poseidonis", 0, ())
    with pytest.raises(Refused, match=r"me\.refused\.rest"):
        await preferences.set_hours(service, AOI, "UTC", 0, (1, 2, 3))
    with pytest.raises(Refused, match=r"me\.refused\.here"):
        await preferences.end_absences(service, AOI)


async def test_new_hours_in_an_absence_move_the_morning_list(
    service: TableService, players: Players, clock: Clock
) -> None:
    """Regression: by the old hours it came in the middle of the day, and the next one in the same night."""
    await preferences.set_hours(service, AOI, "UTC", 8 * 60, ())
    await preferences.set_notifications(service, AOI, digest=True)
    back = clock() + 8 * DAY
    await preferences.plan_absence(service, AOI, None, back)
    row = await timers.load_person_timer(service.db, AOI.id, daily_list.DAILY_LIST)
    assert row is not None
    clock.pass_hours((row.due_at - clock()) / HOUR)
    await daily_list.send_daily_list(service, row)
    row = await timers.load_person_timer(service.db, AOI.id, daily_list.DAILY_LIST)
    assert row is not None and row.due_at > back, "in the night after the absence"
    clock.pass_hours(48)
    await preferences.set_hours(service, AOI, "UTC", 23 * 60, ())
    row = await timers.load_person_timer(service.db, AOI.id, daily_list.DAILY_LIST)
    assert row is not None and row.due_at == back


async def test_list_that_was_cancelled_as_it_fell_due_stays_cancelled(
    service: TableService, players: Players, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await players.start_table(AOI, MARCO, pace="slow")
    await preferences.set_hours(service, AOI, "UTC", 23 * 60, ())
    await preferences.set_notifications(service, AOI, digest=True)
    row = await timers.load_person_timer(service.db, AOI.id, daily_list.DAILY_LIST)
    assert row is not None
    clock.pass_hours((row.due_at - clock()) / HOUR)

    async def cancel_meanwhile(*arguments: Any) -> Any:
        await preferences.set_notifications(service, AOI, digest=False)
        return await load_table_list(*arguments)

    monkeypatch.setattr(daily_list, "load_table_list", cancel_meanwhile)
    await daily_list.send_daily_list(service, row)
    assert await timers.load_person_timer(service.db, AOI.id, daily_list.DAILY_LIST) is None
    assert await service.db.fetch_rows("SELECT 1 FROM outbox WHERE kind = 'digest'") == []


async def test_early_return_brings_the_list_next_morning(service: TableService, players: Players, clock: Clock) -> None:
    await preferences.set_hours(service, AOI, "UTC", 23 * 60, ())
    await preferences.set_notifications(service, AOI, digest=True)
    await preferences.plan_absence(service, AOI, None, clock() + 8 * DAY)
    row = await timers.load_person_timer(service.db, AOI.id, daily_list.DAILY_LIST)
    assert row is not None and row.due_at <= clock() + DAY
    clock.pass_hours((row.due_at - clock()) / HOUR)
    await daily_list.send_daily_list(service, row)
    row = await timers.load_person_timer(service.db, AOI.id, daily_list.DAILY_LIST)
    assert row is not None and row.due_at > clock() + 5 * DAY, "not while away"
    await preferences.end_absences(service, AOI)
    row = await timers.load_person_timer(service.db, AOI.id, daily_list.DAILY_LIST)
    assert row is not None and clock() < row.due_at <= clock() + DAY


async def test_next_morning_of_a_long_absence_is_the_return(service: TableService, clock: Clock) -> None:
    """Regression: no night begins within two days during a longer absence, so no morning was found."""
    await preferences.set_hours(service, AOI, "UTC", 23 * 60, ())
    back = clock() + 6 * DAY  # 8:00
    await preferences.plan_absence(service, AOI, None, back)
    clock.pass_hours(30)
    await preferences.set_notifications(service, AOI, digest=True)
    row = await timers.load_person_timer(service.db, AOI.id, daily_list.DAILY_LIST)
    assert row is not None and row.due_at == back


async def test_snoozed_reminder_of_absent_person_comes_on_return(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="slow")
    await preferences.set_hours(service, AOI, "UTC", 23 * 60, ())
    back = clock() + 6 * DAY
    await preferences.plan_absence(service, AOI, None, back)
    async with service.lock_table(table_id) as table:
        assert await snooze.snooze_reminder(service, table, AOI, snooze.MORNING) == back


@pytest.mark.parametrize("hours", [15, 17])  # 23:00, and 1:00 in the night that has begun
async def test_tomorrow_morning_is_the_end_of_the_next_night(
    service: TableService, players: Players, clock: Clock, hours: int
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="slow")
    await preferences.set_hours(service, AOI, "UTC", 23 * 60, ())
    morning = clock() + DAY  # 8:00
    clock.pass_hours(hours)
    async with service.lock_table(table_id) as table:
        assert await snooze.snooze_reminder(service, table, AOI, snooze.MORNING) == morning


async def test_without_a_night_the_morning_after_a_rest_day_or_an_absence_is_nine_o_clock(
    service: TableService, players: Players, clock: Clock
) -> None:
    """Regression: without a night the list came at the midnight that ends the absence, and the next a day later."""
    await players.start_table(AOI, MARCO, pace="slow")
    await preferences.set_hours(service, AOI, "UTC", None, (5, 6))  # it is Friday, 8:00
    await preferences.set_notifications(service, AOI, digest=True)
    row = await timers.load_person_timer(service.db, AOI.id, daily_list.DAILY_LIST)
    assert row is not None and row.due_at == clock() + HOUR
    clock.pass_hours(1)
    await daily_list.send_daily_list(service, row)
    row = await timers.load_person_timer(service.db, AOI.id, daily_list.DAILY_LIST)
    assert row is not None and row.due_at == clock() + 3 * DAY, "on Monday"
    await preferences.plan_absence(service, AOI, None, clock() + 4 * DAY + 2 * HOUR)
    clock.pass_hours(3 * 24)
    await daily_list.send_daily_list(service, row)
    row = await timers.load_person_timer(service.db, AOI.id, daily_list.DAILY_LIST)
    assert row is not None and row.due_at == clock() + 2 * DAY, "at nine of the day after the return"


async def test_late_list_is_followed_by_one_on_the_next_day(
    service: TableService, players: Players, clock: Clock
) -> None:
    await players.start_table(AOI, MARCO, pace="slow")
    await preferences.set_hours(service, AOI, "UTC", None, ())
    await preferences.set_notifications(service, AOI, digest=True)
    row = await timers.load_person_timer(service.db, AOI.id, daily_list.DAILY_LIST)
    assert row is not None
    clock.pass_hours(2 * 24 - 2)  # after an outage the bot is back at 6:00
    await daily_list.send_daily_list(service, row)
    row = await timers.load_person_timer(service.db, AOI.id, daily_list.DAILY_LIST)
    assert row is not None and row.due_at == clock() + 27 * HOUR, "at nine of the next day"


async def test_morning_list_comes_on_former_rest_days(service: TableService, players: Players, clock: Clock) -> None:
    """Regression: the daily list came on Monday only, by the hours valid when the last list was written."""
    await players.start_table(AOI, MARCO, pace="slow")
    await preferences.set_hours(service, AOI, "UTC", 23 * 60, (5, 6))  # it is Friday, 8:00
    await preferences.set_notifications(service, AOI, digest=True)
    row = await timers.load_person_timer(service.db, AOI.id, daily_list.DAILY_LIST)
    assert row is not None
    clock.pass_hours((row.due_at - clock()) / HOUR)
    clock.pass_hours(4 * 24)  # on Friday of the next week
    await daily_list.send_daily_list(service, row)
    row = await timers.load_person_timer(service.db, AOI.id, daily_list.DAILY_LIST)
    assert row is not None and row.due_at == clock() + 3 * DAY, "on Monday"
    clock.pass_hours(1)
    await preferences.set_hours(service, AOI, "UTC", 22 * 60, ())
    row = await timers.load_person_timer(service.db, AOI.id, daily_list.DAILY_LIST)
    assert row is not None and row.due_at == clock() + 22 * HOUR, "on Saturday at seven"


async def test_new_waking_hours_release_postponed_direct_messages(
    service: TableService, players: Players, clock: Clock
) -> None:
    """The message about a lost channel had been postponed to the morning by the old hours."""
    table_id = await players.start_table(AOI, MARCO, pace="slow")
    await preferences.set_hours(service, AOI, "UTC", 7 * 60, ())
    clock.pass_hours(25)  # it is 9:00
    async with service.lock_table(table_id) as table:
        await channel_move.handle_lost_channel(service, table)
    [row] = [
        orphan_row
        for orphan_row in await outbox_rows.load_waiting_rows(service.db, table_id, OutboxKind.CHANNEL_LOST)
        if orphan_row.target == AOI.id
    ]
    assert row.not_before == clock() + 7 * HOUR
    await preferences.set_hours(service, AOI, "UTC", 23 * 60, ())
    [row] = [
        orphan_row
        for orphan_row in await outbox_rows.load_waiting_rows(service.db, table_id, OutboxKind.CHANNEL_LOST)
        if orphan_row.target == AOI.id
    ]
    assert row.not_before == clock()


async def test_new_hours_bring_no_second_list_on_a_day(service: TableService, players: Players, clock: Clock) -> None:
    await players.start_table(AOI, MARCO, pace="slow")
    await preferences.set_hours(service, AOI, "UTC", 23 * 60, ())
    await preferences.set_notifications(service, AOI, digest=True)
    row = await timers.load_person_timer(service.db, AOI.id, daily_list.DAILY_LIST)
    assert row is not None
    clock.pass_hours((row.due_at - clock()) / HOUR)
    await daily_list.send_daily_list(service, row)  # at eight
    clock.pass_hours(1)
    await preferences.set_hours(service, AOI, "UTC", 2 * 60, ())  # they wake at eleven
    row = await timers.load_person_timer(service.db, AOI.id, daily_list.DAILY_LIST)
    assert row is not None and row.due_at > clock() + 12 * HOUR
