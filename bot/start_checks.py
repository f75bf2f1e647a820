"""Checks of the machine at the start and in `teban doctor`: one function and one sentence for each need."""

import multiprocessing
import platform
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from PIL import features

from render.kit import fonts


class Trouble(NamedTuple):
    """Something that is missing on this machine."""

    sentence: str
    """The missing thing, and the remedy."""
    is_fatal: bool = True
    """Whether the bot cannot run without it; otherwise it does without."""


def find_troubles(database: Path) -> list[Trouble]:
    """Return everything that is missing on this machine."""
    checks: tuple[Callable[[], Trouble | None], ...] = (
        check_platform,
        check_time_zones,
        check_fonts,
        lambda: check_folder(database),
        check_processes,
    )
    return [trouble for check in checks if (trouble := check()) is not None]


def check_platform() -> Trouble | None:
    """Check that pictures can be written on this platform."""
    if features.check_codec("zlib") and features.check_module("freetype2"):
        return None
    return Trouble(f"Pillow on {platform.machine()} draws no PNG pictures with text: install its official wheel")


def check_time_zones() -> Trouble | None:
    """Check that the time zones of people can be found."""
    try:
        ZoneInfo("Asia/Tokyo")
    except ZoneInfoNotFoundError:
        return Trouble("no time zones are known: install the package tzdata (pip install tzdata)")
    return None


def check_fonts() -> Trouble | None:
    """Check that the fonts of the pictures can be read."""
    try:
        fonts.load_font("regular", 20)
    except OSError as error:
        return Trouble(f"a font cannot be read ({error}): install Teban again, or correct TEBAN_FONT_REGULAR")
    return None


def check_folder(database: Path) -> Trouble | None:
    """Check that files can be written beside the database, as SQLite does for every commit."""
    folder = database.absolute().parent
    try:
        with NamedTemporaryFile(dir=folder, prefix=".teban-"):
            pass
        if database.exists():
            with database.open("r+b"):
                pass
    except OSError as error:
        return Trouble(
            f"{folder} or {database.name} in it cannot be written ({error.strerror}):"
            " make them writable for the user that runs the bot"
        )
    return None


def check_processes() -> Trouble | None:
    """Check that worker processes can be used; without shared memory (/dev/shm) threads do their work."""
    try:
        multiprocessing.get_context("spawn").Lock()
    except (ImportError, OSError) as error:
        return Trouble(
            f"worker processes cannot be used ({error}): pictures and computer players share the bot's process and slow"
            " it down; make /dev/shm writable",
            is_fatal=False,
        )
    return None
