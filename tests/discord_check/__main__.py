"""`python -m tests.discord_check FILE`: run the check on the fake Discord server, and write the recording."""

import asyncio
import datetime
import sys
from pathlib import Path

from bot.discord_check.recording import encode_recording

from .stage import Stage, run_check


async def record_check() -> bytes:
    async with Stage() as stage:
        check = await run_check(stage)
    return encode_recording(check.build_recording(datetime.datetime.now(datetime.UTC).date()))


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(asyncio.run(record_check()))
