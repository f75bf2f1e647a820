"""Runs inside the container (see `image` beside this file): starts the bot as the image would and looks at it.

usage: python inside_image.py HEALTHCHECK-COMMAND...
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from bot.standin import StandIn

DATABASE = Path(os.environ["TEBAN_DB"])
PATIENCE_S = 60


def free_port() -> int:
    """The container of the build shares the machine's network, so the usual port may be taken."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return b"<html" in answer.read()
    except OSError:
        return False


@asynccontextmanager
async def teban(*, until: Callable[[], bool], **environment: str) -> AsyncIterator[None]:
    """Inside the block the bot runs and `until` has come true; SIGTERM ends it, with exit code 0."""
    bot = await asyncio.create_subprocess_exec("teban", env=os.environ | environment)
    try:
        async with asyncio.timeout(PATIENCE_S):
            while not await asyncio.to_thread(until):
                assert bot.returncode is None, f"teban stopped at its start, exit code {bot.returncode}"
                await asyncio.sleep(0.3)
        yield
    finally:
        if bot.returncode is None:
            bot.terminate()
        async with asyncio.timeout(PATIENCE_S):
            code = await bot.wait()
    assert code == 0, f"exit code {code} after SIGTERM"


async def main(healthcheck: list[str]) -> None:
    def healthy() -> bool:
        return subprocess.run(healthcheck, capture_output=True, check=False).returncode == 0

    assert os.getuid() != 0, "the image runs as root"
    version = said("teban", "--version")
    assert version.startswith("teban "), version
    assert not healthy(), "healthy before it was started"

    port = free_port()
    page = f"http://127.0.0.1:{port}/play/"
    async with teban(TEBAN_PORT=str(port), until=lambda: healthy() and answers(page)):
        pass
    assert not healthy(), "healthy after it was stopped"

    async with (
        StandIn(validate=False) as discord,
        teban(DISCORD_TOKEN="any", TEBAN_API=discord.base_url, until=healthy),
    ):
        copy = DATABASE.with_name("copy.sqlite3")
        said("teban", "backup", str(copy))
    said("teban", "doctor")
    left = {file.name for file in DATABASE.parent.iterdir()}
    assert left == {copy.name, DATABASE.name, f"{DATABASE.name}.extent"}, left
    print(f"image: {version} as user {os.getuid()}: playground, health check, database and its copy, SIGTERM")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
