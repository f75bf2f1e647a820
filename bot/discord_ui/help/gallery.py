"""One picture with the public boards of a person's tables, shown below the list of tables."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.pictures import Picture, PictureRequest
from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import Localizer, cut_text
from bot.table import TableService
from bot.table.player_records.table_list import TableEntry
from render import load_arts
from render.kit.composites import paint_gallery
from storage import ForeignTable

log = logging.getLogger(__name__)

MAX_BOARDS = 6
"""Maximum boards in one picture; the tables that have waited longest for the person come first."""
MAX_ALT = 1024
"""Maximum characters of a picture's description (Discord's limit)."""


@dataclass(frozen=True, slots=True)
class Gallery:
    """A picture of several boards, to be drawn."""

    boards: tuple[tuple[PictureRequest, str], ...]
    """(picture of the board, title of the table)."""

    @property
    def table_id(self) -> int:
        return self.boards[0][0].table_id

    @property
    def picture(self) -> str:
        return f"gallery of {len(self.boards)} tables, the first"

    @property
    def key(self) -> tuple[object, ...]:
        return "gallery", *((*picture_request.key, title) for picture_request, title in self.boards)

    def draw(self) -> Picture:
        scenes, words = [], []
        for picture_request, title in self.boards:
            art = load_arts()[picture_request.game_id]
            drawn = (picture_request.view, picture_request.picture, picture_request.context)
            scenes.append((art.compose(*drawn), title))
            words.append(cut_text(f"{title}: {art.describe_picture(*drawn)}", MAX_ALT // len(self.boards) - 1))
        return Picture(paint_gallery(scenes), "\n".join(words))


async def load_gallery(service: TableService, summaries: Sequence[TableEntry], localizer: Localizer) -> Gallery | None:
    """Return the picture of the listed tables that are in play, in their order; None if none has a board.

    A table that cannot be loaded is left out.
    """
    boards: list[tuple[PictureRequest, str]] = []
    for summary in [summary for summary in summaries if summary.row.status == "playing"][:MAX_BOARDS]:
        try:
            async with service.lock_table(summary.row.id) as table:
                picture_request = picture_requests.build_overview(table, localizer.first_lang)
                title = titles.name_table(table, localizer)
        except ForeignTable:
            continue  # another process has it in memory, and this one may not
        except Exception:  # changed rules may raise anything; the other boards must still be shown
            log.exception("table %d has no board in a list", summary.row.id)
            continue
        if picture_request is not None:
            boards.append((picture_request, title))
    return Gallery(tuple(boards)) if boards else None
