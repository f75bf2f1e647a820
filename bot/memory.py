"""What is known about memory: pictures' large buffers go back to the system, and what stays for ever is not looked at
again and again.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
import time
from collections.abc import Callable

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""Parameters of glibc's `mallopt(3)`."""
LARGE_BYTES = 256 * 1024

NEW_OBJECTS, YOUNG_ROUNDS, MIDDLE_ROUNDS = 10_000, 10, 50
"""When Python looks for circles: after so many new objects, every tenth time further, and at all of them every 50th
time of that. With its own 700, 10 and 10 it looked a dozen times while one panel was made, and hardly anything here
lies in circles.
"""
AT_LATEST = 10 * NEW_OBJECTS
"""It waits so long for a moment in which nobody waits for an answer."""
LOOK_SECONDS = 0.05
FULL_SECONDS = 20 * 60
"""So long at least between two full searches: one press in some six thousand meets one then."""


def give_back_large_buffers() -> bool:
    """Fix glibc's thresholds, which otherwise grow with the largest buffer freed. False: another C library."""
    if not sys.platform.startswith("linux"):
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return False
    settings = ((M_MMAP_THRESHOLD, LARGE_BYTES), (M_TRIM_THRESHOLD, LARGE_BYTES), (M_ARENA_MAX, 2))
    return all(mallopt(parameter, value) == 1 for parameter, value in settings)


def spare_what_stays() -> None:
    """Once the bot, or a process that draws, stands: rules, words and code are for ever (in the bot half a million
    objects), so Python need not search them.

    Its full search stops everybody for 60 to 200 ms, in the middle of an answer as likely as anywhere.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(AT_LATEST, YOUNG_ROUNDS, MIDDLE_ROUNDS)


async def search_between_answers(nobody_waits: Callable[[], bool]) -> None:
    """For ever: look for circles between answers. Python itself looks when objects are made, and those are made in the
    middle of answers; once in a while it takes 10 to 30 ms, when tables have been put out of memory.

    The full search is seldom: nobody waits when it begins, but whoever presses within its 60 to 200 ms does.
    """
    full = time.monotonic()
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        young, middle, old = gc.get_count()
        if young < NEW_OBJECTS or not nobody_waits():
            continue
        if old >= MIDDLE_ROUNDS and time.monotonic() - full >= FULL_SECONDS:
            gc.collect(2)
            full = time.monotonic()
        else:
            gc.collect(1 if middle >= YOUNG_ROUNDS else 0)
