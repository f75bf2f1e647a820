"""A safeguard of the database file: a check for lost data at the start."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from storage.errors import DatabaseUnavailable

from .database import Source


@dataclass(frozen=True, slots=True)
class DatabaseUsage:
    """Counts that only grow: tables are numbered upwards, and decisions are never deleted."""

    tables: int
    decisions: int


def find_usage_path(path: Path) -> Path:
    """Return the path of the file that remembers the usage of this database."""
    return path.with_name(path.name + ".extent")


async def measure_usage(source: Source) -> DatabaseUsage:
    """Return how much the database holds now."""
    [(tables,)] = await source.fetch_rows("SELECT coalesce(max(id), 0) FROM games")
    [(decisions,)] = await source.fetch_rows("SELECT count(*) FROM decisions")
    return DatabaseUsage(tables, decisions)


def check_usage(path: Path, now: DatabaseUsage) -> None:
    """Raise DatabaseUnavailable if the database at this path once held more. If the file is missing, do nothing."""
    try:
        saved = json.loads(find_usage_path(path).read_bytes())
        previous = DatabaseUsage(int(saved["tables"]), int(saved["decisions"]))
    except FileNotFoundError:
        return
    except (ValueError, KeyError, TypeError) as error:
        raise DatabaseUnavailable(
            f"{find_usage_path(path)}: expected how much {path} holds: {error}; remove it"
        ) from error
    if now.tables < previous.tables or now.decisions < previous.decisions:
        raise DatabaseUnavailable(
            f"{path} once held {previous.tables} tables with {previous.decisions} moves and holds {now.tables} with"
            f" {now.decisions} now. Is its -wal file missing, or is it an older copy? If it is meant to be so (a"
            f" backup was restored), remove {find_usage_path(path)} and start again"
        )


def save_usage(path: Path, now: DatabaseUsage) -> None:
    """Save the counts atomically."""
    part = find_usage_path(path).with_name(find_usage_path(path).name + ".part")
    part.write_bytes(json.dumps(asdict(now)).encode())
    part.replace(find_usage_path(path))
