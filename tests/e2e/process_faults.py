"""`python -m tests.e2e.process_faults`: people play at a table of each shard while processes are killed, hang, are
stopped and lose their connections, and the server of the database stops or crashes, refuses commits, has a full disk,
and loses connections before and after a commit. At each table one person is called in direct messages and answers there
now and then, which reach the process of shard 0 alone, and people choose their hours.

Prints a line for each fault to stderr, and one JSON object at the end; exit code 1 if an acknowledged answer is lost
or doubled, a message is posted twice, a table does not go on, or none of several hangs before a message met one.
--broken: a deliberate fault in all processes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from statistics import quantiles
from typing import Any

from bot.fake_discord.model import messages
from bot.operator_commands import run_doctor
from engines.kernel import load_games
from tests.bot_process import BotProcess
from tests.discovered import list_shipped_games
from tests.faults.bot_with import NONCE_SECONDS, STOP_SIGNAL
from tests.postgres_server import PostgresServer, start_server

from .database_faults import (
    SIGNAL,
    CommitFault,
    crash_server,
    cut_connections,
    fail_commits,
    prepare_commit_faults,
)
from .several_processes import (
    FAILED_PRESS,
    TRY_SECONDS,
    Installation,
    ShardTable,
    run_installation,
    send_signal,
    stop_process,
    wake_process,
)

GAME = next(name for name in load_games() if name not in list_shipped_games())
COMMIT_FAULT_SECONDS = 2.0
"""How long the server fails commits."""
SERVER_STOP_SECONDS = (1.0, 15.0)
"""How long the server is stopped, at least and at most: longer than a lease, too."""
COMMIT_FAULT_SHARE = 0.3
"""Probability that one row lets a commit fail."""
MAX_PAUSE_SECONDS = 3.0
"""Longest time between two faults."""
STOPPED = (0, -signal.SIGTERM)
"""Exit codes of a process that was stopped; the second one at its start, before it listens."""
KINDS = (
    "kill", "hang_until_taken_over", "hang_shortly", "stop", "cut_connections", "restart_server", "refuse_commits",
    "fill_disk", "cut_before_commit", "cut_after_commit", "hang_before_message", "stop_server",
)  # fmt: skip
"""Kinds of faults, which are put in in turn: each is a method of `FaultRun`."""
ENDING_FAULTS = ("kill", "stop", "hang_until_taken_over", "hang_before_message")
"""Faults that end the process that they are put into: one that was taken over ends by itself."""
STOP_SECONDS = 10.0
"""Time in which a process that plays should send another message."""
MIN_ANSWERS = 200
"""Number of answers of which at least one has to be given in a direct message: else they show nothing of these."""
MIN_HANGS = 3
"""Number of hangs before a message of which at least one has to meet a message: else they show nothing."""
MAX_FAULT_SECONDS = 120.0
"""Time in which every table must go on after a fault, unless the machine is so busy that `--patience` gives more."""


def summarise(seconds: dict[str, list[float]]) -> dict[str, dict[str, float]]:
    """Return number, median and 95th percentile of each kind that was measured at least twice."""
    return {
        kind: {
            "n": len(values),
            "median": round(quantiles(values, n=20, method="inclusive")[9], 1),
            "p95": round(quantiles(values, n=20, method="inclusive")[18], 1),
        }
        for kind, values in seconds.items()
        if len(values) > 1
    }


def has_beaten(process: BotProcess) -> bool:
    """Return whether a process has begun to serve or to stand by: it has written its heartbeat."""
    return Path(process.environment["TEBAN_HEARTBEAT"]).exists()


class FaultRun:
    """Puts faults into an installation, one after the other, while people play."""

    def __init__(self, installation: Installation, server: PostgresServer, arguments: argparse.Namespace) -> None:
        self.installation, self._server = installation, server
        self.process_count, self.lease_ms = arguments.processes, arguments.lease
        self.max_fault_seconds = arguments.patience
        self.max_seconds = arguments.seconds
        self.kinds: Sequence[str] = arguments.only
        self.rng = random.Random(arguments.seed)
        self.counts: Counter[str] = Counter()
        self.seconds: dict[str, list[float]] = {}
        """By kind of fault: seconds until every table has gone on."""
        self.takeover_seconds: dict[str, list[float]] = {}
        """By kind of fault that another process ends: seconds until other processes own all shards."""
        self.unplanned_exits: Counter[str] = Counter()
        """By kind of fault: processes that have ended although nothing was done to them that should end them."""
        self.held_message_count = 0
        """How many processes hung just when they were about to send a message."""
        self._targets: list[BotProcess] = []
        """Processes that a fault ends, at once or when they notice that they were taken over."""
        self.problems: list[str] = []
        self.history: list[str] = []
        """Time, kind and process of each fault, in order."""
        self._calm = asyncio.Lock()
        """Held during a fault, and while a table is opened."""
        self._playing: list[asyncio.Task[None]] = []

    async def play(self, fault_count: int) -> None:
        """Start all processes and tables, put the faults in, and stop everything."""
        installation = self.installation
        for _ in range(self.process_count):
            await installation.start_process(lease_ms=self.lease_ms)
        await installation.wait_for_owners()
        for table in installation.tables:
            table.is_varied = True
        self._playing = [asyncio.create_task(self._play_games(table)) for table in installation.tables]
        end = time.monotonic() + self.max_seconds
        for number in range(fault_count):
            if time.monotonic() > end:
                break
            await asyncio.sleep(self.rng.uniform(0.0, MAX_PAUSE_SECONDS))
            kind = self.kinds[number % len(self.kinds)]
            put_in: Callable[[BotProcess], Awaitable[None]] = getattr(self, kind)
            process = self.rng.choice([process for process in installation.processes if process.is_running])
            self.counts[kind] += 1
            if kind in ENDING_FAULTS:
                self._targets.append(process)
            began = time.monotonic()
            try:
                async with self._calm, asyncio.timeout(self.max_fault_seconds):
                    self.history.append(f"{datetime.now(UTC):%T.%f} {kind} {installation.name_process(process)}")
                    await put_in(process)
                    await self._wait_until_all_go_on(kind)
            except TimeoutError:
                late = [table.shard for table in installation.tables if table.is_awaited]
                sessions = installation.fake_discord.gateway.list_connected_shards()
                self.problems.append(
                    f"fault {number} ({kind}): the table of the shards {late} does not go on; connected:"
                    f" {sessions}, owners: {await installation.load_owners()}, last seen:"
                    f" {[table.last_seen for table in installation.tables if table.is_awaited]}"
                )
                break
            self.seconds.setdefault(kind, []).append(time.monotonic() - began)
            print(f"{number} {self.history[-1]}: all go on after {self.seconds[kind][-1]:.1f} s", file=sys.stderr)
            await self._start_missing(kind)
            await self._wait_until_all_beat(kind)
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        codes = [await process.stop() for process in installation.processes if process.is_running]
        self.problems += [f"a process ended with exit code {code}" for code in codes if code not in STOPPED]

    async def _play_games(self, table: ShardTable) -> None:
        """Play one game after the other. After a failure while one is opened, another is opened."""
        while True:
            with suppress(*FAILED_PRESS):
                async with self._calm:
                    await table.open(GAME)
            await table.press(sys.maxsize)

    async def _wait_until_all_go_on(self, fault: str) -> None:
        """Wait until another answer is accepted at each table whose game is not over. Processes that end meanwhile are
        started again: the last one of them may have ended.
        """
        for table in self.installation.tables:
            table.is_awaited = True
        while any(table.is_awaited and not table.is_over for table in self.installation.tables):
            await asyncio.sleep(0.01)
            await self._start_missing(fault)
            for task in self._playing:
                if task.done():
                    task.result()

    async def _start_missing(self, fault: str) -> None:
        """Start processes again that have ended, as a supervisor does; count those that the fault should not end."""
        for process in tuple(self.installation.processes):
            if not process.is_running:
                if process not in self._targets:
                    assert process.process is not None
                    last_lines = self.installation.read_log(process)[-2_000:]
                    print(f"after {fault}: exit code {process.process.returncode}\n{last_lines}", file=sys.stderr)
                    self.unplanned_exits[fault] += 1
                self.installation.processes.remove(process)
                await self.installation.start_process(lease_ms=self.lease_ms)

    async def _wait_until_all_beat(self, fault: str) -> None:
        """Wait until each process has begun or has ended: one that is only starting would not meet the next fault."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.max_fault_seconds):
                for process in self.installation.processes:
                    while process.is_running and not has_beaten(process):
                        await asyncio.sleep(TRY_SECONDS)
                return
        self.problems.append(f"after {fault}: a process that was started again does not beat")

    async def _measure_takeover(self, fault: str, owner: int | None) -> None:
        """Note how long it takes until other processes own all shards, if this owner had some."""
        began = time.monotonic()
        if owner is None:
            return
        while True:
            owners = await self.installation.load_owners()
            if len(owners) == self.installation.shard_count and owner not in owners.values():
                break
            await asyncio.sleep(0.01)
        self.takeover_seconds.setdefault(fault, []).append(time.monotonic() - began)

    async def _find_owner(self, process: BotProcess) -> int | None:
        """Return the number of a process among the owners of shards; None: it stands by, or has not begun."""
        log = self.installation.read_log(process)
        return next(
            (owner for owner in (await self.installation.load_owners()).values() if f"owner {owner} " in log), None
        )

    async def kill(self, process: BotProcess) -> None:
        owner = await self._find_owner(process)
        await process.kill()
        await self._measure_takeover("kill", owner)

    async def stop(self, process: BotProcess) -> None:
        code = await process.stop()
        if code not in STOPPED:
            self.problems.append(f"a process that was stopped ended with exit code {code}")

    async def hang_until_taken_over(self, process: BotProcess) -> None:
        """Let a process hang for longer than its lease, and wake it while its tables are played at."""
        owner = await self._find_owner(process)
        stop_process(process)
        await self._measure_takeover("hang_until_taken_over", owner)
        await asyncio.sleep(self.lease_ms / 2000)
        wake_process(process)

    async def hang_before_message(self, process: BotProcess) -> None:
        """Let a process hang when it is about to send a message, until Discord has forgotten with which nonce the next
        owner has sent it.
        """
        running = [process for process in self.installation.processes if process.is_running]
        owners = {p: owner for p in running if (owner := await self._find_owner(p)) is not None}
        if process not in owners:  # it sends nothing
            if not owners:
                await self.hang_shortly(process)
                return
            process = self.rng.choice([*owners])
            self._targets.append(process)
        send_signal(process, STOP_SIGNAL)
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                while process.is_running and not process.is_stopped:
                    await asyncio.sleep(0.01)
                self.held_message_count += process.is_running
        stop_process(process)
        await self._measure_takeover("hang_before_message", owners[process])
        await self._wait_until_all_go_on("hang_before_message")
        await asyncio.sleep(2 * NONCE_SECONDS)
        wake_process(process)
        while process.is_running:  # it notices that it was taken over
            await asyncio.sleep(0.01)

    async def hang_shortly(self, process: BotProcess) -> None:
        stop_process(process)
        await asyncio.sleep(self.rng.uniform(0.1, self.lease_ms / 2000))
        wake_process(process)

    async def cut_connections(self, _: BotProcess) -> None:
        await cut_connections(self.installation.database)

    async def restart_server(self, _: BotProcess) -> None:
        await crash_server(self.installation.database)

    async def stop_server(self, _: BotProcess) -> None:
        """Stop the whole server as an operator does, and start it on the same folder later."""
        await asyncio.to_thread(self._server.stop_process)
        try:
            await asyncio.sleep(self.rng.uniform(*SERVER_STOP_SECONDS))
        finally:
            self._server.start_process()

    async def refuse_commits(self, _: BotProcess) -> None:
        """Let the server refuse commits, as if other processes had changed the same rows."""
        await self._fail_commits(CommitFault.SERIALIZATION_ERROR, COMMIT_FAULT_SHARE)

    async def fill_disk(self, _: BotProcess) -> None:
        await self._fail_commits(CommitFault.FULL_DISK, 1.0)

    async def cut_before_commit(self, _: BotProcess) -> None:
        await self._fail_commits(CommitFault.LOST_CONNECTION, COMMIT_FAULT_SHARE)

    async def _fail_commits(self, fault: CommitFault, share: float) -> None:
        await fail_commits(self.installation.database, fault, COMMIT_FAULT_SECONDS, share)

    async def cut_after_commit(self, _: BotProcess) -> None:
        """Let each process that serves tables lose the acknowledgement of its next commit."""
        for process in self.installation.processes:
            if process.is_running and "serves the shards" in self.installation.read_log(process):
                send_signal(process, SIGNAL)

    async def build_report(self) -> dict[str, Any]:
        """Compare what people have read with what is stored, and return what was found."""
        installation = self.installation
        wrong = await installation.list_wrong_answers()
        self.problems += [f"answer {token} is stored {count} times" for token, count in wrong.items()]
        self.problems += [f"the hours of {person} are lost" for person in await installation.list_wrong_nights()]
        violations = installation.fake_discord.world.violations
        self.problems += [str(row)[:200] for row in violations if not (row.is_lost_picture or row.is_taken_name)]
        self.problems += [await installation.explain_doubled_post(code) for code in installation.doubled_posts]
        if await run_doctor(installation.database):
            self.problems.append("doctor: something is wrong")
        answers = sum(len(table.acknowledged) for table in installation.tables)
        direct_answers = sum(table.direct_answer_count for table in installation.tables)
        if not answers:
            self.problems.append("no answer was ever accepted")
        if answers >= MIN_ANSWERS and not direct_answers:
            self.problems.append("no answer was ever accepted in a direct message")
        if self.counts["hang_before_message"] >= MIN_HANGS and not self.held_message_count:
            self.problems.append("no process ever hung just before a message")
        return {
            "faults": dict(self.counts),
            "hung just before a message": self.held_message_count,
            "unplanned exits": dict(self.unplanned_exits),
            "emoji uploaded by two at once": sum(row.is_taken_name for row in violations),
            "answers": answers,
            "answers in direct messages": direct_answers,
            "changes of hours": sum(len(table.acknowledged_nights) for table in installation.tables),
            "posts": len(installation.creations),
            "seconds until other processes own all shards": summarise(self.takeover_seconds),
            "seconds until all go on": summarise(self.seconds),
            "load": os.getloadavg(),
            "problems": self.problems,
            "history": self.history if self.problems else [],
        }


async def run_with_faults(server: PostgresServer, arguments: argparse.Namespace, folder: Path) -> dict[str, Any]:
    await prepare_commit_faults(server.address)
    async with run_installation(server.address, arguments.shards, folder) as installation:
        installation.fault, installation.has_lossy_processes = arguments.broken, True
        installation.has_limits = arguments.with_limits
        run = FaultRun(installation, server, arguments)
        await run.play(arguments.faults)
        return await run.build_report()


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.process_faults", description=__doc__)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--shards", type=int, default=4)
    parser.add_argument("--faults", type=int, default=25)
    parser.add_argument("--seconds", type=float, default=inf, help="time after which no fault is put in any more")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lease", type=int, default=10_000)
    parser.add_argument("--patience", type=float, default=MAX_FAULT_SECONDS)
    parser.add_argument("--only", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--with-limits", action="store_true", help="let the processes keep Discord's limits")
    parser.add_argument("--broken")
    parser.add_argument("--folder", type=Path, help="where logs stay")
    return parser


def main() -> int:
    arguments = build_parser().parse_args()
    messages.NONCE_SECONDS = int(1.5 * NONCE_SECONDS)
    with start_server() as server, tempfile.TemporaryDirectory() as temporary_folder:
        folder = arguments.folder or Path(temporary_folder)
        folder.mkdir(parents=True, exist_ok=True)
        report = asyncio.run(run_with_faults(server, arguments, folder))
    print(json.dumps(report, ensure_ascii=False))
    return int(bool(report["problems"]))


if __name__ == "__main__":
    sys.exit(main())
