"""The bot in a separate process, exactly as `teban` starts it, on a fake Discord server in this process."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from bot.fake_discord import FakeDiscord
from storage import DatabaseAddress, ServerAddress


def read_memory_mb(process_id: int, line_name: str = "VmRSS") -> float:
    """Return the resident memory of a process; with "VmHWM" the most that it ever was."""
    for line in Path(f"/proc/{process_id}/status").read_text().splitlines():
        if line.startswith(f"{line_name}:"):
            return int(line.split()[1]) / 1024
    raise LookupError(f"no {line_name}")


class BotProcess:
    """A process that runs the bot: `async with` starts it, waits until it has registered its commands, and stops it."""

    def __init__(
        self,
        fake_discord: FakeDiscord,
        database: DatabaseAddress,
        *,
        log: Path | None = None,
        command: Sequence[str] = ("-m", "bot.main"),
        **environment: str,
    ) -> None:
        """Prepare the process.

        log: file for its output; command: arguments of Python; environment: more environment variables
        """
        self.fake_discord = fake_discord
        self.log = log
        self.command = command
        self.environment = os.environ | {
            "DISCORD_TOKEN": "remote-test-token",
            "TEBAN_API": fake_discord.base_url,
            "TEBAN_DB": database.secret_url if isinstance(database, ServerAddress) else str(database),
            "TEBAN_LOG": "WARNING",
            "TEBAN_LIMITS": "off",
            "TEBAN_PICTURES": "threads",
        } | environment  # fmt: skip
        self.process: asyncio.subprocess.Process | None = None

    async def start(self, within: float = 60.0) -> None:
        """Start the process and wait until it is connected and has registered its commands."""
        async with asyncio.timeout(within):
            if not await self.try_start():
                assert self.process is not None
                raise RuntimeError(f"the bot stopped at its start: exit code {self.process.returncode}")

    async def try_start(self) -> bool:
        """Start the process; return False if it ended before it was connected."""
        sessions = self.fake_discord.gateway.identify_count
        await self.spawn_process()
        while (
            self.fake_discord.gateway.identify_count == sessions or not self.fake_discord.world.commands.list_commands()
        ):
            if not self.is_running:
                return False
            await asyncio.sleep(0.02)
        return True

    async def spawn_process(self) -> None:
        """Start the process and wait for nothing."""
        with ExitStack() as stack:
            err = None if self.log is None else stack.enter_context(self.log.open("ab"))
            command = (sys.executable, *self.command)
            self.process = await asyncio.create_subprocess_exec(*command, env=self.environment, stderr=err, stdout=err)

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.returncode is None

    @property
    def is_stopped(self) -> bool:
        """Whether the process hangs because of SIGSTOP."""
        assert self.process is not None
        with suppress(OSError):  # it has just ended
            return Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"
        return False

    async def kill(self) -> None:
        """Send SIGKILL, so that nothing is flushed, and wait for the end of the process."""
        assert self.process is not None
        self.kill_now()
        await self.process.wait()

    def kill_now(self) -> None:
        """Send SIGKILL and return at once."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGKILL)

    async def stop(self) -> int:
        """Send SIGTERM and return the exit code."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.terminate()
        return await self.process.wait()

    def list_workers(self) -> list[int]:
        """Return the ids of the bot's worker processes."""
        assert self.process is not None
        workers = []
        for folder in Path("/proc").iterdir():
            with suppress(OSError):
                if folder.name.isdecimal() and b"spawn_main" in (folder / "cmdline").read_bytes():
                    parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                    workers += [int(folder.name)] if parent == self.process.pid else []
        return workers

    @property
    def memory_mb(self) -> float:
        """Resident memory of the bot's process (without computer players' process)."""
        assert self.process is not None
        return read_memory_mb(self.process.pid)

    @property
    def cpu_seconds(self) -> float:
        """Processor time that the bot's process has used so far."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def __aenter__(self) -> BotProcess:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()
