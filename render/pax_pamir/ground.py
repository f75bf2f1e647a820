"""The prerendered grounds of Pax Pamir: a surveyor's chart on indigo cloth between bands of a kilim.

`board` is for two seats, `wide_board` for three and more, whose score track is a strip below the map; `cloth` and
`lapis` are for private pictures and zooms, `parchment` for courts, `chart` for maps of another size, `dusk` for the
end.
"""

from collections.abc import Callable, Mapping

from PIL import Image, ImageDraw

from render.kit.surfaces.ornament import draw_kilim
from render.kit.surfaces.relief import draw_round_mask, shade_below
from render.kit.surfaces.texture import draw_paper, draw_weave
from render.pax_pamir import theme
from render.pax_pamir.land import chart, dusk
from render.pax_pamir.layout import (
    BOARD_HEIGHT,
    CAPTIONS_H,
    CLOTH_H,
    POSTER_H,
    SCORE_STRIP,
    SCORE_TABLET,
    STRIP_H,
    WIDTH,
)

_KILIM_H = 19


def draw_board() -> Image.Image:
    return _draw_board(0, SCORE_TABLET)


def draw_wide_board() -> Image.Image:
    return _draw_board(STRIP_H, SCORE_STRIP)


def _draw_board(strip: int, track: tuple[int, int, int, int]) -> Image.Image:
    """Draw the board of this many players; strip: height of the strip below the map; track: box of the score track."""
    foot = BOARD_HEIGHT + strip
    board = draw_cloth(foot + CAPTIONS_H)
    market_top = 800 + strip
    board.paste(draw_weave(WIDTH, foot - market_top, theme.LAPIS, 8, 9), (0, market_top))
    for y in (107, market_top - 6):
        shade_below(board, (-30, y, WIDTH + 30, y + _KILIM_H), 6, 4, 150, 0)
        board.paste(draw_kilim(WIDTH, _KILIM_H), (0, y))
    draw = ImageDraw.Draw(board)
    draw.line((0, foot - 12, WIDTH, foot - 12), fill=theme.GILT, width=2)
    draw.rectangle((0, foot - 9, WIDTH, foot - 5), fill=theme.KILIM_RED)
    left, top = chart.LEFT, chart.TOP
    shade_below(board, (left, top, left + chart.WIDTH, top + chart.HEIGHT), 12, 6, 190, 4)
    board.paste(chart.draw_chart().reduce(chart.SCALE), (left, top))
    shade_below(board, track, 6, 3, 160, 8)
    strip_paper = draw_paper(track[2] - track[0], track[3] - track[1], 31, "#F8EED4", "#ECDBB4", 12)
    board.paste(strip_paper, track[:2], draw_round_mask(*strip_paper.size, 8))
    return board


def draw_cloth(height: int = CLOTH_H) -> Image.Image:
    return draw_weave(WIDTH, height, theme.NIGHT, 3, 7)


def draw_lapis() -> Image.Image:
    return draw_weave(WIDTH, 900, theme.LAPIS, 8, 9)


def draw_poster() -> Image.Image:
    """Draw the landscape of the end above bare cloth."""
    poster = draw_cloth(POSTER_H)
    poster.paste(dusk.draw_dusk(), (0, 0))
    shade_below(poster, (-30, dusk.HORIZON, WIDTH + 30, dusk.HORIZON + 22), 7, 4, 160, 0)
    poster.paste(draw_kilim(WIDTH, 22), (0, dusk.HORIZON - 8))
    return poster


def draw_parchment() -> Image.Image:
    return draw_paper(1560, 1400, 12, "#F6EBD0", "#E8D6AE", 40)


GROUNDS: Mapping[str, Callable[[], Image.Image]] = {
    "board": draw_board,
    "chart": chart.draw_chart,
    "cloth": draw_cloth,
    "dusk": draw_poster,
    "lapis": draw_lapis,
    "parchment": draw_parchment,
    "wide_board": draw_wide_board,
}
