"""Pictures are drawn in buffers of many megabytes: they go back to the system, not to a heap that only grows."""

from __future__ import annotations

import ctypes
import sys

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""Parameters of glibc's `mallopt(3)`."""
LARGE_BYTES = 256 * 1024


def give_back_large_buffers() -> bool:
    """Fix glibc's thresholds, which otherwise grow with the largest buffer freed. False: another C library."""
    if not sys.platform.startswith("linux"):
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return False
    settings = ((M_MMAP_THRESHOLD, LARGE_BYTES), (M_TRIM_THRESHOLD, LARGE_BYTES), (M_ARENA_MAX, 2))
    return all(mallopt(parameter, value) == 1 for parameter, value in settings)
