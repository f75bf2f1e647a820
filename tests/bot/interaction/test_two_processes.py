"""Two processes on one PostgreSQL server: the owner hears of a forwarded press at once, and only one of them has it.
Changes of both at the same time are stored by one, and tried again by the other. If Discord refuses all requests of
the bot, both rest. A person's calls are counted at the tables of both.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from datetime import datetime
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.discord_ui import shard_connections
from bot.discord_ui.interaction import first_answer, forwarding, handling
from bot.discord_ui.interaction.first_answer import FirstAnswer
from bot.discord_ui.interaction.forwarding import PressForwarder, ReceivedPress, received_press
from bot.discord_ui.outbox.rate_limit import REFUSAL_CHANNEL, GlobalLimit, RateLimiter
from bot.discord_ui.shard_connections import ShardConnections
from bot.fake_discord import FakeDiscord
from bot.table import TableService
from bot.table.terms.abuse_limits import CALLS_CHANNEL, CALLS_OF_PAIR, CALLS_OF_PERSON
from engines.kernel import Refused
from storage import (
    ChangedMeanwhile,
    Database,
    DatabaseAddress,
    DatabaseTakenOver,
    DatabaseUnavailable,
    ForeignTable,
    ServerAddress,
)
from storage.messages import forwarded_rows, inbox_rows, interactions
from storage.messages.forwarded_rows import ForwardedRow
from storage.postgres_engine import PostgresEngine
from storage.shards import job_locks
from storage.shards.leases import LeaseSession
from storage.shards.ownership import ID_SHIFT

pytestmark = pytest.mark.postgres_only

HOME = 1 << ID_SHIFT
"""A server of shard 1."""


class SharingProcess:
    """A process with one shard of two."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self.received: list[Any] = []
        self.service = TableService(db, lambda: time.time_ns() // 1_000_000, "en")
        self.forwarder = PressForwarder(self.service, self.received.append)
        self.rate_limiter = RateLimiter()
        self.global_limit = GlobalLimit(self.rate_limiter, db)

    async def receive_presses(self) -> None:
        """Listen and receive, for ever."""
        wakes = {
            forwarded_rows.CHANNEL: lambda _: self.forwarder.rows_changed.set(),
            inbox_rows.CHANNEL: lambda _: self.service.inbox_ready.set(),
            REFUSAL_CHANNEL: self.global_limit.receive_refusal,
            CALLS_CHANNEL: self.service.limiter.receive_calls,
        }
        async with asyncio.TaskGroup() as group:
            group.create_task(self.db.keep_listening(wakes))
            group.create_task(self.forwarder.run())


@pytest.fixture
async def pair(database: DatabaseAddress) -> AsyncIterator[list[SharingProcess]]:
    assert isinstance(database, ServerAddress)
    async with AsyncExitStack() as stack:
        processes = []
        for shard in range(2):
            db = await stack.enter_async_context(await Database.open(database, shard_count=2))
            leases = LeaseSession(database, 2)
            stack.push_async_callback(leases.close)
            token = await leases.take_lease(shard)
            assert token is not None
            db.ownership.tokens[shard] = token
            processes.append(SharingProcess(db))
        yield processes


def press(number: int, created_at: datetime) -> FirstAnswer:
    """Return the first answer to an interaction that nobody has answered, received by this task."""
    received_press.set(ReceivedPress(f'{{"id": {number}}}'.encode(), 0))
    interaction: Any = SimpleNamespace(
        id=number, created_at=created_at, response=SimpleNamespace(is_done=lambda: False), client=None
    )
    return FirstAnswer(interaction)


async def test_the_owner_hears_of_a_press_at_once(pair: list[SharingProcess], monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = pair
    monkeypatch.setattr(forwarding, "POLL_SECONDS", 60)
    listening = asyncio.create_task(two.receive_presses())
    await asyncio.sleep(0.2)
    waits = []
    for number in range(1, 21):
        began = time.perf_counter()
        async with one.db.transaction() as tx:
            await forwarded_rows.add_row(tx, ForwardedRow(number, HOME, f'{{"id": {number}}}'.encode()))
        async with asyncio.timeout(60):
            while len(two.received) < number:
                await asyncio.sleep(0.001)
        waits.append(time.perf_counter() - began)
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    assert [payload["id"] for payload in two.received] == list(range(1, 21)) and one.received == []
    print(f"forwarded in {sorted(waits)[10] * 1000:.1f} ms (median of 20)")
    assert sorted(waits)[10] < 0.5


async def test_a_press_whose_notification_was_missed_is_found(
    pair: list[SharingProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = pair
    monkeypatch.setattr(forwarding, "POLL_SECONDS", 0.05)
    monkeypatch.setattr(first_answer, "DEFER_SECONDS", 0.6)
    monkeypatch.setattr(forwarded_rows, "CHANNEL", "another_channel")
    looking = asyncio.create_task(two.receive_presses())
    await one.forwarder.forward(press(1, discord.utils.utcnow()), ForeignTable("foreign", HOME))
    looking.cancel()
    await asyncio.gather(looking, return_exceptions=True)
    assert two.received == [{"id": 1}]
    with pytest.raises(ForeignTable):
        await one.forwarder.forward(press(2, discord.utils.utcnow()), ForeignTable("foreign", HOME))
    assert await one.db.fetch_rows("SELECT id FROM forwarded") == []


async def test_one_of_two_has_a_press_that_both_want_at_the_same_time(pair: list[SharingProcess]) -> None:
    one, two = pair

    async def take(process: SharingProcess, number: int) -> int:
        async with process.db.transaction() as tx:
            return int(await forwarded_rows.take_row(tx, number) is not None)

    for number in range(20):
        async with one.db.transaction() as tx:
            await forwarded_rows.add_row(tx, ForwardedRow(number, HOME, b"{}"))
        assert sum(await asyncio.gather(take(one, number), take(two, number))) == 1


async def test_a_process_that_has_lost_its_shard_takes_no_press(pair: list[SharingProcess]) -> None:
    one, two = pair
    async with one.db.transaction() as tx:
        await forwarded_rows.add_row(tx, ForwardedRow(1, HOME, b"{}"))
        await tx.execute("UPDATE shard_leases SET token = token + 1 WHERE shard = 1")
    with pytest.raises(DatabaseTakenOver):
        await two.forwarder.receive_forwarded()
    assert two.received == [] and await one.db.fetch_rows("SELECT id FROM forwarded") == [(1,)]


@pytest.mark.parametrize(("turn_seconds", "silence_ms"), [(0.3, 10_000), (3600, 300)])
async def test_sessions_of_the_gateway_are_opened_in_turn(
    pair: list[SharingProcess], monkeypatch: pytest.MonkeyPatch, turn_seconds: float, silence_ms: int
) -> None:
    """A process that hangs in its turn says nothing to the server, and the next one comes."""
    monkeypatch.setattr(shard_connections, "IDENTIFY_SECONDS", turn_seconds)
    monkeypatch.setattr(job_locks, "KEEPALIVE_SECONDS", 3600)
    monkeypatch.setattr(job_locks, "SILENCE_MS", silence_ms)
    unused: Any = None
    waits = []
    connections = [ShardConnections(unused, each.service, unused, unused, unused) for each in pair]
    for each in connections:
        began = time.perf_counter()
        async with asyncio.timeout(9):
            await each.wait_for_identify(0)
        waits.append(time.perf_counter() - began)
    for each in connections:
        await each.close()
    assert waits[1] > 0.25, "one after the other"


async def test_as_many_sessions_are_opened_at_once_as_discord_allows(pair: list[SharingProcess]) -> None:
    """Each shard has a place among them, and only shards of the same place wait for each other."""
    unused: Any = None
    connections = [ShardConnections(unused, each.service, unused, unused, unused) for each in pair]
    async with asyncio.timeout(shard_connections.IDENTIFY_SECONDS - 0.5):
        await connections[0].wait_for_identify(0)
        await connections[1].wait_for_identify(1)
    waiting = asyncio.create_task(connections[1].wait_for_identify(0))
    await asyncio.wait({waiting}, timeout=0.3)
    assert not waiting.done()
    waiting.cancel()
    for each in connections:
        await each.close()


async def test_calls_at_the_tables_of_all_processes_are_counted_together(pair: list[SharingProcess]) -> None:
    one, two = pair
    listening = [asyncio.create_task(each.receive_presses()) for each in pair]
    await asyncio.sleep(0.2)
    limit = CALLS_OF_PERSON.max_uses
    for callee in range(2, 2 + limit // 2):
        await one.service.limiter.record_calls(1, [callee])
    await two.service.limiter.record_calls(1, range(2 + limit // 2, 1 + limit))
    async with asyncio.timeout(60):  # each has heard the other's last call
        while one.service.limiter.find_free_time(CALLS_OF_PAIR, 1, limit) is None:
            await asyncio.sleep(0.01)
        while two.service.limiter.find_free_time(CALLS_OF_PAIR, 1, 1 + limit // 2) is None:
            await asyncio.sleep(0.01)
    for each in pair:
        each.service.limiter.require_call(1, 1_000, "Emma")  # one is left: no process has counted its own calls twice
        with pytest.raises(Refused, match="rung"):
            each.service.limiter.require_call(1, 2, "Jules")
    await one.service.limiter.record_calls(1, [1_000])
    async with asyncio.timeout(60):
        while two.service.limiter.find_free_time(CALLS_OF_PERSON, 1) is None:
            await asyncio.sleep(0.01)
    for each in pair:
        with pytest.raises(Refused, match="rung_many"):
            each.service.limiter.require_call(1, 1_001, "Emma")
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)


async def test_a_call_is_made_though_the_other_processes_cannot_be_told(
    pair: list[SharingProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise DatabaseUnavailable("the server is away")

    monkeypatch.setattr(PostgresEngine, "notify_processes", fail)
    await pair[0].service.limiter.record_calls(1, [2])
    with pytest.raises(Refused, match="rung"):
        pair[0].service.limiter.require_call(1, 2, "Jules")


async def test_a_change_of_two_processes_at_the_same_time_is_tried_again(pair: list[SharingProcess]) -> None:
    """Both claim an interaction: one of them does it, the other learns of it the second time."""
    one, two = pair
    claims: list[bool] = []

    async def claim(number: int, other: SharingProcess | None) -> bool:
        async with one.db.transaction() as tx:
            is_claimed = await interactions.claim_interaction(tx, number, 1)
            if other is not None:
                async with other.db.transaction() as other_tx:
                    assert await interactions.claim_interaction(other_tx, number, 1)
        return is_claimed

    async def handle(ctx: Any) -> None:
        claims.append(False)
        claims[-1] = await claim(ctx.interaction.id, None if len(claims) > 1 else two)

    ctx: Any = SimpleNamespace(first_answer=press(1, discord.utils.utcnow()))
    ctx.interaction = SimpleNamespace(id=1, data={}, type=discord.InteractionType.component)
    await handling._run_handler(ctx, handle)
    assert len(claims) == 2 and not claims[-1]
    claims.clear()
    ctx.interaction.id = 2
    ctx.first_answer.mark_decided()
    with pytest.raises(ChangedMeanwhile):
        await handling._run_handler(ctx, handle)
    assert len(claims) == 1, "what was answered is not answered again"


async def measure_rests(pair: list[SharingProcess], *, is_global: bool, is_with_token: bool = True) -> list[float]:
    """Let Discord refuse a request of the first process for 30 s; return for how long each begins no request then.

    is_with_token: it counts as the bot's; False: as an answer to an interaction.
    """
    async with FakeDiscord() as fake_discord, asyncio.TaskGroup() as group:
        listening = [group.create_task(each.receive_presses()) for each in pair]
        await asyncio.sleep(0.2)
        fake_discord.faults.rate_limit("*", "*", retry_after=30, is_global=is_global)
        trace, headers = pair[0].global_limit.build_trace(), {"Authorization": "Bot token"} if is_with_token else {}
        async with (
            aiohttp.ClientSession(trace_configs=[trace]) as session,
            session.get(f"{fake_discord.base_url}/api/v10/gateway/bot", headers=headers) as answer,
        ):
            assert answer.status == 429
        with suppress(TimeoutError):
            async with asyncio.timeout(1 if is_global and is_with_token else 0.2):
                while not all(each.rate_limiter.compute_rest(None) for each in pair):
                    await asyncio.sleep(0.01)
        for task in listening:
            task.cancel()
    return [each.rate_limiter.compute_rest(None) for each in pair]


async def test_both_rest_if_discord_refuses_the_whole_bot(pair: list[SharingProcess]) -> None:
    for rest in await measure_rests(pair, is_global=True):
        assert 25 < rest <= 30


async def test_nobody_rests_if_discord_refuses_one_kind_of_request(pair: list[SharingProcess]) -> None:
    assert await measure_rests(pair, is_global=False) == [0, 0]


async def test_nobody_rests_if_discord_refuses_an_answer_to_an_interaction(pair: list[SharingProcess]) -> None:
    assert await measure_rests(pair, is_global=True, is_with_token=False) == [0, 0]


async def test_a_process_that_does_not_tell_of_a_refusal_is_noticed(
    pair: list[SharingProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def tell_nobody(engine: PostgresEngine, channel: str, text: str) -> None:
        """Do nothing."""

    monkeypatch.setattr(PostgresEngine, "notify_processes", tell_nobody)
    own_rest, other_rest = await measure_rests(pair, is_global=True)
    assert own_rest > 25 and other_rest == 0
