"""Once with the machine's real clock: a child process whose wall clock is stepped by libfaketime."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from bot.table import TableService
from storage import Database
from tests.table.conftest import AOI, JULES, MARCO, Players

DAY_MS = 86_400_000
LIBRARY = next(iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))), None)


@pytest.mark.sqlite_only(reason="another process opens the file")
@pytest.mark.skipif(LIBRARY is None, reason="libfaketime is not installed (Debian: apt install faketime)")
async def test_steps_of_the_real_clock_end_no_turn(database: Path, tmp_path: Path) -> None:
    await start_bidding(database)
    offset = tmp_path / "offset"
    offset.write_text("+0")
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.table.clock.stepped_machine", str(database),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        env=os.environ | {
            "LD_PRELOAD": str(LIBRARY), "FAKETIME_TIMESTAMP_FILE": str(offset), "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "PYTHONPATH": os.pathsep.join(sys.path),
        },
    )  # fmt: skip
    assert process.stdin is not None and process.stdout is not None
    async with asyncio.timeout(60):
        assert await process.stdout.readline() == b"ready\n"
        before = await look(process)
        del before["wall"]
        for days in (30, 0, -30, 3650):
            offset.write_text(f"{days:+d}d")
            after = await look(process)
            assert abs(after.pop("wall") - time.time_ns() // 1_000_000 - days * DAY_MS) < DAY_MS, (
                "the clock was stepped"
            )
            assert after == before, f"{days} days"
        process.stdin.close()
        assert await process.wait() == 0


async def start_bidding(database: Path) -> None:
    """Start a table at which three people are asked at the same time, with a default answer after three days."""
    async with await Database.open(database) as db:
        service = TableService(db, lambda: time.time_ns() // 1_000_000, "en")
        players = Players(service, service.clock)  # type: ignore[arg-type]
        table_id = await players.start_table(AOI, MARCO, JULES)
        async with service.lock_table(table_id) as table:
            await players.answer(table, 0, "raise:tea", "raise:silk")
            await players.answer(table, 0, "yes")


async def look(process: asyncio.subprocess.Process) -> dict[str, Any]:
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(b"look\n")
    await process.stdin.drain()
    found: dict[str, Any] = json.loads(await process.stdout.readline())
    return found
