"""Outbox and timer queries do not slow down with many tables, and every measurement runs at its smallest size."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.table import Person, TableService
from engines.kernel import Rng
from storage import Database, Source
from storage.dialect import Row, Values
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.shards.ownership import Ownership
from storage.time import timers
from tests.bench.database import play_part_of_game
from tests.discovered import pick_game
from tests.scale.__main__ import MEASURES
from tests.scale.memory_lock import lock_in_memory
from tests.scale.table_stock import Server
from tests.storage.commits import create_game

from . import table_stock

MANY, FEW = 2_000, 200


class InstructionCounter:
    """Database source that counts SQLite instructions in tens."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection, self.instruction_tens = connection, 0
        self.ownership = Ownership()
        connection.set_progress_handler(self._count_ten, 10)

    def _count_ten(self) -> None:
        self.instruction_tens += 1

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        return self.connection.execute(sql, values).fetchall()


async def create_waiting_rows(path: Path, tables: int) -> None:
    """Create a database with an outbox row and a reminder for each of `tables` targets."""
    async with await Database.open(path) as db:
        table_id = await create_game(db, 1)
        async with db.transaction() as tx:
            for target in range(tables):
                await outbox_rows.add_row(
                    tx, game=table_id, kind=OutboxKind.CARD, key="", target=target, payload=b"", at=target + 1
                )
                await timers.set_timer(tx, table_id, "reminder", str(target), target)


@pytest.mark.parametrize(
    "ask",
    [
        lambda source: outbox_rows.load_ready_rows(source, 10_000, 100),
        lambda source: outbox_rows.load_ready_rows(source, 10_000, 100, range(50)),
        outbox_rows.find_next_time,
        timers.load_next_timer,
    ],
    ids=["ready", "ready beside others", "next", "timer"],
)
async def test_waiting_rows_are_found_as_fast_among_many(
    tmp_path: Path, ask: Callable[[Source], Awaitable[object]]
) -> None:
    instruction_counts = []
    for tables in (FEW, MANY):
        path = tmp_path / f"{tables}.db"
        await create_waiting_rows(path, tables)
        with closing(sqlite3.connect(path)) as connection:
            source = InstructionCounter(connection)
            assert await ask(source)
            instruction_counts.append(source.instruction_tens)
    assert instruction_counts[1] <= 1.1 * instruction_counts[0] + 5, instruction_counts


async def test_early_ended_originals_leave_no_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: the measurement stopped if one of the tables to copy had ended early by chance."""
    shares = iter((9.0,))

    async def play_first_to_the_end(
        service: TableService, game_id: str, channel: int, people: tuple[Person, ...], share: float, rng: Rng
    ) -> int:
        return await play_part_of_game(service, game_id, channel, people, next(shares, share), rng)

    monkeypatch.setattr(table_stock, "_made", {})
    monkeypatch.setattr(table_stock, "play_part_of_game", play_first_to_the_end)
    monkeypatch.setattr(table_stock, "list_shipped_games", lambda: [pick_game(3)])
    monkeypatch.setattr(table_stock, "OF_EACH_GAME", 1)
    server = Server(1, range(1_000, 1_003), {n: f"P{n}" for n in range(10_000, 10_020)}, 10_000)
    live = await table_stock.create_database(tmp_path / "scale.db", server, 5)
    async with await Database.open(tmp_path / "scale.db") as db:
        assert await db.list_problems() == [] and next(shares, None) is None
        assert await db.fetch_rows("SELECT count(*) FROM games") == [(5,)] and len(live) == 3


def test_locked_file_is_in_memory(tmp_path: Path) -> None:
    file = tmp_path / "held.db"
    file.write_bytes(bytes(40 * 4096))
    with lock_in_memory(file) as is_locked:
        if not is_locked:
            pytest.skip("this system allows nobody here to lock memory")
        assert _read_locked_kb() == 160
    assert _read_locked_kb() == 0


def _read_locked_kb() -> int:
    status = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("VmLck:"))


@pytest.mark.release
def test_every_measurement_runs() -> None:
    command = [sys.executable, "-m", "tests.scale", "--smoke"]
    process = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
    assert process.returncode == 0, process.stderr
    figures = {row["name"]: row for row in map(json.loads, process.stdout.splitlines())}
    assert {"scale_warm_answer_ms_p99", "scale_games_ms_p95", "scale_kb_a_table"} <= set(figures)
    assert {f"scale_{name}_us_at_10" for name in ("outbox_ready", "outbox_next", "timers_earliest")} <= set(figures)
    assert figures["scale_commit_ms_p50"]["value"] > 0, "the bot tells how long it waits for the disk"
    assert set(MEASURES) == {"answers", "curve", "memory"}
