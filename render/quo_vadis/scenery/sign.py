"""Signs of the terrains: one small hex on its stone, and a rectangle of a terrain."""

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.painting.grounds import load_ground
from render.kit.surfaces.relief import draw_round_mask, parse_rgba
from render.quo_vadis import theme
from render.quo_vadis.land.layout import compute_hex_corners
from render.quo_vadis.scenery.hexes import SIDE, find_cell, load_hex

_SAMPLES = 3
_ROUNDING = 0.1  # radius of the corners of a swatch, as a share of its width


def measure_sign(side: int) -> int:
    """Return the side of the sprite of a sign in px, an even number."""
    return 2 * round(1.25 * side) + 4


@lru_cache(maxsize=32)
def draw_sign(sign: tuple[str, int]) -> Image.Image:
    """Draw the hex of a terrain with this side as a thick tile, as RGBA."""
    terrain, side = sign
    n = measure_sign(side)
    big = Image.new("RGBA", (n * _SAMPLES, n * _SAMPLES), parse_rgba(theme.INK, 0))
    draw = ImageDraw.Draw(big)

    def outline(share: float, dy: float = 0) -> list[tuple[float, float]]:
        corners = compute_hex_corners((n / 2, n / 2 - 0.04 * side + dy), share * side)
        return [(x * _SAMPLES, y * _SAMPLES) for x, y in corners]

    draw.polygon(outline(1.04, 0.17 * side), fill=(0, 0, 0, 110))
    for share, dy, colour in ((1.06, 0.11 * side, theme.ROCK[0]), (1.06, 0, theme.INK), (0.99, 0, theme.LINEN)):
        draw.polygon(outline(share, dy), fill=colour)
    tile = big.convert("RGBa").reduce(_SAMPLES).convert("RGBA")
    cell = load_hex(terrain, side)
    mask = Image.new("L", big.size)
    ImageDraw.Draw(mask).polygon(outline(0.90), fill=255)
    layer = Image.new("RGB", tile.size)
    layer.paste(cell, (round((n - cell.width) / 2), round((n - cell.height) / 2 - 0.04 * side)))
    tile.paste(layer, mask=mask.reduce(_SAMPLES))
    return tile


@lru_cache(maxsize=32)
def draw_swatch(terrain: str, size: tuple[int, int]) -> Image.Image:
    """Draw a rectangle of a terrain with round corners, as RGBA, with a shade below its upper edge."""
    left, top, right, bottom = find_cell(terrain)
    w, h = size
    scale = min((right - left) / w, (bottom - top) / h, 2 * SIDE / 130)
    x, y = (left + right - scale * w) / 2, (top + bottom - scale * h) / 2
    window = (x, y, x + scale * w, y + scale * h)
    swatch = load_ground("quo_vadis/hexes").resize(size, Image.Resampling.LANCZOS, window, reducing_gap=2.0)
    rim = Image.new("L", size, 150)
    ImageDraw.Draw(rim).rectangle((3, 5, w, h), fill=0)
    swatch.paste((0, 0, 0), (0, 0), ImageChops.multiply(rim, rim).filter(ImageFilter.GaussianBlur(3)))
    swatch.putalpha(draw_round_mask(w, h, _ROUNDING * w))
    return swatch
