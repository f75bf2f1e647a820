"""An answer at a table in memory reads few rows from the database: what it reads again and again is cached."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import pytest

from bot.table import TableService
from storage.dialect import Row, Values
from storage.row_cache import RowCache
from tests.table.conftest import AOI, MARCO, Players

MAX_QUERIES_WITHIN_TURN, MAX_QUERIES = 3, 9
"""Queries of an answer that reach the database, with the start of the called player's clock: of an answer within a
turn, and in the median, since most answers of this game end a turn. Uncached they are 8 and 29.
"""


async def test_an_answer_reads_little_from_the_database(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    query_count = 0
    store_rows = RowCache.store_rows

    def count_query(cache: RowCache, sql: str, values: Values, rows: Sequence[Row]) -> None:
        nonlocal query_count
        query_count += 1
        store_rows(cache, sql, values, rows)

    monkeypatch.setattr(RowCache, "store_rows", count_query)
    table_id = await players.start_table(AOI, MARCO, pace="friends")
    samples: list[int] = []
    async with service.lock_table(table_id) as table:
        while table.is_playing:
            query_count = 0
            await players.answer_randomly(table)
            samples.append(query_count)
    assert min(samples) <= MAX_QUERIES_WITHIN_TURN
    assert median(samples) <= MAX_QUERIES
