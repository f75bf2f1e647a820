"""The bot in a process of its own, exactly as `teban` starts it, on a stand-in in this process."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from bot.standin import StandIn


class RemoteBot:
    """`async with RemoteBot(standin, database)`: started, logged in and synced inside, closed cleanly after it."""

    def __init__(
        self,
        standin: StandIn,
        database: Path,
        *,
        log: Path | None = None,
        command: Sequence[str] = ("-m", "bot.main"),
        **environment: str,
    ) -> None:
        """log: where its standard error goes; command: what Python is started with."""
        self.standin = standin
        self.log = log
        self.command = command
        self.environment = os.environ | {
            "DISCORD_TOKEN": "remote-test-token",
            "TEBAN_API": standin.base_url,
            "TEBAN_DB": str(database),
            "TEBAN_LOG": "WARNING",
            "TEBAN_LIMITS": "off",
            "TEBAN_PICTURES": "threads",
        } | environment  # fmt: skip
        self.process: asyncio.subprocess.Process | None = None

    async def start(self, within: float = 30.0) -> None:
        """Start the process and wait until it is connected and has registered its commands."""
        async with asyncio.timeout(within):
            if not await self.try_start():
                assert self.process is not None
                raise RuntimeError(f"the bot stopped at its start: exit code {self.process.returncode}")

    async def try_start(self) -> bool:
        """The same; False: it ended before it was connected."""
        sessions = self.standin.gateway.identified
        await self.start_only()
        while self.standin.gateway.identified == sessions or not self.standin.world.commands.listed():
            if not self.is_running:
                return False
            await asyncio.sleep(0.02)
        return True

    async def start_only(self) -> None:
        """Start the process and wait for nothing."""
        with ExitStack() as stack:
            err = None if self.log is None else stack.enter_context(self.log.open("ab"))
            command = (sys.executable, *self.command)
            self.process = await asyncio.create_subprocess_exec(*command, env=self.environment, stderr=err, stdout=err)

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.returncode is None

    async def kill(self) -> None:
        """SIGKILL: no goodbye, no flush."""
        assert self.process is not None
        self.kill_now()
        await self.process.wait()

    def kill_now(self) -> None:
        """SIGKILL in this instant; nothing is waited for."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGKILL)

    async def stop(self) -> int:
        """SIGTERM; the exit code."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.terminate()
        return await self.process.wait()

    @property
    def memory_mb(self) -> float:
        """Resident memory of the bot's process (without computer players' process)."""
        assert self.process is not None
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise LookupError("no VmRSS")

    @property
    def cpu_seconds(self) -> float:
        """Processor time that the bot's process has used so far."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def __aenter__(self) -> RemoteBot:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()
