"""Figures that tell the terrains apart without colour: peaks, trees, firs and ice, dunes, crests of waves."""

from collections.abc import Callable, Mapping
from random import Random

from PIL import ImageDraw

from render.kit.colour import WHITE, darken, mix_colours

Point = tuple[float, float]
_PEAKS = (
    (-0.46, -0.16, 0.36),
    (0.40, -0.26, 0.40),
    (-0.02, -0.40, 0.44),
    (-0.52, 0.28, 0.38),
    (0.50, 0.24, 0.40),
    (0.02, 0.20, 0.50),
    (-0.18, 0.60, 0.34),
    (0.26, 0.58, 0.32),
)
"""x, y and size of the peaks of a hex, in hex sides."""
_GROVES = ((-0.46, -0.42), (0.46, 0.40), (0.50, -0.34), (-0.44, 0.46))
_FIR_GROVES = ((-0.46, 0.36), (0.44, -0.40), (0.50, 0.34), (-0.40, -0.44))


class HexFigures:
    """Draws the figures of one hex; `centre` and `side` are in px of the picture."""

    def __init__(self, draw: ImageDraw.ImageDraw, centre: Point, side: float, random: Random, line: float) -> None:
        """line: px of a thin line."""
        self.draw = draw
        self.x, self.y = centre
        """The centre of the hex."""
        self.side = side
        self.random = random
        self.line = line

    def draw_terrain(self, terrain: str) -> None:
        _FIGURES[terrain](self)

    def _spread(self, across: float, down: float) -> Point:
        """Return a point at most this many hex sides from the centre."""
        return (
            self.x + self.random.uniform(-across, across) * self.side,
            self.y + self.random.uniform(-down, down) * self.side,
        )

    def _contains(self, x: float, y: float) -> bool:
        """Return whether a figure at a point stays within the hex."""
        across, down = abs(x - self.x), abs(y - self.y)
        return across < 0.70 * self.side and down < 0.86 * self.side - 0.5 * across

    def _spread_around(self, grove: Point, x_share: float, y_share: float) -> Point:
        x, y = self._spread(x_share, y_share)
        return x + grove[0] * self.side, y + grove[1] * self.side

    def _width(self, factor: float = 1.0) -> int:
        return max(1, round(factor * self.line))

    def draw_mountain(self) -> None:
        random, side = self.random, self.side
        peaks = [
            (
                self.x + side * x + random.uniform(-0.05, 0.05) * side,
                self.y + side * y + random.uniform(-0.04, 0.04) * side,
                side * size * random.uniform(0.9, 1.1),
            )
            for x, y, size in _PEAKS
        ]
        for x, y, size in sorted(peaks, key=lambda peak: peak[1]):
            self._draw_peak(x, y + 0.3 * size, 1.15 * size, 0.95 * size)

    def _draw_peak(self, x: float, y: float, w: float, h: float) -> None:
        """Draw a peak with a lit and a dark side, hachures and snow."""
        ink = "#3A3042"
        top = x + self.random.uniform(-0.07, 0.07) * w, y - h
        left = [(x - w * 0.60, y), (x - w * 0.36, y - h * 0.42), (x - w * 0.22, y - h * 0.60), top]
        right = [top, (x + w * 0.15, y - h * 0.68), (x + w * 0.36, y - h * 0.32), (x + w * 0.62, y)]
        ridge = [top, (x + w * 0.05, y - h * 0.62), (x - w * 0.04, y - h * 0.34), (x + w * 0.08, y)]
        self.draw.polygon(left + ridge[1:], fill="#D4CCD6")
        self.draw.polygon(ridge[::-1] + right[1:], fill="#807288")
        count = max(5, int(w / (2.5 * self.line)))
        for i in range(1, count):
            share = i / count
            start = x + w * (0.03 + 0.56 * share), y - h * (1 - share) * 0.96
            end = start[0] - w * (0.10 - 0.03 * share), min(y, start[1] + h * 0.46 * (1.1 - share))
            self.draw.line([start, end], fill=ink, width=self._width())
        snow = ((0.13, 0.72), (0.05, 0.66), (-0.01, 0.74), (-0.07, 0.64), (-0.17, 0.68))
        self.draw.polygon([top, *((x + w * dx, y - h * dy) for dx, dy in snow)], fill="#FCFCFF")
        self.draw.line(left, fill=ink, width=self._width(1.1), joint="curve")
        self.draw.line(right, fill=ink, width=self._width(1.6), joint="curve")

    def draw_plains(self) -> None:
        for _ in range(60):
            x, y = self._spread(0.7, 0.8)
            if self._contains(x, y):
                for lean in (-1, 0, 1):
                    blade = [(x, y), (x + lean * self.side * 0.03, y - self.side * 0.07)]
                    self.draw.line(blade, fill="#5C7A46", width=self._width(0.9))
        for grove in _GROVES:
            if self.random.random() < 0.75:
                for _ in range(4):
                    x, y = self._spread_around(grove, 0.13, 0.1)
                    if self._contains(x, y):
                        colour = "#4E7440" if self.random.random() < 0.7 else "#68823E"
                        self._draw_tree(x, y, self.side * self.random.uniform(0.17, 0.24), colour)

    def _draw_tree(self, x: float, y: float, h: float, colour: str) -> None:
        draw = self.draw
        draw.ellipse((x - h * 0.1, y - h * 0.08, x + h * 0.62, y + h * 0.12), fill="#607854")
        draw.line((x, y, x, y - h * 0.3), fill="#463222", width=self._width(1.4))
        crown = (x - h * 0.34, y - h, x + h * 0.34, y - h * 0.2)
        draw.ellipse(crown, fill=colour, outline=darken(colour, 0.45), width=self._width(0.9))
        light = (x - h * 0.24, y - h * 0.94, x + h * 0.06, y - h * 0.56)
        draw.ellipse(light, fill=mix_colours(colour, WHITE, 0.3))

    def draw_tundra(self) -> None:
        for grove in _FIR_GROVES:
            if self.random.random() < 0.8:
                for _ in range(3):
                    x, y = self._spread_around(grove, 0.14, 0.1)
                    if self._contains(x, y):
                        self._draw_fir(x, y, self.side * self.random.uniform(0.18, 0.26))
        for _ in range(5):
            x, y = self._spread(0.5, 0.6)
            if self._contains(x, y):
                z = self.side * self.random.uniform(0.08, 0.14)
                tip = x - z * 0.3, y - z * 1.3
                self.draw.polygon([(x - z, y), tip, (x + z * 0.2, y)], fill="#F4FAFF")
                self.draw.polygon([(x + z * 0.2, y), tip, (x + z, y)], fill="#70A4C8")

    def _draw_fir(self, x: float, y: float, h: float) -> None:
        draw = self.draw
        draw.ellipse((x - h * 0.1, y - h * 0.08, x + h * 0.62, y + h * 0.12), fill="#78A4C4")
        for tier in (0.0, 0.3, 0.58):
            half = h * 0.34 * (1 - tier)
            branches = [(x - half, y - h * tier), (x + half, y - h * tier), (x, y - h * (tier + 0.5))]
            draw.polygon(branches, fill="#385C68", outline="#1E3846")
            snow = [(x - h * 0.3 * (1 - tier), y - h * (tier + 0.04)), (x, y - h * (tier + 0.46))]
            draw.line(snow, fill="#F0FAFF", width=self._width(1.2))

    def draw_desert(self) -> None:
        for _ in range(7):
            x, y = self._spread(0.6, 0.66)
            if self._contains(x, y):
                z = self.side * self.random.uniform(0.10, 0.2)
                bounds = (x - z, y - z * 0.6, x + z, y + z * 0.6)
                self.draw.pieslice(bounds, 180, 350, fill="#FAE8A4")
                self.draw.arc(bounds, 180, 350, fill="#9E742E", width=self._width(1.2))

    def draw_sea(self) -> None:
        for _ in range(9):
            x, y = self._spread(0.56, 0.66)
            if self._contains(x, y):
                z = self.side * self.random.uniform(0.09, 0.14)
                for shift in (-z, z):
                    bounds = (x - z + shift, y - z * 0.6, x + shift + z * 0.1, y + z * 0.6)
                    self.draw.arc(bounds, 190, 350, fill="#E2F2FC", width=self._width(1.5))


_FIGURES: Mapping[str, Callable[[HexFigures], None]] = {
    "plains": HexFigures.draw_plains,
    "mountain": HexFigures.draw_mountain,
    "desert": HexFigures.draw_desert,
    "tundra": HexFigures.draw_tundra,
    "sea": HexFigures.draw_sea,
}
