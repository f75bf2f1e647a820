"""`teban backup FILE --every TIME`: a copy again and again, while the bot runs in a process of its own."""

from __future__ import annotations

import argparse
import asyncio
import logging
import re
import signal
from pathlib import Path

from storage import StorageError, copy

log = logging.getLogger(__name__)

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def duration(text: str) -> float:
    """Seconds of a time such as 30s, 15m, 6h, 1d. Raises ArgumentTypeError."""
    found = re.fullmatch(r"([1-9]\d{0,5})([smhd])", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"expected a time such as 30s, 15m, 6h or 1d, got {text!r}")
    return float(found[1]) * UNITS[found[2]]


def copies(text: str) -> int:
    """How many copies are kept, 1 to 1000. Raises ArgumentTypeError."""
    if not re.fullmatch(r"[1-9]\d{0,2}|1000", text):
        raise argparse.ArgumentTypeError(f"expected a number of copies from 1 to 1000, got {text!r}")
    return int(text)


async def keep_copying(database: Path, target: Path, every: float, keep: int) -> int:
    """Until SIGTERM or Ctrl-C. A copy that fails is logged and tried again the next time; the first one must succeed.

    every: seconds; keep: how many copies there are at most: FILE is the newest, FILE.1 the one before. While nothing
    has changed nothing is copied.
    """
    stop = asyncio.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sign, stop.set)
    seen: object = None
    first = True
    while not stop.is_set():
        try:
            now = await asyncio.to_thread(_state, database)
            if now != seen:
                await once(database, target, keep)
                seen = now
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


async def once(database: Path, target: Path, keep: int) -> None:
    """A new copy takes the name, when it is whole; those before move on by one."""
    fresh = target.with_name(target.name + ".new")
    await copy(database, fresh)
    await asyncio.to_thread(_move_on, fresh, target, keep)


def _move_on(fresh: Path, target: Path, keep: int) -> None:
    for n in range(keep - 1, 0, -1):
        older = target if n == 1 else _nth(target, n - 1)
        if older.exists():
            older.replace(_nth(target, n))
    fresh.replace(target)


def _nth(target: Path, n: int) -> Path:
    return target.with_name(f"{target.name}.{n}")


def _state(database: Path) -> tuple[object, ...]:
    """Changes with every commit: the log grows, or is merged into the file."""
    found = []
    for path in (database, database.with_name(database.name + "-wal")):
        stat = path.stat() if path.exists() else None
        found.append(None if stat is None else (stat.st_mtime_ns, stat.st_size, stat.st_ino))
    return tuple(found)
