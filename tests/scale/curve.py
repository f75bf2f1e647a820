"""Measure queries that must not slow down with 10 to 10,000 tables, and the memory of a loaded table."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.table import TableService
from bot.table.player_records.table_list import load_table_list
from storage import Database
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.time import timers
from tests.bench.report import Figure, Size, compute_percentile

from .table_stock import Server, StoredTable, create_database

REPETITIONS = 200


async def measure_by_table_count(size: Size) -> AsyncIterator[Figure]:
    """Measure the median time of queries in microseconds, with one waiting outbox row and with one for each table."""
    for tables in size.choose((10, 100, 1_000, 10_000), (10, 100, 1_000), (10, 30)):
        with TemporaryDirectory() as folder:
            database, server = Path(folder) / "curve.db", _build_server(tables)
            live = await create_database(database, server, tables)
            async with await Database.open(database) as db:
                service = TableService(db, lambda: int(time.time() * 1000))
                queries: dict[str, Callable[[], Awaitable[object]]] = {
                    "outbox_ready": partial(outbox_rows.load_ready_rows, db, _now_ms() + 3_600_000, 100),
                    "outbox_next": partial(outbox_rows.find_next_time, db),
                    "timers_earliest": partial(timers.load_next_timer, db),
                    "games_of_a_person": partial(load_table_list, db, server.regular),
                }
                await _enqueue_cards(service, live[:1])
                for name, query in queries.items():
                    yield await _time_query(name, tables, query)
                await _enqueue_cards(service, live)
                for name in ("outbox_ready", "outbox_next"):
                    yield await _time_query(f"{name}_all_wait", tables, queries[name])


async def measure_table_memory(size: Size) -> AsyncIterator[Figure]:
    """Measure the average Python memory of a loaded table: its Match, State, Views and rows."""
    tables = size.choose(400, 100, 10)
    with TemporaryDirectory() as folder:
        database = Path(folder) / "memory.db"
        live = await create_database(database, _build_server(tables), tables)
        async with await Database.open(database) as db:
            service = TableService(db, lambda: int(time.time() * 1000), tables_in_memory=tables)
            half = len(live) // 2
            await _load_tables(service, live[:half])  # loads words, content and caches
            tracemalloc.start()
            before = tracemalloc.get_traced_memory()[0]
            await _load_tables(service, live[half:])
            used = tracemalloc.get_traced_memory()[0] - before
            tracemalloc.stop()
    yield Figure("scale_kb_a_table", used / 1024 / (len(live) - half), "KB", f"{len(live) - half} tables of all games")


def _build_server(tables: int) -> Server:
    people = {n: f"P{n}" for n in range(10_000, 10_000 + tables // 3 + 8)}
    return Server(1, range(1_000, 1_000 + tables), people, 10_000)


def _now_ms() -> int:
    return int(time.time() * 1000)


async def _enqueue_cards(service: TableService, live: list[StoredTable]) -> None:
    """Queue a card at each of these tables."""
    for first in range(0, len(live), 100):
        async with service.db.transaction() as tx:
            for table in live[first : first + 100]:
                await outbox_rows.add_replacing_older(
                    tx,
                    game=table.table_id,
                    kind=OutboxKind.CARD,
                    key="card",
                    target=table.channel,
                    payload=b"",
                    at=_now_ms(),
                )


async def _load_tables(service: TableService, live: list[StoredTable]) -> None:
    for table in live:
        async with service.lock_table(table.table_id) as loaded_table:
            assert loaded_table.match is not None


async def _time_query(name: str, tables: int, query: Callable[[], Awaitable[object]]) -> Figure:
    """Time the query repeatedly; the median ignores one-time costs such as query plans and page reads."""
    samples = []
    for _ in range(REPETITIONS):
        started_at = time.perf_counter()
        await query()
        samples.append((time.perf_counter() - started_at) * 1e6)
    text = f"median of {REPETITIONS}, {tables} tables in play"
    return Figure(f"scale_{name}_us_at_{tables}", compute_percentile(samples, 50), "us", text)
