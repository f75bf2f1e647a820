"""Caches of images with one bound of memory: a ground takes as much as 500 pieces.

First goes an image that took least time to draw for its size, has been used least often, and not for longest. Uses
count because grounds are quick to draw for their size, but on every picture, and many pieces are on one. They are
remembered when an image goes: otherwise an image as large as a board would start again each time, and go again. No
cache has a limit of its own, which one game would fill and another leave empty.
"""

from collections.abc import Callable, Hashable
from heapq import heapify, heappop, heappush
from itertools import count
from threading import Lock, local
from time import thread_time
from typing import Any, Generic, ParamSpec, TypeVar

from PIL import Image

P = ParamSpec("P")
T = TypeVar("T")

MAX_BYTES = 145_000_000
"""Of all caches of a process: the pictures of one table, in two languages, need 50 to 110 MB."""
_MAX_USES = 16
"""More uses do not make an image worth more: images of games that nobody plays any more have to go."""
_MAX_REMEMBERED = 4096
"""Images of each cache whose uses are remembered after they have gone."""
_BYTES_OF_ENTRY = 1000
"""Memory of an image besides its px: its key and the objects around it."""


class KeptImage(Generic[T]):
    """A drawn image, or several, and its worth."""

    __slots__ = ("drawn", "price", "size", "uses", "worth")

    def __init__(self, drawn: T, size: int, price: float, past_uses: int = 0) -> None:
        self.drawn = drawn
        self.size = size
        """Bytes."""
        self.price = price
        """Processor seconds for each byte that it would take to draw it again."""
        self.uses = past_uses
        """Pictures or images on which it is, or was before it was drawn again."""
        self.worth = 0.0
        """Its price for every use, above the worth of the last image that had gone at its last use: an unused one
        becomes the least.
        """
        self.count_use()

    def count_use(self) -> None:
        self.uses += 1
        self.worth = POOL.level + self.price * min(self.uses, _MAX_USES)


class ImageCache(Generic[P, T]):
    """A function that draws images, with those of them that are worth their memory.

    Two threads may draw at once: at worst both draw the same image.
    """

    def __init__(self, draw: Callable[P, T]) -> None:
        self._draw = draw
        self.kept: dict[Hashable, KeptImage[T]] = {}
        """By the arguments."""
        self._past_uses: dict[int, int] = {}
        """By the hash of the arguments: the uses of images that have gone, the latest at the end."""
        CACHES.append(self)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the drawn images, kept or new. kwargs: none; all arguments are given by position."""
        assert not kwargs
        kept = self.kept.get(args)
        if kept is not None:
            kept.count_use()
            return kept.drawn
        seconds_before, _nested.seconds = getattr(_nested, "seconds", 0.0), 0.0
        started = thread_time()
        try:
            drawn = self._draw(*args, **kwargs)
        finally:
            seconds = thread_time() - started
            own_seconds, _nested.seconds = seconds - _nested.seconds, seconds_before + seconds
        size = measure_bytes(drawn)
        past_uses = self._past_uses.pop(hash(args), 0)
        POOL.keep_image(self, args, KeptImage(drawn, size, own_seconds / size, past_uses))
        return drawn

    def drop_image(self, key: Hashable) -> None:
        """Drop an image, and remember its uses for the case that it is drawn again."""
        self._past_uses[hash(key)] = self.kept.pop(key).uses
        if len(self._past_uses) > _MAX_REMEMBERED:
            self._past_uses.pop(next(iter(self._past_uses)), None)

    def cache_clear(self) -> None:
        POOL.forget_images(self)
        self._past_uses.clear()


class ImagePool:
    """The memory that all caches share."""

    def __init__(self) -> None:
        self.kept_bytes = 0
        """Size of all images that are kept."""
        self.level = 0.0
        """The worth of the image that went last."""
        self._queue: list[tuple[float, int, ImageCache[..., Any], Hashable, KeptImage[Any]]] = []
        """A heap of all that is kept, by its worth when it entered."""
        self._numbers = count()
        """Order of entries of equal worth in the heap."""
        self._lock = Lock()

    def keep_image(self, cache: ImageCache[..., Any], key: Hashable, image: KeptImage[Any]) -> None:
        """Keep an image, and drop the images of least worth while all caches take too much; one image stays."""
        with self._lock:
            replaced = cache.kept.get(key)
            cache.kept[key] = image
            self.kept_bytes += image.size - (replaced.size if replaced else 0)
            self._queue_image(cache, key, image)
            while self.kept_bytes > MAX_BYTES and len(self._queue) > 1:
                worth, _, cache, key, cheapest = heappop(self._queue)
                if cache.kept.get(key) is not cheapest:
                    continue  # another thread drew the same
                if cheapest.worth > worth:
                    self._queue_image(cache, key, cheapest)  # it was used since
                    continue
                cache.drop_image(key)
                self.kept_bytes -= cheapest.size
                self.level = worth

    def _queue_image(self, cache: ImageCache[..., Any], key: Hashable, image: KeptImage[Any]) -> None:
        heappush(self._queue, (image.worth, next(self._numbers), cache, key, image))

    def forget_images(self, cache: ImageCache[..., Any]) -> None:
        """Drop all images of a cache."""
        with self._lock:
            self.kept_bytes -= sum(image.size for image in cache.kept.values())
            cache.kept.clear()
            self._queue = [entry for entry in self._queue if entry[2] is not cache]
            heapify(self._queue)


POOL = ImagePool()
CACHES: list[ImageCache[..., Any]] = []
"""All caches of this process."""
_nested = local()
"""`seconds`: the time of the images that this thread drew for the one that it is drawing."""


def keep_images(draw: Callable[P, T]) -> ImageCache[P, T]:
    """Keep what a function draws: a decorator."""
    return ImageCache(draw)


def measure_bytes(drawn: object) -> int:
    """Return the memory of an image or its bytes, or of all in a tuple. Pillow takes four bytes for a px of RGB."""
    if isinstance(drawn, bytes):
        return len(drawn) + _BYTES_OF_ENTRY
    if isinstance(drawn, Image.Image):
        return drawn.width * drawn.height * (1 if drawn.mode in {"L", "P", "1"} else 4) + _BYTES_OF_ENTRY
    return sum(map(measure_bytes, drawn)) if isinstance(drawn, tuple) else 0
