"""Health check: while the bot is well, it touches a file beside its database or, on a PostgreSQL server, writes a row;
`python -m bot.health` checks the age. Processes that share a database each have a file (`Settings.heartbeat`).

A file, because the bot opens no port on Discord; beside the database, because the bot may write there.
"""

import asyncio
import logging
import os
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

from bot.settings import Settings, WrongSetting
from storage import Database, DatabaseReader, ServerAddress, StorageError
from storage.time import presence

BEAT_S = 10.0
RECHECK_S = 1.0
"""Interval while the bot is not well, so that its start is noticed at once."""
STALE_S = 60.0
"""Discord's dropped connections come back within seconds; only a longer silence justifies a restart."""

_log = logging.getLogger(__name__)


def heartbeat_file(database: Path) -> Path:
    """Return the heartbeat file of this database."""
    return database.with_name(database.name + ".heartbeat")


class Heartbeat(Protocol):
    """A place where the bot records that it is well."""

    async def beat(self) -> None:
        """Record that the bot is well now."""
        ...

    def remove(self) -> None:
        """Remove the record when the bot ends."""
        ...


class FileHeartbeat:
    """A file, usually beside the database (`heartbeat_file`)."""

    def __init__(self, file: Path) -> None:
        self._file = file

    async def beat(self) -> None:
        await asyncio.to_thread(self._file.touch)

    def remove(self) -> None:
        self._file.unlink(missing_ok=True)


class ServerHeartbeat:
    """A row of the database, of all processes that share it. It counts while a program holds the lock, so nothing needs
    to be removed.
    """

    def __init__(self, db: Database) -> None:
        self._db = db

    async def beat(self) -> None:
        if not self._db.ownership.served_shards:
            return  # stands by, and may not write
        async with self._db.transaction() as tx:
            await presence.save_beat(tx)

    def remove(self) -> None:
        """Do nothing."""


async def keep_heartbeat(
    heartbeat: Heartbeat, find_problem: Callable[[], Awaitable[str | None]], every: float = BEAT_S
) -> None:
    """Beat at this interval while there is no problem, and remove the record when cancelled.

    If disk or server refuses, that is logged and the record grows old, as it should.
    """
    was_well = False
    try:
        while True:
            problem = await find_problem()
            if problem is not None:
                if was_well:
                    _log.warning("not well: %s", problem)
                was_well = False
                await asyncio.sleep(min(every, RECHECK_S))
                continue
            was_well = True
            try:
                await heartbeat.beat()
            except (OSError, StorageError):
                _log.exception("the heartbeat could not be recorded")
            await asyncio.sleep(every)
    finally:
        heartbeat.remove()


async def find_server_problem(address: ServerAddress) -> str | None:
    """Return what is wrong, in words; None if the last beat on the server is fresh."""
    try:
        async with await DatabaseReader.open_to_read(address) as db:
            age = await presence.measure_silence(db)
    except StorageError as error:
        return str(error)
    if age is None:
        return f"no heartbeat at {address}: the bot is not running, or not connected yet"
    return _judge_age(age, STALE_S)


def _judge_age(age: float, stale: float) -> str | None:
    """Return what is wrong with a beat of this age. A beat in the future would seem fresh until the clock is there."""
    if age < -stale:
        return f"the last heartbeat is {-age:.0f} s in the future: the machine's clock was set back"
    return f"the last heartbeat is {age:.0f} s old, expected at most {stale:.0f} s" if age > stale else None


def find_problem(file: Path, now: float, stale: float = STALE_S) -> str | None:
    """Return what is wrong, in words; None if the last beat is fresh. now: seconds since 1970."""
    try:
        age = now - file.stat().st_mtime
    except FileNotFoundError:
        return f"no heartbeat at {file}: the bot is not running, or not connected yet"
    return _judge_age(age, stale)


def main() -> int:
    """Return exit code 0 when healthy, or print the reason and return 1."""
    try:
        settings = Settings.read(os.environ)
    except WrongSetting as error:
        problem: str | None = str(error)
    else:
        if settings.heartbeat is not None:
            problem = find_problem(settings.heartbeat, time.time())
        elif isinstance(settings.database, ServerAddress):
            problem = asyncio.run(find_server_problem(settings.database))
        else:
            problem = find_problem(heartbeat_file(settings.database), time.time())
    print(problem or "healthy")
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main())
