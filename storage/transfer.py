"""Copy all rows of a database into an empty one, of the same engine or the other, and compare them."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Self

from .database import Database, DatabaseReader, Transaction
from .dialect import Row
from .engine import Catalogue, Source
from .errors import StorageError

log = logging.getLogger(__name__)

BATCH_ROWS = 1_000
"""Rows that are read and written at a time; a State is up to some 100 KB."""
TRANSFER_SECONDS = 86_400.0
"""Limit of the one transaction that writes all rows."""
TRANSIENT_TABLES = ("forwarded", "processes", "shard_leases")
"""SQL tables that are not copied: their rows belong to running processes, and the first one holds secrets."""


class TargetNotEmpty(StorageError):
    """Raised if the database to copy into is not empty."""


@dataclass(frozen=True, slots=True)
class TableShape:
    """An SQL table's name and columns, which are the same on both engines."""

    name: str
    """As in the catalogue of both engines."""
    columns: list[str]
    """Columns without generated ones."""
    key: list[str]
    """Columns that distinguish the rows and order them."""

    @classmethod
    async def load(cls, source: Catalogue, table: str) -> Self:
        """Read the shape of a table from the catalogue."""
        columns = [column for column, _ in await source.list_columns(table)]
        return cls(table, columns, await source.list_key_columns(table))

    async def load_batches(self, source: Source) -> AsyncIterator[list[Row]]:
        """Yield all rows in the order of the key, some at a time."""
        names, key = (", ".join(f'"{column}"' for column in columns) for columns in (self.columns, self.key))
        query = f'SELECT {names} FROM "{self.name}"'
        order = f" ORDER BY {key} LIMIT {BATCH_ROWS}"
        rows = await source.fetch_rows(query + order)
        while rows:
            yield rows
            last = dict(zip(self.columns, rows[-1], strict=True))
            after = f" WHERE ({key}) > ({', '.join('?' * len(self.key))})"
            rows = await source.fetch_rows(query + after + order, [last[column] for column in self.key])


async def copy_all_rows(source: DatabaseReader, target: Database) -> int:
    """Copy all rows but those of `TRANSIENT_TABLES`, and let new rows get ids above those of the source. Return the
    number of rows.

    All rows are read again and compared before the commit, so the target has all of them or none. Nothing else may
    write either database. Raises TargetNotEmpty, and StorageError if a row cannot be stored or differs.
    """
    tables = await source.list_tables()
    target.transaction_seconds = TRANSFER_SECONDS
    async with target.transaction() as tx:
        if await tx.list_tables() != tables:
            raise StorageError(f"{target.name} has other tables than {source.name}")
        for table in tables:
            if await tx.fetch_rows(f'SELECT 1 FROM "{table}" LIMIT 1'):
                raise TargetNotEmpty(f"{target.name} is not empty: it has rows in {table}. Nothing was changed")
        await tx.defer_foreign_keys()
        shapes = [await TableShape.load(source, table) for table in tables if table not in TRANSIENT_TABLES]
        for shape in shapes:
            count = 0
            async for rows in shape.load_batches(source):
                await _insert_rows(tx, shape, rows)
                count += len(rows)
            if count:
                log.info("%s: %d rows copied", shape.name, count)
            if last_id := await source.load_last_id(shape.name):
                await tx.set_last_id(shape.name, last_id)
        log.info("all rows are read again and compared")
        count = sum([await _compare_table(shape, source, tx, target.name) for shape in shapes])
        await tx.require_parents()
        return count


async def _insert_rows(tx: Transaction, shape: TableShape, rows: list[Row]) -> None:
    try:
        await tx.insert_rows(shape.name, shape.columns, rows)
    except StorageError as error:
        raise type(error)(f"{error} (a row of {shape.name}). Nothing was copied") from error


async def _compare_table(shape: TableShape, source: DatabaseReader, tx: Transaction, target_name: str) -> int:
    """Return the number of rows of a table. Raises StorageError unless they are the same in both databases."""
    count = 0
    copies = shape.load_batches(tx)
    async for rows in shape.load_batches(source):
        if rows != await anext(copies, None):
            raise StorageError(f"{target_name}: rows of {shape.name} differ from {source.name}. Nothing was copied")
        count += len(rows)
    if await anext(copies, None) is not None:
        raise StorageError(f"{target_name}: {shape.name} has more rows than {source.name}. Nothing was copied")
    if await source.load_last_id(shape.name) != await tx.load_last_id(shape.name):
        raise StorageError(f"{target_name}: the numbers of {shape.name} go on elsewhere. Nothing was copied")
    return count
