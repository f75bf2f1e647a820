"""Helpers for queries: column lists of row dataclasses, and rows of many games in one query.

The columns of a row are the fields of its dataclass in the same order, so that `SELECT {join_columns(GameRow)}` fills
`GameRow(*row)`. A field whose column has another name says so with `in_column`.
"""

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import Field, dataclass, fields
from functools import cache
from typing import Any, TypeVar

from .dialect import Row, Values
from .engine import Source
from .shards.ownership import Ownership


def in_column(name: str) -> dict[str, str]:
    """Return the metadata of a dataclass field that is kept in a column of another name."""
    return {"column": name}


def find_column(item: Field[Any]) -> str:
    """Return the column in which a field of a row is kept."""
    name: str = item.metadata.get("column", item.name)
    return name


@cache
def join_columns(row: type[Any], table: str = "") -> str:
    """Return `id, name, ...`, or `table.id, table.name, ...` for queries over several tables."""
    prefix = f"{table}." if table else ""
    return ", ".join(prefix + find_column(item) for item in fields(row))


@cache
def build_upsert(row: type[Any], table: str, *key: str) -> str:
    """Return the statement that saves a row with the values of its dataclass, in place of the row with the same key.

    key: columns of the primary key or of a unique constraint.
    """
    columns = [find_column(item) for item in fields(row)]
    marks = ", ".join("?" * len(columns))
    updates = ", ".join(f"{column} = excluded.{column}" for column in columns if column not in key)
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks}) ON CONFLICT ({', '.join(key)})"
        f" DO UPDATE SET {updates}"
    )


R = TypeVar("R")


async def load_rows_by_game(
    source: Source, row_class: Callable[..., R], table: str, games: Sequence[int], order: str, kind: str | None = None
) -> dict[int, list[R]]:
    """Return the rows of an SQL table by game. Every game in `games` gets a list, which may be empty.

    row_class: dataclass of the rows. order: ORDER BY clause within each game. kind: only rows of this kind.
    """
    row_type: Any = row_class
    kind_filter, values = ("", []) if kind is None else (" AND kind = ?", [kind])
    rows = await source.fetch_rows(
        f"SELECT game, {join_columns(row_type)} FROM {table}"
        f" WHERE game IN (SELECT value FROM json_each(?)){kind_filter} ORDER BY {order}",
        (json.dumps(games), *values),
    )
    by_game: dict[int, list[R]] = {game: [] for game in games}
    for game, *values in rows:
        by_game[game].append(row_class(*values))
    return by_game


@dataclass(frozen=True, slots=True)
class NarrowedSource:
    """A source whose queries over all tables find those of some shards only."""

    source: Source
    """Where the queries run."""
    ownership: Ownership
    """The shards whose rows are found, fewer than the process owns."""

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query."""
        return await self.source.fetch_rows(sql, values)


def select_shards(source: Source, shards: Collection[int] | None) -> Source:
    """Return a source that finds only the tables of these shards, as far as this process serves them; None: of all."""
    if shards is None or source.ownership.is_alone:
        return source
    served_shards = set(shards).intersection(source.ownership.served_shards)
    return NarrowedSource(source, source.ownership.select_shards(served_shards))
