"""The grounds of Quo Vadis: a relief of a primeval continent, of stone plates in an engraved sea, framed in bronze.

`board` is for the overview, `night` and `vellum` for other pictures, `frieze` for their ends, `end`
for the poster. Every land is laid of
`hexes` or `large_hexes` on `sea`: it depends on the game.
"""

from collections.abc import Callable, Mapping
from typing import Any

from PIL import Image, ImageDraw, ImageFilter

from render.kit.surfaces.noise import cover_by_mask, draw_clouds, draw_gradient, mix_by_mask, scale_tones, stretch_tones
from render.kit.surfaces.texture import draw_paper, draw_waves, draw_weave
from render.quo_vadis import theme
from render.quo_vadis.backdrop import BOARD_H, CAPTIONS_H, FRIEZE_H, POST_W, POSTER_FOOT, POSTER_SUN, SEA, WIDTH
from render.quo_vadis.scenery.hexes import draw_hexes, draw_large_hexes
from render.quo_vadis.scenery.land import draw_island, draw_land
from render.quo_vadis.scenery.ornament import draw_frieze, draw_night, draw_rays
from render.quo_vadis.scenery.sign import draw_sign, draw_swatch
from render.quo_vadis.scenery.tile import draw_glow, draw_tile

_SEA_SIZE = (1600, 1200)
_PANEL_RIGHT = 1576
_VELLUM_SIZE = (1560, 1080)


def draw_sea() -> Image.Image:
    """Draw deep water with engraved waves, darker towards its rim."""
    w, h = _SEA_SIZE
    water = mix_by_mask(theme.DEEP, theme.SKY, stretch_tones(draw_clouds(w, h, 3, (420, 200, 90), 0.4), 80, 180))
    return cover_by_mask(water, theme.WAVE, scale_tones(draw_waves(w, h, 8, 26, 0.10, 1.3), 0.4))


def draw_board() -> Image.Image:
    """Draw the table of the overview: vellum at the right, a frame of bronze, night around them."""
    board = draw_night(WIDTH, BOARD_H + CAPTIONS_H)
    x, y, w, h = SEA
    left, right, foot = x + w + POST_W, _PANEL_RIGHT, y + h
    board.paste(draw_paper(right - left, h, 9, *theme.VELLUM, 30), (left, y))
    shade = Image.linear_gradient("L").rotate(90).resize((26, h)).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    board.paste((0, 0, 0), (left, y), scale_tones(shade, 0.4))
    frieze = draw_frieze(right + POST_W - (x - POST_W), FRIEZE_H)
    post = draw_frieze(h + 2 * FRIEZE_H, POST_W).rotate(90, expand=True)
    for post_x in (x - POST_W, x + w, right):
        board.paste(post, (post_x, y - FRIEZE_H))
    for frieze_y in (y - FRIEZE_H, foot):
        board.paste(frieze, (x - POST_W, frieze_y))
    return board


def draw_cloth() -> Image.Image:
    """Draw dark cloth, darker towards its corners."""
    w, h = WIDTH, BOARD_H + CAPTIONS_H
    corners = Image.new("L", (w // 8, h // 8), 255)
    ImageDraw.Draw(corners).ellipse((-25, -20, w // 8 + 25, h // 8 + 20), fill=0)
    dark = corners.filter(ImageFilter.GaussianBlur(11)).resize((w, h), Image.Resampling.BICUBIC)
    return cover_by_mask(draw_weave(w, h, theme.NIGHT, 3, 7), theme.DEEP, scale_tones(dark, 0.75))


def draw_end() -> Image.Image:
    """Draw the poster: rays at night above vellum."""
    poster = draw_night(WIDTH, BOARD_H + CAPTIONS_H)
    sky = mix_by_mask("#0E1A2C", "#263A54", draw_gradient(WIDTH, POSTER_FOOT))
    poster.paste(draw_rays(sky, POSTER_SUN), (0, 0))
    vellum = draw_paper(WIDTH, BOARD_H - POSTER_FOOT, 8, *theme.VELLUM, 26)
    poster.paste(vellum, (0, POSTER_FOOT))
    for y in (0, POSTER_FOOT, BOARD_H - FRIEZE_H):
        poster.paste(draw_frieze(WIDTH, FRIEZE_H), (0, y))
    return poster


GROUNDS: Mapping[str, Callable[[], Image.Image]] = {
    "board": draw_board,
    "end": draw_end,
    "frieze": lambda: draw_frieze(WIDTH, FRIEZE_H),
    "hexes": draw_hexes,
    "large_hexes": draw_large_hexes,
    "night": draw_cloth,
    "sea": draw_sea,
    "vellum": lambda: draw_paper(*_VELLUM_SIZE, 8, *theme.VELLUM, 30),
}

SCENERY: Mapping[str, Callable[[Any, tuple[int, int]], Image.Image]] = {
    "glow": lambda side, size: draw_glow(side),
    "hex": lambda sign, size: draw_sign(sign),
    "island": draw_island,
    "land": draw_land,
    "plate": lambda plate, size: draw_tile(plate.side, plate.terrains),
    "swatch": draw_swatch,
}
