"""Rows of many games in one query: a list of a hundred tables must not ask a hundred times."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from .columns import columns
from .database import Source

R = TypeVar("R")


async def of_games(
    source: Source, row: Callable[..., R], table: str, games: Sequence[int], order: str, kind: str | None = None
) -> dict[int, list[R]]:
    """The rows of a table (of one kind) by game, each in this order; `row` is their dataclass. Every game has its list,
    if only an empty one.
    """
    row_type: Any = row
    only, values = ("", []) if kind is None else (" AND kind = ?", [kind])
    found = await source.rows(
        f"SELECT game, {columns(row_type)} FROM {table} WHERE game IN (SELECT value FROM json_each(?)){only}"
        f" ORDER BY {order}",
        (json.dumps(games), *values),
    )
    by_game: dict[int, list[R]] = {game: [] for game in games}
    for game, *values in found:
        by_game[game].append(row(*values))
    return by_game
