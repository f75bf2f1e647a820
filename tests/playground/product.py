"""`teban` as a newcomer starts it: no token, its own process, a folder of its own, any free port."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

READY_SECONDS = 30.0


@asynccontextmanager
async def teban(folder: Path, **more: str) -> AsyncIterator[str]:
    """Inside, the playground listens at the yielded address. `folder` gets its log, `teban.log`. more: settings.

    Raises RuntimeError, with the log, if it ends by itself or with another exit code than 0.
    """
    log = folder / "teban.log"
    environment = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    environment |= {"TEBAN_PORT": "0", "TEBAN_LOG": "ERROR", "TMPDIR": str(folder)} | more
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot.main", env=environment, stdout=asyncio.subprocess.PIPE, stderr=errors
        )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(READY_SECONDS):
            said = (await process.stdout.readline()).decode()
        address = re.search(r"http://\S+", said)
        if address is None:
            raise RuntimeError(f"expected the playground's address, got {said!r}\n{log.read_text()}")
        yield address.group()
    finally:
        if process.returncode is None:
            process.terminate()
        code = await process.wait()
    if code != 0:
        raise RuntimeError(f"teban ended with exit code {code}\n{log.read_text()}")
