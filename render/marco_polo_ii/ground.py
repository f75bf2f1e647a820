"""The prerendered grounds of Marco Polo II: a silk-road chart on a rosewood table, under a silk curtain.

`board` is for the overview, `chart` (at twice the size, with the skylines of the cities) for enlarged windows; `table`
and `silk` for other public pictures; `dusk` for the end; `night` and `high_night` for private ones.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFilter

from engines.marco_polo_ii.data.content import CONTENT
from render.kit.surfaces.relief import shade_below
from render.marco_polo_ii.backdrop import CAPTIONS_H, FOOT_H, HIGH_H, HORIZON, PRIVATE_H
from render.marco_polo_ii.chart.landscape import draw_landscape
from render.marco_polo_ii.chart.sheet import SCALE
from render.marco_polo_ii.chart.skylines import choose_width, paste_skyline
from render.marco_polo_ii.land.cities import find_centre
from render.marco_polo_ii.land.places import HEIGHT, LEFT, TOP, WIDTH, find_road
from render.marco_polo_ii.scenery.dusk import draw_dusk
from render.marco_polo_ii.scenery.hangings import draw_night, draw_plain_silk, draw_table, hang_curtain

_PLATE_TOP = 21  # px from the middle of a city's plate to the foot of its skyline


def draw_chart() -> Image.Image:
    """Draw the landscape with the skylines of the cities, at twice the size of the board."""
    chart = draw_landscape().copy()
    for city in CONTENT.data.cities:
        x, y = find_centre(city, "en")
        x, y = x - LEFT, y - TOP
        paste_skyline(chart, city, x * SCALE, (y - _PLATE_TOP) * SCALE, choose_width(city, y) * SCALE)
    return chart


def draw_board() -> Image.Image:
    board = draw_table(HIGH_H + CAPTIONS_H)
    board.paste(draw_plain_silk(FOOT_H + CAPTIONS_H), (0, HIGH_H - FOOT_H))
    shade_below(board, (LEFT - 8, TOP - 8, LEFT + WIDTH + 8, TOP + HEIGHT + 8), 10, 6, 190, 6)
    chart = draw_chart().reduce(SCALE)
    roads = Image.new("L", chart.size)
    draw = ImageDraw.Draw(roads)
    for name in CONTENT.data.routes:
        for part in pairwise(find_road(name)):
            draw.line([(x - LEFT, y - TOP + 4) for x, y in part], fill=120, width=13)
    chart.paste("#3C220E", (0, 0), roads.filter(ImageFilter.GaussianBlur(4)))
    board.paste(chart, (LEFT, TOP))
    return board


def draw_poster() -> Image.Image:
    """Draw the landscape at dusk above the curtain, and silk for the points below it."""
    poster = draw_plain_silk(HIGH_H)
    poster.paste(draw_dusk(), (0, 0))
    poster.paste(draw_plain_silk(HIGH_H - HORIZON), (0, HORIZON))
    hang_curtain(poster, HORIZON)
    return poster


GROUNDS: Mapping[str, Callable[[], Image.Image]] = {
    "board": draw_board,
    "chart": draw_chart,
    "dusk": draw_poster,
    "high_night": lambda: draw_night(HIGH_H),
    "night": lambda: draw_night(PRIVATE_H),
    "silk": lambda: draw_plain_silk(HIGH_H + CAPTIONS_H),
    "table": lambda: draw_table(HIGH_H),
}
