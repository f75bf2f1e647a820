"""An answer at a table in memory waits for the database at most three times, and reads little from it.

A wait is a trip to a server, or on SQLite to the thread that waits for the disk. Statements that run at once are none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import asyncpg
import pytest

from bot.table import TableService
from storage.connection import Connection
from storage.dialect import Row, Values
from storage.row_cache import RowCache
from tests.table.conftest import AOI, MARCO, Players

MAX_QUERIES_WITHIN_TURN, MAX_QUERIES = 3, 7
"""Queries of an answer that the row cache does not answer, with the start of the called player's clock: of an answer
within a turn, and in the median, since most answers of this game end a turn. Uncached they are 8 and 29.
"""
MAX_TRIPS, MAX_TRIPS_AT_END = 3, 6
"""Waits of any answer but the last, and of the last, whose table reads all its decisions. The start of the clock, which
is a transaction of its own, is included. Sent one by one, statements, begins and commits are 9 within a turn, 25 in
the median and up to 31.
"""


def count_calls(patch: pytest.MonkeyPatch, trips: Counter[str], owner: type, *names: str) -> None:
    """Count the calls of these methods of a class."""

    def count_method(method: Callable[..., Any], name: str) -> Callable[..., Any]:
        def call_and_count(*args: Any, **options: Any) -> Any:
            trips[name] += 1
            return method(*args, **options)

        return call_and_count

    for name in names:
        patch.setattr(owner, name, count_method(getattr(owner, name), f"{owner.__name__}.{name}"))


@pytest.fixture
def trips(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the waits for the database, on either engine."""
    counter: Counter[str] = Counter()
    count_calls(monkeypatch, counter, asyncpg.Connection, "execute", "fetch", "fetchval", "copy_records_to_table")
    count_calls(monkeypatch, counter, Connection, "execute", "commit")
    return counter


async def test_an_answer_makes_few_trips(
    service: TableService, players: Players, trips: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="friends")
    queries: list[str] = []
    store_rows = RowCache.store_rows

    def count_query(cache: RowCache, sql: str, values: Values, rows: Sequence[Row]) -> None:
        queries.append(sql)
        store_rows(cache, sql, values, rows)

    monkeypatch.setattr(RowCache, "store_rows", count_query)
    counts: list[Counter[str]] = []
    query_counts: list[int] = []
    async with service.lock_table(table_id) as table:
        while table.is_playing:
            trips.clear()
            queries.clear()
            await players.answer_randomly(table)
            counts.append(Counter(trips))
            query_counts.append(len(queries))
    assert min(query_counts) <= MAX_QUERIES_WITHIN_TURN
    assert median(query_counts) <= MAX_QUERIES
    assert counts.pop().total() <= MAX_TRIPS_AT_END
    assert max(count.total() for count in counts) <= MAX_TRIPS, counts
