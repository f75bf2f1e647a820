"""Ornament of the chart: a bronze frieze of suns, a compass, a serpent, and a ribbon with the title."""

from functools import cache
from math import cos, pi, radians, sin

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit import GOLD, Box
from render.kit.painting.lettering import draw_text_mask
from render.kit.painting.materials import draw_material
from render.kit.surfaces.noise import cover_by_mask, draw_grain, mix_by_mask, scale_tones
from render.kit.text import BASELINE
from render.quo_vadis import theme

_SAMPLES = 3
_TITLE = "Quo Vadis"
_FOAM, _COIL = "#BEDCD6", "#286268"
_CHALK, _DEPTH = "#CEE0DC", "#183C4C"


def _finish(large: Image.Image) -> Image.Image:
    return large.convert("RGBa").reduce(_SAMPLES).convert("RGBA")


def draw_frieze(width: int, height: int = 26) -> Image.Image:
    """Draw a band of bronze with suns between running waves."""
    k = _SAMPLES
    w, h = width * k, height * k
    band = mix_by_mask("#704A22", "#B07C3E", draw_grain(w, h, 4, 200, 30))
    draw = ImageDraw.Draw(band)
    dark, light = "#3E2610", "#EEC880"
    count = max(1, round(width / (height * 2.2)))
    pitch, y = w / count, h / 2
    for i in range(count + 1):
        x, r = i * pitch, 0.2 * h
        for ray in range(8):
            dx, dy = cos(ray * pi / 4), sin(ray * pi / 4)
            draw.line(
                (x + 1.3 * r * dx, y + 1.3 * r * dy, x + 1.9 * r * dx, y + 1.9 * r * dy),
                fill=light,
                width=int(0.06 * h),
            )
        draw.ellipse((x - r, y - r, x + r, y + r), fill=light, outline=dark, width=3)
        for side, start, end in ((-1, 180, 390), (1, 0, 210)):
            middle, reach = x + pitch / 2 + side * pitch * 0.12, 0.22 * h
            bounds = (middle - reach, y - reach, middle + reach, y + reach)
            draw.arc(bounds, start, end, fill=light, width=int(0.08 * h))
    for top, colour in ((0, dark), (3, light), (h - 4, dark), (h - 8, "#603E1C")):
        draw.rectangle((0, top, w, top + 3), fill=colour)
    return band.reduce(k).filter(ImageFilter.GaussianBlur(0.5))


@cache
def draw_title(size: int) -> Image.Image:
    """Draw a ribbon with the game's name, as RGBA; size: px of its letters."""
    mask, dx, dy = draw_text_mask(_TITLE, size, "serif", "m")
    w, h = mask.width + size, round(1.6 * size)
    ribbon, left, top = draw_material(Box(0, 0, w, h, 0, theme.SCROLL, material="scroll"))
    ink = Image.new("RGB", mask.size, theme.INK)
    ribbon = ribbon.copy()
    ribbon.paste(ink, (w // 2 + dx - left, round(h / 2 + BASELINE * size) + dy - top), mask)
    return ribbon


@cache
def draw_compass(r: int) -> Image.Image:
    """Draw a wind rose with a graduated rim, as RGBA."""
    k, n = _SAMPLES, int(2.6 * r)
    rose = Image.new("RGBA", (n * k, n * k), (206, 224, 220, 0))
    draw, c, reach = ImageDraw.Draw(rose), n * k / 2, r * k
    for share, width in ((1.0, 5), (0.94, 2), (0.60, 3)):
        size = share * reach
        draw.ellipse((c - size, c - size, c + size, c + size), outline=_CHALK, width=width)
    for i in range(72):
        dx, dy, outer = cos(i * pi / 36), sin(i * pi / 36), reach * (1 if i % 6 else 0.88)
        inner = 0.94 * reach
        draw.line((c + inner * dx, c + inner * dy, c + outer * dx, c + outer * dy), fill=_CHALK, width=3)
    for i in range(16):
        angle = radians(22.5 * i)
        length = reach * (1.16, 0.62, 0.86, 0.62)[i % 4]
        tip = c + length * sin(angle), c - length * cos(angle)
        for turn, fill in ((-0.4, _CHALK), (0.4, _DEPTH)):
            base = c + 0.16 * reach * sin(angle + turn), c - 0.16 * reach * cos(angle + turn)
            draw.polygon([(c, c), base, tip], fill=fill, outline=_CHALK)
    hub = 0.1 * reach
    draw.ellipse((c - hub, c - hub, c + hub, c + hub), fill=GOLD, outline=_DEPTH, width=3)
    return _finish(rose)


_COILS = ((0.55, 0.30), (1.20, 0.38), (1.95, 0.46))
_NECK = (
    *((2.55, 0), (2.50, 0.35), (2.62, 0.68), (2.86, 0.86), (3.10, 0.80), (3.28, 0.66), (3.24, 0.58)),
    *((3.02, 0.60), (2.92, 0.56), (3.08, 0.52), (3.10, 0.46), (2.90, 0.44), (2.80, 0.30), (2.86, 0)),
)


@cache
def draw_serpent(size: int) -> Image.Image:
    """Draw three coils and a head that rise from the waves, as RGBA."""
    k = _SAMPLES
    w, h, s = int(3.4 * size) * k, int(1.5 * size) * k, size * k
    base = 0.82 * h
    beast = Image.new("RGBA", (w, h), (190, 220, 214, 0))
    draw = ImageDraw.Draw(beast)

    def place(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x * s, base - y * s) for x, y in points]

    line = int(0.02 * s)
    for x_share, r_share in _COILS:
        x, r = x_share * s, r_share * s
        thick = 0.4 * r
        inner = r - thick
        draw.pieslice((x - r, base - r, x + r, base + r), 180, 360, fill=_COIL, outline=_FOAM, width=line)
        hole = (x - inner, base - inner, x + inner, base + inner)
        draw.pieslice(hole, 180, 360, fill=(190, 220, 214, 0), outline=_FOAM, width=line)
        for i in range(9):
            angle = pi * (1.08 + i * 0.105)
            far = r - 0.45 * thick
            scale_line = (
                *(x + inner * cos(angle), base + inner * sin(angle)),
                *(x + far * cos(angle + 0.05), base + far * sin(angle + 0.05)),
            )
            draw.line(scale_line, fill=_FOAM, width=int(0.014 * s))
        for i in range(5):
            angle = pi * (1.2 + i * 0.15)
            fin = [
                (x + reach * cos(angle + turn), base + reach * sin(angle + turn))
                for reach, turn in ((r, 0), (1.16 * r, 0.06), (r, 0.12))
            ]
            draw.polygon(fin, fill=_FOAM)
    neck = place(*_NECK)
    draw.polygon(neck, fill=_COIL)
    draw.line([*neck, neck[0]], fill=_FOAM, width=int(0.022 * s), joint="curve")
    draw.ellipse((2.88 * s, base - 0.78 * s, 2.95 * s, base - 0.71 * s), fill=_FOAM)
    for i in range(6):
        ring = place((2.53 + i * 0.012, 0.06 + i * 0.1), (2.66 + i * 0.014, 0.10 + i * 0.09))
        draw.line(ring, fill=_FOAM, width=int(0.014 * s))
    draw.polygon(place((2.62, 0.68), (2.50, 0.86), (2.74, 0.80)), fill=_FOAM)
    for i in range(7):
        for row in (0, 0.5):
            left, top = (i + 0.9 * row) * 0.48 * s, base - 0.05 * s + 0.13 * row * s
            draw.arc((left, top, left + 0.34 * s, top + 0.15 * s), 200, 340, fill=_FOAM, width=int(0.018 * s))
    return _finish(beast)


def draw_night(width: int, height: int) -> Image.Image:
    """Draw the dark board around the chart."""
    return mix_by_mask(theme.FRAME, theme.FRAME_LIGHT, draw_grain(width, height, 2, 160))


def draw_rays(sky: Image.Image, sun: tuple[int, int]) -> Image.Image:
    """Return a sky with rays from a point, which fade with their distance from it."""
    mask, (x, y), count = Image.new("L", sky.size), sun, 60
    draw = ImageDraw.Draw(mask)
    for i in range(count):
        angles = 2 * pi * i / count, 2 * pi * i / count + pi / count * (0.9 if i % 2 else 0.5)
        ends = [(x + 2200 * cos(angle), y + 2200 * sin(angle)) for angle in angles]
        draw.polygon([sun, *ends], fill=70 if i % 2 else 40)
    reach = 1300
    fade = Image.new("L", sky.size)
    glow = Image.radial_gradient("L").resize((2 * reach, 2 * reach))
    fade.paste(ImageChops.invert(glow), (x - reach, y - reach))
    rays = ImageChops.multiply(mask.filter(ImageFilter.GaussianBlur(1)), fade)
    return cover_by_mask(cover_by_mask(sky, "#E8B05C", rays), "#FFE0A0", scale_tones(fade, 0.75, -97))
