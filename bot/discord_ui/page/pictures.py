"""Pictures of messages: the requests to draw them, and the cache of drawn ones. `render_pool` draws them."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Any, Protocol

from bot.discord_ui.text.localizer import load_bot_catalogue
from engines.kernel import Message
from render import Art, Lang, RenderContext, Scene, load_arts, paint
from render.kit.bounds import Band
from render.kit.colour import pick_ink
from render.kit.excerpt import list_changed_bands
from render.kit.painter import paint_column
from render.kit.painting.encoding import find_extension
from render.kit.scene import KEY, TextRun

from .render_pool import RenderPool

PICTURE_NAME = "picture"
"""Name of the file of a picture, before the extension of its format."""
CAPTION_HEIGHT = 76
"""Height in px of the caption above each half of a preview."""
NEWEST_CHANGES = "newest"
"""Picture name that stands for the private picture which shows the latest changes best."""
CACHE_BYTES = 48 << 20
"""Size of the cache of drawn pictures (about 160 of them)."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn picture, its description, and the name of its file."""

    content: bytes
    """Bytes of the file, which begin with the signature of its format."""
    alt: str
    """The picture in words, for people who do not see it."""
    own_name: str = ""
    """Name of its file, if it is not an ordinary picture."""

    @property
    def file(self) -> str:
        return self.own_name or f"{PICTURE_NAME}.{find_extension(self.content)}"


class DrawingRequest(Protocol):
    """A picture to be drawn for a page."""

    @property
    def table_id(self) -> int:
        """Id of the table."""
        ...

    @property
    def picture(self) -> str:
        """Name of the picture, for the log."""
        ...

    @property
    def key(self) -> tuple[object, ...]:
        """Cache key; requests with equal keys give equal pictures."""
        ...

    def draw(self) -> Picture:
        """Draw the picture. Called in another process or thread; takes 10 ms to a few seconds."""
        ...


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """A picture of a game to be drawn."""

    game_id: str
    """Id of the game's rules."""
    table_id: int
    """Id of the table."""
    rev: int
    """Revision of the table that `view` shows; -1 - n for the past position after decision n. Part of the cache key."""
    picture: str
    """Name of the picture, or NEWEST_CHANGES: the viewer's private picture that best shows the changes since
    `context.view_before`. To find it, two or three pictures are laid out, before and after, so that is done only when
    drawing.
    """
    context: RenderContext
    """The reader: language, names, seat, marks, earlier views."""
    view: Any
    """Of the reader's seat, or a spectator's on public posts."""
    changes_since: int = 0
    """Decision before which `context.view_before` was taken, if that is set."""
    preview_keys: tuple[str, ...] = ()
    """For a preview: the answer that would lead to `view`; the position before is drawn above it. Empty: no preview."""
    hidden_answer: tuple[str, ...] = ()
    """The viewer's answer to a question that several seats answer at once. A changed one makes no new revision, or
    others could tell from the drawing of their pictures that it was changed.
    """

    @property
    def key(self) -> tuple[object, ...]:
        context = self.context
        reader_key = (context.lang, context.viewer, context.names, context.marks, context.unplaced)
        shown_answers = self.preview_keys, self.hidden_answer
        return self.table_id, self.rev, self.picture, self.changes_since, *shown_answers, *reader_key

    @property
    def resolved_name(self) -> str:
        """Name of the picture, with NEWEST_CHANGES resolved."""
        if self.picture != NEWEST_CHANGES:
            return self.picture
        assert self.context.viewer is not None
        return load_arts()[self.game_id].choose_panel(self.view, self.context.viewer, (), self.context.view_before)

    def draw(self) -> Picture:
        art = load_arts()[self.game_id]
        if self.picture == NEWEST_CHANGES:
            return replace(self, picture=self.resolved_name).draw()
        scene = art.compose(self.view, self.picture, self.context)
        alt = art.describe_picture(self.view, self.picture, self.context)
        earlier = self._compose_earlier(art) if self.preview_keys else None
        if earlier is None or (earlier.width, earlier.theme) != (scene.width, scene.theme):
            return Picture(paint(scene), alt)
        lang = self.context.lang
        column = (
            _build_caption(scene, "preview.now", lang),
            earlier,
            _build_caption(scene, "preview.then", lang),
            scene,
        )
        unchanged_bands: tuple[Band, ...] = ()
        if earlier.height == scene.height:
            unchanged_bands = list_changed_bands(
                art.list_changes(self.view, self.picture, self.context, scene.anchors), earlier, scene
            )
        return Picture(paint_column(column, ((), unchanged_bands, (), unchanged_bands)), alt)

    def _compose_earlier(self, art: Art) -> Scene | None:
        """Return the scene before the previewed answer; None if this picture does not exist there."""
        try:
            return art.compose(self.context.view_before, self.picture, replace(self.context, view_before=None))
        except (KeyError, ValueError):
            return None


def _build_caption(scene: Scene, key: str, lang: Lang) -> Scene:
    """Return the caption above a picture, as wide as the picture."""
    words, background = load_bot_catalogue().render(Message(key), lang), scene.background
    text = TextRun(44, CAPTION_HEIGHT / 2, words, KEY, pick_ink(background), max_width=scene.width - 88)
    return Scene(scene.theme, scene.width, CAPTION_HEIGHT, background, (), (text,))


class PictureCache:
    """Draws pictures and caches them. Concurrent requests for one picture share one drawing."""

    def __init__(self, render_pool: RenderPool | None = None, cache_bytes: int = CACHE_BYTES) -> None:
        self.render_pool = render_pool or RenderPool()
        self._pictures_by_key: OrderedDict[tuple[object, ...], Picture] = OrderedDict()
        """The cache, by the request's key; the picture that was requested last is at the end."""
        self._drawings_by_key: dict[tuple[object, ...], asyncio.Future[Picture]] = {}
        """Drawings under way, by the request's key."""
        self._free_bytes = cache_bytes
        """Bytes that the cache may still take."""

    def find_picture(self, picture_request: DrawingRequest) -> Picture | None:
        """Return the picture if it is in the cache, else None."""
        picture = self._pictures_by_key.get(picture_request.key)
        if picture is not None:
            self._pictures_by_key.move_to_end(picture_request.key)
        return picture

    async def draw_picture(self, picture_request: DrawingRequest) -> Picture:
        """Return the picture from the cache or draw it. Raises DrawingFailed."""
        cached = self.find_picture(picture_request)
        if cached is not None:
            return cached
        key = picture_request.key
        waiting = self._drawings_by_key.get(key)
        if waiting is None:
            waiting = asyncio.ensure_future(self.render_pool.draw_request(picture_request))
            self._drawings_by_key[key] = waiting
            waiting.add_done_callback(lambda _: self._drawings_by_key.pop(key, None))
        # Cancelling one request must not cancel the drawing for the others.
        picture = await asyncio.shield(waiting)
        self._store_picture(key, picture)
        return picture

    def _store_picture(self, key: tuple[object, ...], picture: Picture) -> None:
        if key not in self._pictures_by_key:
            self._free_bytes -= len(picture.content)
            self._pictures_by_key[key] = picture
        while self._free_bytes < 0 and len(self._pictures_by_key) > 1:
            _, old = self._pictures_by_key.popitem(last=False)
            self._free_bytes += len(old.content)

    def close(self) -> None:
        """Drop the drawings that have not begun."""
        self.render_pool.close()
