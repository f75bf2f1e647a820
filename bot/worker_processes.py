"""Worker processes: jobs beside the event loop, with a time limit; their end with the bot, even if it is killed."""

import asyncio
import logging
import multiprocessing
import os
import threading
from collections.abc import Callable
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

    Each worker is an executor of its own, so that the end of a hanging one does not disturb the others.
    """

    def __init__(self, create_worker: Callable[[], Executor], size: int, limit_seconds: float) -> None:
        self._create_worker = create_worker
        self._limit_seconds = limit_seconds
        self._free: asyncio.LifoQueue[Executor | None] = asyncio.LifoQueue()
        """Free workers; None: one that is not started."""
        self._workers: set[Executor] = set()
        """All that are started, free or not."""
        for _ in range(size):
            self._free.put_nowait(None)

    def start_worker(self) -> None:
        """Start one worker now, so that the first job does not wait for it."""
        worker = self._free.get_nowait() or self._open_worker()
        with spare_children_interrupts():
            worker.submit(os.getpid)
        self._free.put_nowait(worker)

    async def run_job(self, work: Callable[[J], R], job: J, name: str) -> R:
        """Return `work(job)`, computed in a worker. Raises what it raises, and WorkerLost. name: of the job."""
        reason = ""
        for _ in range(MAX_ATTEMPTS):
            worker = await self._free.get() or self._open_worker()
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
                    self._workers.discard(worker)
                    end_worker(worker)
                self._free.put_nowait(next_worker)
            log.warning("%s: the worker is replaced: %s", name, reason)
        raise WorkerLost(f"{name}: {MAX_ATTEMPTS} workers were lost: {reason}")

    def close(self) -> None:
        """Drop the jobs that have not begun."""
        for worker in self._workers:
            worker.shutdown(wait=False, cancel_futures=True)

    def _open_worker(self) -> Executor:
        worker = self._create_worker()
        self._workers.add(worker)
        return worker


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
