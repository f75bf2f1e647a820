"""The outbox of a process that shares its database: nothing of other tables, and nothing without leases."""

from __future__ import annotations

import asyncio
import json
from math import inf
from types import SimpleNamespace

import pytest

from bot.discord_ui.outbox import message_client
from bot.discord_ui.outbox.delivery import Delivery
from bot.discord_ui.outbox.rate_limit import RateLimiter
from bot.discord_ui.outbox.sender import MAX_ERRORS
from bot.fake_discord import FakeUser
from storage import ForeignTable
from storage.engine import Source
from storage.messages import outbox_rows
from storage.messages.outbox_rows import OutboxRow
from storage.play import games
from storage.shards.ownership import find_shard
from tests.bot.conftest import TableHarness

from .test_sender import count_cards


@pytest.mark.sqlite_only(reason="writes without a lease")
async def test_a_shard_that_goes_waits_for_its_own_deliveries_only(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    sender, ownership = table.bot._sender, table.db.ownership
    ((table_id, guild),) = await table.db.fetch_rows("SELECT id, guild_id FROM games")
    sender._tasks[1], sender._table_ids[1] = asyncio.create_task(asyncio.sleep(60)), table_id
    home = find_shard(guild, 2)
    ownership.shard_count, ownership.tokens = 2, {0: 1, 1: 1}
    ownership.resting.add(1 - home)
    assert await sender.finish_foreign_deliveries(0)
    ownership.resting.add(home)
    assert not await sender.finish_foreign_deliveries(0)
    ownership.shard_count = None
    sender._tasks.pop(1).cancel()


async def test_a_row_whose_shard_is_about_to_move_stays_for_the_next_process(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often: such a refusal is no error of the row, so that it is never given up."""
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    refusals = iter(range(MAX_ERRORS + 1))
    deliver_row = Delivery.deliver_row

    async def refuse_first(delivery: Delivery, row: OutboxRow) -> None:
        if next(refusals, None) is not None:
            raise ForeignTable("resting")
        await deliver_row(delivery, row)

    monkeypatch.setattr(Delivery, "deliver_row", refuse_first)
    await table.open_crate(ada)
    await table.wait_for_outbox()
    assert next(refusals, None) is None and len(table.list_notifications(jiro)) == 1


async def test_nothing_is_sent_once_the_leases_may_be_over(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that was stopped for longer than Discord remembers a nonce would post what another one has posted."""
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    was_pressed, wait_for_request, ownership = asyncio.Event(), RateLimiter.wait_for_request, table.db.ownership
    counts: list[int] = []

    async def wait_until_leases_are_over(limiter: RateLimiter, channel: int | None = None) -> None:
        await was_pressed.wait()
        await wait_for_request(limiter, channel)
        counts.append(len(table.driver.view_channel().messages))
        ownership.leased_until_ms = 0 if len(counts) < 5 else inf

    monkeypatch.setattr(RateLimiter, "wait_for_request", wait_until_leases_are_over)
    await table.open_crate(ada)
    was_pressed.set()
    await table.wait_for_outbox()
    assert len(set(counts[:5])) == 1, "something was sent"
    assert count_cards(table) == 1 and len(table.list_notifications(jiro)) == 1


async def test_no_call_is_posted_if_the_leases_end_while_its_key_is_loaded(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    wait_for_request, ownership = RateLimiter.wait_for_request, table.db.ownership
    counts: list[int] = []

    async def load_key(source: Source, table_id: int) -> str:
        if not counts:
            ownership.leased_until_ms = 0
        return await games.load_key(source, table_id)

    async def count_before_request(limiter: RateLimiter, channel: int | None = None) -> None:
        await wait_for_request(limiter, channel)
        if ownership.leased_until_ms == 0:
            counts.append(len(table.list_notifications(jiro)))
            asyncio.get_running_loop().call_soon(setattr, ownership, "leased_until_ms", inf)

    monkeypatch.setattr(message_client, "game_rows", SimpleNamespace(load_key=load_key))
    monkeypatch.setattr(RateLimiter, "wait_for_request", count_before_request)
    await table.open_crate(ada)
    await table.wait_for_outbox()
    assert counts == [0] and len(table.list_notifications(jiro)) == 1


@pytest.mark.parametrize(("method", "path"), [("POST", "/channels/*/messages"), ("PATCH", "/channels/*/messages/*")])
async def test_what_discord_py_repeats_is_not_sent_once_the_leases_may_be_over(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, method: str, path: str
) -> None:
    """The process may be stopped while discord.py waits before it tries the same request again."""
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    failed = table.fake_discord.faults.fail(method, path, 502, times=1)
    await table.open_crate(ada)
    async with asyncio.timeout(60):
        while not failed.hits:
            await asyncio.sleep(0.001)
    table.db.ownership.leased_until_ms = 0
    before = json.dumps(table.driver.view_channel().messages)
    async with asyncio.timeout(60):
        while max(row.attempts for row in await outbox_rows.load_waiting_rows(table.db, 1)) < 2:
            await asyncio.sleep(0.01)
    assert json.dumps(table.driver.view_channel().messages) == before
    table.db.ownership.leased_until_ms = inf
    await table.wait_for_outbox()
    assert len(table.list_notifications(jiro)) == 1
