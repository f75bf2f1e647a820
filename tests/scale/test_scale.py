"""What must not grow with the number of tables does not; and every measurement runs, as small as it can be."""

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
from storage.connection import Row, Values
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.time import timers
from tests.bench.database import fill
from tests.discovered import a_game
from tests.scale import stock
from tests.scale.__main__ import MEASURES
from tests.scale.held import held
from tests.scale.stock import House
from tests.storage.commits import seat_two_people

MANY, FEW = 2_000, 200


class Counting:
    """A source that counts the instructions of SQLite's machine, ten at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection, self.tens = connection, 0
        connection.set_progress_handler(self._count, 10)

    def _count(self) -> None:
        self.tens += 1

    async def rows(self, sql: str, values: Values = ()) -> list[Row]:
        return self.connection.execute(sql, values).fetchall()


async def waiting(path: Path, tables: int) -> None:
    """Something waits to be said at each of so many tables, and a reminder is set."""
    async with await Database.open(path) as db:
        game = await seat_two_people(db, 1)
        async with db.transaction() as tx:
            for target in range(tables):
                await outbox.put(tx, game=game, kind=Saying.CARD, key="", target=target, payload=b"", at=target + 1)
                await timers.put(tx, game, "reminder", str(target), target)


@pytest.mark.parametrize(
    "ask",
    [
        lambda source: outbox.ready(source, 10_000, 100),
        lambda source: outbox.ready(source, 10_000, 100, range(50)),
        outbox.next_at,
        timers.earliest,
    ],
    ids=["ready", "ready beside others", "next", "timer"],
)
async def test_what_waits_is_found_as_soon_among_many(
    tmp_path: Path, ask: Callable[[Source], Awaitable[object]]
) -> None:
    took = []
    for tables in (FEW, MANY):
        path = tmp_path / f"{tables}.db"
        await waiting(path, tables)
        with closing(sqlite3.connect(path)) as connection:
            source = Counting(connection)
            assert await ask(source)
            took.append(source.tens)
    assert took[1] <= 1.1 * took[0] + 5, took


async def test_what_ended_too_early_to_be_copied_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The measurement broke off when chance had ended one of the tables to copy."""
    shares = iter((9.0,))

    async def at_first_to_the_end(
        tables: TableService, engine: str, channel: int, people: tuple[Person, ...], share: float, rng: Rng
    ) -> int:
        return await fill(tables, engine, channel, people, next(shares, share), rng)

    monkeypatch.setattr(stock, "_made", {})
    monkeypatch.setattr(stock, "fill", at_first_to_the_end)
    monkeypatch.setattr(stock, "shipped", lambda: [a_game(3)])
    monkeypatch.setattr(stock, "OF_EACH_GAME", 1)
    house = House(1, range(1_000, 1_003), {n: f"P{n}" for n in range(10_000, 10_020)}, 10_000)
    live = await stock.stock(tmp_path / "scale.db", house, 5)
    async with await Database.open(tmp_path / "scale.db") as db:
        assert await db.problems() == [] and next(shares, None) is None
        assert await db.rows("SELECT count(*) FROM games") == [(5,)] and len(live) == 3


def test_a_file_that_is_held_lies_locked_in_memory(tmp_path: Path) -> None:
    file = tmp_path / "held.db"
    file.write_bytes(bytes(40 * 4096))
    with held(file) as allowed:
        if not allowed:
            pytest.skip("this system allows nobody here to lock memory")
        assert _locked_kb() == 160
    assert _locked_kb() == 0


def _locked_kb() -> int:
    status = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("VmLck:"))


def test_every_measurement_runs() -> None:
    command = [sys.executable, "-m", "tests.scale", "--smoke"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert ran.returncode == 0, ran.stderr
    figures = {row["name"]: row for row in map(json.loads, ran.stdout.splitlines())}
    assert {"scale_warm_answer_ms_p99", "scale_games_ms_p95", "scale_kb_a_table"} <= set(figures)
    assert {f"scale_{name}_us_at_10" for name in ("outbox_ready", "outbox_next", "timers_earliest")} <= set(figures)
    assert figures["scale_commit_ms_p50"]["value"] > 0, "the bot tells how long it waits for the disk"
    assert set(MEASURES) == {"answers", "curve", "memory"}
