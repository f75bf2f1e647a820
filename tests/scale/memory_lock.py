"""Keep a database in the system's memory, as on a server with enough memory.

Some machines evict pages that were unused for a minute, and their disks then take 50 to 600 ms; measurements there
would time the disk instead of the bot.
"""

from __future__ import annotations

import ctypes
import mmap
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def lock_in_memory(file: Path) -> Iterator[bool]:
    """Lock the current contents of the file in memory (`mlock(2)`) inside this context.

    Yields False if the system does not allow locking this much memory.
    """
    if not sys.platform.startswith("linux"):
        yield False
        return
    mlock = ctypes.CDLL(None, use_errno=True).mlock
    with file.open("r+b") as file_object, mmap.mmap(file_object.fileno(), 0) as pages:
        start = ctypes.c_char.from_buffer(pages)
        is_locked = mlock(ctypes.byref(start), ctypes.c_size_t(len(pages))) == 0
        del start  # otherwise the map could not be closed
        yield is_locked
