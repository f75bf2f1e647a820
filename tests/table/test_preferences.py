"""What people settle for themselves holds at all their tables, and nothing is won by changing it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from bot.table import TableService, preferences
from bot.table.life import moving
from bot.table.notices import morning_list, snooze, wishes
from bot.table.time import deadlines
from bot.table.time.hours import HOUR
from engines.kernel import Moment, Refused, Table, games, say
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.persons import errands
from storage.time import timers as timer_rows

from .conftest import AOI, MARCO, Clock, Players

DAY = 24 * HOUR


async def turn(t: Table[Any]) -> None:
    await t.confirm(0, "open", rule="R3")
    t.state.round += 1


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    flotsam = replace(games()["flotsam"], turn=turn, moment=lambda view: Moment(say("unsold"), turn=0))
    for module in ("service", "lobby.agreement"):
        monkeypatch.setattr(f"bot.table.{module}.games", lambda: {"flotsam": flotsam})


async def left(tables: TableService, game: int, clock: Clock) -> float:
    """Waking hours that A has for this turn, the bank included."""
    async with tables.at(game) as live:
        found = await deadlines.clock_of(tables.db, live, 0)
    assert found is not None
    used = found.clock.used_by(found.hours, clock())
    return (found.pace.allowance + found.clock.bank - used) / HOUR


async def test_new_hours_count_from_now_on(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO, pace="steady")  # 15 waking hours, then 60
    clock.pass_hours(5)  # 22:00 in Tokyo
    assert await left(tables, game, clock) == 70
    await preferences.set_hours(tables, AOI, "Asia/Tokyo", 22 * 60, ())
    assert await left(tables, game, clock) == 70
    clock.pass_hours(9)
    assert await left(tables, game, clock) == 70
    clock.pass_hours(1)
    assert await left(tables, game, clock) == 69
    [row] = [row for row in await timer_rows.of_game(tables.db, game) if row.kind == "late"]
    assert (row.due_at - clock()) / HOUR == 69 + 4 * 9  # four whole nights lie in between


async def test_hopping_from_zone_to_zone_gains_no_eternal_night(
    tables: TableService, players: Players, clock: Clock
) -> None:
    """Whoever tries to move the night to now, hour after hour for ten days, sleeps once a day and one night more."""
    game = await players.open(AOI, MARCO, pace="steady")
    asleep = 0.0
    for hour in range(240):
        minute = (8 + hour) % 24 * 60
        with suppress(Refused):
            await preferences.set_hours(tables, AOI, "UTC", minute, ())
        before = await left(tables, game, clock)
        clock.pass_hours(1)
        asleep += 1 - (before - await left(tables, game, clock))
    assert asleep <= 11 * 9


async def test_nights_move_once_a_day_and_rest_days_once_a_week(tables: TableService, clock: Clock) -> None:
    await preferences.set_hours(tables, AOI, "Asia/Tokyo", 60, (5, 6))
    await preferences.set_hours(tables, AOI, "Asia/Tokyo", 60, (5, 6))
    with pytest.raises(Refused, match="hours_soon"):
        await preferences.set_hours(tables, AOI, "Asia/Kathmandu", 60, (5, 6))
    clock.pass_hours(24)
    await preferences.set_hours(tables, AOI, "Asia/Kathmandu", 60, (5, 6))
    with pytest.raises(Refused, match="rest_soon"):
        await preferences.set_hours(tables, AOI, "Asia/Kathmandu", 60, (0, 1))
    clock.pass_hours(24 * 6)
    await preferences.set_hours(tables, AOI, "Asia/Kathmandu", 60, (0, 1))


async def test_a_holiday_stops_the_clock_and_its_days_are_counted(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, pace="steady")
    await preferences.go_away(tables, AOI, clock(), clock() + 5 * DAY)
    assert (await preferences.settled(tables, AOI)).leave == 5
    clock.pass_hours(48)
    assert await left(tables, game, clock) == 75
    await preferences.come_back(tables, AOI)
    assert (await preferences.settled(tables, AOI)).leave == 8
    clock.pass_hours(3)
    assert await left(tables, game, clock) == 72


@pytest.mark.parametrize(
    ("start", "end", "reason"), [(0, 1, "short"), (-9, -2, "short"), (0, 11, "leave"), (4, 9, "overlap")]
)
async def test_holidays_that_there_cannot_be(
    tables: TableService, clock: Clock, start: int, end: int, reason: str
) -> None:
    if reason == "overlap":
        await preferences.go_away(tables, AOI, clock() + DAY, clock() + 5 * DAY)
    with pytest.raises(Refused, match=f"me.refused.{reason}"):
        await preferences.go_away(tables, AOI, clock() + start * DAY, clock() + end * DAY)


async def test_leave_comes_back_with_time_but_never_above_the_most(tables: TableService, clock: Clock) -> None:
    await preferences.go_away(tables, AOI, clock(), clock() + 10 * DAY)
    assert (await preferences.settled(tables, AOI)).leave == 0
    clock.pass_hours(24 * 12 * 3)
    assert (await preferences.settled(tables, AOI)).leave == 3
    clock.pass_hours(24 * 1000)
    assert (await preferences.settled(tables, AOI)).leave == 30


async def test_only_zones_and_rest_days_that_there_are(tables: TableService) -> None:
    with pytest.raises(Refused, match=r"me\.refused\.zone"):
        await preferences.set_hours(tables, AOI, "Atlantis/Poseidonis", 0, ())
    with pytest.raises(Refused, match=r"me\.refused\.rest"):
        await preferences.set_hours(tables, AOI, "UTC", 0, (1, 2, 3))
    with pytest.raises(Refused, match=r"me\.refused\.here"):
        await preferences.come_back(tables, AOI)


async def test_whose_hours_change_in_an_absence_has_the_list_by_the_new_ones(
    tables: TableService, players: Players, clock: Clock
) -> None:
    """By the old ones it came in the middle of the day, and the next one in the same night."""
    await preferences.set_hours(tables, AOI, "UTC", 8 * 60, ())
    await wishes.wish(tables, AOI, digest=True)
    back = clock() + 8 * DAY
    await preferences.go_away(tables, AOI, None, back)
    row = await errands.get(tables.db, AOI.id, morning_list.DIGEST)
    assert row is not None
    clock.pass_hours((row.due_at - clock()) / HOUR)
    await morning_list.fire(tables, row)
    row = await errands.get(tables.db, AOI.id, morning_list.DIGEST)
    assert row is not None and row.due_at > back, "in the night after the absence"
    clock.pass_hours(48)
    await preferences.set_hours(tables, AOI, "UTC", 23 * 60, ())
    row = await errands.get(tables.db, AOI.id, morning_list.DIGEST)
    assert row is not None and row.due_at == back


async def test_who_is_back_early_has_the_list_of_the_next_morning(
    tables: TableService, players: Players, clock: Clock
) -> None:
    await preferences.set_hours(tables, AOI, "UTC", 23 * 60, ())
    await wishes.wish(tables, AOI, digest=True)
    await preferences.go_away(tables, AOI, None, clock() + 8 * DAY)
    row = await errands.get(tables.db, AOI.id, morning_list.DIGEST)
    assert row is not None and row.due_at <= clock() + DAY
    clock.pass_hours((row.due_at - clock()) / HOUR)
    await morning_list.fire(tables, row)
    row = await errands.get(tables.db, AOI.id, morning_list.DIGEST)
    assert row is not None and row.due_at > clock() + 5 * DAY, "not while away"
    await preferences.come_back(tables, AOI)
    row = await errands.get(tables.db, AOI.id, morning_list.DIGEST)
    assert row is not None and clock() < row.due_at <= clock() + DAY


async def test_in_a_long_absence_the_next_morning_is_that_of_the_return(tables: TableService, clock: Clock) -> None:
    """No night begins within two days of somebody who is away for longer: looking for one found nothing at all."""
    await preferences.set_hours(tables, AOI, "UTC", 23 * 60, ())
    back = clock() + 6 * DAY  # 8:00
    await preferences.go_away(tables, AOI, None, back)
    clock.pass_hours(30)
    await wishes.wish(tables, AOI, digest=True)
    row = await errands.get(tables.db, AOI.id, morning_list.DIGEST)
    assert row is not None and row.due_at == back


async def test_a_reminder_wanted_tomorrow_morning_by_somebody_away_comes_on_the_return(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, pace="slow")
    await preferences.set_hours(tables, AOI, "UTC", 23 * 60, ())
    back = clock() + 6 * DAY
    await preferences.go_away(tables, AOI, None, back)
    async with tables.at(game) as live:
        assert await snooze.snooze(tables, live, AOI, snooze.MORNING) == back


@pytest.mark.parametrize("hours", [15, 17])  # 23:00, and 1:00 in the night that has begun
async def test_tomorrow_morning_is_the_end_of_the_night_that_comes_or_is(
    tables: TableService, players: Players, clock: Clock, hours: int
) -> None:
    game = await players.open(AOI, MARCO, pace="slow")
    await preferences.set_hours(tables, AOI, "UTC", 23 * 60, ())
    morning = clock() + DAY  # 8:00
    clock.pass_hours(hours)
    async with tables.at(game) as live:
        assert await snooze.snooze(tables, live, AOI, snooze.MORNING) == morning


async def test_without_a_night_the_morning_after_a_rest_day_or_an_absence_is_nine_o_clock(
    tables: TableService, players: Players, clock: Clock
) -> None:
    """Not the midnight at which it ends: whoever told no night had the list then, and the next a day later."""
    await players.open(AOI, MARCO, pace="slow")
    await preferences.set_hours(tables, AOI, "UTC", None, (5, 6))  # it is Friday, 8:00
    await wishes.wish(tables, AOI, digest=True)
    row = await errands.get(tables.db, AOI.id, morning_list.DIGEST)
    assert row is not None and row.due_at == clock() + HOUR
    clock.pass_hours(1)
    await morning_list.fire(tables, row)
    row = await errands.get(tables.db, AOI.id, morning_list.DIGEST)
    assert row is not None and row.due_at == clock() + 3 * DAY, "on Monday"
    await preferences.go_away(tables, AOI, None, clock() + 4 * DAY + 2 * HOUR)
    clock.pass_hours(3 * 24)
    await morning_list.fire(tables, row)
    row = await errands.get(tables.db, AOI.id, morning_list.DIGEST)
    assert row is not None and row.due_at == clock() + 2 * DAY, "at nine of the day after the return"


async def test_a_list_that_came_late_is_not_followed_by_another_on_the_same_day(
    tables: TableService, players: Players, clock: Clock
) -> None:
    await players.open(AOI, MARCO, pace="slow")
    await preferences.set_hours(tables, AOI, "UTC", None, ())
    await wishes.wish(tables, AOI, digest=True)
    row = await errands.get(tables.db, AOI.id, morning_list.DIGEST)
    assert row is not None
    clock.pass_hours(2 * 24 - 2)  # the bot was away, and is there again at six
    await morning_list.fire(tables, row)
    row = await errands.get(tables.db, AOI.id, morning_list.DIGEST)
    assert row is not None and row.due_at == clock() + 27 * HOUR, "at nine of the next day"


async def test_whose_rest_days_end_by_new_hours_has_a_list_on_them(
    tables: TableService, players: Players, clock: Clock
) -> None:
    """Daily at the own time of waking; it came on Monday only, by the hours that held when the last one was written."""
    await players.open(AOI, MARCO, pace="slow")
    await preferences.set_hours(tables, AOI, "UTC", 23 * 60, (5, 6))  # it is Friday, 8:00
    await wishes.wish(tables, AOI, digest=True)
    row = await errands.get(tables.db, AOI.id, morning_list.DIGEST)
    assert row is not None
    clock.pass_hours((row.due_at - clock()) / HOUR)
    clock.pass_hours(4 * 24)  # on Friday of the next week
    await morning_list.fire(tables, row)
    row = await errands.get(tables.db, AOI.id, morning_list.DIGEST)
    assert row is not None and row.due_at == clock() + 3 * DAY, "on Monday"
    clock.pass_hours(1)
    await preferences.set_hours(tables, AOI, "UTC", 22 * 60, ())
    row = await errands.get(tables.db, AOI.id, morning_list.DIGEST)
    assert row is not None and row.due_at == clock() + 22 * HOUR, "on Saturday at seven"


async def test_who_is_awake_by_new_hours_is_told_directly_at_once(
    tables: TableService, players: Players, clock: Clock
) -> None:
    """That their table has lost its channel waited for the morning by the old ones."""
    game = await players.open(AOI, MARCO, pace="slow")
    await preferences.set_hours(tables, AOI, "UTC", 7 * 60, ())
    clock.pass_hours(25)  # it is 9:00
    async with tables.at(game) as live:
        await moving.lost(tables, live)
    [row] = [one for one in await outbox.waiting(tables.db, game, Saying.ORPHAN) if one.target == AOI.id]
    assert row.not_before == clock() + 7 * HOUR
    await preferences.set_hours(tables, AOI, "UTC", 23 * 60, ())
    [row] = [one for one in await outbox.waiting(tables.db, game, Saying.ORPHAN) if one.target == AOI.id]
    assert row.not_before == clock()


async def test_whose_hours_change_after_the_list_of_the_day_has_no_other_on_it(
    tables: TableService, players: Players, clock: Clock
) -> None:
    await players.open(AOI, MARCO, pace="slow")
    await preferences.set_hours(tables, AOI, "UTC", 23 * 60, ())
    await wishes.wish(tables, AOI, digest=True)
    row = await errands.get(tables.db, AOI.id, morning_list.DIGEST)
    assert row is not None
    clock.pass_hours((row.due_at - clock()) / HOUR)
    await morning_list.fire(tables, row)  # at eight
    clock.pass_hours(1)
    await preferences.set_hours(tables, AOI, "UTC", 2 * 60, ())  # they wake at eleven
    row = await errands.get(tables.db, AOI.id, morning_list.DIGEST)
    assert row is not None and row.due_at > clock() + 12 * HOUR
