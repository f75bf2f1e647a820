"""Several processes share a server's database by leases: what a process writes after a take-over is refused."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from storage import Database, DatabaseAddress, DatabaseTakenOver, DatabaseUnavailable, ServerAddress, StorageError
from storage.messages import forwarded_rows
from storage.messages.forwarded_rows import ForwardedRow
from storage.persons import guilds, people
from storage.play import games
from storage.postgres_writer import PostgresConnection
from storage.shards import leases as leases_module
from storage.shards.leases import LeaseSession
from storage.shards.ownership import ID_SHIFT, Ownership
from storage.time import timers
from tests.storage.commits import create_game
from tests.storage.sharing import SHARDS, Process, end_leases, run_on_server
from tests.storage.test_outbox import put_turn

pytestmark = pytest.mark.postgres_only


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


async def test_without_a_lease_only_forwarded_presses_are_written(processes: list[Process]) -> None:
    one, two = processes
    async with one.db.transaction(needs_lease=False) as tx:
        await forwarded_rows.add_row(tx, ForwardedRow(1, 0, b"{}"))
    with pytest.raises(StorageError, match="an earlier statement ended this transaction"):
        async with one.db.transaction(needs_lease=False) as tx:
            assert await people.load_person(tx, 5) is None
            assert await forwarded_rows.take_row(tx, 1) is not None
            with pytest.raises(RuntimeError, match="needs a lease"):
                await people.save_person(tx, 5, "Eve", 1)
    with pytest.raises(RuntimeError, match="needs a lease"):
        async with one.db.transaction(needs_lease=False) as tx:
            await tx.insert_rows("guilds", ["id", "language"], [(6, "en")])
    assert await people.load_person(two.db, 5) is None and await guilds.load_language(two.db, 6) is None
    assert await two.db.fetch_rows("SELECT id FROM forwarded") == [(1,)], "its deletion was rolled back"


async def test_settings_are_read_again_after_another_process_had_their_server(processes: list[Process]) -> None:
    one, two = processes
    for owner, before, after in ((one, None, b"one"), (two, b"one", b"two"), (one, b"two", b"three")):
        assert await owner.take_shards(0) == [0]
        for settings in (before, after):
            async with owner.db.transaction() as tx:
                assert await guilds.load_settings(tx, 5) == settings
                await guilds.save_settings(tx, 5, after)
        await owner.leases.give_leases_back(owner.db.ownership.tokens)
        owner.db.ownership.tokens.clear()


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
            await people.save_person(tx, 5, "Eve", 1)
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


async def test_processes_that_count_other_shards_are_refused(processes: list[Process], database: ServerAddress) -> None:
    one, two = processes
    await one.take_shards(0)
    other = LeaseSession(database, 3)
    with pytest.raises(DatabaseTakenOver, match="a process of 2 shards runs, this one is of 3"):
        await other.take_lease(0)
    assert await one.leases.prolong_leases(one.db.ownership.tokens) == {0}
    await end_leases(database)
    assert await other.take_lease(0) is not None
    with pytest.raises(DatabaseTakenOver):
        await one.write(1)
    with pytest.raises(DatabaseTakenOver, match="a process of 3 shards runs, this one is of 2"):
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
            await people.save_person(tx, 1, name, 2)
            await guilds.set_language(tx, 5, name)
        async with reader.db.transaction() as tx:
            person = await people.load_person(tx, 1)
            assert person is not None and person.name == name and await guilds.load_language(tx, 5) == name


async def test_ids_are_never_given_out_twice(processes: list[Process]) -> None:
    one, two = processes
    await one.take_shards(0)
    await two.take_shards(1)
    table_id = await create_game(one.db, channel=500)
    ids = []
    for nth in range(150):
        for process in processes:
            async with process.db.transaction() as tx:
                ids.append((await put_turn(tx, table_id, f"{process.leases.owner}.{nth}")).id)
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
    table_id = await create_game(one.db, channel=500)
    for due_at in (10, 20):
        async with two.db.transaction() as tx:
            await games.load_game(tx, table_id)
            assert [row.due_at for row in await timers.load_timers(tx, table_id)] == [10] * (due_at == 20)
        async with one.db.transaction() as tx:
            await timers.set_timer(tx, table_id, "late", "1", due_at)


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


async def test_a_transaction_that_outlasts_the_last_lease_is_refused_as_without_one(processes: list[Process]) -> None:
    """It would be taken for one whose tables another process owns, and the process would end with an error."""
    process = processes[0]
    await process.take_shards(0)
    with pytest.raises(DatabaseUnavailable, match="this process has no shard"):
        async with process.db.transaction() as tx:
            await guilds.set_language(tx, 1, "ja")
            await process.leases.give_leases_back({0: process.db.ownership.tokens.pop(0)})


async def test_a_new_session_waits_for_what_the_server_still_runs_of_the_last_one(processes: list[Process]) -> None:
    """A commit that the server carries out after the connection was given up would change rows that were read."""
    process = processes[0]
    await process.take_shards(0)
    await process.write(1)
    writer = process.db._writer
    assert isinstance(writer, PostgresConnection)
    last_session = writer._connection
    writer._sql = None  # given up here, and unknown to the server
    with pytest.raises(DatabaseUnavailable):
        await process.write(2)
    last_session.terminate()
    await process.write(3)


async def test_a_fence_that_fails_leaves_no_transaction_open(processes: list[Process], database: ServerAddress) -> None:
    """The next transaction of the same connection goes on."""
    process = processes[0]
    await process.take_shards(0, 1)
    await process.write(1)
    async with process.db.transaction() as tx:
        await tx.execute("SET lock_timeout = 50")
    other = await asyncpg.connect(database.secret_url)

    async def write_and_ask(number: int) -> object:
        async with process.db.transaction() as tx:
            await guilds.set_language(tx, number, "ja")
            return await tx.execute("SELECT count(*) FROM guilds")

    async with other.transaction():
        await other.execute("SELECT 1 FROM shard_leases FOR UPDATE")
        with pytest.raises(DatabaseUnavailable, match="locked"):
            await write_and_ask(2)
    await other.close()
    assert await write_and_ask(3) == [(2,)]
