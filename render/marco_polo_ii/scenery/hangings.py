"""Silk and wood around the chart: the header of brocade, the hem of the curtain, the rosewood table."""

from PIL import Image, ImageDraw, ImageFilter

from render.kit.surfaces.noise import cover_by_mask, scale_tones
from render.kit.surfaces.ornament import draw_silk
from render.kit.surfaces.relief import SHADOW
from render.kit.surfaces.texture import draw_weave, draw_wood
from render.marco_polo_ii import theme

WIDTH = 1600
HEADER_H = 124
"""px of brocade above the table."""
TABLE = (20, 120, 1580)
"""Left, top and right of the table."""
CURTAIN_TOP = 110
_HEM_H = 44
_SCALLOP_W = 26
_SAMPLES = 4


def draw_brocade(width: int, height: int, seed: int = 2) -> Image.Image:
    """Draw plum silk with a woven cloud scroll."""
    return draw_silk(width, height, theme.SILK, theme.CLOUD, seed)


def draw_plain_silk(height: int) -> Image.Image:
    return draw_weave(WIDTH, height, theme.PLUM, 4, 5)


def draw_table(height: int) -> Image.Image:
    """Draw the rosewood table below the header and the curtain; it reaches down to the foot."""
    left, top, right = TABLE
    table = draw_plain_silk(height)
    table.paste(draw_brocade(WIDTH, HEADER_H), (0, 0))
    table.paste(draw_wood(right - left, height - top, 8, theme.ROSEWOOD, theme.ROSEWOOD_2), (left, top))
    draw = ImageDraw.Draw(table)
    for x in (left, right - 2):
        draw.line((x, top, x, height), fill="#180C0E", width=3)
    hang_curtain(table, CURTAIN_TOP, left, right - left)
    return table


def hang_curtain(canvas: Image.Image, y: int, x: int = 0, width: int = WIDTH) -> None:
    """Hang the hem of a curtain on an RGB canvas: scallops of red silk with gold piping and tassels."""
    hem = _draw_hem(width)
    shadow = scale_tones(hem.getchannel("A").filter(ImageFilter.GaussianBlur(4)), 0.6)
    canvas.paste(SHADOW, (x + 2, y + 5), shadow)
    canvas.paste(hem, (x, y), hem)


def _draw_hem(width: int) -> Image.Image:
    k = _SAMPLES
    count = round(width / _SCALLOP_W)
    pitch = width / count * k
    hem = Image.new("RGBA", (width * k, _HEM_H * k))
    draw = ImageDraw.Draw(hem)
    for i in range(count):
        _draw_scallop(draw, (i + 0.5) * pitch, pitch / 2, is_light=i % 2 == 1)
    draw.rectangle((0, 0, width * k, 8 * k), fill="#7E2024")
    draw.rectangle((0, 0, width * k, 3 * k - 1), fill=theme.GILT)
    draw.rectangle((0, 7 * k, width * k, 8 * k), fill="#ECC878")
    return hem.convert("RGBa").reduce(k).convert("RGBA")


def _draw_scallop(draw: ImageDraw.ImageDraw, x: float, r: float, *, is_light: bool) -> None:
    k = _SAMPLES
    top, foot = 8 * k - r, 8 * k + 1.15 * r
    inner = (x - r + 6, top, x + r - 6, foot - 8)
    draw.ellipse((x - r, top, x + r, foot), fill=theme.GILT)
    draw.ellipse(inner, fill="#9E2E2C" if is_light else "#8C2628")
    draw.pieslice(inner, 100, 180, fill="#B6423A" if is_light else "#A63834")
    draw.ellipse((x - 7, 13 * k - 7, x + 7, 13 * k + 7), fill="#F0CE82")
    draw.line((x, 23 * k, x, 29 * k), fill=theme.GILT, width=7)
    draw.polygon(((x - 9, 34 * k), (x + 9, 34 * k), (x, 27 * k)), fill=theme.GILT)


def draw_night(height: int) -> Image.Image:
    """Draw the ground of private pictures: brocade by lamplight with a hem above and below."""
    night = draw_brocade(WIDTH, height, 5)
    lamp = Image.new("L", (WIDTH // 8, height // 8))
    ImageDraw.Draw(lamp).ellipse((25, -62, 175, 52), fill=70)
    glow = lamp.filter(ImageFilter.GaussianBlur(20)).resize(night.size, Image.Resampling.BICUBIC)
    night = cover_by_mask(night, "#783C3C", glow)
    foot = night.crop((0, height - 60, WIDTH, height)).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    hang_curtain(foot, 0)
    night.paste(foot.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (0, height - 60))
    hang_curtain(night, 0)
    return night
