"""Rows wait for their channel, their person's night and the process that has their table, and for nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.discord_ui.outbox import delivery, sender
from bot.discord_ui.outbox.acknowledgement import SETTLED_ATTEMPTS, acknowledge
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.fake_discord.model.events import GatewayEvent
from bot.table.clock.waking_hours import HOUR
from bot.table.deadline import outages
from storage import DatabaseUnavailable
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.play import games
from tests.bot.conftest import Json, TableHarness, is_mentioned, press_bid, store_settings
from tests.bot.interaction.test_forwarding import TwoProcesses, processes

__all__ = ["processes"]

REST_SECONDS = 60.0


class RestingChannels:
    """Channels to which nothing is begun to be sent, unlike to people."""

    def __init__(self, table: TableHarness, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table, self.monkeypatch = table, monkeypatch
        monkeypatch.setattr(
            table.bot._sender.rate_limiter, "compute_rest", lambda channel: REST_SECONDS if channel else 0.0
        )

    async def end_rest(self) -> None:
        self.monkeypatch.undo()
        self.table.bot.service.outbox_ready.set()
        await self.table.wait_for_outbox()

    async def list_unsent(self) -> list[str]:
        """Return the kinds of the rows that wait for a channel; nobody has tried to send them."""
        rows = [row for row in await outbox_rows.load_waiting_rows(self.table.db, 1) if not row.direct]
        assert all(row.attempts == 0 for row in rows)
        return [row.kind for row in rows]


def list_direct_messages(table: TableHarness) -> list[Json]:
    return [m for dm in table.driver.direct_channels for m in table.driver.world.messages.list_public(dm["id"])]


async def wait_for_direct_message(table: TableHarness) -> None:
    async with asyncio.timeout(60):
        while not list_direct_messages(table):
            await asyncio.sleep(0.01)


async def test_direct_message_does_not_wait_for_a_channel_that_rests(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store_settings(table, jiro, way="direct")
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    sender = table.bot._sender
    sender._direct_refusals = 1
    with monkeypatch.context() as context:
        channels = RestingChannels(table, context)
        await table.open_crate(ada)
        await wait_for_direct_message(table)
        async with asyncio.timeout(60):
            while any(row.direct for row in await outbox_rows.load_waiting_rows(table.db, 1)) or sender._tasks:
                await asyncio.sleep(0.01)
        assert sender._direct_refusals == 0, "Discord takes direct messages again"
        assert OutboxKind.TURN in await channels.list_unsent()
        sender._direct_refusals = 1
        await channels.end_rest()
    assert sender._direct_refusals == 1, "a post says nothing about them"


async def test_deliveries_of_tables_given_back_are_waited_for(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def select_no_games(*_: object) -> set[int]:
        return set()

    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    sender = table.bot._sender
    async with asyncio.timeout(60):
        while sender._tasks:
            await asyncio.sleep(0.01)
    assert await sender.finish_foreign_deliveries(0.0)
    table.fake_discord.faults.delay("POST", "/channels/*/messages", 3.0, times=1)
    await table.open_crate(ada)
    async with asyncio.timeout(60):
        while not sender._tasks:
            await asyncio.sleep(0.01)
    assert await sender.finish_foreign_deliveries(0.0), "those of its own tables go on"
    monkeypatch.setattr(games, "select_own_games", select_no_games)
    assert not await sender.finish_foreign_deliveries(0.0)
    assert await sender.finish_foreign_deliveries(10.0)


@pytest.fixture
async def created_calls(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> AsyncIterator[list[set[str]]]:
    """Start a table, and yield the people whom each message mentions as it is created from then on."""
    calls: list[set[str]] = []

    def record_call(event: GatewayEvent) -> None:
        if event.t == "MESSAGE_CREATE" and not event.d["flags"] & c.IS_EPHEMERAL:
            calls.append({person.id for person in (jiro, marco) if is_mentioned(event.d, person)})

    await table.open_and_start(ada, jiro, marco)
    await table.wait_for_outbox()
    stop = table.driver.world.add_listener(record_call)
    yield calls
    stop()


async def test_people_who_are_asked_together_are_called_together(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser, created_calls: list[set[str]]
) -> None:
    await table.open_crate(ada)
    await table.wait_for_outbox()
    assert [people for people in created_calls if people] == [{jiro.id, marco.id}]


async def test_lost_channel_is_told_after_the_night(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    minute, now = table.clock() // 60_000 % 1440, table.clock()
    await store_settings(table, jiro, zone="UTC", night=(minute - 60) % 1440)  # asleep for seven more hours
    async with table.db.transaction() as tx:
        await outbox_rows.add_row(
            tx, game=1, kind=OutboxKind.CHANNEL_LOST, key="", target=int(jiro.id), payload=b"", at=now, is_direct=True
        )
    table.bot.service.outbox_ready.set()
    async with asyncio.timeout(60):
        while (await outbox_rows.find_next_time(table.db) or now) <= now:
            await asyncio.sleep(0.01)
    assert list_direct_messages(table) == []


async def test_person_who_has_answered_before_a_late_attempt_is_not_called(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser, created_calls: list[set[str]]
) -> None:
    refused = table.fake_discord.faults.fail("POST", "/channels/*/messages", 503, times=99)
    await table.open_crate(ada)
    async with asyncio.timeout(60):
        while not refused.hits:
            await asyncio.sleep(0.01)
    async with table.db.transaction() as tx:  # as after a minute of refusals
        await tx.execute(
            "UPDATE outbox SET attempts = ? WHERE kind = 'ping' AND sent_at IS NULL", (SETTLED_ATTEMPTS - 1,)
        )
    await press_bid(jiro, await jiro.send_command("play"), 1)
    await press_bid(marco, await marco.send_command("play"), 1)
    async with asyncio.timeout(60):
        while table.bot._sender._tasks:  # an attempt that began before the bids may still reach Discord
            await asyncio.sleep(0.01)
    table.clock.ahead_ms += 600_000
    table.driver.world.clock.advance(600)  # Discord has forgotten the nonce
    table.fake_discord.faults.clear_faults()
    table.bot.service.outbox_ready.set()
    await table.wait_for_outbox()
    assert not any(created_calls)


async def test_a_posted_row_outlasts_errors_of_the_database(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be given up, or sent again to another place, although people have its message."""
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    monkeypatch.setattr(sender, "REST_SECONDS", 0.01)
    failures = iter(range(sender.MAX_ERRORS + 1))

    async def fail_first(*args: Any, **options: Any) -> None:
        if next(failures, None) is not None:
            raise DatabaseUnavailable("cut off")
        await acknowledge(*args, **options)

    monkeypatch.setattr(delivery, "acknowledge", fail_first)
    await table.open_crate(ada)
    await table.wait_for_outbox()
    assert next(failures, None) is None and len(table.list_notifications(jiro)) == 1
    cards = await outbox_rows.load_rows_newest_first(table.db, 1, OutboxKind.CARD)
    assert all(row.dropped_at is None for row in cards if row.attempts)


async def test_next_attempt_is_not_shifted_by_a_step_of_the_clock_before_it(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock was set forward, but the table's times do not know it yet when the attempt fails."""
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    bot, now = table.bot, table.clock()
    monkeypatch.setattr(bot._sender, "serve_row", AsyncMock())
    async with table.db.transaction() as tx:
        row = await outbox_rows.add_row(tx, game=1, kind=OutboxKind.NOTICE, key="n", target=1, payload=b"{}", at=now)
        await outages.announce_outage(tx, outages.Outage(now - HOUR, now, HOUR), ())
    await bot._sender._retry_later(row, TimeoutError(), 1_000)
    async with table.db.transaction() as tx:
        await outages.settle_clocks(tx, 1)
    [waiting] = [r for r in await outbox_rows.load_waiting_rows(table.db, 1) if r.id == row.id]
    assert waiting.not_before <= now + 60_000


async def test_shared_process_sends_the_rows_of_its_own_tables_alone(
    processes: TwoProcesses, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = processes.table
    processes.be_owner(True)
    panels = [(person, await table.open_panel(person)) for person in (ada, jiro)]
    with monkeypatch.context() as context:
        channels = RestingChannels(table, context)
        for coins, (person, panel) in enumerate(panels):
            await press_bid(person, panel, coins)
        # Direct messages do not rest: the sender is at those of the bids.
        rows = [row for row in await outbox_rows.load_waiting_rows(table.db, 1) if not row.direct]
        processes.be_owner(False)
        await table.bot._sender.serve_row(rows[0])  # it was found before the table was moved
        assert len(await channels.list_unsent()) == len(rows) > 0
        processes.be_owner(True)
        await channels.end_rest()
