"""Caches of images that are bounded by their memory instead of their number: a ground takes as much as 500 pieces.

Each cache has a limit of its own, and all together have one: a process that draws many games keeps what it drew last.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from itertools import count
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

from PIL import Image

P = ParamSpec("P")
T = TypeVar("T")

MEGABYTE = 1_000_000
MAX_BYTES_OF_ALL = 100 * MEGABYTE
"""More than the pictures of one table need, in two languages: 40 to 60 MB."""
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
        self._kept: OrderedDict[Hashable, tuple[T, int, int]] = OrderedDict()
        """Arguments -> what was drawn, its bytes, and when it was last used; the last one at the end."""
        CACHES.append(self)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the drawn images, kept or new. kwargs: none; all arguments are given by position."""
        assert not kwargs
        with _LOCK:
            kept = self._kept.get(args)
            if kept is not None:
                self._kept[args] = kept[0], kept[1], next(_MOMENTS)
                self._kept.move_to_end(args)
                return kept[0]
        drawn = self._draw(*args, **kwargs)
        self._keep(args, drawn)
        return drawn

    def _keep(self, key: Hashable, drawn: T) -> None:
        """Keep what was drawn, and drop what was not used for longest while this cache or all of them take too much."""
        size = measure_bytes(drawn)
        with _LOCK:
            replaced = self._kept.pop(key, None)
            self.kept_bytes += size - (replaced[1] if replaced else 0)
            self._kept[key] = drawn, size, next(_MOMENTS)
            while self.kept_bytes > self.max_bytes and len(self._kept) > 1:
                self.drop_oldest()
            while sum(cache.kept_bytes for cache in CACHES) > MAX_BYTES_OF_ALL:
                oldest = min((cache for cache in CACHES if cache.kept_bytes), key=ImageCache.find_last_use)
                if oldest is self and len(self._kept) == 1:
                    break
                oldest.drop_oldest()

    def find_last_use(self) -> int:
        """Return when the image that was not used for longest was last used."""
        return next(iter(self._kept.values()))[2]

    def drop_oldest(self) -> None:
        """Drop the image that was not used for longest."""
        self.kept_bytes -= self._kept.popitem(last=False)[1][1]

    def cache_clear(self) -> None:
        with _LOCK:
            self._kept.clear()
            self.kept_bytes = 0


CACHES: list[ImageCache[..., Any]] = []
"""All caches of this process."""
_LOCK = Lock()
_MOMENTS = count()
"""Numbers the uses of all caches."""


def keep_images(max_megabytes: float) -> Callable[[Callable[P, T]], ImageCache[P, T]]:
    """Return a decorator that keeps what a function draws, up to so many MB; the last image stays in any case."""
    return lambda draw: ImageCache(draw, round(max_megabytes * MEGABYTE))


def measure_bytes(drawn: object) -> int:
    """Return the memory of an image, or of all images in a tuple. Pillow takes four bytes for a px of RGB."""
    if isinstance(drawn, Image.Image):
        return drawn.width * drawn.height * (1 if drawn.mode in {"L", "P", "1"} else 4) + _BYTES_OF_ENTRY
    return sum(map(measure_bytes, drawn)) if isinstance(drawn, tuple) else 0
