"""An answer at a table in memory reads few rows from the database: what it reads again and again is cached.

On a server each statement is a round trip, as are the begin and the end of a transaction.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from statistics import median

import pytest

from bot.table import TableService
from storage import Transaction
from storage.dialect import Row, Values
from storage.row_cache import RowCache
from tests.table.conftest import AOI, MARCO, Players

MAX_QUERIES_WITHIN_TURN, MAX_QUERIES = 3, 7
"""Queries of an answer that reach the database, with the start of the called player's clock: of an answer within a
turn, and in the median, since most answers of this game end a turn. Uncached they are 8 and 29.
"""
MAX_TRIPS_WITHIN_TURN, MAX_TRIPS = 9, 25
"""Round trips of the same answers to a server: queries, writes, and two for each of the two transactions."""


async def test_an_answer_reads_little_from_the_database(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    query_count = trip_count = 0
    store_rows, remove_changed_rows = RowCache.store_rows, RowCache.remove_changed_rows

    def count_query(cache: RowCache, sql: str, values: Values, rows: Sequence[Row]) -> None:
        nonlocal query_count
        query_count += 1
        store_rows(cache, sql, values, rows)

    def count_write(cache: RowCache, sql: str, values: Values) -> None:
        nonlocal trip_count
        trip_count += 1
        remove_changed_rows(cache, sql, values)

    @asynccontextmanager
    async def count_transaction() -> AsyncIterator[Transaction]:
        nonlocal trip_count
        trip_count += 2
        async with transaction() as tx:
            yield tx

    async def count_fetch(sql: str, values: Values = ()) -> list[Row]:
        nonlocal trip_count
        trip_count += 1
        return await fetch_rows(sql, values)

    transaction, fetch_rows = service.db.transaction, service.db.fetch_rows
    monkeypatch.setattr(service.db, "fetch_rows", count_fetch)
    monkeypatch.setattr(service.db, "transaction", count_transaction)
    monkeypatch.setattr(RowCache, "store_rows", count_query)
    monkeypatch.setattr(RowCache, "remove_changed_rows", count_write)
    table_id = await players.start_table(AOI, MARCO, pace="friends")
    samples: list[int] = []
    trips: list[int] = []
    async with service.lock_table(table_id) as table:
        while table.is_playing:
            query_count = trip_count = 0
            await players.answer_randomly(table)
            samples.append(query_count)
            trips.append(query_count + trip_count)
    assert min(samples) <= MAX_QUERIES_WITHIN_TURN
    assert median(samples) <= MAX_QUERIES
    assert min(trips) <= MAX_TRIPS_WITHIN_TURN
    assert median(trips) <= MAX_TRIPS
