"""Caches of images that are bounded by their memory instead of their number: a ground takes as much as 500 pieces."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, ParamSpec, TypeVar

from PIL import Image

P = ParamSpec("P")
T = TypeVar("T")

MEGABYTE = 1_000_000
_BYTES_OF_ENTRY = 1000
"""What an image takes besides its px: its key and the objects around it."""


class ImageCache(Generic[P, T]):
    """A function that draws images, with the images that were used last.

    Two threads may draw at once: at worst both draw the same image.
    """

    def __init__(self, draw: Callable[P, T], max_bytes: int) -> None:
        self._draw = draw
        self.max_bytes = max_bytes
        self.kept_bytes = 0
        self._lock = Lock()
        self._kept: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the drawn images, kept or new. kwargs: none; all arguments are given by position."""
        assert not kwargs
        with self._lock:
            kept = self._kept.get(args)
            if kept is not None:
                self._kept.move_to_end(args)
                return kept[0]
        drawn = self._draw(*args, **kwargs)
        self._keep(args, drawn)
        return drawn

    def _keep(self, key: Hashable, drawn: T) -> None:
        """Keep what was drawn, and drop what was not used for longest while all take too much."""
        size = measure_bytes(drawn)
        with self._lock:
            replaced = self._kept.pop(key, None)
            self.kept_bytes += size - (replaced[1] if replaced else 0)
            self._kept[key] = drawn, size
            while self.kept_bytes > self.max_bytes and len(self._kept) > 1:
                self.kept_bytes -= self._kept.popitem(last=False)[1][1]

    def cache_clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self.kept_bytes = 0


def keep_images(max_megabytes: float) -> Callable[[Callable[P, T]], ImageCache[P, T]]:
    """Return a decorator that keeps what a function draws, up to so many MB; the last image stays in any case."""
    return lambda draw: ImageCache(draw, round(max_megabytes * MEGABYTE))


def measure_bytes(drawn: object) -> int:
    """Return the memory of an image, or of all images in a tuple. Pillow takes four bytes for a px of RGB."""
    if isinstance(drawn, Image.Image):
        return drawn.width * drawn.height * (1 if drawn.mode in {"L", "P", "1"} else 4) + _BYTES_OF_ENTRY
    return sum(map(measure_bytes, drawn)) if isinstance(drawn, tuple) else 0
