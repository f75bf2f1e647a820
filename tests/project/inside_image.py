"""Run inside the container (see `image` in this folder): start the bot as the image does and check it.

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

from bot.fake_discord import FakeDiscord

DATABASE = Path(os.environ["TEBAN_DB"])
TIMEOUT_S = 60


def find_free_port() -> int:
    """Return a free port; the build's container shares the machine's network, so the usual port may be in use."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def run_command(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def is_page_served(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return b"<html" in answer.read()
    except OSError:
        return False


@asynccontextmanager
async def run_bot(*, is_ready: Callable[[], bool], **environment: str) -> AsyncIterator[None]:
    """Run the bot; the block starts when `is_ready` returns True. SIGTERM must end the bot with exit code 0."""
    bot = await asyncio.create_subprocess_exec("teban", env=os.environ | environment)
    try:
        async with asyncio.timeout(TIMEOUT_S):
            while not await asyncio.to_thread(is_ready):
                assert bot.returncode is None, f"teban stopped at its start, exit code {bot.returncode}"
                await asyncio.sleep(0.3)
        yield
    finally:
        if bot.returncode is None:
            bot.terminate()
        async with asyncio.timeout(TIMEOUT_S):
            code = await bot.wait()
    assert code == 0, f"exit code {code} after SIGTERM"


async def main(healthcheck: list[str]) -> None:
    def is_healthy() -> bool:
        return subprocess.run(healthcheck, capture_output=True, check=False).returncode == 0

    assert os.getuid() != 0, "the image runs as root"
    version = run_command("teban", "--version")
    assert version.startswith("teban "), version
    assert not is_healthy(), "healthy before it was started"

    port = find_free_port()
    page = f"http://127.0.0.1:{port}/play/"
    async with run_bot(TEBAN_PORT=str(port), is_ready=lambda: is_healthy() and is_page_served(page)):
        pass
    assert not is_healthy(), "healthy after it was stopped"

    async with (
        FakeDiscord(is_strict=False) as discord,
        run_bot(DISCORD_TOKEN="any", TEBAN_API=discord.base_url, is_ready=is_healthy),
    ):
        copy = DATABASE.with_name("copy.sqlite3")
        run_command("teban", "backup", str(copy))
    run_command("teban", "doctor")
    file_names = {file.name for file in DATABASE.parent.iterdir()}
    file_names -= {f"{DATABASE.name}-wal", f"{DATABASE.name}-shm"}  # a command that only reads may leave them, empty
    assert file_names == {copy.name, DATABASE.name, f"{DATABASE.name}.extent"}, file_names
    print(f"image: {version} as user {os.getuid()}: playground, health check, database and its copy, SIGTERM")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
