"""A database that stays in the system's memory: what a server has room for is not read from its disk again.

Some machines take pages away that nobody has looked at for a minute, and their disks then answer in 50 to 600 ms; what
is measured there is the disk, not the bot.
"""

from __future__ import annotations

import ctypes
import mmap
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def held(file: Path) -> Iterator[bool]:
    """Keep what is in the file now in memory (`mlock(2)`) while this is open.

    False: the system does not allow it (so much needs the right to lock memory), and nothing is held.
    """
    if not sys.platform.startswith("linux"):
        yield False
        return
    lock = ctypes.CDLL(None, use_errno=True).mlock
    with file.open("r+b") as opened, mmap.mmap(opened.fileno(), 0) as pages:
        start = ctypes.c_char.from_buffer(pages)
        allowed = lock(ctypes.byref(start), ctypes.c_size_t(len(pages))) == 0
        del start  # else the map could not be closed
        yield allowed
