"""The machine that the bot runs on: its wall clock steps, and worker processes hang."""

from __future__ import annotations

import os
import random
import signal
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.bot_process import BotProcess

HOUR_MS = 3_600_000
OFFSETS_MS = (0, *(sign * hours * HOUR_MS for hours in (1, 3 * 24, 30 * 24, 3650 * 24) for sign in (1, -1)))
"""Milliseconds by which the wall clock may be ahead; negative: behind."""
MIN_SECONDS_BETWEEN_HANGS = 45.0
"""A hung search keeps suggestions from all tables until its limit, a third of this time."""


class WrongClock:
    """The bot's wall clock, which is wrong by what a file says (`bot_with --clock`)."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.ahead_ms = 0
        self._write_offset()

    def step(self, rng: random.Random) -> None:
        """Set the clock to another time, or right."""
        self.ahead_ms = rng.choice([offset for offset in OFFSETS_MS if offset != self.ahead_ms])
        self._write_offset()

    def _write_offset(self) -> None:
        part = self.file.with_suffix(".part")
        part.write_text(str(self.ahead_ms))
        part.replace(self.file)


@dataclass(slots=True)
class HungWorkers:
    """Worker processes of the bot that are stopped, so that they neither work nor end."""

    bot: BotProcess
    processes: list[int] = field(default_factory=list)
    next_hang_at_s: float = 0.0
    """Monotonic time before which no other worker is stopped."""

    def hang_one(self, rng: random.Random) -> bool:
        """Stop one of the bot's workers; return False if there is none or this bot had a hung one lately."""
        workers = self.bot.list_workers() if time.monotonic() >= self.next_hang_at_s else []
        if not workers:
            return False
        self.next_hang_at_s = time.monotonic() + MIN_SECONDS_BETWEEN_HANGS
        self.processes.append(rng.choice(workers))
        with suppress(ProcessLookupError):
            os.kill(self.processes[-1], signal.SIGSTOP)
        return True

    def release_all(self) -> None:
        """Let stopped workers go on; those of a killed bot end then."""
        for process in self.processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)
        self.processes.clear()
        self.next_hang_at_s = 0.0
