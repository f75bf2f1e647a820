"""Engraving: tones become screens of lines, and a plate is a shaded drawing whose lines follow each form."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, radians, sin

from PIL import Image, ImageChops, ImageDraw

from render.kit.surfaces.noise import scale_tones

Point = tuple[float, float]
_SAMPLES = 3
_CUT = [0, *([255] * 255)]  # every tone above black is ink


@lru_cache(maxsize=48)
def draw_line_screen(width: int, height: int, period: int, angle: float) -> Image.Image:
    """Return the thresholds of parallel lines: where a tone is darker than them, the line is as wide as there."""
    side = int(hypot(width, height)) + 8
    column = bytes(int(255 * abs(2 * ((y % period) / period) - 1)) for y in range(side))
    lines = Image.frombytes("L", (1, side), column).resize((side, side), Image.Resampling.NEAREST)
    lines = lines.rotate(angle, Image.Resampling.BICUBIC)
    x, y = (side - width) // 2, (side - height) // 2
    return lines.crop((x, y, x + width, y + height))


def engrave_tones(tone: Image.Image, period: int = 9, angle: float = 0, crossing: float = 58) -> Image.Image:
    """Return the ink of an engraving: lines, and a second set across them where the tone (255: darkest) is deep."""
    first = ImageChops.subtract(tone, draw_line_screen(*tone.size, period, angle)).point(_CUT)
    deep = scale_tones(tone, 1.6, -200)
    second = ImageChops.subtract(deep, draw_line_screen(*tone.size, period, angle + crossing)).point(_CUT)
    return ImageChops.lighter(first, second)


class Plate:
    """A shaded drawing in units of its own, 100 across with room for plumes and edges, cut as an engraving.

    Every form has a tone (0 to 255, from its upper left to its lower right) and its own angle of lines.
    """

    rounding = 0
    """How often the corners of forms are cut: what lives has none."""
    darkness = 0.82
    """Factor of all tones."""

    def __init__(self, size: int, period: float = 3.7) -> None:
        """size: px of the finished plate; period: px from line to line."""
        side = size * _SAMPLES
        self.unit = side / 108
        """Px of the image for one unit of the drawing."""
        self.period = max(5, round(period * _SAMPLES))
        """Px of the image from line to line."""
        self.size = (side, side)
        """Px of the image, which is finer than the finished plate."""
        self.ink = Image.new("L", self.size)
        """Mask of the lines."""
        self.body = Image.new("L", self.size)
        """Mask of all that the forms cover."""

    def finish(self) -> tuple[Image.Image, Image.Image]:
        """Return the masks of the ink, and of what the forms cover."""
        return self.ink.reduce(_SAMPLES), self.body.reduce(_SAMPLES)

    def polygon(
        self,
        points: Sequence[Point],
        light: float = 40,
        dark: float = 120,
        angle: float = -14,
        outline: float = 1.1,
        *,
        is_vertical: bool = False,
        rounding: int | None = None,
    ) -> None:
        """Lay a shape over what is there. is_vertical: its tone falls from above instead of from the left."""
        cuts = self.rounding if rounding is None else rounding
        corners = round_corners(points, cuts, is_closed=True) if cuts and len(points) > 3 else [*points]
        mask = Image.new("L", self.size)
        ImageDraw.Draw(mask).polygon(self._scale(corners), fill=255)
        xs, ys = zip(*corners, strict=True)
        (left, top), (right, bottom) = self._scale(((min(xs), min(ys)), (max(xs), max(ys))))
        size = max(2, int(right) - int(left) + 2), max(2, int(bottom) - int(top) + 2)
        ramp = Image.linear_gradient("L") if is_vertical else Image.linear_gradient("L").rotate(90)
        tone = Image.new("L", self.size, max(0, min(255, int(dark))))
        tone.paste(scale_tones(ramp.resize(size), (dark - light) / 255, light), (int(left), int(top)))
        self._cut(mask, tone, angle)
        if outline:
            self.line([*corners, corners[0]], outline, 0)

    def box(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        light: float = 40,
        dark: float = 120,
        angle: float = -14,
        outline: float = 1.0,
        *,
        is_vertical: bool = False,
    ) -> None:
        corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
        self.polygon(corners, light, dark, angle, outline, is_vertical=is_vertical, rounding=0)

    def oval(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        light: float = 20,
        dark: float = 150,
        angle: float = -30,
        outline: float = 1.1,
        *,
        part: tuple[float, float] | None = None,
    ) -> None:
        """Lay an oval that is lit from the upper left; part: only from one angle to another, in degrees."""
        (left, top), (right, bottom) = self._scale(((x - rx, y - ry), (x + rx, y + ry)))
        bounds = (left, top, right, bottom)
        mask = Image.new("L", self.size)
        draw = ImageDraw.Draw(mask)
        if part:
            draw.pieslice(bounds, *part, fill=255)
        else:
            draw.ellipse(bounds, fill=255)
        w, h = max(4, int(right - left) * 2), max(4, int(bottom - top) * 2)
        ball = scale_tones(Image.radial_gradient("L").resize((w, h)), (dark - light) / 175, light)
        tone = Image.new("L", self.size, max(0, min(255, int(dark))))
        corner = (left + right - w) / 2 - 0.28 * (right - left), (top + bottom - h) / 2 - 0.28 * (bottom - top)
        tone.paste(ball, (int(corner[0]), int(corner[1])))
        self._cut(mask, tone, angle)
        if outline:
            start, end = part or (0, 360)
            ImageDraw.Draw(self.ink).arc(bounds, start, end, fill=255, width=max(2, int(outline * self.unit)))

    def line(self, points: Sequence[Point], width: float = 1.1, rounding: int | None = None) -> None:
        cuts = self.rounding if rounding is None else rounding
        corners = round_corners(points, cuts, is_closed=False) if cuts and len(points) > 2 else points
        scaled, px = self._scale(corners), max(2, round(width * self.unit))
        draw, r = ImageDraw.Draw(self.ink), px / 2
        draw.line(scaled, fill=255, width=px, joint="curve")
        if r >= 2:
            for x, y in (scaled[0], scaled[-1]):
                draw.ellipse((x - r, y - r, x + r, y + r), fill=255)
        ImageDraw.Draw(self.body).line(scaled, fill=255, width=px)

    def clear_polygon(self, points: Sequence[Point]) -> None:
        """Take the ink off a polygon."""
        ImageDraw.Draw(self.ink).polygon(self._scale(points), fill=0)

    def clear_line(self, points: Sequence[Point], width: float = 1.0) -> None:
        """Draw a line without ink."""
        px = max(2, round(width * self.unit))
        ImageDraw.Draw(self.ink).line(self._scale(points), fill=0, width=px, joint="curve")

    def _scale(self, points: Iterable[Point]) -> list[Point]:
        return [((x + 4) * self.unit, (y + 8) * self.unit) for x, y in points]

    def _cut(self, mask: Image.Image, tone: Image.Image, angle: float) -> None:
        self.ink.paste(engrave_tones(scale_tones(tone, self.darkness), self.period, angle), mask=mask)
        self.body.paste(255, mask=mask)


def round_corners(points: Sequence[Point], cuts: int, *, is_closed: bool) -> list[Point]:
    """Return the line with its corners cut `cuts` times."""
    corners = [*points]
    for _ in range(cuts):
        ends = [*corners, corners[0]] if is_closed else corners
        nearer: list[Point] = [] if is_closed else [corners[0]]
        for (ax, ay), (bx, by) in pairwise(ends):
            nearer += [(0.78 * ax + 0.22 * bx, 0.78 * ay + 0.22 * by), (0.22 * ax + 0.78 * bx, 0.22 * ay + 0.78 * by)]
        corners = nearer if is_closed else [*nearer, corners[-1]]
    return corners


def build_arc(x: float, y: float, rx: float, ry: float, start: float, end: float, *, count: int = 14) -> list[Point]:
    """Return points on an ellipse from one angle to another, in degrees."""
    angles = (radians(start + (end - start) * i / count) for i in range(count + 1))
    return [(x + rx * cos(angle), y + ry * sin(angle)) for angle in angles]
