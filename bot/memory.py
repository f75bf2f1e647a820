"""The garbage collector: permanent objects are exempt from it, and it runs between answers."""

import asyncio
import gc
import time
from collections.abc import Callable

NEW_OBJECTS, YOUNG_ROUNDS, MIDDLE_ROUNDS = 10_000, 10, 50
"""Thresholds of the garbage collector's generations: new objects, then multiples of the generation below. With Python's
own 700, 10 and 10 it ran a dozen times for one panel, and there are hardly any cycles here.
"""
MAX_NEW_OBJECTS = 10 * NEW_OBJECTS
"""Number of new objects after which a collection no longer waits for an idle moment."""
CHECK_SECONDS = 0.05
FULL_SECONDS = 20 * 60
"""Minimum time between two full collections: one press in some six thousand meets one."""


def freeze_permanent_objects() -> None:
    """Exempt present objects from garbage collection, in the bot or a drawing process after loading: rules, words and
    code are permanent (half a million objects in the bot).

    A full collection stops everything for 60 to 200 ms, possibly in the middle of an answer.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(MAX_NEW_OBJECTS, YOUNG_ROUNDS, MIDDLE_ROUNDS)


async def collect_between_answers(is_idle: Callable[[], bool]) -> None:
    """Collect garbage between answers, until cancelled. Python itself collects when objects are created, which happens
    during answers; it may take 10 to 30 ms when tables were dropped from memory.

    The full collection is rare: it starts when nobody waits, but delays a press within its 60 to 200 ms.
    """
    full = time.monotonic()
    while True:
        await asyncio.sleep(CHECK_SECONDS)
        young, middle, old = gc.get_count()
        if young < NEW_OBJECTS or not is_idle():
            continue
        if old >= MIDDLE_ROUNDS and time.monotonic() - full >= FULL_SECONDS:
            gc.collect(2)
            full = time.monotonic()
        else:
            gc.collect(1 if middle >= YOUNG_ROUNDS else 0)
