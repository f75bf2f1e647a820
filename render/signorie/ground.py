"""The prerendered grounds of Signorie: the front of a palazzo, from the cornice down to a walnut table.

`board` is for the overview, `night_board` for a private one; `wall` and `night` are for other pictures;
`loggia`, `table`, `tracks` and `night_tracks` are below the header of an enlarged part; `evening` is for the end.
"""

from collections.abc import Callable, Mapping

from PIL import Image, ImageDraw

from render.signorie import theme
from render.signorie.backdrop import (
    CAPTIONS_H,
    HEADER_H,
    LARGE_ARCADE,
    LARGE_TRAY,
    NIGHT_H,
    PART_H,
    PUBLIC_H,
    TRACKS_ASKED,
    TRACKS_SHOWN,
    EnlargedTracks,
)
from render.signorie.layout import ARCADE_H, ARCADE_TOP, DICE_TOP, HEIGHT, TRACKS, WIDTH
from render.signorie.palazzo.evening import draw_evening
from render.signorie.palazzo.loggia import draw_large_loggia, draw_loggia
from render.signorie.palazzo.mouldings import cast_band_shadow, draw_verde, lay_cornice
from render.signorie.palazzo.table import build_trays, draw_table
from render.signorie.palazzo.wall import build_track, draw_carrara, draw_header, hang_board_wall, hang_ranks

_TABLE_TOP = ARCADE_TOP + ARCADE_H


def draw_board() -> Image.Image:
    return _build_front(draw_carrara(ARCADE_TOP - HEADER_H))


def draw_night_board() -> Image.Image:
    return _build_front(draw_verde(ARCADE_TOP - HEADER_H, 31))


def _build_front(wall: Image.Image) -> Image.Image:
    """Build the front around its upper wall, and the dark stone below it for the lines of the news."""
    front = draw_verde(HEIGHT + CAPTIONS_H, 52)
    front.paste(draw_header(), (0, 0))
    hang_board_wall(front, wall)
    front.paste(draw_loggia(), (0, ARCADE_TOP))
    front.paste(draw_table(HEIGHT - _TABLE_TOP), (0, _TABLE_TOP))
    cast_band_shadow(front, _TABLE_TOP)
    build_trays(front, DICE_TOP)
    ImageDraw.Draw(front).line((0, HEIGHT - 2, WIDTH, HEIGHT - 2), fill=theme.INLAY, width=3)
    return front


def draw_wall() -> Image.Image:
    """Draw the header above white marble."""
    wall = draw_verde(PUBLIC_H + CAPTIONS_H, 52)
    wall.paste(draw_header(), (0, 0))
    wall.paste(draw_carrara(PUBLIC_H - HEADER_H), (0, HEADER_H))
    cast_band_shadow(wall, HEADER_H)
    ImageDraw.Draw(wall).line((0, PUBLIC_H - 2, WIDTH, PUBLIC_H - 2), fill=theme.INLAY, width=3)
    return wall


def draw_night() -> Image.Image:
    """Draw dark stone between two cornices."""
    night = draw_verde(NIGHT_H)
    lay_cornice(night, 0)
    lay_cornice(night, NIGHT_H - 14)
    draw = ImageDraw.Draw(night)
    for y in (16, NIGHT_H - 17):
        draw.line((0, y, WIDTH, y), fill=theme.INLAY, width=3)
    return night


def draw_part_loggia() -> Image.Image:
    return draw_large_loggia(PART_H, LARGE_ARCADE)


def draw_part_table() -> Image.Image:
    table = draw_table(PART_H)
    build_trays(table, *LARGE_TRAY)
    return table


def _draw_tracks(wall: Image.Image, tracks: EnlargedTracks) -> Image.Image:
    hang_ranks(wall, tracks.left, tracks.ranks_top - HEADER_H, tracks.scale)
    for name in TRACKS:
        build_track(wall, name, tracks.left, tracks.find_top(name) - HEADER_H, tracks.scale)
    return wall


GROUNDS: Mapping[str, Callable[[], Image.Image]] = {
    "board": draw_board,
    "evening": draw_evening,
    "loggia": draw_part_loggia,
    "night": draw_night,
    "night_board": draw_night_board,
    "night_tracks": lambda: _draw_tracks(draw_verde(PART_H, 31), TRACKS_ASKED),
    "table": draw_part_table,
    "tracks": lambda: _draw_tracks(draw_carrara(PART_H), TRACKS_SHOWN),
    "wall": draw_wall,
}
