"""Pictures on their way to a message: drawn elsewhere (`studio`), kept a while."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Any, Protocol

from bot.discord_ui.text.voice import bot_words
from engines.kernel import Msg
from render import Art, Lang, Look, Scene, arts, paint
from render.kit.colour import on
from render.kit.excerpt import bands
from render.kit.extent import Band
from render.kit.painter import paint_column
from render.kit.scene import KEY, Text

from .studio import Studio

PICTURE_FILE = "picture.png"
STRIP = 76
"""Height in px of the words above each half of a preview."""
NEWEST = "newest"
CACHE_BYTES = 48 << 20
"""Finished pictures kept in memory (about 160 of them)."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture, what it shows in words, and what its file is called."""

    content: bytes
    alt: str
    file: str = PICTURE_FILE


class Drawing(Protocol):
    """Something to be drawn for a page. game: the table's number; picture: what it is, for the log; key: two with one
    key are alike.
    """

    @property
    def game(self) -> int: ...

    @property
    def picture(self) -> str: ...

    @property
    def key(self) -> tuple[object, ...]: ...

    def draw(self) -> Picture:
        """Draw it now. Called in another process or thread; takes from 10 ms to some seconds."""
        ...


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """A picture of a game to be drawn.

    rev: revision of the table that `view` shows (negative: -1 - n of its past, after decision n); together with the
    reader's part of the look it names the picture, so that the same one is drawn once. since: the decision before which
    `look.before` was, if it is set. imagined: the answer after which it would stand so; what is different from now is
    drawn, now and then. Empty: it does stand so.
    picture: NEWEST for the viewer's private one that shows best what is new since `look.before`; to find out which that
    is, two or three are laid out, before and after, and the press does not wait for that.
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

    @property
    def named(self) -> str:
        """The name of the picture."""
        if self.picture != NEWEST:
            return self.picture
        assert self.look.viewer is not None
        return arts()[self.engine].panel(self.view, self.look.viewer, (), self.look.before)

    def draw(self) -> Picture:
        art = arts()[self.engine]
        if self.picture == NEWEST:
            return replace(self, picture=self.named).draw()
        scene = art.compose(self.view, self.picture, self.look)
        alt = art.alt(self.view, self.picture, self.look)
        earlier = self._earlier(art) if self.imagined else None
        if earlier is None or (earlier.width, earlier.theme) != (scene.width, scene.theme):
            return Picture(paint(scene), alt)
        lang = self.look.lang
        column = (_strip(scene, "preview.now", lang), earlier, _strip(scene, "preview.then", lang), scene)
        kept: tuple[Band, ...] = ()
        if earlier.height == scene.height:
            kept = bands(art.changes(self.view, self.picture, self.look, scene.anchors), earlier, scene)
        return Picture(paint_column(column, ((), kept, (), kept)), alt)

    def _earlier(self, art: Art) -> Scene | None:
        """How it stands now; None: there is no such picture now."""
        try:
            return art.compose(self.look.before, self.picture, replace(self.look, before=None))
        except (KeyError, ValueError):
            return None


def _strip(scene: Scene, key: str, lang: Lang) -> Scene:
    """A few words above a picture, as wide as it."""
    words, ground = bot_words().render(Msg(key), lang), scene.ground
    text = Text(44, STRIP / 2, words, KEY, on(ground), room=scene.width - 88)
    return Scene(scene.theme, scene.width, STRIP, ground, (), (text,))


class PictureCache:
    """Draws shots. One shot is drawn once however many wait for it."""

    def __init__(self, studio: Studio | None = None, cache_bytes: int = CACHE_BYTES) -> None:
        self.studio = studio or Studio()
        self._done: OrderedDict[tuple[object, ...], Picture] = OrderedDict()
        self._under_way: dict[tuple[object, ...], asyncio.Future[Picture]] = {}
        self._room = cache_bytes

    def ready(self, shot: Drawing) -> Picture | None:
        """The picture if it is in the cache, else None."""
        found = self._done.get(shot.key)
        if found is not None:
            self._done.move_to_end(shot.key)
        return found

    async def draw(self, shot: Drawing) -> Picture:
        """The picture, from the cache or drawn now. Raises DrawingFailed."""
        found = self.ready(shot)
        if found is not None:
            return found
        key = shot.key
        waiting = self._under_way.get(key)
        if waiting is None:
            waiting = asyncio.ensure_future(self.studio.draw(shot))
            self._under_way[key] = waiting
            waiting.add_done_callback(lambda _: self._under_way.pop(key, None))
        # A reader who goes away must not take the picture from the others who wait for it.
        picture = await asyncio.shield(waiting)
        self._keep(key, picture)
        return picture

    def _keep(self, key: tuple[object, ...], picture: Picture) -> None:
        if key not in self._done:
            self._room -= len(picture.content)
            self._done[key] = picture
        while self._room < 0 and len(self._done) > 1:
            _, old = self._done.popitem(last=False)
            self._room += len(old.content)

    def close(self) -> None:
        """Drawings that have not begun are dropped."""
        self.studio.close()
