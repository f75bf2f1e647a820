"""Shards by process: shares, leases that others left behind, and jobs that one process at a time does."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from unittest.mock import AsyncMock

import asyncpg
import pytest

from storage import DatabaseAddress, DatabaseTakenOver, DatabaseUnavailable, ServerAddress
from storage.kinds import Job
from storage.shards import job_locks
from storage.shards import leases as leases_module
from storage.shards.leases import LeaseKeeper, LeaseSession
from storage.shards.upgrade import OWNER_CLASS
from tests.storage.sharing import SHARDS, Process, run_on_server

pytestmark = pytest.mark.postgres_only


def create_keepers(processes: list[Process]) -> list[LeaseKeeper]:
    return [LeaseKeeper(each.leases, each.db.ownership, steady_ms=lambda: 0) for each in processes]


async def test_a_keeper_takes_its_share_and_what_a_dead_process_left(processes: list[Process]) -> None:
    one, two = create_keepers(processes)
    await two.session.prolong_leases({})
    await one.renew_leases()
    await one.renew_leases()
    await two.renew_leases()
    assert (set(one.ownership.tokens), set(two.ownership.tokens)) == ({0}, {1})
    assert one.ownership.served_shards == () and one.ownership.resting == {0}, "until they are taken up"
    await one.session.close()
    while not await two.session.list_orphans():
        await asyncio.sleep(0)
    await two.renew_leases()
    assert set(two.ownership.tokens) == {1}, "the server may have lost all connections"
    await two.renew_leases()
    assert set(two.ownership.tokens) == {0, 1}, "nobody else is there, so that both are its share"
    with pytest.raises(DatabaseTakenOver):
        await one.renew_leases()


async def test_a_keeper_gives_back_what_another_process_should_have(
    processes: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases_module, "SURPLUS_POLLS", 3)
    one, two = create_keepers(processes)
    await one.renew_leases()
    one.ownership.resting.clear()
    assert (one.ownership.served_shards, one.find_surplus()) == ((0, 1), None), "alone"
    found = []
    for _ in range(leases_module.SURPLUS_POLLS):
        await two.renew_leases()
        await one.renew_leases()
        found.append(one.find_surplus())
    assert (two.ownership.tokens, found) == ({}, [None, None, 1])
    await one.give_back(1)
    await two.renew_leases()
    assert (set(one.ownership.tokens), set(two.ownership.tokens)) == ({0}, {1})
    await processes[0].write(1)
    await one.renew_leases()
    assert one.find_surplus() is None
    await two.close()
    await one.renew_leases()
    assert set(one.ownership.tokens) == {0, 1}, "what was given back at a stop is free at once"


async def test_a_process_that_stands_by_takes_over_first(processes: list[Process], database: ServerAddress) -> None:
    """One with its share waits a poll longer, but not for ever: the one that stands by may not come to it."""
    one, two = create_keepers(processes)
    dead = LeaseSession(database, SHARDS)
    assert await dead.take_lease(1) is not None
    for keeper in (two, one):
        await keeper.renew_leases()
    assert set(two.ownership.tokens) == {0}
    await dead.close()
    while not await one.session.list_orphans():
        await asyncio.sleep(0)
    for _ in range(leases_module.ORPHAN_POLLS):
        await two.renew_leases()
    assert set(two.ownership.tokens) == {0}
    await two.renew_leases()
    assert set(two.ownership.tokens) == {0, 1}


async def test_a_shard_that_cannot_be_taken_now_keeps_no_other_from_being_taken(
    processes: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At most one is waited for at a poll, since the leases of the process have to be prolonged."""
    now, tried, take_lease = 0, [], LeaseSession.take_lease

    async def take_slowly(session: LeaseSession, shard: int, dead_owner: int | None = None) -> int | None:
        nonlocal now
        tried.append(shard)
        now += leases_module.TAKE_MS + 1
        if shard == 0 and len(tried) < 4:
            raise DatabaseUnavailable("its owner has a transaction under way")
        return await take_lease(session, shard, dead_owner)

    monkeypatch.setattr(LeaseSession, "take_lease", take_slowly)
    keeper = LeaseKeeper(processes[0].leases, processes[0].db.ownership, steady_ms=lambda: now)
    for _ in range(4):
        with suppress(DatabaseUnavailable):
            await keeper.renew_leases()
    assert tried == [0, 1, 0, 0] and set(keeper.ownership.tokens) == {0, 1}


async def test_a_process_that_hangs_has_no_share(processes: list[Process], monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = processes
    await two.leases.prolong_leases({})
    assert len(await one.leases.list_versions()) == 2
    monkeypatch.setattr(leases_module, "LIVE_MS", 150)
    while len(await one.leases.list_versions()) == 2:
        await asyncio.sleep(0.01)
    monkeypatch.undo()
    await two.leases.prolong_leases({})
    assert len(await one.leases.list_versions()) == 2


async def test_a_job_is_done_by_one_process_at_a_time(processes: list[Process], database: DatabaseAddress) -> None:
    one, two = (each.db for each in processes)
    done = []

    async def do_job() -> None:
        async with two.hold_job(Job.TRIM):
            done.append("second")

    async with one.hold_job(Job.TRIM):
        async with two.hold_job(Job.IDENTIFY):
            waiting = asyncio.create_task(do_job())
        query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'advisory'"
        while not (waiting.done() or await run_on_server(database, query)):
            await asyncio.sleep(0)
        done.append("first")
    await waiting
    assert done == ["first", "second"]


@pytest.mark.parametrize(("keepalive_seconds", "expected"), [(60.0, ["second", "first"]), (0.05, ["first", "second"])])
async def test_a_process_that_hangs_in_a_job_is_not_waited_for(
    processes: list[Process], monkeypatch: pytest.MonkeyPatch, keepalive_seconds: float, expected: list[str]
) -> None:
    """The server ends a session that says nothing, and no other one."""
    monkeypatch.setattr(job_locks, "SILENCE_MS", 1_000)
    monkeypatch.setattr(job_locks, "KEEPALIVE_SECONDS", keepalive_seconds)
    done = []

    async def do_job() -> None:
        async with processes[1].db.hold_job(Job.IDENTIFY):
            done.append("second")

    async with processes[0].db.hold_job(Job.IDENTIFY):
        waiting = asyncio.create_task(do_job())
        await asyncio.wait({waiting}, timeout=1.5)
        done.append("first")
    await waiting
    assert done == expected


async def test_a_reset_during_the_goodbye_of_a_job_ends_nothing(
    processes: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    goodbye = AsyncMock(side_effect=ConnectionResetError("reset by peer"))
    async with processes[0].db.hold_job(Job.TRIM):
        monkeypatch.setattr(asyncpg.Connection, "close", goodbye)
    goodbye.assert_awaited_once()
    monkeypatch.undo()
    async with processes[1].db.hold_job(Job.TRIM):
        pass


async def test_a_keeper_that_cannot_prolong_is_not_trusted_after_two_thirds_of_the_time(
    processes: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0
    keeper = LeaseKeeper(processes[0].leases, processes[0].db.ownership, steady_ms=lambda: now)
    assert not keeper.ownership.is_trusted(now)
    await keeper.renew_leases()
    prolong = LeaseSession.prolong_leases

    async def prolong_slowly(session: LeaseSession, tokens: dict[int, int]) -> set[int]:
        nonlocal now
        now += 1_000
        return await prolong(session, tokens)

    monkeypatch.setattr(LeaseSession, "prolong_leases", prolong_slowly)
    await keeper.renew_leases()
    trusted_ms = leases_module.LEASE_MS * 2 // 3
    assert keeper.ownership.is_trusted(trusted_ms - 1) and not keeper.ownership.is_trusted(trusted_ms)
    lease_ms = leases_module.LEASE_MS
    assert keeper.ownership.may_answer(lease_ms - 1) and not keeper.ownership.may_answer(lease_ms)


async def test_a_keeper_whose_connection_was_reset_holds_its_lock_again_at_once(
    processes: list[Process], database: DatabaseAddress
) -> None:
    """One that stands by takes a shard whose owner holds no lock at two polls, one second apart."""
    one, two = create_keepers(processes)
    keeping = asyncio.create_task(one.keep_renewing(interval=60))
    while set(one.ownership.tokens) != {0, 1}:
        await asyncio.sleep(0.01)
    find_holder = "SELECT pid FROM pg_locks WHERE classid::bigint = $1 AND objid::bigint = $2 AND granted"
    owner = OWNER_CLASS, one.session.owner
    before = await run_on_server(database, find_holder, *owner)
    await run_on_server(database, "SELECT pg_terminate_backend($1)", before)
    holder = before
    with suppress(TimeoutError):
        async with asyncio.timeout(2):
            while holder in (before, None):
                holder = await run_on_server(database, find_holder, *owner)
    orphans = await two.session.list_orphans()
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)
    assert holder not in (before, None) and orphans == {}


async def test_leases_of_a_dead_process_are_free_at_once(processes: list[Process]) -> None:
    one, two = processes
    await one.take_shards(0, 1)
    assert await two.leases.list_orphans() == {}
    await one.leases.close()
    dead = one.leases.owner
    while await two.leases.list_orphans() != {0: dead, 1: dead}:
        await asyncio.sleep(0)
    assert await two.take_shards(0) == [] and await two.take_shards(0, 1, dead_owner=dead) == [0, 1]
    assert await two.leases.list_orphans() == {}
