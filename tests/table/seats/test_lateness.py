"""Players who used all time of a turn are late: the table is notified, others can give time, and play goes on."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.table import TableService, consent
from bot.table.clock.waking_hours import HOUR
from bot.table.deadline import outages
from bot.table.personal import preferences
from bot.table.seats import lateness
from engines.kernel import Refused
from storage.persons import people
from storage.time import clocks
from tests.table.conftest import AOI, MARCO, Clock, Players
from tests.table.short import A, B, build_turn, fire_due_timers, load_notice_keys, start_second_turn, use_turn

DAY = 15
"""Waking hours in one day of a seat's clock."""


LATE_KEYS = ("notice.late",)
RELIEF_KEYS = (*LATE_KEYS, "notice.drawn")


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    use_turn(monkeypatch, build_turn(A, B), A)


async def test_lateness_is_published_in_stages_without_loss(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")  # half a waking day, then a bank of two
    for hours, stages in ((2.5 * DAY - 1, 0), (1, 1), (DAY, 2), (3.9 * DAY, 2)):
        clock.pass_hours(hours)
        await fire_due_timers(service, clock)
        assert (
            await load_notice_keys(service, table_id, LATE_KEYS)
            == ["notice.late.late", "notice.late.may_answer"][:stages]
        )
    async with service.lock_table(table_id) as table:
        assert table.is_playing and table.waiting == (A,) and table.seats[A].person == AOI.id
        await players.answer(table, A, "take")
        assert table.waiting == (B,)


async def test_given_day_extends_the_clock(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    clock.pass_hours(2.5 * DAY)
    await fire_due_timers(service, clock)
    async with service.lock_table(table_id) as table:
        await lateness.give_day(service, table, MARCO, A)
        with pytest.raises(Refused, match="own_clock"):
            await lateness.give_day(service, table, AOI, A)
        with pytest.raises(Refused, match="no_clock"):
            await lateness.give_day(service, table, AOI, B)
    clock.pass_hours(DAY - 1)
    await fire_due_timers(service, clock)
    assert len(await load_notice_keys(service, table_id, LATE_KEYS)) == 1
    clock.pass_hours(1)
    await fire_due_timers(service, clock)
    assert await load_notice_keys(service, table_id, LATE_KEYS) == ["notice.late.late"] * 2


async def test_off_turn_question_times_out_after_its_own_time(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="slow")
    async with service.lock_table(table_id) as table:
        await players.answer(table, A, "take")
    clock.pass_hours(DAY / 2)
    await fire_due_timers(service, clock)
    async with service.lock_table(table_id) as table:
        assert table.waiting == (A,) and table.match is not None and table.match.position == 2


async def test_nights_do_not_count(service: TableService, players: Players, clock: Clock) -> None:
    async with service.db.transaction() as tx:
        await people.save_person(tx, AOI.id, AOI.name, clock())
        await people.set_hours(tx, AOI.id, "Asia/Tokyo", 23 * 60, "")
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    clock.pass_hours(64)  # 17:00 in Tokyo: 6 hours, two whole days, and the rest of 37.5
    await fire_due_timers(service, clock)
    assert await load_notice_keys(service, table_id, LATE_KEYS) == []
    clock.pass_hours(0.5)
    await fire_due_timers(service, clock)
    assert await load_notice_keys(service, table_id, LATE_KEYS) == ["notice.late.late"]


async def test_the_bank_is_drained_by_lateness_only(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    for hours, bank in ((DAY, 1.5 * DAY), (1, 1.75 * DAY), (1, 2 * DAY), (1, 2 * DAY)):
        async with service.lock_table(table_id) as table:
            clock.pass_hours(hours)
            await players.answer(table, A, "take")
            await players.answer(table, B, "take")
        row = (await clocks.load_clocks(service.db, table_id))[A]
        assert row.bank / 3_600_000 == bank


@pytest.mark.parametrize(("pace", "late_after_three_days"), [("friends", True), ("brisk", False)])
async def test_friends_may_be_relieved_three_calendar_days_after_the_call(
    service: TableService, players: Players, clock: Clock, pace: str, late_after_three_days: bool
) -> None:
    """Nights and rest days included; at tables of before 0.14 only waking time counts."""
    clock.now = int(datetime(2027, 1, 8, 12, tzinfo=UTC).timestamp() * 1000)  # a Friday; no clock until Monday
    await preferences.set_hours(service, AOI, "UTC", 23 * 60, (5, 6))
    table_id = await players.start_table(AOI, MARCO, pace=pace)
    was_late = []
    for hours in (71, 1):
        clock.pass_hours(hours)
        await fire_due_timers(service, clock)
        async with service.lock_table(table_id) as table:
            was_late.append(await lateness.is_late(service, table, A))
    assert was_late == [False, late_after_three_days]


async def start_second_turn_of_friends(
    service: TableService, players: Players, clock: Clock, rest: tuple[int, ...]
) -> int:
    """Start a table on a Friday at noon and play one turn of both seats, so that A is asked again and may use leave."""
    clock.now = int(datetime(2027, 1, 8, 12, tzinfo=UTC).timestamp() * 1000)
    await preferences.set_hours(service, AOI, "UTC", 23 * 60, rest)
    return await start_second_turn(service, players, "friends")


async def test_the_third_day_after_the_call_has_one_notice_and_draws_no_leave(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await start_second_turn_of_friends(service, players, clock, rest=(5, 6))
    leave_days = (await preferences.load_personal_settings(service, AOI)).leave_days
    clock.pass_hours(71)
    await fire_due_timers(service, clock)
    assert await load_notice_keys(service, table_id, RELIEF_KEYS) == []
    for _ in range(3):  # the time of the turn is used up on the third day, and says nothing new
        clock.pass_hours(24)
        await fire_due_timers(service, clock)
        assert await load_notice_keys(service, table_id, RELIEF_KEYS) == ["notice.late.called_long_ago"]
    assert (await preferences.load_personal_settings(service, AOI)).leave_days == leave_days


async def test_leave_is_drawn_at_the_pace_friends_if_the_time_is_used_up_first(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await start_second_turn_of_friends(service, players, clock, rest=())
    clock.pass_hours(55.5)  # Sunday, 19:30: half a waking day and the bank of two
    await fire_due_timers(service, clock)
    assert await load_notice_keys(service, table_id, RELIEF_KEYS) == ["notice.drawn"]


async def test_a_late_friend_may_be_relieved_on_the_third_day_without_being_called_a_day_late(
    service: TableService, players: Players, clock: Clock
) -> None:
    await preferences.set_hours(service, AOI, "UTC", 23 * 60, ())
    table_id = await players.start_table(AOI, MARCO, pace="friends")
    keys = []
    for hours in (71, 1):
        clock.pass_hours(hours)
        await fire_due_timers(service, clock)
        keys.append(await load_notice_keys(service, table_id, RELIEF_KEYS))
    assert keys == [["notice.late.late"], ["notice.late.late", "notice.late.called_long_ago"]]


async def test_a_change_of_hours_does_not_put_off_the_relief_of_friends(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await start_second_turn_of_friends(service, players, clock, rest=())
    clock.pass_hours(20)
    await preferences.set_hours(service, AOI, "UTC", 23 * 60, (5, 6))
    clock.pass_hours(51)
    async with service.lock_table(table_id) as table:
        assert not await lateness.is_late(service, table, A)
        with pytest.raises(Refused, match="not_gone_or_called") as refusal:
            await consent.request_consent(service, table, MARCO, "relief.0")
        assert refusal.value.reason.args["days"] == 3
        clock.pass_hours(1)
        assert await lateness.is_late(service, table, A)


async def test_a_given_day_puts_off_the_relief_of_friends_and_its_notice(
    service: TableService, players: Players, clock: Clock
) -> None:
    await preferences.set_hours(service, AOI, "UTC", 23 * 60, ())
    table_id = await players.start_table(AOI, MARCO, pace="friends")
    clock.pass_hours(10)
    async with service.lock_table(table_id) as table:
        await lateness.give_day(service, table, MARCO, A)
    was_late = []
    for hours in (85, 1):
        clock.pass_hours(hours)
        await fire_due_timers(service, clock)
        async with service.lock_table(table_id) as table:
            was_late.append(await lateness.is_late(service, table, A))
    assert was_late == [False, True]
    assert (await load_notice_keys(service, table_id, RELIEF_KEYS)).count("notice.late.called_long_ago") == 1


async def test_an_outage_does_not_count_towards_the_three_days_of_friends(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await start_second_turn_of_friends(service, players, clock, rest=(5, 6))
    clock.pass_hours(48)
    async with service.db.transaction() as tx:
        await outages.skip_outage(tx, table_id, outages.Outage(clock.now - 10 * HOUR, clock.now))
    was_late = []
    for hours in (33, 1):
        clock.pass_hours(hours)
        async with service.lock_table(table_id) as table:
            was_late.append(await lateness.is_late(service, table, A))
    assert was_late == [False, True]


async def test_announced_leave_puts_off_the_relief_of_friends(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="friends")
    await preferences.plan_absence(service, AOI, None, clock.now + 4 * 24 * HOUR)
    clock.pass_hours(3 * 24)
    await fire_due_timers(service, clock)
    async with service.lock_table(table_id) as table:
        assert not await lateness.is_late(service, table, A)
