"""Two real processes on one PostgreSQL database. `python -m tests.e2e.process_faults` plays longer with more."""

from __future__ import annotations

import asyncio
import itertools
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from bot.fake_discord.model import components as c
from engines.kernel import load_games
from storage import DatabaseReader, ServerAddress
from storage.messages import outbox_rows
from storage.schema import load_migrations
from tests.discovered import list_shipped_games
from tests.postgres_server import start_server

from . import process_faults
from .database_faults import run_on_server
from .several_processes import (
    FAILED_PRESS,
    TRY_SECONDS,
    ShardTable,
    open_reader,
    run_installation,
    stop_process,
    wake_process,
)

pytestmark = pytest.mark.postgres_only

LONG_LEASE_MS, SHORT_LEASE_MS = 300_000, 7_000
"""A lease that is over only after the test, and one that is over soon. So the test asks for no time in seconds."""
QUIET_SECONDS = 0.5
GAME = next(name for name in load_games() if name not in list_shipped_games())
WRITTEN = (
    "games",
    "decisions",
    "checkpoints",
    "outbox",
    "posts",
    "interactions",
    "timers",
    "clocks",
    "asked",
    "people",
)


async def read_rows(database: ServerAddress) -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of the SQL tables that play changes."""
    async with await DatabaseReader.open_to_read(database) as db:
        return {name: sorted(await db.fetch_rows(f"SELECT * FROM {name}"), key=repr) for name in WRITTEN}


async def wait_until_settled(database: ServerAddress) -> dict[str, list[tuple[object, ...]]]:
    """Wait until everything is posted and nothing changes any more; return the rows."""
    async with await DatabaseReader.open_to_read(database) as db:
        rows = await read_rows(database)
        while True:
            await asyncio.sleep(QUIET_SECONDS)
            earlier, rows = rows, await read_rows(database)
            due_at = await outbox_rows.find_next_time(db)
            if earlier == rows and (due_at is None or due_at > time.time_ns() // 1_000_000):
                return rows


@pytest.fixture
async def _restored_tables(database: ServerAddress) -> AsyncIterator[None]:
    """Let the tables be as they were, for the next test on the same server."""
    yield
    await run_on_server(database, "ALTER TABLE games DROP COLUMN IF EXISTS later")
    await run_on_server(database, f"UPDATE teban_version SET version = {len(load_migrations())}")


@pytest.mark.usefixtures("_restored_tables")
async def test_a_newer_version_takes_over_while_people_play(database: ServerAddress, tmp_path: Path) -> None:
    """Its tables have a column more. It may open only one session of the gateway in five seconds."""
    async with run_installation(database, 2, tmp_path) as installation, asyncio.timeout(240):
        older = await installation.start_process(lease_ms=LONG_LEASE_MS)
        await installation.wait_for_owners(1)
        playing = [asyncio.create_task(keep_playing(table)) for table in installation.tables]
        while not all(table.answered_at for table in installation.tables):
            await asyncio.sleep(TRY_SECONDS)
        began = time.monotonic()
        newer = await installation.start_process(lease_ms=LONG_LEASE_MS, is_newer=True, TEBAN_LIMITS="on")
        assert older.process is not None
        assert await older.process.wait() == 0, installation.read_log(older)
        for table in installation.tables:
            table.is_awaited = True
        while any(table.is_awaited for table in installation.tables):
            await asyncio.sleep(TRY_SECONDS)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

        for table in installation.tables:
            pauses = {after: after - before for before, after in itertools.pairwise(table.answered_at)}
            longest = max(length for after, length in pauses.items() if after > began)
            usual = sorted(pauses.values())[len(pauses) // 2]
            print(f"shard {table.shard}: pause {longest:.1f} s, {usual:.1f} s between two answers usually")
        async with open_reader(database) as db:
            assert await db.fetch_rows("SELECT DISTINCT later FROM games") == [("later",)]
            assert await db.fetch_rows("SELECT count(*) FROM shard_leases WHERE version = 0") == [(0,)]
        assert await installation.list_wrong_answers() == {}
        assert installation.creations and installation.doubled_posts == []
        assert [row for row in installation.fake_discord.world.violations if not row.is_lost_picture] == []
        log = installation.read_log(newer)
        assert "serves the shards 0, 1 now" in log or "serves the shards 1, 0 now" in log, log
        assert await newer.stop() == 0


async def test_no_more_sessions_are_opened_in_five_seconds_than_discord_allows(
    database: ServerAddress, tmp_path: Path
) -> None:
    """Two may be opened at once, but not those of the shards 0 and 2, which have the same remainder."""
    async with run_installation(database, 3, tmp_path) as installation, asyncio.timeout(240):
        gateway = installation.fake_discord.gateway
        gateway.max_concurrency = 2
        for _ in range(2):
            await installation.start_process(lease_ms=LONG_LEASE_MS, TEBAN_LIMITS="on")
        await installation.wait_for_owners()
        times = [sorted(at for shard, at in gateway.identifies if shard % 2 == place) for place in (0, 1)]
        assert all(later - earlier > 4.5 for of_place in times for earlier, later in itertools.pairwise(of_place))
        assert min(abs(one - other) for one in times[0] for other in times[1]) < 4.5


async def keep_playing(table: ShardTable) -> None:
    """Play one game after the other. One that could not be opened is left."""
    while True:
        with suppress(*FAILED_PRESS):
            await table.open(GAME)
        await table.press(sys.maxsize)


async def test_a_table_goes_on_when_its_process_dies_or_hangs(database: ServerAddress, tmp_path: Path) -> None:
    async with run_installation(database, 2, tmp_path) as installation, asyncio.timeout(240):
        for lease_ms in (LONG_LEASE_MS, LONG_LEASE_MS, SHORT_LEASE_MS):
            await installation.start_process(lease_ms=lease_ms)
        hanging = installation.processes[2]
        owners = await installation.wait_for_owners(2)
        while installation.count_sessions() != {0: 1, 1: 1}:  # the third one stands by
            await asyncio.sleep(QUIET_SECONDS)
        for table in installation.tables:
            await table.open(GAME)
            await table.press(1)

        panel = await installation.tables[1].play_by_direct_message()
        assert "p:" in str(c.list_of_types(panel.message, c.BUTTON, *c.SELECTS)), panel.text
        print(f"forwarded and answered in {panel.latency_ms:.0f} ms")

        dead = next(owner for owner in owners.values() if installation.find_process(owner) is not hanging)
        await installation.find_process(dead).kill()
        await installation.wait_for_owners(without=dead)
        for table in installation.tables:
            await table.press(1)

        owners = await installation.wait_for_owners(2)
        shard = next(shard for shard, owner in owners.items() if installation.find_process(owner) is hanging)
        stop_process(hanging)
        await installation.wait_for_owners(without=owners[shard])
        await installation.tables[shard].press(1)
        before = await wait_until_settled(database)
        wake_process(hanging)
        assert hanging.process is not None
        assert await hanging.process.wait() == 1
        assert await read_rows(database) == before, "the process that was woken has written something"
        assert "another process owns tables of this one now" in installation.read_log(hanging)

        assert await installation.list_wrong_answers() == {}
        assert [row for row in installation.fake_discord.world.violations if not row.is_lost_picture] == []
        remaining = next(process for process in installation.processes if process.is_running)
        assert await remaining.stop() == 0


@pytest.mark.usefixtures("database")  # so that it runs with --postgres
def test_processes_outlast_a_fault_of_most_kinds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The faults that take longest are left to the command. The server is the test's own, since it is killed, too."""
    monkeypatch.setattr(process_faults, "MAX_PAUSE_SECONDS", 0.2)
    monkeypatch.setattr(process_faults, "COMMIT_FAULT_SECONDS", 0.5)
    monkeypatch.setattr(process_faults, "SERVER_STOP_SECONDS", (1.0, 1.0))
    kinds = ["kill", "cut_connections", "restart_server", "stop_server", "refuse_commits", "fill_disk"]
    kinds += ["cut_after_commit"]
    command = ["--processes", "2", "--shards", "2", "--faults", str(len(kinds)), "--only", *kinds]
    arguments = process_faults.build_parser().parse_args(command)
    with start_server() as server:
        report = asyncio.run(process_faults.run_with_faults(server, arguments, tmp_path))
    assert report["problems"] == [] and report["unplanned exits"] == {}
    assert Counter(report["faults"]) == Counter(kinds) and report["answers"] > len(kinds)
