"""Pictures on their way to a message: drawn by two threads, never on the path of a first answer, kept a while."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from render import Look, arts, paint

THREADS = 2
"""Pillow lets go of the interpreter while it draws and packs; two threads keep two cores busy."""

CACHE_BYTES = 48 << 20
"""Finished pictures kept in memory (about 160 of them)."""


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """A picture to be drawn.

    rev: revision of the table that `view` shows; together with the reader's part of the look it names the picture, so
    that the same one is drawn once. since: the decision before which `look.before` was, if it is set. imagined: the
    answer after which it would stand so; empty: it does.
    """

    engine: str
    game: int
    rev: int
    picture: str
    look: Look
    view: Any
    since: int = 0
    imagined: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[object, ...]:
        look = self.look
        mine = (look.lang, look.viewer, look.names, look.marks)
        return self.game, self.rev, self.picture, self.since, self.imagined, *mine


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished PNG, and what it shows in words."""

    png: bytes
    alt: str


class PictureCache:
    """Draws shots. One shot is drawn once however many wait for it."""

    def __init__(self, cache_bytes: int = CACHE_BYTES) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "picture")
        self._done: OrderedDict[tuple[object, ...], Picture] = OrderedDict()
        self._under_way: dict[tuple[object, ...], asyncio.Future[Picture]] = {}
        self._room = cache_bytes

    def ready(self, shot: PictureRequest) -> Picture | None:
        """The picture, if it is there already."""
        found = self._done.get(shot.key)
        if found is not None:
            self._done.move_to_end(shot.key)
        return found

    async def draw(self, shot: PictureRequest) -> Picture:
        """The picture. Whatever the game's art raises comes out here."""
        found = self.ready(shot)
        if found is not None:
            return found
        key = shot.key
        waiting = self._under_way.get(key)
        if waiting is None:
            waiting = asyncio.get_running_loop().run_in_executor(self._threads, _draw, shot)
            self._under_way[key] = waiting
            waiting.add_done_callback(lambda _: self._under_way.pop(key, None))
        # A reader who goes away must not take the picture from the others who wait for it.
        picture = await asyncio.shield(waiting)
        self._keep(key, picture)
        return picture

    def _keep(self, key: tuple[object, ...], picture: Picture) -> None:
        if key not in self._done:
            self._room -= len(picture.png)
            self._done[key] = picture
        while self._room < 0 and len(self._done) > 1:
            _, old = self._done.popitem(last=False)
            self._room += len(old.png)

    def close(self) -> None:
        """Let the threads go; what is not begun is not drawn."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _draw(shot: PictureRequest) -> Picture:
    art = arts()[shot.engine]
    scene = art.compose(shot.view, shot.picture, shot.look)
    return Picture(paint(scene), art.alt(shot.view, shot.picture, shot.look))
