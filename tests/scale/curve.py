"""What must not grow with the number of tables, at 10, 100, 1,000 and 10,000 of them; what a table in memory weighs."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.table import TableService
from bot.table.knowing.summaries import tables_of
from storage import Database
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.time import timers
from tests.bench.report import Figure, Size, percentile

from .stock import House, Stored, stock

TIMES = 200


async def by_tables(size: Size) -> AsyncIterator[Figure]:
    """Microseconds of processor time, median: one thing waits to be said, or everything does."""
    for tables in size.of((10, 100, 1_000, 10_000), (10, 100, 1_000), (10, 30)):
        with TemporaryDirectory() as folder:
            database, house = Path(folder) / "curve.db", _house(tables)
            live = await stock(database, house, tables)
            async with await Database.open(database) as db:
                service = TableService(db, lambda: int(time.time() * 1000))
                asked: dict[str, Callable[[], Awaitable[object]]] = {
                    "outbox_ready": partial(outbox.ready, db, _now() + 3_600_000, 100),
                    "outbox_next": partial(outbox.next_at, db),
                    "timers_earliest": partial(timers.earliest, db),
                    "games_of_a_person": partial(tables_of, db, house.regular),
                }
                await _say(service, live[:1])
                for name, ask in asked.items():
                    yield await _figure(name, tables, ask)
                await _say(service, live)
                for name in ("outbox_ready", "outbox_next"):
                    yield await _figure(f"{name}_all_wait", tables, asked[name])


async def memory_of_a_table(size: Size) -> AsyncIterator[Figure]:
    """What tables kept ready take of Python's memory, on average: their Match, State, Views and rows."""
    tables = size.of(400, 100, 10)
    with TemporaryDirectory() as folder:
        database = Path(folder) / "memory.db"
        live = await stock(database, _house(tables), tables)
        async with await Database.open(database) as db:
            service = TableService(db, lambda: int(time.time() * 1000), tables_in_memory=tables)
            half = len(live) // 2
            await _wake(service, live[:half])  # words, content and caches are read once
            tracemalloc.start()
            before = tracemalloc.get_traced_memory()[0]
            await _wake(service, live[half:])
            used = tracemalloc.get_traced_memory()[0] - before
            tracemalloc.stop()
    yield Figure("scale_kb_a_table", used / 1024 / (len(live) - half), "KB", f"{len(live) - half} tables of all games")


def _house(tables: int) -> House:
    return House(1, range(1_000, 1_000 + tables), {n: f"P{n}" for n in range(10_000, 10_000 + tables // 3 + 8)}, 10_000)


def _now() -> int:
    return int(time.time() * 1000)


async def _say(service: TableService, live: list[Stored]) -> None:
    """A card waits at each of these tables."""
    for first in range(0, len(live), 100):
        async with service.db.transaction() as tx:
            for table in live[first : first + 100]:
                await outbox.put_latest(
                    tx, game=table.game, kind=Saying.CARD, key="card", target=table.channel, payload=b"", at=_now()
                )


async def _wake(service: TableService, live: list[Stored]) -> None:
    for table in live:
        async with service.at(table.game) as held:
            assert held.match is not None


async def _figure(name: str, tables: int, ask: Callable[[], Awaitable[object]]) -> Figure:
    """The median: what happens once (a plan is made, pages are read) does not count."""
    samples = []
    for _ in range(TIMES):
        begun = time.perf_counter()
        await ask()
        samples.append((time.perf_counter() - begun) * 1e6)
    text = f"median of {TIMES}, {tables} tables in play"
    return Figure(f"scale_{name}_us_at_{tables}", percentile(samples, 50), "us", text)
