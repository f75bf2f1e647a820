"""Two real processes on one PostgreSQL database. `python -m tests.e2e.process_faults` plays longer with more."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from bot.fake_discord.model import components as c
from engines.kernel import load_games
from storage import DatabaseReader, ServerAddress
from storage.messages import outbox_rows
from tests.discovered import list_shipped_games

from .several_processes import run_installation, stop_process, wake_process

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

        assert await installation.find_wrong_answers() == {}
        assert [row for row in installation.fake_discord.world.violations if not row.is_lost_picture] == []
        remaining = next(process for process in installation.processes if process.is_running)
        assert await remaining.stop() == 0
