"""A person's change reaches each table through its inbox, exactly once, and gives the clocks of one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot import audit
from bot.table import Table, TableService
from bot.table.background import delays, retention
from bot.table.background.bot_presence import BotPresence
from bot.table.clock.availability import load_waking_hours
from bot.table.clock.waking_hours import HOUR, WakingHours
from bot.table.deadline import deadlines, outages
from bot.table.personal import personal_data, preferences, table_inbox
from storage import Database, DatabaseAddress, Source, Transaction
from storage.messages import inbox_rows
from storage.messages.inbox_rows import InboxRow
from storage.persons import absences, people
from storage.time import presence, timers
from tests.empty_database import create_database
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players, list_tables
from tests.table.short import ONLY_RULES, load_notice_keys, mark_seeds

from .interleavings import Different, compare_worlds, leave_inboxes
from .single_transactions import change_in_one_transaction, settle_in_one_transaction


@pytest.mark.parametrize("seed", mark_seeds(range(1, 7), on_server=2))
async def test_any_interleaving_gives_the_clocks_of_one_transaction(
    seed: int, database: DatabaseAddress, second_database: DatabaseAddress
) -> None:
    await compare_worlds(seed, database, second_database)


async def _find_difference(folder: Path, seeds: int = 12) -> str:
    for seed in range(1, seeds + 1):
        try:
            model, inboxes = (create_database(folder / f"{seed}.{name}.db") for name in ("model", "inboxes"))
            await compare_worlds(seed, model, inboxes)
        except Different as error:
            return str(error)
    return ""


@ONLY_RULES
async def test_new_hours_used_for_the_old_span_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WakingHours, "settle", lambda hours, used, since: (used, since))
    assert "clock" in await _find_difference(tmp_path)


@ONLY_RULES
async def test_row_that_is_done_twice_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def find_row(tx: Transaction, row_id: int) -> bool:
        """Leave the row where it is the first time."""
        if row_id in done:
            return await take_row(tx, row_id)
        done.add(row_id)
        return True

    done: set[int] = set()
    take_row = inbox_rows.take_row
    monkeypatch.setattr(inbox_rows, "take_row", find_row)
    assert "notice" in await _find_difference(tmp_path)


@ONLY_RULES
async def test_outage_that_a_table_settles_twice_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def skip_twice(tx: Transaction, table_id: int, outage: outages.Outage) -> None:
        for _ in range(2):
            await skip_outage(tx, table_id, outage)

    skip_outage = outages.skip_outage
    monkeypatch.setattr(outages, "skip_outage", skip_twice)
    assert await _find_difference(tmp_path)


@ONLY_RULES
async def test_outage_that_forgets_a_table_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    list_timed_games = presence.list_timed_games

    async def forget_last(source: Source, *, with_due_times: bool) -> list[int]:
        return (await list_timed_games(source, with_due_times=with_due_times))[:-1]

    monkeypatch.setattr(presence, "list_timed_games", forget_last)
    assert await _find_difference(tmp_path)


@ONLY_RULES
async def test_row_that_is_lost_at_a_kill_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def take_rows_early(source: Source, table_id: int) -> list[InboxRow]:
        """Take the rows in a transaction before that of their work, as if a kill came in between."""
        assert isinstance(source, Database)
        async with source.transaction() as tx:
            for row in await load_rows(source, table_id):
                await inbox_rows.take_row(tx, row.id)
        return []

    load_rows = inbox_rows.load_rows
    monkeypatch.setattr(inbox_rows, "load_rows", take_rows_early)
    assert await _find_difference(tmp_path)


async def test_kill_after_the_change_loses_nothing(
    service: TableService, players: Players, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_ids = [await players.start_table(AOI, MARCO, channel=number, pace="steady") for number in (7, 8, 9)]
    with monkeypatch.context() as dead:
        dead.setattr(table_inbox, "work_inboxes", leave_inboxes)
        await preferences.start_emergency(service, AOI)
    started = TableService(service.db, clock, "en")
    worker = asyncio.create_task(table_inbox.run(started))
    while await inbox_rows.list_games(service.db):
        await asyncio.sleep(0)
    worker.cancel()
    await asyncio.gather(worker, return_exceptions=True)
    for table_id in table_ids:
        assert await load_notice_keys(service, table_id, ["notice.away"]) == ["notice.away"]
        [reminder] = await timers.load_timers(service.db, table_id)
        assert reminder.kind == "reminder" and reminder.due_at > clock() + 7 * 24 * HOUR


async def test_table_that_fails_keeps_its_row_and_stops_no_other(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_ids = [await players.start_table(AOI, MARCO, channel=number, pace="steady") for number in (7, 8)]
    arm_timers = deadlines.arm_timers

    async def fail(tx: Transaction, table: Table, now: int) -> None:
        if table.id == table_ids[0]:
            raise ValueError("damaged")
        await arm_timers(tx, table, now)

    with monkeypatch.context() as damaged:
        damaged.setattr(deadlines, "arm_timers", fail)
        await preferences.start_emergency(service, AOI)
    assert await inbox_rows.list_games(service.db) == [table_ids[0]]
    await table_inbox.work_all_inboxes(service)
    assert await inbox_rows.list_games(service.db) == []
    for table_id in table_ids:
        assert await load_notice_keys(service, table_id, ["notice.away"]) == ["notice.away"]


async def test_table_that_fails_for_long_is_tried_at_growing_intervals(
    service: TableService,
    players: Players,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fail(_tx: Transaction, _table: Table, _now: int) -> None:
        raise ValueError("damaged")

    async def look_again(seconds: float) -> None:
        """Let the worker look as often as it does in this time."""
        for _ in range(int(seconds / table_inbox.CHECK_SECONDS)):
            clock.now += int(table_inbox.CHECK_SECONDS * 1000)
            await table_inbox.work_due_inboxes(service)

    table_id = await players.start_table(AOI, MARCO, pace="steady")
    with monkeypatch.context() as damaged:
        damaged.setattr(deadlines, "arm_timers", fail)
        await preferences.start_emergency(service, AOI)
        assert len(caplog.records) == 1
        await look_again(HOUR / 1000)
        assert len(caplog.records) <= 8, "not 121"
        assert await delays.measure_inbox_delay(service) == HOUR
        async with service.db.transaction() as tx:
            await presence.save_online(tx, clock())
        wrong = [finding.table_id async for finding in audit.check_database(service.db) if not finding.is_ok]
        assert wrong == [table_id]
    await look_again(2 * table_inbox.MAX_RETRY_SECONDS)
    assert await delays.measure_inbox_delay(service) == 0 and service.inbox_failures == {}


async def _watch_transactions(db: Database, monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """Return a list that gets the tables of each transaction that changes several; new inbox rows do not count."""
    found: list[list[int]] = []
    async with db.transaction() as tx:
        await tx.execute("CREATE TEMP TABLE changed (game INTEGER)")
        for table in list_tables():
            columns = {name for name, _ in await db.list_columns(table)}
            column = "game" if "game" in columns else "id" if table == "games" else None
            for event in ("INSERT", "UPDATE", "DELETE") if column else ():
                row = "old" if event == "DELETE" else "new"
                if (table, event) != ("inbox", "INSERT"):
                    await tx.execute(
                        f"CREATE TEMP TRIGGER {table}_{event} AFTER {event} ON main.{table}"
                        f" BEGIN INSERT INTO changed VALUES ({row}.{column}); END"
                    )
    begin = Database.transaction

    @asynccontextmanager
    async def watch(self: Database) -> AsyncIterator[Transaction]:
        async with begin(self) as tx:
            yield tx
            table_ids = await tx.execute("SELECT DISTINCT game FROM changed ORDER BY game")
            await tx.execute("DELETE FROM changed")
            if len(table_ids) > 1:
                found.append([int(table_id) for (table_id,) in table_ids])

    monkeypatch.setattr(Database, "transaction", watch)
    return found


@pytest.mark.sqlite_only(reason="watches by triggers of SQLite")
async def test_no_transaction_changes_rows_of_two_tables(
    service: TableService, players: Players, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_ids = [await players.start_table(AOI, MARCO, JULES, channel=number, pace="steady") for number in (7, 8, 9)]
    found = await _watch_transactions(service.db, monkeypatch)
    await preferences.set_hours(service, AOI, "Asia/Tokyo", 23 * 60, (5, 6))
    await preferences.plan_absence(service, AOI, None, clock() + 5 * 24 * HOUR)
    await preferences.end_absences(service, AOI)
    async with service.db.transaction() as tx:
        await absences.add_absence(tx, AOI.id, "net", clock(), clock() + 24 * HOUR, clock())
    clock.pass_hours(1)
    async with service.lock_table(table_ids[0]) as table:
        await players.answer_randomly(table)
    [leave] = [row for row in await absences.load_absences(service.db, AOI.id) if row.kind == "net"]
    assert leave.until_at == clock() and await inbox_rows.list_games(service.db) == table_ids
    await table_inbox.work_all_inboxes(service)
    arrived = BotPresence(service, lambda _: True, lambda: 0)
    await arrived.settle_outage_at_start()
    for hours in (10, -24):
        clock.pass_hours(hours)
        await arrived.check_presence()
    await table_inbox.release_seats(service, MARCO.id, table_ids)
    assert found == []
    await personal_data.forget_person(service, JULES)
    assert found == [table_ids], "only the deletion of a person replaces a number in all their tables"
    found.clear()
    monkeypatch.setattr(preferences, "change_hours", change_in_one_transaction)
    await preferences.start_emergency(service, AOI)
    assert found == [table_ids], "the single transaction of before is noticed"
    monkeypatch.setattr(outages, "announce_outage", settle_in_one_transaction)
    clock.pass_hours(10)
    await arrived.check_presence()
    assert found == [table_ids, table_ids], "so is that of an outage"


async def test_earlier_hours_stay_until_every_table_has_taken_note(
    service: TableService, players: Players, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await players.start_table(AOI, MARCO, pace="steady")
    await preferences.set_hours(service, AOI, "Asia/Tokyo", 23 * 60, ())
    clock.pass_hours(25)
    with monkeypatch.context() as dead:
        dead.setattr(table_inbox, "work_inboxes", leave_inboxes)
        await preferences.set_hours(service, AOI, "Asia/Tokyo", 22 * 60, ())
    clock.pass_hours(31 * 24)
    await retention.delete_old_data(service)
    assert [row.night for row in (await people.load_hours_by_person(service.db, (AOI.id,)))[AOI.id]] == [1380, 1320]
    await table_inbox.work_all_inboxes(service)
    await retention.delete_old_data(service)
    assert [row.night for row in (await people.load_hours_by_person(service.db, (AOI.id,)))[AOI.id]] == [1320]


async def test_hours_chosen_while_the_clock_was_ahead_hold_at_once(service: TableService, clock: Clock) -> None:
    await preferences.set_hours(service, AOI, "Asia/Tokyo", 23 * 60, ())
    clock.pass_hours(-24)
    async with service.db.transaction() as tx:
        await presence.shift_due_times(tx, -24 * HOUR, clock())
    hours = (await load_waking_hours(service.db, (AOI.id,)))[AOI.id]
    assert (hours.night, hours.settle(0, clock())) == (23 * 60, (0, clock()))
