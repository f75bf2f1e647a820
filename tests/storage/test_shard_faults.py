"""Deliberate faults in leases, fence and job locks: a test that passes without the fault fails with it."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from typing import Any, NamedTuple

import asyncpg
import pytest

from storage import Database, ServerAddress, postgres_driver, postgres_writer
from storage import transaction as transaction_module
from storage.shards import job_locks
from storage.shards import leases as leases_module
from storage.shards.leases import LeaseSession
from tests.storage import test_lease_keeper, test_shards
from tests.storage.sharing import Process, open_processes

pytestmark = pytest.mark.postgres_only

Patch = pytest.MonkeyPatch
Check = Callable[[list[Process], ServerAddress, Patch], Awaitable[None]]


class ShardFault(NamedTuple):
    """A deliberate fault."""

    put_in: Callable[[Patch], None]
    check: Check
    """The test that notices it."""


def replace_text(place: Any, name: str, old: str, new: str) -> Callable[[Patch], None]:
    """Return what replaces a part of a statement."""

    def put_in(patch: Patch) -> None:
        statement = getattr(place, name)
        assert old in statement
        patch.setattr(place, name, statement.replace(old, new))

    return put_in


def prolong_by_own_clock(patch: Patch) -> None:
    """Let a lease end by the clock of the machine that prolongs it."""

    async def prolong_leases(session: LeaseSession, tokens: dict[int, int]) -> set[int]:
        sql: asyncpg.Connection[Any] = await session._open()
        until = int(time.time() * 1000) + session.lease_ms
        await sql.execute("UPDATE shard_leases SET until = $1 WHERE shard = ANY($2)", until, list(tokens))
        return set(tokens)

    patch.setattr(LeaseSession, "prolong_leases", prolong_leases)


FAULTS = {
    "the fence is left out": ShardFault(
        replace_text(
            postgres_writer, "RUN_CHANGES", "PERFORM pg_temp.require_leases(lease_of, shards, tokens)", "NULL"
        ),
        lambda processes, database, patch: test_shards.test_a_late_owner_writes_nothing(processes, database, False),
    ),
    "the fence is left out when a transaction begins with a question": ShardFault(
        replace_text(postgres_writer, "REQUIRE_LEASES", "held = 0 OR held <> cardinality(shards)", "FALSE"),
        lambda processes, database, patch: test_shards.test_a_late_owner_writes_nothing(processes, database, True),
    ),
    "a transaction without a lease writes any table": ShardFault(
        lambda patch: patch.setattr(transaction_module, "needs_fence", lambda sql: False),
        lambda processes, database, patch: test_shards.test_without_a_lease_only_forwarded_presses_are_written(
            processes
        ),
    ),
    "the fence does not hold off a take-over": ShardFault(
        replace_text(postgres_writer, "REQUIRE_LEASES", "FOR KEY SHARE OF l", ""),
        test_shards.test_a_take_over_waits_for_an_open_transaction_and_prolonging_does_not,
    ),
    "a take-over leaves the token": ShardFault(
        replace_text(leases_module, "_TAKE", "lease.token + 1", "lease.token"),
        lambda processes, database, patch: test_shards.test_a_late_owner_writes_nothing(processes, database, False),
    ),
    "a lease is prolonged by the machine's clock": ShardFault(
        prolong_by_own_clock, test_shards.test_the_clock_of_the_machine_counts_for_nothing
    ),
    "a lease that is held is taken": ShardFault(
        replace_text(leases_module, "_TAKE", "WHERE (lease.until <=", "WHERE (TRUE OR lease.until <="),
        lambda processes, database, patch: test_shards.test_a_lease_is_held_by_one_owner_until_it_is_given_back(
            processes
        ),
    ),
    "a lost connection is taken for a dead process": ShardFault(
        lambda patch: patch.setattr(leases_module, "ORPHAN_POLLS", 1),
        lambda processes, database, patch: test_lease_keeper.test_a_keeper_takes_its_share_and_what_a_dead_process_left(
            processes
        ),
    ),
    "what is beyond the share is kept": ShardFault(
        lambda patch: patch.setattr(leases_module.LeaseKeeper, "find_surplus", lambda keeper: None),
        lambda processes, database, patch: test_lease_keeper.test_a_keeper_gives_back_what_another_process_should_have(
            processes, patch
        ),
    ),
    "a reset connection is noticed at the next poll": ShardFault(
        lambda patch: patch.setattr(asyncpg.Connection, "add_termination_listener", lambda sql, callback: None),
        lambda processes, database, patch: (
            test_lease_keeper.test_a_keeper_whose_connection_was_reset_holds_its_lock_again_at_once(processes, database)
        ),
    ),
    "a process that hangs keeps its job": ShardFault(
        lambda patch: patch.setattr(job_locks, "connect", lambda address, **_: postgres_driver.connect(address)),
        lambda processes, database, patch: test_lease_keeper.test_a_process_that_hangs_in_a_job_is_not_waited_for(
            processes, patch, 60.0, ["second", "first"]
        ),
    ),
    "two processes do a job at once": ShardFault(
        lambda patch: patch.setattr(Database, "hold_job", lambda db, job, place=0: nullcontext()),
        lambda processes, database, patch: test_lease_keeper.test_a_job_is_done_by_one_process_at_a_time(
            processes, database
        ),
    ),
}


@pytest.mark.parametrize("name", FAULTS)
async def test_a_deliberate_fault_is_noticed(database: ServerAddress, monkeypatch: Patch, name: str) -> None:
    FAULTS[name].put_in(monkeypatch)
    async with open_processes(database) as processes:
        with pytest.raises((AssertionError, pytest.fail.Exception)):
            await FAULTS[name].check(processes, database, monkeypatch)
