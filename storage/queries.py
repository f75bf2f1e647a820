"""Helpers for queries: column lists of row dataclasses, and rows of many games in one query.

The columns of a row are the fields of its dataclass in the same order, so that `SELECT {list_columns(GameRow)}` fills
`GameRow(*row)`. A field whose column has another name says so with `in_column`.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import Field, fields
from functools import cache
from typing import Any, TypeVar

from .engine import Source


def in_column(name: str) -> dict[str, str]:
    """Return the metadata of a dataclass field that is kept in a column of another name."""
    return {"column": name}


def column_of(item: Field[Any]) -> str:
    """Return the column in which a field of a row is kept."""
    name: str = item.metadata.get("column", item.name)
    return name


@cache
def list_columns(row: type[Any], table: str = "") -> str:
    """Return `id, name, ...`, or `table.id, table.name, ...` for queries over several tables."""
    prefix = f"{table}." if table else ""
    return ", ".join(prefix + column_of(item) for item in fields(row))


@cache
def build_upsert(row: type[Any], table: str, *key: str) -> str:
    """Return the statement that saves a row with the values of its dataclass, in place of the row with the same key.

    key: columns of the primary key or of a unique constraint.
    """
    columns = [column_of(item) for item in fields(row)]
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
        f"SELECT game, {list_columns(row_type)} FROM {table}"
        f" WHERE game IN (SELECT value FROM json_each(?)){kind_filter} ORDER BY {order}",
        (json.dumps(games), *values),
    )
    by_game: dict[int, list[R]] = {game: [] for game in games}
    for game, *values in rows:
        by_game[game].append(row_class(*values))
    return by_game
