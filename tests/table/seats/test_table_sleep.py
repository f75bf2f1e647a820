"""An abandoned table sleeps, notifies its people once, is archived, and is never deleted."""

from __future__ import annotations

import pytest

from bot.table import TableService
from bot.table.lobby import seating
from bot.table.personal import preferences
from bot.table.seats import autopilot, open_seats, table_sleep
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Refused
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.play import games
from storage.time import timers as timer_rows
from tests.table.conftest import AOI, MARCO, Clock, Players
from tests.table.short import A, load_notice_keys, load_notices

from .conftest import EMMA, pass_days

DAY_MS = 86_400_000


async def start_abandoned_table(service: TableService, players: Players) -> int:
    """Start a table at which no seat would be notified any more."""
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        await autopilot.start_own_autopilot(service, table, MARCO)
        await open_seats.offer_own_seat(service, table, AOI, None)
        assert table.pauses == {"asleep"}
    return table_id


async def test_sleeping_table_notifies_once_and_is_archived(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await start_abandoned_table(service, players)
    while not service.search_queue.empty():
        service.search_queue.get_nowait()
    await pass_days(service, clock, 13.5)
    assert (await load_notice_keys(service, table_id)).count("life.asleep_call") == 0
    await pass_days(service, clock, 40)
    calls = [notice for notice in await load_notices(service, table_id) if notice.msg.key == "life.asleep_call"]
    assert [call.mention for call in calls] == [(MARCO.id,)]
    assert service.search_queue.empty(), "no computer player goes on by itself"
    assert await service.find_table(7) == table_id
    await pass_days(service, clock, 7)
    row = await games.load_game(service.db, table_id)
    assert row is not None and row.status == "playing" and row.archived_at is not None
    assert (await load_notice_keys(service, table_id))[-1] == "life.archived"
    await seating.open_table(service, 1, 7, EMMA, "flotsam", TableTerms(language="en"))


async def test_archived_table_is_restored(service: TableService, players: Players, clock: Clock) -> None:
    """Edge case 40."""
    table_id = await start_abandoned_table(service, players)
    await pass_days(service, clock, 61)
    again = TableService(service.db, service.clock, "en")
    async with again.lock_table(table_id) as table:
        assert table.row.archived_at is not None and table.match is not None
        with pytest.raises(Refused, match="relief"):
            await table_sleep.wake_for_person(again, table, MARCO)
        await autopilot.stop_own_autopilot(again, table, MARCO)
        woken = await games.load_game(service.db, table_id)
        assert woken is not None and woken.archived_at is None and not table.pauses
        with pytest.raises(Refused, match="awake"):
            await table_sleep.wake_for_person(again, table, MARCO)


async def test_archived_table_stays_when_its_channel_is_taken(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await start_abandoned_table(service, players)
    await pass_days(service, clock, 61)
    await seating.open_table(service, 1, 7, EMMA, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        with pytest.raises(Refused, match="archived_channel"):
            await autopilot.stop_own_autopilot(service, table, MARCO)
    async with service.lock_table(table_id) as table:
        assert table.is_archived


async def test_taking_a_seat_wakes_the_table(service: TableService, players: Players) -> None:
    table_id = await start_abandoned_table(service, players)
    async with service.lock_table(table_id) as table:
        await open_seats.take_seat(service, table, EMMA, A)
        assert not table.pauses
    assert "life.awake" in await load_notice_keys(service, table_id)


async def test_table_sleeps_after_four_weeks_without_move(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="none")
    clock.pass_hours(27 * 24)
    await table_sleep.put_idle_tables_to_sleep(service)
    async with service.lock_table(table_id) as table:
        assert not table.pauses
    clock.pass_hours(24)
    await table_sleep.put_idle_tables_to_sleep(service)
    async with service.lock_table(table_id) as table:
        assert table.pauses == {"asleep"}
        await players.answer(table, A, "take")
        assert not table.pauses, "a move wakes it"
    spent = await outbox_rows.load_rows_newest_first(service.db, table_id, OutboxKind.NOTICE_EXPIRED)
    assert [row.key.partition(":")[0] for row in spent] == ["asleep"], "its post goes"
    await table_sleep.put_idle_tables_to_sleep(service)
    async with service.lock_table(table_id) as table:
        assert not table.pauses


async def test_table_does_not_sleep_while_all_are_on_holiday(
    service: TableService, players: Players, clock: Clock
) -> None:
    """Edge case 14."""
    table_id = await players.start_table(AOI, MARCO, pace="slow")
    clock.pass_hours(20 * 24)
    for person in (AOI, MARCO):
        await preferences.plan_absence(service, person, clock(), clock() + 9 * DAY_MS)
    clock.pass_hours(8.5 * 24)
    await table_sleep.put_idle_tables_to_sleep(service)
    async with service.lock_table(table_id) as table:
        assert not table.pauses
    assert {row.kind for row in await timer_rows.load_timers(service.db, table_id)} <= {"late", "reminder"}
