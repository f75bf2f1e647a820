"""How much a database held when it was last looked at, kept in a file beside it.

All since SQLite's last checkpoint lives in the `-wal`. Without it, or with an older copy in its place, the file is
sound and has lost games, which nothing in it can tell. This can.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from .database import Source
from .errors import DatabaseUnavailable


@dataclass(frozen=True, slots=True)
class Extent:
    """Both only grow: tables are numbered upwards, and decisions are never deleted."""

    tables: int
    decisions: int


def beside(path: Path) -> Path:
    """The file that belongs to this database."""
    return path.with_name(path.name + ".extent")


async def measure(source: Source) -> Extent:
    """How much the database holds now."""
    [(tables,)] = await source.rows("SELECT coalesce(max(id), 0) FROM games")
    [(decisions,)] = await source.rows("SELECT count(*) FROM decisions")
    return Extent(tables, decisions)


def check(path: Path, now: Extent) -> None:
    """Raises DatabaseUnavailable if the database at this path once held more. Without the file nothing is known."""
    try:
        plain = json.loads(beside(path).read_bytes())
        before = Extent(int(plain["tables"]), int(plain["decisions"]))
    except FileNotFoundError:
        return
    except (ValueError, KeyError, TypeError) as error:
        raise DatabaseUnavailable(f"{beside(path)}: expected how much {path} holds: {error}; remove it") from error
    if now.tables < before.tables or now.decisions < before.decisions:
        raise DatabaseUnavailable(
            f"{path} once held {before.tables} tables with {before.decisions} moves and holds {now.tables} with"
            f" {now.decisions} now. Is its -wal file missing, or is it an older copy? If it is meant to be so (a"
            f" backup was restored), remove {beside(path)} and start again"
        )


def keep(path: Path, now: Extent) -> None:
    """Remember it, in one step."""
    part = beside(path).with_name(beside(path).name + ".part")
    part.write_text(json.dumps(asdict(now)))
    part.replace(beside(path))
