"""Is the bot alive? It touches a file beside its database while all is well; `python -m bot.health` looks at its age.

A file, because the bot opens no port on Discord. Beside the database, because that is where it may write.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bot.settings import Settings, WrongSetting

BEAT_S = 10.0
LOOK_AGAIN_S = 1.0
"""While all is not well: so that a start is seen at once."""
STALE_S = 60.0
"""A connection that Discord drops is back within seconds; only a longer silence is worth a restart."""

_log = logging.getLogger(__name__)


def heartbeat_file(database: Path) -> Path:
    """The file that belongs to this database."""
    return database.with_name(database.name + ".heartbeat")


async def beat(file: Path, well: Callable[[], bool], every: float = BEAT_S) -> None:
    """Touch the file every so many seconds while `well()` says so, and remove it when cancelled.

    A disk that refuses the touch is logged: the file grows old, which is the truth about this bot.
    """
    try:
        while True:
            if not well():
                await asyncio.sleep(min(every, LOOK_AGAIN_S))
                continue
            try:
                await asyncio.to_thread(file.touch)
            except OSError:
                _log.exception("no heartbeat: %s cannot be touched", file)
            await asyncio.sleep(every)
    finally:
        file.unlink(missing_ok=True)  # noqa: ASYNC240 - once, at the end


def trouble(file: Path, now: float, stale: float = STALE_S) -> str | None:
    """What is wrong, in words; None if the last beat is fresh. now: seconds since 1970."""
    try:
        age = now - file.stat().st_mtime
    except FileNotFoundError:
        return f"no heartbeat at {file}: the bot is not running, or not connected yet"
    return f"the last heartbeat is {age:.0f} s old, expected at most {stale:.0f} s" if age > stale else None


def main() -> int:
    """Exit code 0 when healthy, 1 with the reason when not."""
    try:
        settings = Settings.read(os.environ)
    except WrongSetting as error:
        found: str | None = str(error)
    else:
        found = trouble(heartbeat_file(settings.database), time.time())
    print(found or "healthy")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
