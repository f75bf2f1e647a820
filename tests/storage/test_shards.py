"""Several processes share a server's database by leases: what a process writes after a take-over is refused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import asyncpg
import pytest

from storage import Database, DatabaseAddress, DatabaseTakenOver, DatabaseUnavailable, ServerAddress
from storage.kinds import Job
from storage.persons import guilds, people
from storage.play import games
from storage.shards import leases as leases_module
from storage.shards.leases import LeaseKeeper, LeaseSession
from storage.shards.ownership import ID_SHIFT, Ownership
from storage.time import timers
from tests.storage.commits import create_game
from tests.storage.test_outbox import put_turn

pytestmark = pytest.mark.postgres_only

SHARDS = 2


class Process:
    """A process: its shared database, and the session for its leases."""

    def __init__(self, db: Database, leases: LeaseSession) -> None:
        self.db = db
        self.leases = leases

    async def take_shards(self, *shards: int, dead_owner: int | None = None) -> list[int]:
        """Take those of the shards that are free, and return them."""
        taken = []
        for shard in shards:
            token = await self.leases.take_lease(shard, dead_owner)
            if token is not None:
                self.db.ownership.tokens[shard] = token
                taken.append(shard)
        return taken

    async def write(self, number: int) -> None:
        async with self.db.transaction() as tx:
            await guilds.set_language(tx, number, "ja")


@pytest.fixture
async def processes(database: DatabaseAddress) -> AsyncIterator[list[Process]]:
    """Two processes, which have no lease yet."""
    assert isinstance(database, ServerAddress)
    async with AsyncExitStack() as stack:
        pair = []
        for _ in range(2):
            db = await stack.enter_async_context(await Database.open(database, shard_count=SHARDS))
            pair.append(Process(db, LeaseSession(database, SHARDS)))
            stack.push_async_callback(pair[-1].leases.close)
        yield pair


async def run_on_server(database: DatabaseAddress, sql: str, *values: Any) -> Any:
    assert isinstance(database, ServerAddress)
    connection = await asyncpg.connect(database.secret_url)
    try:
        return await connection.fetchval(sql, *values)
    finally:
        await connection.close()


async def end_leases(database: DatabaseAddress) -> None:
    """Let the time of all leases be over, by the server's clock."""
    await run_on_server(database, "UPDATE shard_leases SET until = 1")


async def test_a_lease_is_held_by_one_owner_until_it_is_given_back(processes: list[Process]) -> None:
    one, two = processes
    assert await one.take_shards(0) == [0]
    assert await two.take_shards(0, 1) == [1]
    await one.leases.give_leases_back(one.db.ownership.tokens)
    assert await two.take_shards(0) == [0]
    assert await one.leases.prolong_leases(one.db.ownership.tokens) == set()
    assert await two.leases.prolong_leases(two.db.ownership.tokens) == {0, 1}


async def test_only_the_owner_writes(processes: list[Process]) -> None:
    one, two = processes
    with pytest.raises(DatabaseUnavailable, match="this process has no shard"):
        await one.write(1)
    await one.take_shards(0)
    await two.take_shards(1)
    await one.write(2)
    await two.write(3)
    assert [await guilds.load_language(one.db, number) for number in (1, 2, 3)] == [None, "ja", "ja"]


@pytest.mark.parametrize("is_sent_at_once", [False, True])
async def test_a_late_owner_writes_nothing(
    processes: list[Process], database: DatabaseAddress, is_sent_at_once: bool
) -> None:
    one, two = processes
    await one.take_shards(0, 1)
    await one.write(1)
    await end_leases(database)
    await one.write(2)  # nobody has taken it over
    assert await two.take_shards(0) == [0]
    calls = []
    one.db.on_taken_over = lambda: calls.append(1)
    with pytest.raises(DatabaseTakenOver, match="another process owns"):
        async with one.db.transaction() as tx:
            await people.remember_person(tx, 5, "Eve", 1)
            if is_sent_at_once:
                await tx.execute("INSERT INTO guilds (id, language) VALUES (6, 'en') RETURNING id")
    assert await people.load_person(two.db, 5) is None and await guilds.load_language(two.db, 6) is None
    assert calls == [1]


async def test_a_take_over_waits_for_an_open_transaction_and_prolonging_does_not(
    processes: list[Process], database: DatabaseAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = processes
    await one.take_shards(0)
    await end_leases(database)
    async with one.db.transaction() as tx:
        await tx.execute("INSERT INTO guilds (id, language) VALUES (6, 'en') RETURNING id")
        with pytest.raises(DatabaseUnavailable):
            await two.take_shards(0)
        assert await one.leases.prolong_leases(one.db.ownership.tokens) == {0}
        await end_leases(database)
        take_over = asyncio.create_task(two.take_shards(0))
        query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        while not await run_on_server(database, query):
            await asyncio.sleep(0)
        assert not take_over.done()
    assert await take_over == [0]
    assert await guilds.load_language(two.db, 6) == "en", "written before the take-over"


async def test_no_write_comes_after_a_take_over_beside_it(processes: list[Process], database: DatabaseAddress) -> None:
    """Take over again and again while the owner writes a row that says under which token."""
    one, two = processes
    await run_on_server(database, "CREATE TABLE IF NOT EXISTS pg_temp_writes (token bigint, seen bigint)")
    try:
        owner, other = one, two
        for _ in range(20):
            await end_leases(database)
            await owner.take_shards(0)
            token = owner.db.ownership.tokens[0]

            async def write_until_refused(process: Process = owner, token: int = token) -> None:
                for _ in range(2_000):  # it ends if nothing refuses it
                    async with process.db.transaction() as tx:
                        await tx.execute(
                            "INSERT INTO pg_temp_writes (token, seen)"
                            " SELECT ?, max(token) FROM shard_leases WHERE shard = 0",
                            (token,),
                        )

            writing = asyncio.create_task(write_until_refused())
            await asyncio.sleep(0.005)
            await end_leases(database)
            while not await other.take_shards(0):
                pass
            with pytest.raises(DatabaseTakenOver):
                await writing
            owner, other = other, owner
        assert await run_on_server(database, "SELECT count(*) FROM pg_temp_writes") > 0
        assert await run_on_server(database, "SELECT count(*) FROM pg_temp_writes WHERE token <> seen") == 0
    finally:
        await run_on_server(database, "DROP TABLE pg_temp_writes")


async def test_the_clock_of_the_machine_counts_for_nothing(
    processes: list[Process], database: DatabaseAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Set this machine's clocks by a day, either way: what is held stays held, and what is over stays over."""
    one, two = processes
    await one.take_shards(0, 1)
    for days in (-1, 1):
        for name in ("time", "monotonic"):
            monkeypatch.setattr(f"time.{name}", lambda days=days: 1_700_000_000.0 + days * 86_400)
        assert await one.leases.prolong_leases(one.db.ownership.tokens) == {0, 1}
        assert await two.take_shards(0, 1) == []
        now = await run_on_server(database, "SELECT (extract(epoch FROM now()) * 1000)::bigint")
        until = await run_on_server(database, "SELECT max(until) FROM shard_leases")
        assert 0 < until - now <= leases_module.LEASE_MS
    monkeypatch.undo()
    await end_leases(database)
    assert await two.take_shards(0, 1) == [0, 1]


async def test_leases_of_a_dead_process_are_free_at_once(processes: list[Process]) -> None:
    one, two = processes
    await one.take_shards(0, 1)
    assert await two.leases.find_orphans() == {}
    await one.leases.close()
    dead = one.leases.owner
    while await two.leases.find_orphans() != {0: dead, 1: dead}:
        await asyncio.sleep(0)
    assert await two.take_shards(0) == [] and await two.take_shards(0, 1, dead_owner=dead) == [0, 1]
    assert await two.leases.find_orphans() == {}


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
    while not await two.session.find_orphans():
        await asyncio.sleep(0)
    await two.renew_leases()
    assert set(two.ownership.tokens) == {1}, "the server may have lost all connections"
    await two.renew_leases()
    assert set(two.ownership.tokens) == {0, 1}, "nobody else is there, so that both are its share"
    with pytest.raises(DatabaseTakenOver):
        await one.renew_leases()


async def test_a_keeper_gives_back_what_another_process_should_have(processes: list[Process]) -> None:
    one, two = create_keepers(processes)
    await one.renew_leases()
    one.ownership.resting.clear()
    assert (one.ownership.served_shards, one.find_surplus()) == ((0, 1), None), "alone"
    found = []
    for _ in range(leases_module.SURPLUS_LOOKS):
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
    """One with its share waits a look longer, but not for ever: the one that stands by may not come to it."""
    one, two = create_keepers(processes)
    dead = LeaseSession(database, SHARDS)
    assert await dead.take_lease(1) is not None
    for keeper in (two, one):
        await keeper.renew_leases()
    assert set(two.ownership.tokens) == {0}
    await dead.close()
    while not await one.session.find_orphans():
        await asyncio.sleep(0)
    for _ in range(leases_module.ORPHAN_LOOKS):
        await two.renew_leases()
    assert set(two.ownership.tokens) == {0}
    await two.renew_leases()
    assert set(two.ownership.tokens) == {0, 1}


async def test_a_process_that_hangs_has_no_share(processes: list[Process], monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = processes
    await two.leases.prolong_leases({})
    assert await one.leases.count_owners() == 2
    monkeypatch.setattr(leases_module, "LIVE_MS", 150)
    while await one.leases.count_owners() == 2:
        await asyncio.sleep(0.01)
    monkeypatch.undo()
    await two.leases.prolong_leases({})
    assert await one.leases.count_owners() == 2


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
        while not await run_on_server(database, query):
            await asyncio.sleep(0)
        done.append("first")
    await waiting
    assert done == ["first", "second"]


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


async def test_processes_that_count_other_shards_are_refused(processes: list[Process], database: ServerAddress) -> None:
    one, two = processes
    await one.take_shards(0)
    other = LeaseSession(database, 3)
    with pytest.raises(DatabaseUnavailable, match="a process of 2 shards runs, this one is of 3"):
        await other.take_lease(0)
    assert await one.leases.prolong_leases(one.db.ownership.tokens) == {0}
    await end_leases(database)
    assert await other.take_lease(0) is not None
    with pytest.raises(DatabaseTakenOver):
        await one.write(1)
    with pytest.raises(DatabaseUnavailable, match="a process of 3 shards runs, this one is of 2"):
        await two.take_shards(1)
    await other.close()


async def test_a_program_without_leases_is_refused_beside_them_and_ends_those_of_before(
    processes: list[Process], database: DatabaseAddress
) -> None:
    one, _ = processes
    await one.take_shards(0)
    with pytest.raises(DatabaseUnavailable, match="another Teban writes it"):
        await Database.open(database)
    for process in processes:
        await process.db.close()
    async with await Database.open(database) as alone:
        with pytest.raises(DatabaseUnavailable, match="another Teban writes it"):
            await Database.open(database, shard_count=SHARDS)
        async with alone.transaction() as tx:
            await guilds.set_language(tx, 1, "en")
    assert await one.leases.prolong_leases(one.db.ownership.tokens) == set()


async def test_rows_of_people_are_read_anew_in_each_transaction(processes: list[Process]) -> None:
    one, two = processes
    await one.take_shards(0)
    await two.take_shards(1)
    for reader, writer, name in ((one, two, "Ann"), (one, two, "Bea"), (two, one, "Cleo")):
        async with writer.db.transaction() as tx:
            await people.remember_person(tx, 1, name, 2)
            await guilds.set_language(tx, 5, name)
        async with reader.db.transaction() as tx:
            person = await people.load_person(tx, 1)
            assert person is not None and person.name == name and await guilds.load_language(tx, 5) == name


async def test_ids_are_never_given_out_twice(processes: list[Process]) -> None:
    one, two = processes
    await one.take_shards(0)
    await two.take_shards(1)
    game = await create_game(one.db, channel=500)
    ids = []
    for nth in range(150):
        for process in processes:
            async with process.db.transaction() as tx:
                ids.append((await put_turn(tx, game, f"{process.leases.owner}.{nth}")).id)
    assert len(set(ids)) == 300


async def test_a_row_written_after_a_take_over_is_behind_those_of_before(processes: list[Process]) -> None:
    """The new owner has drawn no ids before, or else it forgets them: its rows wait behind those of the old owner."""
    one, two = processes
    await one.take_shards(0)
    await two.take_shards(1)
    games_of = [await create_game(one.db, 500), await create_game(two.db, 501, guild=1 << ID_SHIFT)]
    async with two.db.transaction() as tx:
        await put_turn(tx, games_of[1], "own")
    last = 0
    for nth in range(120):
        async with one.db.transaction() as tx:
            last = (await put_turn(tx, games_of[0], str(nth))).id
    await one.leases.give_leases_back(one.db.ownership.tokens)
    await two.take_shards(0)
    async with two.db.transaction() as tx:
        assert (await put_turn(tx, games_of[0], "late")).id > last


async def test_rows_of_a_foreign_table_are_not_kept(processes: list[Process]) -> None:
    one, two = processes
    await one.take_shards(0)
    await two.take_shards(1)
    game = await create_game(one.db, channel=500)
    for due_at in (10, 20):
        async with two.db.transaction() as tx:
            await games.load_game(tx, game)
            assert [row.due_at for row in await timers.load_timers(tx, game)] == [10] * (due_at == 20)
        async with one.db.transaction() as tx:
            await timers.set_timer(tx, game, "late", "1", due_at)


def test_conditions_name_the_own_shards(database: DatabaseAddress) -> None:
    alone, shared = Ownership(), Ownership(4, {3: 1, 1: 1})
    assert alone.build_condition("person") == alone.build_game_condition("game") == ""
    assert shared.build_condition("person") == " AND (person >> 22) % 4 IN (1, 3)"
    assert Ownership(4).build_condition("person") == " AND FALSE"
    assert [shared.owns(number << ID_SHIFT) for number in range(5)] == [False, True, False, True, False]
    assert alone.owns(1 << ID_SHIFT)
    shared.resting.add(3)
    assert (shared.shards, shared.served_shards) == ((1, 3), (1,))
    assert shared.build_condition("person") == " AND (person >> 22) % 4 IN (1)" and not shared.owns(3 << ID_SHIFT)
    assert shared.select_shards({3}).served_shards == (3,), "to take it up"
