"""The sheet of the chart: washed paper, engraved water, coasts and rivers."""

from functools import cache
from itertools import pairwise
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.surfaces.engraving import draw_line_screen
from render.kit.surfaces.noise import (
    cover_by_mask,
    draw_clouds,
    mix_by_mask,
    multiply_by_mask,
    scale_tones,
    stretch_tones,
)
from render.kit.surfaces.texture import draw_paper
from render.marco_polo_ii.chart import geography
from render.marco_polo_ii.chart.geography import Area
from render.marco_polo_ii.land.places import HEIGHT, WIDTH

SCALE = 2
"""px of the drawn chart to px of the board."""
SIZE = (WIDTH * SCALE, HEIGHT * SCALE)
INK = "#4A2C1A"

_WASHES = (
    (Area(130, 416, 260, 330), "#E0AC78"),
    (Area(250, 126, 330, 190), "#ECC882"),
    (Area(620, 546, 250, 240), "#E4A060"),
    (Area(700, 186, 330, 190), "#F0CE86"),
    (Area(1050, 116, 380, 190), "#D6BE78"),
    (Area(700, 386, 260, 120), "#C4ACB4"),
    (Area(1240, 366, 360, 260), "#B4C48C"),
    (Area(1000, 586, 260, 160), "#96B67A"),
    (Area(1290, 676, 220, 120), "#96B67A"),
)
"""Parts of Asia and their colours: Persia, the steppe, India, the Tarim basin, Tibet, China, the tropics."""
_WASH_SHARE = 0.44
_RAYS = 32


def scale_points(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(x * SCALE, y * SCALE) for x, y in points]


@cache
def draw_land_mask() -> Image.Image:
    """Return the mask of the land, white, at the scale of the chart."""
    mask = Image.new("L", SIZE)
    draw = ImageDraw.Draw(mask)
    for coast in geography.list_coasts():
        draw.polygon(scale_points(coast), fill=255)
    for shore in geography.list_shores():
        draw.polygon(scale_points(shore), fill=0)
    return mask


def draw_sheet() -> Image.Image:
    """Draw land and sea without any ornament."""
    land = draw_land_mask().reduce(SCALE)
    sheet = Image.composite(_draw_paper(land), _draw_sea(land), land).resize(SIZE, Image.Resampling.BICUBIC)
    _engrave_water(sheet)
    draw = ImageDraw.Draw(sheet)
    for river in geography.RIVERS:
        _draw_river(draw, river)
    for coast in geography.list_coasts():
        draw.line(scale_points([*coast, coast[0]]), fill="#3E342C", width=4, joint="curve")
    return sheet


def _draw_paper(land: Image.Image) -> Image.Image:
    """Draw paper with the washes of its parts, darker at the coast."""
    paper = draw_paper(WIDTH, HEIGHT, 5, "#FCF3DC", "#EEDBB4", 56).filter(ImageFilter.GaussianBlur(3))
    clouds = scale_tones(stretch_tones(draw_clouds(WIDTH, HEIGHT, 40, (220, 90)), 40, 230), 1, 130)
    for area, colour in _WASHES:
        paper = multiply_by_mask(paper, colour, ImageChops.multiply(_draw_wash(area), clouds))
    inner = scale_tones(ImageChops.invert(land.filter(ImageFilter.GaussianBlur(12))), 2)
    return multiply_by_mask(paper, "#CEA068", scale_tones(ImageChops.multiply(inner, land), 0.8))


def _draw_wash(area: Area) -> Image.Image:
    """Return an oval that fades outwards."""
    k = 8
    oval = Image.new("L", (WIDTH // k, HEIGHT // k))
    bounds = [side / k for side in (area.x - area.rx, area.y - area.ry, area.x + area.rx, area.y + area.ry)]
    ImageDraw.Draw(oval).ellipse(bounds, fill=255)
    soft = oval.filter(ImageFilter.GaussianBlur(min(area.rx, area.ry) / k / 2))
    return scale_tones(soft.resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC), _WASH_SHARE)


def _draw_sea(land: Image.Image) -> Image.Image:
    """Draw the sea, deeper along the coast."""
    clouds = stretch_tones(draw_clouds(WIDTH, HEIGHT, 77, (300, 120, 40)), 70, 220)
    sea = ImageChops.multiply(
        mix_by_mask("#BAD8D0", "#8EB8BC", clouds), draw_paper(WIDTH, HEIGHT, 6, "#FFFCF4", "#EEE2CC", 56)
    ).filter(ImageFilter.GaussianBlur(3))
    edge = ImageChops.subtract(scale_tones(land.filter(ImageFilter.GaussianBlur(16)), 2), land)
    return multiply_by_mask(sea, "#96BABE", scale_tones(edge, 0.75))


def _engrave_water(sheet: Image.Image) -> None:
    """Engrave level lines, thick at the coast, and the rhumb lines of the compass rose."""
    land = draw_land_mask()
    water = ImageChops.invert(land)
    depth = ImageChops.multiply(scale_tones(land.filter(ImageFilter.GaussianBlur(22)), 1.5, 10), water)
    cut = ImageChops.subtract(depth, draw_line_screen(*SIZE, 14, 0)).point([0, *([255] * 255)])
    lines = ImageChops.multiply(cut.filter(ImageFilter.GaussianBlur(0.6)), water)
    sheet.paste(cover_by_mask(sheet, "#4A707A", scale_tones(lines, 0.46)))
    rays = Image.new("L", SIZE)
    draw, (x, y) = ImageDraw.Draw(rays), geography.ROSE
    for i in range(_RAYS):
        angle = 2 * i * pi / _RAYS
        end = (x + 1700 * cos(angle)) * SCALE, (y + 1700 * sin(angle)) * SCALE
        draw.line((x * SCALE, y * SCALE, *end), fill=120 if i % 2 else 190, width=2)
    sheet.paste(cover_by_mask(sheet, "#784A32", scale_tones(ImageChops.multiply(rays, water), 0.43)))


def _draw_river(draw: ImageDraw.ImageDraw, river: geography.River) -> None:
    points = geography.meander_river(river)
    for extra, colour in ((2.0, "#54747C"), (0.0, "#A6C4C4")):
        for i, part in enumerate(pairwise(points)):
            width = (0.62 * river.width + extra) * (0.35 + 0.65 * i / len(points))
            draw.line(scale_points([*part]), fill=colour, width=max(1, int(width * SCALE)))
