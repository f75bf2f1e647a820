"""The boards of a person's tables in one picture, below the list of them: as everybody sees them, nothing hidden."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.pictures import Picture, PictureRequest
from bot.discord_ui.text import titles
from bot.discord_ui.text.voice import Voice, cut
from bot.table import TableService
from bot.table.knowing.summaries import Summary
from render import arts
from render.kit.gallery import paint_gallery

log = logging.getLogger(__name__)

MOST = 6
"""Boards in one picture: of more tables those that have waited longest for the person."""
ALT_ROOM = 1024
"""Characters of what a picture says in words (Discord's limit)."""


@dataclass(frozen=True, slots=True)
class Gallery:
    """boards: what each shows, and its table's name."""

    boards: tuple[tuple[PictureRequest, str], ...]

    @property
    def game(self) -> int:
        return self.boards[0][0].game

    @property
    def picture(self) -> str:
        return f"gallery of {len(self.boards)} tables, the first"

    @property
    def key(self) -> tuple[object, ...]:
        return "gallery", *((*shot.key, title) for shot, title in self.boards)

    def draw(self) -> Picture:
        scenes, words = [], []
        for shot, title in self.boards:
            art = arts()[shot.engine]
            scenes.append((art.compose(shot.view, shot.picture, shot.look), title))
            said = f"{title}: {art.alt(shot.view, shot.picture, shot.look)}"
            words.append(cut(said, ALT_ROOM // len(self.boards) - 1))
        return Picture(paint_gallery(scenes), "\n".join(words))


async def gallery_of(tables: TableService, listed: Sequence[Summary], voice: Voice) -> Gallery | None:
    """Of the tables in play among those listed, in their order; None if none has a board. One that cannot be read has
    its line only.
    """
    boards: list[tuple[PictureRequest, str]] = []
    for one in [one for one in listed if one.row.status == "playing"][:MOST]:
        try:
            async with tables.at(one.row.id) as live:
                shot = picture_requests.overview(live, voice.first)
                title = titles.table_title(live, voice)
        except Exception:  # rules that have changed may raise anything, and the others are to be seen
            log.exception("game %d has no board in a list", one.row.id)
            continue
        if shot is not None:
            boards.append((shot, title))
    return Gallery(tuple(boards)) if boards else None
