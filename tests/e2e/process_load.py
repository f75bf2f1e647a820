"""`python -m tests.e2e.process_load`: measure how many presses several processes on one PostgreSQL server carry.

First people press as often as they are answered, then half as often. Prints one JSON object: for each part presses a
second, times of first answers, and the processor time of the bots, of the server, and of this process, which is the
fake Discord server and all people. Exit code 1 if an answer is lost or doubled, or a message is posted twice.

Pictures are single pixels and nobody sees stars: drawing and searching have processes of their own. The server
acknowledges only what is on the disk of the folder for temporary files (`TMPDIR`), as in operation; its settings are in
the report.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from storage import ServerAddress, StorageError
from tests.bench.report import compute_percentile
from tests.discovered import list_shipped_games
from tests.postgres_server import start_server

from .several_processes import FAILED_PRESS, Installation, ShardTable, open_reader, run_installation

WARM_UP_SECONDS = 10.0
"""Time of pressing before each part, which is not measured."""
LEASE_MS = 10_000
SERVER_SETTINGS = (
    "SELECT name, setting FROM pg_settings"
    " WHERE name IN ('data_directory', 'fsync', 'full_page_writes', 'server_version', 'synchronous_commit')"
)
IDS = re.compile(r"\d{15,}")
"""Discord's ids in a failure, which would make each one different."""
MAX_FAILURE_LENGTH = 300
"""Letters of a failure that are shown."""
OPTIONS = {"aids": "off"}
GAMES = [name for name, game in list_shipped_games().items() if 2 in game.seat_counts]
"""Each table has two people."""


class ProcessorTimes(NamedTuple):
    """Processor seconds used so far."""

    bots: float
    server: float
    people: float
    """The fake Discord server and all people, in this process."""

    @classmethod
    def read(cls, installation: Installation) -> ProcessorTimes:
        """Read the times of all running processes."""
        bots = sum(process.cpu_seconds for process in installation.processes if process.is_running)
        return cls(bots, _read_server_seconds(), time.process_time())


def _read_server_seconds() -> float:
    """Return the processor time of all PostgreSQL processes of this machine, ended ones included."""
    ticks = 0
    for folder in Path("/proc").iterdir():
        with suppress(OSError):
            if folder.name.isdecimal() and (folder / "comm").read_text().startswith("postgres"):
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def take_latencies(tables: Iterable[ShardTable]) -> list[float]:
    """Return the milliseconds of the first answers to all people of the tables, who forget them."""
    players = [player for table in tables for player in table.players]
    latencies = [latency for player in players for latency in player.latencies]
    for player in players:
        player.latencies.clear()
    return latencies


class LoadRun:
    """Plays at many tables of an installation, as quickly as the processes answer or at a rate."""

    def __init__(self, installation: Installation) -> None:
        self.installation = installation
        self.presses_per_second: float | None = None
        """The rate of all people together; None: each presses again as soon as an answer has come."""
        self.failures: Counter[str] = Counter()
        """By error, as words: presses that had no answer or one that is not the panel."""
        self._latencies_of_ended: list[float] = []
        """Milliseconds of the first answers to people whose games have ended; new people play the next ones."""

    async def open_tables(self, count: int) -> None:
        """Open tables for each shard, of all games in turn."""
        tables = self.installation.tables
        tables += [self.installation.add_table(shard) for shard in range(len(tables)) for _ in range(count - 1)]
        for number, table in enumerate(tables):
            while table.is_over:  # a process that has just started may be late
                with suppress(*FAILED_PRESS):
                    await table.open(GAMES[number % len(GAMES)], OPTIONS)

    async def play(self, table: ShardTable, rng: random.Random) -> None:
        """Let the people of a table press for ever, one game after the other.

        At a rate, each press has its due time, so a slow answer makes the next presses late instead of fewer.
        """
        due_at = 0.0
        while True:
            for player in table.players:
                earlier_count = len(player.latencies)
                try:
                    await table.answer_one(player)
                except (*FAILED_PRESS, LookupError, StorageError) as error:
                    self.failures[IDS.sub("…", repr(error))[:MAX_FAILURE_LENGTH]] += 1
                if self.presses_per_second is not None:
                    rate = self.presses_per_second / len(self.installation.tables)
                    presses = max(1, len(player.latencies) - earlier_count)
                    due_at = due_at or time.monotonic()
                    due_at += sum(rng.expovariate(rate) for _ in range(presses))
                    await asyncio.sleep(due_at - time.monotonic())
            if table.is_over:
                self._latencies_of_ended += take_latencies([table])
                with suppress(*FAILED_PRESS):
                    await table.open(rng.choice(GAMES), OPTIONS)

    async def measure(self, seconds: float) -> dict[str, Any]:
        """Return the figures of a part of the run."""
        await asyncio.sleep(WARM_UP_SECONDS)
        self._latencies_of_ended.clear()
        take_latencies(self.installation.tables)
        self.failures.clear()
        times, began = ProcessorTimes.read(self.installation), time.monotonic()
        await asyncio.sleep(seconds)
        elapsed = time.monotonic() - began
        used = [after - before for before, after in zip(times, ProcessorTimes.read(self.installation), strict=True)]
        answers = self._latencies_of_ended + take_latencies(self.installation.tables)
        return {
            "seconds": round(elapsed),
            "presses": len(answers),
            "presses a second": round(len(answers) / elapsed, 1),
            "failures": dict(self.failures.most_common()),
            "first answers, ms": {f"p{p}": round(compute_percentile(answers, p), 1) for p in (50, 95, 99)},
            "cores used": {
                name: round(value / elapsed, 2) for name, value in zip(ProcessorTimes._fields, used, strict=True)
            },
        }


async def run_load(database: ServerAddress, arguments: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Start the processes, wait until each has its share, which takes minutes, open the tables, measure both parts, and
    compare what was read with what is stored.
    """
    async with run_installation(database, arguments.shards, folder) as installation:
        for _ in range(arguments.processes):
            await installation.start_process(lease_ms=LEASE_MS)
        owners = await installation.wait_for_owners(min(arguments.processes, arguments.shards))
        run = LoadRun(installation)
        await run.open_tables(arguments.tables)
        playing = [
            asyncio.create_task(run.play(table, random.Random(number)))
            for number, table in enumerate(installation.tables)
        ]
        full = await run.measure(arguments.seconds)
        run.presses_per_second = full["presses a second"] / 2
        half = await run.measure(arguments.half_seconds)
        for task in playing:
            task.cancel()
        for result in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(result, Exception):
                raise result
        wrong = await installation.list_wrong_answers()
        async with open_reader(database) as db:
            settings: dict[Any, Any] = dict(await db.fetch_rows(SERVER_SETTINGS))
        return {
            "server": settings,
            "processes with shards": len({*owners.values()}),
            "tables": len(installation.tables),
            "at full load": full,
            "at half of it": half,
            "load": os.getloadavg(),
            "answers lost or doubled": len(wrong),
            "posts doubled": len(installation.doubled_posts),
        }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.process_load", description=__doc__)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--shards", type=int, default=4)
    parser.add_argument("--tables", type=int, default=6, help="for each shard")
    parser.add_argument("--seconds", type=float, default=600.0, help="at full load")
    parser.add_argument("--half-seconds", type=float, default=120.0, help="at half of it")
    parser.add_argument("--in-memory", action="store_true", help="let the server wait for no disk")
    arguments = parser.parse_args()
    with start_server(is_durable=not arguments.in_memory) as server, tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(run_load(server.address, arguments, Path(folder)))
    print(json.dumps(report, ensure_ascii=False))
    return int(report["answers lost or doubled"] + report["posts doubled"] > 0)


if __name__ == "__main__":
    sys.exit(main())
