"""Checks of the machine at the start and in `teban doctor`: one function and one sentence for each need."""

import multiprocessing
import os
import platform
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import NamedTuple, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from PIL import features

from render.kit import fonts
from render.kit.scene import FontWeight
from storage import DatabaseAddress

from . import operating_system
from .worker_processes import end_worker, exit_with_bot


class MissingPart(NamedTuple):
    """A part that this machine lacks."""

    sentence: str
    """The missing thing, and the remedy."""
    is_fatal: bool = True
    """Whether the bot cannot run without it; otherwise it does without."""
    forbids_processes: bool = False
    """Whether the bot does without worker processes."""


MAX_ANSWER_SECONDS = 30.0
"""Time in which a worker process must start and answer."""


def list_missing_parts(database: DatabaseAddress) -> list[MissingPart]:
    """Return everything that is missing on this machine."""
    checks: tuple[Callable[[], MissingPart | None], ...] = (
        check_platform,
        check_time_zones,
        check_fonts,
        lambda: check_folder(database) if isinstance(database, Path) else None,
        check_processes,
    )
    return [part for check in checks if (part := check()) is not None]


def check_platform() -> MissingPart | None:
    """Check that pictures can be written on this platform."""
    if features.check_codec("zlib") and features.check_module("freetype2"):
        return None
    return MissingPart(f"Pillow on {platform.machine()} draws no PNG pictures with text: install its official wheel")


def check_time_zones() -> MissingPart | None:
    """Check that the time zones of people can be found."""
    try:
        ZoneInfo("Asia/Tokyo")
    except ZoneInfoNotFoundError:
        return MissingPart("no time zones are known: install the package tzdata (pip install tzdata)")
    return None


def check_fonts() -> MissingPart | None:
    """Check that the font of each weight can be read."""
    for weight in get_args(FontWeight):
        try:
            fonts.load_font(weight, 20)
        except OSError as error:
            variable = f"TEBAN_FONT_{weight.upper()}"
            return MissingPart(f"a font cannot be read ({error}): install Teban again, or correct {variable}")
    return None


def check_folder(file: Path) -> MissingPart | None:
    """Check that a file can be written, and others beside it, as SQLite does for every commit."""
    folder = file.absolute().parent
    try:
        with NamedTemporaryFile(dir=folder, prefix=".teban-"):
            pass
        if file.exists():
            with file.open("r+b"):
                pass
    except OSError as error:
        return MissingPart(
            f"{folder} or {file.name} in it cannot be written ({error.strerror}):"
            " make them writable for the user that runs the bot"
        )
    return None


def check_processes() -> MissingPart | None:
    """Check that a worker process starts and answers; without shared memory (/dev/shm) threads do its work."""
    worker: ProcessPoolExecutor | None = None
    try:
        with operating_system.spare_children_interrupts():
            spawn = multiprocessing.get_context("spawn")
            worker = ProcessPoolExecutor(1, mp_context=spawn, initializer=exit_with_bot)
            worker.submit(os.getpid).result(MAX_ANSWER_SECONDS)
    except (ImportError, OSError, BrokenProcessPool) as error:  # TimeoutError is an OSError
        reason = str(error) or type(error).__name__
        return MissingPart(
            f"worker processes cannot be used ({reason}): pictures and computer players share the bot's process and"
            " slow it down; make /dev/shm writable",
            is_fatal=False,
            forbids_processes=True,
        )
    finally:
        if worker is not None:
            end_worker(worker)
    return None
