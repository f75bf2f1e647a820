"""A skyline of buildings in two tones whose right halves are shaded by engraved lines."""

from collections.abc import Iterable
from math import cos, pi, sin, sqrt

from PIL import Image, ImageChops, ImageDraw

SAMPLES = 2
"""Views through arches are drawn that many times larger than they are shown."""

_HATCH = 4  # px from one line of shade to the next

Point = tuple[float, float]


class Skyline:
    """Draws buildings on an image. Measures are px of the board, from the middle of a base line, upwards."""

    def __init__(self, view: Image.Image, middle: float, base: float, scale: float = 1.0) -> None:
        self._view = view
        self._draw = ImageDraw.Draw(view)
        """Draws on the view."""
        self._middle, self._base, self._scale = middle, base, scale

    def draw_polygon(self, points: Iterable[Point], colour: str, shade: str | None = None) -> None:
        """Draw a polygon; with a shade, its outline and the lines on its right half."""
        outline = self._place_points(points)
        self._draw.polygon(outline, fill=colour)
        if shade is None:
            return
        self._shade_right_half(outline, shade)
        self._draw.line([*outline, outline[0]], fill=shade, width=2)

    def draw_box(self, x: float, y: float, w: float, h: float, colour: str, shade: str | None = None) -> None:
        self.draw_polygon([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], colour, shade)

    def draw_dome(
        self, x: float, y: float, rx: float, ry: float, colour: str, shade: str, ribs: int = 0, steepness: float = 1.0
    ) -> None:
        """Draw a dome around the middle of its foot. steepness: below 1 its sides rise more steeply."""
        turns = [pi * i / 24 for i in range(25)]
        self.draw_polygon([(x + rx * cos(turn), y + ry * sin(turn) ** steepness) for turn in turns], colour, shade)
        for i in range(1, ribs):
            side = 2 * i / ribs - 1
            heights = [j / 10 for j in range(11)]
            self.draw_line([(x + rx * side * sqrt(1 - h * h), y + ry * h) for h in heights], shade)

    def draw_arches(self, x: float, y: float, count: int, pitch: float, h: float, colour: str) -> None:
        """Draw a row of round-headed openings from the lower left corner of the first."""
        for i in range(count):
            (left, top), (right, foot) = self._place_points(
                ((x + pitch * (i + 0.2), y + h), (x + pitch * (i + 0.8), y))
            )
            r = (right - left) / 2
            self._draw.pieslice((left, top - r, right, top + r), 180, 360, fill=colour)
            self._draw.rectangle((left, top, right, foot), fill=colour)

    def draw_line(self, points: Iterable[Point], colour: str, width: int = 2) -> None:
        self._draw.line(self._place_points(points), fill=colour, width=width)

    def draw_oval(self, x: float, y: float, rx: float, ry: float, colour: str) -> None:
        (left, top), (right, foot) = self._place_points(((x - rx, y + ry), (x + rx, y - ry)))
        self._draw.ellipse((left, top, right, foot), fill=colour)

    def _place_points(self, points: Iterable[Point]) -> list[Point]:
        k = self._scale
        return [((self._middle + x * k) * SAMPLES, (self._base - y * k) * SAMPLES) for x, y in points]

    def _shade_right_half(self, outline: list[Point], shade: str) -> None:
        left, right = int(min(x for x, _ in outline)), int(max(x for x, _ in outline)) + 1
        top, foot = int(min(y for _, y in outline)), int(max(y for _, y in outline)) + 1
        body, lines = (Image.new("L", (right - left + 1, foot - top + 1)) for _ in range(2))
        ImageDraw.Draw(body).polygon([(x - left, y - top) for x, y in outline], fill=255)
        draw, width = ImageDraw.Draw(lines), right - left
        for x in range(width // 2, width, _HATCH):
            draw.line((x, 0, x, foot - top), fill=90 + 110 * x // width)
        self._view.paste(shade, (left, top), ImageChops.multiply(body, lines))
