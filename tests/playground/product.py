"""`teban` as a newcomer starts it: without a token, in its own process and folder, on any free port."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

READY_SECONDS = 120.0


@asynccontextmanager
async def run_teban(folder: Path, **settings: str) -> AsyncIterator[str]:
    """Run Teban and yield the address of its playground.

    folder: gets the log, `teban.log`; settings: of the environment. Raises RuntimeError with the log if the program
    ends early or with an exit code other than 0.
    """
    log = folder / "teban.log"
    environment = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    environment |= {"TEBAN_PORT": "0", "TEBAN_LOG": "ERROR", "TMPDIR": str(folder)} | settings
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot.main", env=environment, stdout=asyncio.subprocess.PIPE, stderr=errors
        )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(READY_SECONDS):
            first_line = (await process.stdout.readline()).decode()
        address = re.search(r"http://\S+", first_line)
        if address is None:
            raise RuntimeError(f"expected the playground's address, got {first_line!r}\n{log.read_text()}")
        yield address.group()
    finally:
        if process.returncode is None:
            process.terminate()
        code = await process.wait()
    if code != 0:
        raise RuntimeError(f"teban ended with exit code {code}\n{log.read_text()}")
