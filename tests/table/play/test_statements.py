"""An answer at a table in memory waits for the database at most three times, and reads little from it.

A wait is a trip to a server, or on SQLite to the thread that waits for the disk. Statements that run at once are none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from statistics import median
from typing import Any

import asyncpg
import pytest

from bot.table import TableService
from storage.connection import Connection
from storage.database import CopySource
from storage.dialect import Row, Values
from storage.row_cache import RowCache
from tests.table.conftest import AOI, JULES, MARCO, Players

MAX_QUERIES_WITHIN_TURN, MAX_QUERIES = 3, 7
"""Queries of an answer that the row cache does not answer, with the start of the called player's clock: of an answer
within a turn, and in the median, since most answers of this game end a turn. Uncached they are 8 and 29.
"""
MAX_TRIPS, MAX_TRIPS_AT_END = 3, 6
"""Waits of any answer but the last, and of the last, whose table reads all its decisions: for the rows of the press and
the commit, and for the start of the clock, which is a transaction of its own and follows the answer to the person.
`tests/bot/interaction/test_trips.py` counts what else a press does. Sent one by one, statements, begins and commits are
9 within a turn, 25 in the median and up to 31.
"""


MAX_TRIPS_FOR_COLD_TABLE = {True: 1, False: 0}
"""Waits for reading a table that is not in memory, by whether a server has it. Sent one by one, its queries are 21."""


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


async def test_a_cold_table_is_read_with_one_statement(
    service: TableService, players: Players, trips: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="friends")
    fetch_rows = CopySource.fetch_rows
    answered: Counter[str] = Counter()

    async def compare_with_database(source: CopySource, sql: str, values: Values = ()) -> list[Row]:
        """Compare what the copy answers with the rows that are stored."""
        rows = await fetch_rows(source, sql, values)
        before = Counter(trips)
        stored_rows = await service.db.fetch_rows(sql, values)
        trips.clear()
        trips.update(before)
        assert sorted(rows) == sorted(stored_rows) and (rows == stored_rows or "ORDER BY" not in sql), sql
        answered[sql] += 1
        return rows

    monkeypatch.setattr(CopySource, "fetch_rows", compare_with_database)
    async with service.lock_table(table_id) as table:
        is_over = False
        while not is_over:
            is_over = not table.is_playing
            cold = TableService(service.db, service.clock, "en")
            trips.clear()
            async with cold.lock_table(table_id) as read_table:
                assert read_table.names == table.names and read_table.last_n == table.last_n
                assert read_table.waiting == table.waiting and read_table.tenures == table.tenures
            assert trips.total() <= MAX_TRIPS_FOR_COLD_TABLE[service.db.engine.is_on_server], trips
            if not is_over:
                await players.answer_randomly(table)
    assert (len(answered) >= 15) == service.db.engine.is_on_server


@pytest.mark.postgres_only(reason="SQLite reads no copy")
async def test_a_copy_of_a_table_answers_for_this_table_alone(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, channel=7)
    other = await players.start_table(AOI, JULES, channel=8)
    copy = await service.db.engine.copy_table(table_id, [])
    assert copy is not None
    with closing(copy):
        assert copy.find_rows("SELECT id FROM games WHERE id = ?", (table_id,)) == [(table_id,)]
        for sql, value in (
            ("SELECT id FROM games WHERE id = ?", other),
            ("SELECT id FROM games WHERE channel_id = ?", table_id),
            ("SELECT game FROM seats WHERE person = ?", AOI.id),
            ("SELECT id FROM people WHERE id = ?", JULES.id),
            ("SELECT n FROM checkpoints WHERE game = ? ORDER BY n", table_id),
            ("SELECT here_at FROM presence WHERE id = ?", table_id),
        ):
            assert copy.find_rows(sql, (value,)) is None, sql
