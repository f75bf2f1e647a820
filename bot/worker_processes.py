"""Worker processes: jobs beside the event loop, with a time limit; their end with the bot, even if it is killed."""

import asyncio
import logging
import multiprocessing
import os
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from .operating_system import spare_children_interrupts

log = logging.getLogger(__name__)

MAX_ATTEMPTS = 2
"""Attempts for a job whose worker dies or hangs."""

J = TypeVar("J")
R = TypeVar("R")


class WorkerError(RuntimeError):
    """An error of a worker. Its message may be logged: it names jobs, places in the code and kinds of errors only."""


class WorkerLost(WorkerError):
    """Raised when a job's workers died or hung at each attempt."""


class WorkerPool:
    """Runs jobs in workers that are started on demand. A worker that dies or exceeds the limit is replaced.

    Each worker is an executor of its own, so that the end of a hanging one does not disturb the others. Jobs of one
    subject go to one worker while it is free, because it keeps what they have in common.
    """

    def __init__(self, create_worker: Callable[[], Executor], size: int, limit_seconds: float) -> None:
        self._create_worker = create_worker
        self._limit_seconds = limit_seconds
        self._free: list[Executor | None] = [None] * size
        """Free workers, the one that was used last at the end; None: one that is not started."""
        self._places = asyncio.Semaphore(size)
        """Its value is the number of free workers."""
        self._workers: set[Executor] = set()
        """All that are started, free or not."""
        self._homes: dict[Hashable, Executor] = {}
        """The worker to which the jobs of a subject go."""

    def start_worker(self) -> None:
        """Start one worker now, so that the first job does not wait for it."""
        worker = self._free.pop() or self._open_worker()
        with spare_children_interrupts():
            worker.submit(os.getpid)
        self._free.append(worker)

    async def run_job(self, work: Callable[[J], R], job: J, name: str, subject: Hashable = None) -> R:
        """Return `work(job)`, computed in a worker. Raises what it raises, and WorkerLost.

        name: of the job. subject: what it has in common with others; None: nothing
        """
        reason = ""
        for _ in range(MAX_ATTEMPTS):
            await self._places.acquire()
            worker = self._take_worker(subject)
            next_worker: Executor | None = worker
            try:
                with spare_children_interrupts():  # the first job of a worker starts its process
                    result = asyncio.get_running_loop().run_in_executor(worker, work, job)
                async with asyncio.timeout(self._limit_seconds) as limit:
                    return await result
            except BrokenProcessPool:
                reason = "its process has died"
                next_worker = None
            except TimeoutError:
                if not limit.expired():  # the job's own
                    raise
                reason = f"it hung for {self._limit_seconds:g} s"
                next_worker = None
            finally:
                if next_worker is None:
                    self._forget_worker(worker)
                    end_worker(worker)
                self._free.append(next_worker)
                self._places.release()
            log.warning("%s: the worker is replaced: %s", name, reason)
        raise WorkerLost(f"{name}: {MAX_ATTEMPTS} workers were lost: {reason}")

    def close(self) -> None:
        """Drop the jobs that have not begun."""
        for worker in self._workers:
            worker.shutdown(wait=False, cancel_futures=True)

    def _take_worker(self, subject: Hashable) -> Executor:
        """Take a free worker: the subject's own, or else the one that was used last."""
        home = self._homes.get(subject)
        if home is not None and home in self._free:
            self._free.remove(home)
            return home
        worker = self._free.pop() or self._open_worker()
        if subject is not None and self._should_move(home, worker):
            self._homes[subject] = worker
        return worker

    def _should_move(self, home: Executor | None, worker: Executor) -> bool:
        """Whether a subject that finds its worker busy, or has none, gets this one: each soon has as many subjects."""
        homes = list(self._homes.values())
        return home is None or homes.count(worker) + 1 < homes.count(home)

    def _open_worker(self) -> Executor:
        worker = self._create_worker()
        self._workers.add(worker)
        return worker

    def _forget_worker(self, worker: Executor) -> None:
        self._workers.discard(worker)
        self._homes = {subject: home for subject, home in self._homes.items() if home is not worker}


def end_worker(worker: Executor) -> None:
    """End an executor's processes at once; a thread cannot be ended, so it is left alone."""
    for process in list((getattr(worker, "_processes", None) or {}).values()):  # public only from Python 3.14 on
        process.kill()
    worker.shutdown(wait=False, cancel_futures=True)


def exit_with_bot() -> None:
    """Watch the bot from a thread of a `multiprocessing` process, and end the process at once when the bot is gone.

    Without this, a worker of a killed bot would search or draw on, beside the bot that was started instead.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, name="watches the bot", daemon=True).start()


def kill_workers() -> None:
    """End all worker processes when the bot stops. Python would wait for their present work,
    however long that takes.
    """
    for child in multiprocessing.active_children():
        child.kill()
