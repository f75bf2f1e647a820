"""Everything that Windows does differently from Linux, macOS and the BSDs. No other module asks which system it runs on
(`tests/project/windows/test_operating_systems.py`).
"""

import _thread
import asyncio
import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock

from storage.errors import DatabaseUnavailable, translate_errors

OWNER_ONLY = 0o600
ALL_OTHERS = 0o007

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""Parameters of glibc's `mallopt(3)`."""
LARGE_BYTES = 256 * 1024
"""Buffers from this size on go back to the system."""

SignalHandler = Callable[[int, object], None]
"""A handler of a signal: its number, and the frame that it interrupts."""


def find_lock_path(database: Path) -> Path:
    """Return the file that is locked for a database: the database itself, so that no link bypasses the lock.

    On Windows a lock keeps others from reading the locked bytes, SQLite too, so an empty file beside it is locked.
    """
    locked = database
    if sys.platform == "win32":
        target = database.resolve()
        locked = target.with_name(target.name + ".lock")
    return locked


@contextmanager
def hold_lock(database: Path) -> Iterator[None]:
    """Lock the database while the block runs. Commands that only read, like `doctor` and `backup`, need no lock.

    The lock ends with the process, even after a crash. SQLite's own locks are independent of it, but closing the file
    here would drop them, so the database must be closed before the block ends. A missing file is created empty,
    readable by its owner only. Raises DatabaseUnavailable if another process holds the lock.
    """
    with translate_errors(database):
        file = os.open(find_lock_path(database), os.O_RDWR | os.O_CREAT, OWNER_ONLY)
    try:
        if not filelock.lock_descriptor(file, blocking=False):
            raise DatabaseUnavailable(f"{database}: another Teban is running on this database")
        yield
    finally:
        os.close(file)


def can_others_read(file: Path) -> bool:
    """Whether every user of the machine may read the file. On Windows its folder's access list decides, not a mode."""
    return sys.platform != "win32" and bool(file.stat().st_mode & ALL_OTHERS)


def call_on_stop(stop: Callable[[], None]) -> None:
    """Call `stop` in the running event loop when the process is asked to end: by Ctrl-C, by SIGTERM, or on Windows by
    Ctrl-Break.

    The event loop's own `add_signal_handler` does not exist on Windows, so there is one way for all systems.
    """
    loop = asyncio.get_running_loop()
    signals = [signal.SIGINT, signal.SIGTERM]
    if sys.platform == "win32":
        signals.append(signal.SIGBREAK)

    def stop_soon(_number: int, _frame: object) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(stop)

    for number in signals:
        signal.signal(number, stop_soon)


def read_steady_clock() -> int:
    """Return the machine's steady clock, milliseconds from an arbitrary start. On Linux it counts sleep too."""
    if sys.platform == "linux":
        nanoseconds = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    else:
        nanoseconds = time.monotonic_ns()
    return nanoseconds // 1_000_000


@contextmanager
def spare_children_interrupts() -> Iterator[None]:
    """Let processes that are started in the block never receive Ctrl-C, which a terminal sends to the bot and to them.

    They inherit the blocked signal. On Windows they ignore it once they run (`_init_process`).
    """
    if sys.platform == "win32":
        yield
    else:
        blocked_before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked_before)


def read_core_wait() -> float:
    """Return the seconds that this thread waited for a processor core; 0 where the system does not count them."""
    try:
        return int(Path(f"/proc/self/task/{threading.get_native_id()}/schedstat").read_bytes().split()[1]) / 1e9
    except OSError:
        return 0.0


def lower_priority(niceness: int) -> None:
    """Let this process wait for others that want a processor. Windows has no such number: nothing happens there."""
    if sys.platform != "win32":
        os.nice(niceness)


@contextmanager
def limit_time(processor: float, wall: float) -> Iterator[None]:
    """Raise TimeoutError in the block after this many seconds. Only a main thread can be interrupted like this."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def give_up(_number: int, _frame: object) -> None:
        raise TimeoutError(f"still thinking after {processor} s of the processor or {wall} s of the wall")

    if sys.platform == "win32":
        interrupt = _interrupt_by_thread
    else:
        interrupt = _interrupt_by_timer
    with interrupt(give_up, processor, wall):
        yield


if sys.platform != "win32":

    @contextmanager
    def _interrupt_by_timer(give_up: SignalHandler, processor: float, wall: float) -> Iterator[None]:
        """Interrupt the main thread by timers of the system."""
        limits = ((signal.SIGPROF, signal.ITIMER_PROF, processor), (signal.SIGALRM, signal.ITIMER_REAL, wall))
        earlier_handlers = [signal.signal(number, give_up) for number, _, _ in limits]
        for _, timer, seconds in limits:
            signal.setitimer(timer, seconds)
        try:
            yield
        finally:
            for (number, timer, _), handler in zip(limits, earlier_handlers, strict=True):
                signal.setitimer(timer, 0)
                signal.signal(number, handler)


@contextmanager
def _interrupt_by_thread(give_up: SignalHandler, processor: float, wall: float) -> Iterator[None]:
    """Interrupt the main thread from a second one, on systems without timers that send signals."""
    is_done = threading.Event()
    processor_end, wall_end = time.process_time() + processor, time.monotonic() + wall

    def watch() -> None:
        while (left := min(processor_end - time.process_time(), wall_end - time.monotonic())) > 0:
            if is_done.wait(left):
                return
        _thread.interrupt_main(signal.SIGINT)

    earlier_handler = signal.signal(signal.SIGINT, give_up)
    watcher = threading.Thread(target=watch, name="limits a search", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        is_done.set()
        watcher.join()
        signal.signal(signal.SIGINT, earlier_handler)


def give_back_large_buffers() -> bool:
    """Fix the thresholds of glibc, which otherwise grow with the largest freed buffer. Returns False with another C
    library.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform.startswith("linux") else None
    if mallopt is None:
        return False
    settings = ((M_MMAP_THRESHOLD, LARGE_BYTES), (M_TRIM_THRESHOLD, LARGE_BYTES), (M_ARENA_MAX, 2))
    return all(mallopt(parameter, value) == 1 for parameter, value in settings)
