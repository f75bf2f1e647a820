"""The columns of a row are the fields of its dataclass, in the same order: `SELECT {columns(GameRow)}` fills
`GameRow(*row)`.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any


@cache
def columns(row: type[Any], table: str = "") -> str:
    """`id, name, ...`, or `table.id, table.name, ...` where two tables meet."""
    prefix = f"{table}." if table else ""
    return ", ".join(prefix + field.name for field in fields(row))
