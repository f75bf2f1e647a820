"""A thread for work that waits for a disk, and a wait for it that costs the event loop little.

Each round of the event loop is a call of the operating system, and each press commits. So the answer of the thread
wakes the waiting task at once, without tasks and callbacks in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from .errors import StorageError

T = TypeVar("T")


class ThreadAnswer(asyncio.Future[T]):
    """What the thread will answer. Nobody can cancel it: the work goes on, and a cancelled task waits for its end."""

    def cancel(self, msg: Any = None) -> bool:
        """Refuse. The task that waits is cancelled as soon as the answer is here."""
        return False

    def set_outcome(self, result: T | None, error: BaseException | None) -> None:
        """Note how the work has ended."""
        if error is None:
            self.set_result(result)  # type: ignore[arg-type]
        else:
            self.set_exception(error)


class DiskThread:
    """A thread that does one piece of work after another."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[tuple[ThreadAnswer[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._is_closed = False
        Thread(target=self._do_work, name="disk", daemon=True).start()

    async def run_work(self, work: Callable[[], T]) -> T:
        """Let the thread do this and return what it returns. It has ended when this returns or raises, even if the task
        was cancelled. Raises StorageError after `close`.
        """
        if self._is_closed:
            raise StorageError("the connection is closed")
        answer: ThreadAnswer[T] = ThreadAnswer(loop=asyncio.get_running_loop())
        self._queue.put((answer, work))
        try:
            return await answer
        except asyncio.CancelledError as cancelled:
            raise cancelled from answer.exception()

    async def close(self, last_work: Callable[[], object]) -> None:
        """Let the thread do this after the work that it has, and end. The second time this does nothing."""

        def end_work() -> None:
            self._queue.put(None)
            last_work()

        if not self._is_closed:
            try:
                await self.run_work(end_work)
            finally:
                self._is_closed = True

    def _do_work(self) -> None:
        while (item := self._queue.get()) is not None:
            answer, work = item
            result, error = None, None
            try:
                result = work()
            except BaseException as raised:  # noqa: BLE001 - the waiting task gets it
                error = raised
            if not answer.get_loop().is_closed():  # else nobody waits any more
                answer.get_loop().call_soon_threadsafe(answer.set_outcome, result, error)
            del item, answer, work, result, error
