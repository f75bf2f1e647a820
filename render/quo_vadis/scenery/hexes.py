"""Sheets of hexes, prerendered: each terrain in relief with its figures, from which every map is laid."""

from math import ceil, sqrt
from random import Random

from PIL import Image, ImageDraw

from render.kit.painting.grounds import cut_ground
from render.kit.painting.image_cache import keep_images
from render.quo_vadis.scenery.figures import HexFigures
from render.quo_vadis.scenery.surfaces import SURFACES

TERRAINS = tuple(SURFACES)
VARIANTS = 3
SIDE, LARGE_SIDE = 150, 266
"""px of a hex side on the two sheets."""
_SAMPLES = 2
_LARGE_FIGURES = (
    (0.0, -0.62),
    (-0.5, -0.2),
    (0.5, -0.2),
    (0.0, 0.22),
    (-0.5, 0.64),
    (0.5, 0.64),
    (-0.75, 0.22),
    (0.75, 0.22),
)
"""Centres of the groups of figures on a large hex, in hex sides."""
_LARGE_GROUP = 0.44
"""Size of a group of figures on a large hex, as a share of the hex."""


def _measure_cell(side: int) -> tuple[int, int]:
    return ceil(sqrt(3) * side) + 4, 2 * side + 4


def _enlarge(surface: Image.Image) -> Image.Image:
    """Return a surface as large as figures are drawn, which gives them smooth edges."""
    return surface.resize((surface.width * _SAMPLES, surface.height * _SAMPLES), Image.Resampling.BICUBIC)


def draw_hexes() -> Image.Image:
    """Draw a row of variants for each terrain."""
    w, h = _measure_cell(SIDE)
    sheet = Image.new("RGB", (w * VARIANTS, h * len(TERRAINS)))
    for row, terrain in enumerate(TERRAINS):
        for variant in range(VARIANTS):
            seed = 11 + 31 * variant + 7 * row
            cell = _enlarge(SURFACES[terrain]((w, h), SIDE, seed))
            HexFigures(ImageDraw.Draw(cell), (w, h), _SAMPLES * SIDE, Random(seed), _SAMPLES * 2).draw_terrain(terrain)
            sheet.paste(cell.reduce(_SAMPLES), (w * variant, h * row))
    return sheet


def draw_large_hexes() -> Image.Image:
    """Draw one large hex of each terrain in a row, with more and smaller figures."""
    w, h = _measure_cell(LARGE_SIDE)
    sheet = Image.new("RGB", (w * len(TERRAINS), h))
    for column, terrain in enumerate(TERRAINS):
        random = Random(5 + column)
        side = LARGE_SIDE * (0.30 if terrain == "mountain" else 0.42)
        cell = _enlarge(SURFACES[terrain]((w, h), side, 5 + len(terrain)))
        draw = ImageDraw.Draw(cell)
        for x, y in sorted(_LARGE_FIGURES, key=lambda centre: centre[1]):
            centre = w + x * _SAMPLES * LARGE_SIDE, h + y * _SAMPLES * LARGE_SIDE
            size = LARGE_SIDE * _LARGE_GROUP * _SAMPLES
            HexFigures(draw, centre, size, random, 1.6 * _SAMPLES).draw_terrain(terrain)
        sheet.paste(cell.reduce(_SAMPLES), (w * column, 0))
    return sheet


def find_cell(terrain: str) -> tuple[int, int, int, int]:
    """Return the rectangle of the first hex of a terrain on the sheet `hexes`."""
    w, h = _measure_cell(SIDE)
    row = TERRAINS.index(terrain)
    return 0, h * row, w, h * (row + 1)


def load_hex(terrain: str, side: float, variant: int = 0) -> Image.Image:
    """Return the rectangle around a hex with this side, in RGB. Its centre is the centre of the hex."""
    return _scale_hex(terrain, side, None if side > 1.25 * SIDE else variant % VARIANTS)


@keep_images
def _scale_hex(terrain: str, side: float, variant: int | None) -> Image.Image:
    """Return a hex of the sheet of variants, or the large hex of its terrain."""
    index = TERRAINS.index(terrain)
    if variant is None:
        cell_side, name, column, row = LARGE_SIDE, "large_hexes", index, 0
    else:
        cell_side, name, column, row = SIDE, "hexes", variant, index
    w, h = _measure_cell(cell_side)
    cell = cut_ground(f"quo_vadis/{name}", (w * column, h * row, w * (column + 1), h * (row + 1)))
    scale = side / cell_side
    size = ceil(w * scale), ceil(h * scale)
    # Lanczos takes three times as long, and every game in play has another size
    return cell.resize(size, Image.Resampling.HAMMING, reducing_gap=2.0)
