"""Safeguards of the database file: a check for lost data at the start, and a copy before an upgrade."""

import asyncio
import glob
import json
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

from .engine import Source
from .errors import DatabaseFull, DatabaseUnavailable
from .schema import load_migrations
from .sqlite_engine import copy_database, read_stored_version

COPIES_BEFORE_UPGRADES = 2
"""Number of copies from before upgrades to keep; older ones are deleted."""


@dataclass(frozen=True, slots=True)
class DatabaseUsage:
    """Counts that never decrease, so that a lower one means lost data."""

    tables: int
    """Highest number of a table ever given, since tables are numbered upwards."""
    decisions: int
    """Number of stored decisions, undone ones included; they are never deleted."""


def find_usage_path(path: Path) -> Path:
    """Return the path of the file that remembers the usage of this database."""
    return path.with_name(path.name + ".extent")


async def measure_usage(source: Source) -> DatabaseUsage:
    """Return how much the database holds now."""
    [(tables,)] = await source.fetch_rows("SELECT coalesce(max(id), 0) FROM games")
    [(decisions,)] = await source.fetch_rows("SELECT count(*) FROM decisions")
    return DatabaseUsage(tables, decisions)


def load_usage(path: Path) -> DatabaseUsage | None:
    """Return the saved usage of the database at this path; None if there is none. Raises DatabaseUnavailable."""
    try:
        usage = json.loads(find_usage_path(path).read_bytes())
        return DatabaseUsage(int(usage["tables"]), int(usage["decisions"]))
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError) as error:
        raise DatabaseUnavailable(
            f"{find_usage_path(path)}: expected how much {path} holds: {error}; remove it"
        ) from error


def check_usage(path: Path, now: DatabaseUsage) -> None:
    """Raise DatabaseUnavailable if the database at this path once held more. Without a saved usage, do nothing."""
    previous = load_usage(path)
    if previous is None:
        return
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


def find_copy_path(path: Path, version: str) -> Path:
    """Return the path of the copy that is made before the upgrade to this version of the program."""
    return path.with_name(f"{path.name}.before-{version}")


async def copy_before_upgrade(path: Path, version: str, made_at: int) -> Path | None:
    """Copy a database that an older version has written, beside it, and delete the oldest such copies.

    version: of this program. made_at: the present, by which the copy is recognised when it is restored. Returns the
    copy, or None for a new or up-to-date database. Raises DatabaseFull if copy and upgrade have no room.
    """
    if not 0 < await asyncio.to_thread(read_stored_version, path) < len(load_migrations()):
        return None
    await asyncio.to_thread(_check_room, path)
    copy_path = find_copy_path(path, version)
    await copy_database(path, copy_path, made_at=made_at, accepts_any_version=True)
    await asyncio.to_thread(_delete_oldest_copies, path)
    return copy_path


def _check_room(path: Path) -> None:
    """Raise DatabaseFull unless a copy fits beside the database, and as much again: an upgrade may write every page."""
    log = path.with_name(path.name + "-wal")
    needed_bytes = 2 * (path.stat().st_size + (log.stat().st_size if log.exists() else 0))
    free = shutil.disk_usage(path.parent).free
    if free < needed_bytes:
        raise DatabaseFull(
            f"{path}: this version upgrades the database and keeps a copy of it: {needed_bytes / 1e6:.0f} MB must be"
            f" free beside it, {free / 1e6:.0f} MB are. Nothing was changed"
        )


def _delete_oldest_copies(path: Path) -> None:
    copies = sorted(path.parent.glob(f"{glob.escape(path.name)}.before-*"), key=lambda copy: copy.stat().st_mtime_ns)
    for copy in copies[:-COPIES_BEFORE_UPGRADES]:
        copy.unlink()
