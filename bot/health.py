"""Health check: the bot touches a file beside its database while it is well; `python -m bot.health` checks its age.

A file, because the bot opens no port on Discord; beside the database, because the bot may write there.
"""

import asyncio
import logging
import os
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from bot.settings import Settings, WrongSetting

BEAT_S = 10.0
RECHECK_S = 1.0
"""Interval while the bot is not well, so that its start is noticed at once."""
STALE_S = 60.0
"""Discord's dropped connections come back within seconds; only a longer silence justifies a restart."""

_log = logging.getLogger(__name__)


def heartbeat_file(database: Path) -> Path:
    """Return the heartbeat file of this database."""
    return database.with_name(database.name + ".heartbeat")


async def keep_heartbeat(file: Path, find_trouble: Callable[[], Awaitable[str | None]], every: float = BEAT_S) -> None:
    """Touch the file every so many seconds while there is no trouble, and remove it when cancelled.

    If the disk refuses, that is logged and the file grows old, as it should.
    """
    was_well = False
    try:
        while True:
            trouble = await find_trouble()
            if trouble is not None:
                if was_well:
                    _log.warning("not well: %s", trouble)
                was_well = False
                await asyncio.sleep(min(every, RECHECK_S))
                continue
            was_well = True
            try:
                await asyncio.to_thread(file.touch)
            except OSError:
                _log.exception("no heartbeat: %s cannot be touched", file)
            await asyncio.sleep(every)
    finally:
        file.unlink(missing_ok=True)  # noqa: ASYNC240 - once, at the end


def find_trouble(file: Path, now: float, stale: float = STALE_S) -> str | None:
    """Return what is wrong, in words; None if the last beat is fresh. now: seconds since 1970."""
    try:
        age = now - file.stat().st_mtime
    except FileNotFoundError:
        return f"no heartbeat at {file}: the bot is not running, or not connected yet"
    return f"the last heartbeat is {age:.0f} s old, expected at most {stale:.0f} s" if age > stale else None


def main() -> int:
    """Return exit code 0 when healthy, or print the reason and return 1."""
    try:
        settings = Settings.read(os.environ)
    except WrongSetting as error:
        problem: str | None = str(error)
    else:
        problem = find_trouble(heartbeat_file(settings.database), time.time())
    print(problem or "healthy")
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main())
