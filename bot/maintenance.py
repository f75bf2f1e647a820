"""Database maintenance: checkpoint the write-ahead log often in small steps and hourly as a whole, then record the
database's contents in a file beside it.
"""

import argparse
import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

from storage import (
    Database,
    DatabaseAddress,
    DatabaseUnavailable,
    ServerAway,
    StorageError,
    check_copy_target,
    copies,
    copy_database,
    safeguards,
)

from . import operating_system
from .table.clock.trusted_clock import read_wall_clock

T = TypeVar("T")

MAINTENANCE_SECONDS = 3600.0
"""Time between two runs of the maintenance."""
START_SECONDS = 30.0
"""Time for which a process that shares a server's database waits at its start for the server."""
TRY_SECONDS = 1.0
"""Wait before it asks the server again."""
CHECKPOINT_SECONDS = 1.0
"""Time between two checkpoints of the write-ahead log."""

log = logging.getLogger(__name__)


async def wait_for_server(work: Callable[[], Awaitable[T]]) -> T:
    """Return the result of the work. While the server is away, which may be starting, begin it again for a while."""
    last_at = time.monotonic() + START_SECONDS
    while True:
        try:
            return await work()
        except ServerAway as error:
            if time.monotonic() >= last_at:
                raise
            log.warning("the start waits for the server: %s", error)
        await asyncio.sleep(TRY_SECONDS)


@asynccontextmanager
async def open_upgraded(address: DatabaseAddress, shard_count: int | None = None) -> AsyncIterator[Database]:
    """Open the database to write, under its lock, while the block runs. If an older version wrote it, upgrade it; a
    file is copied first. shard_count: of all processes that share it.
    """
    with ExitStack() as stack:
        if isinstance(address, Path):  # on a server the connection that writes holds the lock
            stack.enter_context(operating_system.hold_lock(address))
            if operating_system.can_others_read(address):
                log.warning("%s can be read by every user of this machine, hidden hands too: chmod 600 it", address)
            if copy_path := await safeguards.copy_before_upgrade(address, version("teban"), read_wall_clock()):
                log.info("%s: as it was before the upgrade", copy_path)
        open_database = partial(Database.open, address, shard_count=shard_count)
        async with await (open_database() if shard_count is None else wait_for_server(open_database)) as db:
            if db.upgraded_from is not None:
                log.info("the database was brought up to date from version %d", db.upgraded_from)
            yield db


async def start_maintenance(db: Database) -> None:
    """Run the maintenance at the bot's start. Raises DatabaseUnavailable if the database once held more than it does
    now, unless it is a restored copy: then new tables get numbers that lost ones cannot have had.

    A server's database is not checked, because nobody knows what it once held.
    """
    usage = await safeguards.measure_usage(db)
    if await copies.load_copy_time(db) is not None:
        if not db.ownership.is_alone:
            raise DatabaseUnavailable(
                f"{db.name}: this is a restored copy: first start one process without TEBAN_SHARDS, until it has"
                " posted a notice at each table"
            )
        known = None if db.engine.is_on_server else safeguards.load_usage(db.path)
        async with db.transaction() as tx:
            await copies.skip_table_numbers(tx, (known or usage).tables)
    elif not db.engine.is_on_server:
        safeguards.check_usage(db.path, usage)
    await run_maintenance(db)


async def maintain_regularly(db: Database, every: float = MAINTENANCE_SECONDS) -> None:
    """Run the maintenance at this interval until cancelled. Errors are logged, and the work is tried next time."""
    while True:
        await asyncio.sleep(every)
        try:
            await run_maintenance(db)
        except (StorageError, OSError):
            log.exception("%s: its log could not be merged", db.name)


async def checkpoint_regularly(db: Database, every: float = CHECKPOINT_SECONDS) -> None:
    """Keep the write-ahead log short until cancelled, so that no answer waits for a checkpoint."""
    while True:
        await asyncio.sleep(every)
        try:
            await db.checkpoint_wal_in_background()
        except (StorageError, OSError):
            log.exception("%s: its log could not be merged", db.name)


async def run_maintenance(db: Database) -> None:
    """Merge the write-ahead log into the file and store how much it holds; nothing to do on a server."""
    if db.engine.is_on_server:
        return
    await db.truncate_wal()
    now = await safeguards.measure_usage(db)
    await asyncio.to_thread(safeguards.save_usage, db.path, now)


UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def parse_duration(text: str) -> float:
    """Parse a time such as 30s, 15m, 6h, 1d into seconds. Raises ArgumentTypeError."""
    match = re.fullmatch(r"([1-9]\d{0,5})([smhd])", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"expected a time such as 30s, 15m, 6h or 1d, got {text!r}")
    return float(match[1]) * UNITS[match[2]]


def parse_copies(text: str) -> int:
    """Parse the number of copies to keep, 1 to 1000. Raises ArgumentTypeError."""
    if not re.fullmatch(r"[1-9]\d{0,2}|1000", text):
        raise argparse.ArgumentTypeError(f"expected a number of copies from 1 to 1000, got {text!r}")
    return int(text)


async def keep_copying(database: Path, target: Path, every: float, keep: int) -> int:
    """Copy until SIGTERM or Ctrl-C. The first copy must succeed; later errors are logged and the copy is tried again
    next time.

    every: seconds; keep: maximum number of copies: FILE is the newest, FILE.1 the one before. An unchanged database is
    not copied.
    """
    stop = asyncio.Event()
    operating_system.call_on_stop(stop.set)
    copied_state: object = None
    first = True
    while not stop.is_set():
        try:
            now = await asyncio.to_thread(_read_file_state, database)
            if now != copied_state:
                await make_copy(database, target, keep)
                copied_state = now
                log.info("%s copied to %s", database, target)
        except (StorageError, OSError):
            if first:
                raise
            log.exception("%s could not be copied to %s", database, target)
        first = False
        try:
            async with asyncio.timeout(every):
                await stop.wait()
        except TimeoutError:
            continue
    return 0


async def make_copy(database: Path, target: Path, keep: int) -> None:
    """Make a copy under a temporary name, then rename it and the older ones."""
    await asyncio.to_thread(check_copy_target, database, target)
    fresh = target.with_name(target.name + ".new")
    await copy_database(database, fresh, made_at=read_wall_clock())
    await asyncio.to_thread(_rotate_copies, fresh, target, keep)


def _rotate_copies(fresh: Path, target: Path, keep: int) -> None:
    for n in range(keep - 1, 0, -1):
        older = target if n == 1 else _name_copy(target, n - 1)
        if older.exists():
            older.replace(_name_copy(target, n))
    fresh.replace(target)


def _name_copy(target: Path, n: int) -> Path:
    return target.with_name(f"{target.name}.{n}")


def _read_file_state(database: Path) -> tuple[object, ...]:
    """Return a value that changes with every commit: size and time of the database and its log."""
    file_state = []
    for path in (database, database.with_name(database.name + "-wal")):
        stat = path.stat() if path.exists() else None
        file_state.append(None if stat is None else (stat.st_mtime_ns, stat.st_size, stat.st_ino))
    return tuple(file_state)
