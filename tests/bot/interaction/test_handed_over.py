"""Tables of two processes: a table moves from one to the other, a person sits at both."""

from __future__ import annotations

import asyncio
from math import inf
from typing import Any

import pytest

from bot.table import TableService
from bot.table.admin import channel_move
from bot.table.lobby import seating
from bot.table.personal import daily_list, personal_data, table_inbox
from bot.table.player_records.table_list import load_table_list
from bot.table.seats import open_seats
from bot.table.terms.table_terms import TableTerms
from storage import ForeignTable
from storage.messages import inbox_rows, outbox_rows
from storage.persons import people
from storage.play import games, seats
from storage.table_mirror import TableMirror
from storage.time import timers
from storage.time.timers import PersonTimerRow
from tests.table.conftest import AOI, MARCO, Clock, Players

from .test_two_processes import HOME, SharingProcess, pair

__all__ = ["pair"]

pytestmark = pytest.mark.postgres_only


async def play_in(process: SharingProcess) -> tuple[TableService, Players]:
    clock = Clock()
    service = TableService(process.db, clock, "en")
    return service, Players(service, clock)


async def move_away(service: TableService, table_id: int) -> None:
    """Move a table whose channel is gone to a server of shard 1."""
    async with service.lock_table(table_id) as table:
        await channel_move.handle_lost_channel(service, table)
        assert await channel_move.move_without_vote(service, table, AOI, HOME, 99)


async def test_a_table_is_handed_over_with_the_commit_of_its_move(pair: list[SharingProcess]) -> None:
    one, two = pair
    service, players = await play_in(one)
    table_id = await players.start_table(AOI, MARCO, pace="steady")
    other, other_players = await play_in(two)
    with pytest.raises(ForeignTable):
        async with other.lock_table(table_id):
            pass
    await move_away(service, table_id)
    assert service.in_memory == 0
    with pytest.raises(ForeignTable):
        async with service.lock_table(table_id):
            pass
    assert await outbox_rows.load_ready_rows(one.db, 1 << 60) == [] and await timers.load_next_timer(one.db) is None
    other.outbox_ready.clear()
    await table_inbox.work_all_inboxes(other)
    assert other.outbox_ready.is_set() and await inbox_rows.list_games(two.db) == []
    async with other.lock_table(table_id) as table:
        assert table.row.channel_id == 99 and table.is_playing
        await other_players.mark_notified(table)
        await other_players.answer_randomly(table)
    row = await games.load_game(one.db, table_id)
    assert row is not None and row.guild_id == HOME


async def write_after_a_move(pair: list[SharingProcess]) -> tuple[set[int], set[int]]:
    """Return the ids of rows that the old process has written for a table, and those that the new one adds. Each
    process has drawn some ids before.
    """
    one, two = pair
    service, _ = await play_in(two)
    await start_at(service, HOME)
    old_service, _ = await play_in(one)
    table_id = await start_at(old_service, 1)
    await move_away(old_service, table_id)
    before = {row.id for row in await outbox_rows.load_waiting_rows(one.db, table_id)}
    async with service.lock_table(table_id) as table, two.db.transaction() as tx:
        await channel_move.move_table(tx, table, HOME, 98, service.clock())
    return before, {row.id for row in await outbox_rows.load_waiting_rows(two.db, table_id)} - before


async def start_at(service: TableService, guild: int) -> int:
    """Start a table on a server of this process."""
    table_id = await seating.open_table(service, guild, 7 + guild, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        await seating.set_settings(service, table, AOI, order="joined")
        await seating.start_game(service, table, AOI)
    return table_id


async def test_rows_of_the_new_process_stand_behind_those_of_the_old_one(pair: list[SharingProcess]) -> None:
    """Rows are read in the order of their ids."""
    before, added = await write_after_a_move(pair)
    assert before and added and min(added) > max(before)


async def test_a_row_that_stands_before_those_of_the_old_process_is_noticed(
    pair: list[SharingProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TableMirror, "_skip_ids", lambda *_: None)
    before, added = await write_after_a_move(pair)
    assert min(added) < max(before)


async def sit_at_both(pair: list[SharingProcess]) -> tuple[list[TableService], list[int]]:
    """Return the services of two processes, and a table in play in each, of the same people."""
    services = [(await play_in(process))[0] for process in pair]
    return services, [await start_at(service, guild) for service, guild in zip(services, (1, HOME), strict=True)]


async def list_deserted_tables(services: list[TableService], games_found: list[int]) -> list[int]:
    """Return the tables at which nobody answers for the seat of the person who was forgotten."""
    deserted = []
    for service, table_id in zip(services, games_found, strict=True):
        async with service.lock_table(table_id) as table:
            if not any(seated.answering_policy is not None for seated in table.seats):
                deserted.append(table_id)
    return deserted


async def test_a_person_is_forgotten_once_tables_of_other_processes_were_left(pair: list[SharingProcess]) -> None:
    services, games_found = await sit_at_both(pair)
    await personal_data.forget_person(services[0], AOI)
    assert await people.load_person(pair[0].db, AOI.id) is not None, "the other table is still to be left"
    await table_inbox.work_all_inboxes(services[1])
    timer = await timers.load_person_timer(pair[0].db, AOI.id, personal_data.ERASURE)
    assert timer is not None
    await personal_data.finish_erasure(services[0], timer)
    assert await people.load_person(pair[0].db, AOI.id) is None
    await table_inbox.work_all_inboxes(services[1])
    assert await list_deserted_tables(services, games_found) == []


async def test_a_table_forgets_a_person_whom_another_process_has_erased(pair: list[SharingProcess]) -> None:
    services, [_, table_id] = await sit_at_both(pair)
    await personal_data.forget_person(services[0], AOI)
    await table_inbox.work_all_inboxes(services[1])
    async with services[1].lock_table(table_id), pair[1].db.transaction() as tx:
        assert AOI.id in [row.person for row in await seats.load_seats(tx, table_id)]
    await personal_data.finish_erasure(services[0], PersonTimerRow(AOI.id, personal_data.ERASURE, 0))
    await table_inbox.work_all_inboxes(services[1])
    async with services[1].lock_table(table_id), pair[1].db.transaction() as tx:
        assert AOI.id not in [row.person for row in await seats.load_seats(tx, table_id)]


async def test_a_table_that_the_person_had_left_forgets_them_too(pair: list[SharingProcess]) -> None:
    services, [_, table_id] = await sit_at_both(pair)
    async with services[1].lock_table(table_id) as table:
        await open_seats.resign_seat(services[1], table, AOI)
    await personal_data.forget_person(services[0], AOI)
    await table_inbox.work_all_inboxes(services[1])
    async with services[1].lock_table(table_id) as table:
        assert AOI.id not in [tenure.holder for tenure in table.tenures]


async def test_a_table_that_was_not_left_is_noticed(
    pair: list[SharingProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wait_for_nobody(*_: object) -> bool:
        return False

    monkeypatch.setattr(personal_data, "_waits_for_tables", wait_for_nobody)
    services, games_found = await sit_at_both(pair)
    await personal_data.forget_person(services[0], AOI)
    await table_inbox.work_all_inboxes(services[1])
    assert await list_deserted_tables(services, games_found) == games_found[1:]


async def test_a_person_is_forgotten_once_an_own_table_that_was_not_served_was_left(
    pair: list[SharingProcess],
) -> None:
    service, _ = await play_in(pair[0])
    table_id = await start_at(service, 1)
    pair[0].db.ownership.trusted_until_ms = 0
    await personal_data.forget_person(service, AOI)
    assert await people.load_person(pair[0].db, AOI.id) is not None, "the table is still to be left"
    pair[0].db.ownership.trusted_until_ms = inf
    await personal_data.finish_erasure(service, PersonTimerRow(AOI.id, personal_data.ERASURE, 0))
    assert await people.load_person(pair[0].db, AOI.id) is None
    assert await list_deserted_tables([service], [table_id]) == []


async def test_rows_of_a_table_are_written_by_its_own_process_alone(pair: list[SharingProcess]) -> None:
    """The person's own process asks for the list, and has no table that waits for them; then it has one."""
    services, [own, other] = await sit_at_both(pair)

    async def send_list(due_at: int) -> None:
        async with pair[0].db.transaction() as tx:
            await timers.set_person_timer(tx, AOI.id, daily_list.DAILY_LIST, due_at)
        await daily_list.send_daily_list(services[0], PersonTimerRow(AOI.id, daily_list.DAILY_LIST, due_at))

    async def list_sent(due_at: int) -> list[tuple[int, str]]:
        query = "SELECT game, key FROM outbox WHERE kind = 'digest' AND key = ?"
        return [
            (int(table_id), str(key)) for table_id, key in await pair[0].db.fetch_rows(query, (f"{AOI.id}.{due_at}",))
        ]

    async with services[0].lock_table(own), pair[0].db.transaction() as tx:
        await tx.execute("DELETE FROM asked WHERE game = ?", (own,))
    await send_list(5)
    assert await list_sent(5) == [] and await inbox_rows.list_games(pair[1].db) == [other]
    await table_inbox.work_all_inboxes(services[1])
    assert await list_sent(5) == [(other, f"{AOI.id}.5")]
    own = await start_at(services[0], 2)
    await send_list(6)
    assert await list_sent(6) == [(own, f"{AOI.id}.6")]


async def test_a_list_that_another_process_has_sent_is_not_sent_again(
    pair: list[SharingProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person's shard is given back while the first process still looks for the tables that wait."""
    services, _ = await sit_at_both(pair)
    row = PersonTimerRow(AOI.id, daily_list.DAILY_LIST, 5)
    async with pair[0].db.transaction() as tx:
        await timers.set_person_timer(tx, row.person, row.kind, row.due_at)

    async def be_overtaken(*arguments: Any) -> Any:
        monkeypatch.undo()
        await daily_list.send_daily_list(services[1], row)
        return await load_table_list(*arguments)

    monkeypatch.setattr(daily_list, "load_table_list", be_overtaken)
    await daily_list.send_daily_list(services[0], row)
    sent = await pair[0].db.fetch_rows("SELECT count(*) FROM outbox WHERE kind = 'digest'")
    assert sent == [(1,)] and await inbox_rows.list_games(pair[1].db) == []


async def test_the_new_process_hears_of_the_table_at_once(pair: list[SharingProcess]) -> None:
    one, two = pair
    service, players = await play_in(one)
    table_id = await players.start_table(AOI, MARCO)
    receiving: asyncio.Task[Any] = asyncio.create_task(two.receive_presses())
    async with asyncio.timeout(60):
        await two.service.inbox_ready.wait()  # it listens
    two.service.inbox_ready.clear()
    await move_away(service, table_id)
    async with asyncio.timeout(60):
        await two.service.inbox_ready.wait()
    receiving.cancel()
    await asyncio.gather(receiving, return_exceptions=True)
    assert await inbox_rows.list_games(two.db) == [table_id]
