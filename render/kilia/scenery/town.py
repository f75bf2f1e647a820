"""A Hanseatic town: gabled houses with hoists, spires, and the life of the quay before them."""

from collections.abc import Sequence
from random import Random

from PIL import Image, ImageDraw

from render import kit
from render.kilia import theme
from render.kit.placement import Point

WALLS = ("#9C4A36", "#B26042", "#843E32", "#C4A476", "#CEB892", "#A87852", "#7A6054", "#BA7054")
GABLES = ("stepped", "curved", "plain")
_HAZE = "#E8C69A"
_PANE, _LAMPLIGHT, _DOOR, _COPPER = "#32424E", "#FFD682", "#422A1C", "#567E70"
_STEPS = 4
_LIT_SHARE = 0.3  # of the windows
_MAX_HAZE = 0.3  # houses farther away have no windows

_OUTLINE, _TIMBER, _CRATE, _OAK = "#322016", "#6C482C", "#B07E46", "#80563A"
_BRICK, _JOINT, _COPING = "#803E30", "#542820", "#BEB098"
_COATS = ("#3C2822", "#283C4E", "#602E28", "#5C543C")
_SKIN = "#D8AA88"
AWNINGS = ("#3C6E7E", "#8E5A6A", "#3C6E7E", "#6E7A52", "#3C6E7E")
"""None has the colour of a good."""
_AWNING_LIGHT = "#F6EEDA"


class Sketch:
    """A drawing around an origin of its own. Lines are as thick as they are on the finished picture."""

    def __init__(self, image: Image.Image, samples: int, origin: Point = (0, 0), scale: float = 1) -> None:
        """samples: px of the image per px of the finished picture; scale: px of the picture per unit of the drawing."""
        self._image, self._samples, self._origin = image, samples, origin
        self._draw, self._unit = ImageDraw.Draw(image), samples * scale
        """The unit of the drawing is in px of the image."""

    def move(self, x: float, y: float, scale: float = 1) -> "Sketch":
        """Return a sketch on the same image whose origin is at (x, y) of this one."""
        (left, top) = self._place((x, y))
        k = self._samples
        return Sketch(self._image, k, (left / k, top / k), scale * self._unit / k)

    def polygon(self, points: Sequence[Point], fill: str, outline: str | None = None) -> None:
        self._draw.polygon([self._place(point) for point in points], fill=fill, outline=outline)

    def line(self, points: Sequence[Point], colour: str, width: float = 1) -> None:
        px = max(1, int(width * self._unit))
        self._draw.line([self._place(point) for point in points], fill=colour, width=px, joint="curve")

    def box(self, left: float, top: float, right: float, bottom: float, fill: str, outline: str | None = None) -> None:
        corners = (*self._place((left, top)), *self._place((right, bottom)))
        self._draw.rectangle(corners, fill=fill, outline=outline)

    def oval(self, x: float, y: float, rx: float, ry: float, fill: str | None, outline: str | None = None) -> None:
        corners = (*self._place((x - rx, y - ry)), *self._place((x + rx, y + ry)))
        self._draw.ellipse(corners, fill=fill, outline=outline, width=max(1, int(self._unit)))

    def arch(self, x: float, y: float, r: float, fill: str) -> None:
        """Fill the upper half of a circle."""
        corners = (*self._place((x - r, y - r)), *self._place((x + r, y + r)))
        self._draw.pieslice(corners, 180, 360, fill=fill)

    def _place(self, point: Point) -> Point:
        k, (left, top) = self._samples, self._origin
        return left * k + point[0] * self._unit, top * k + point[1] * self._unit


def draw_house(
    sketch: Sketch, size: tuple[float, float], gable: str, wall: str, random: Random, haze: float = 0
) -> None:
    """Draw a house whose lower left corner is the origin; haze: share of the colour of the horizon."""
    w, h = size
    wall = kit.mix_colours(wall, _HAZE, haze)
    ink = kit.mix_colours(kit.mix_colours(wall, "#000000", 0.62), _HAZE, haze)
    gable_h = w * random.uniform(0.55, 0.8)
    eaves = gable_h - h
    outline = [(0.0, 0.0), *_build_gable(gable, w, eaves, gable_h), (w, 0.0)]
    sketch.polygon(outline, wall)
    shade = [point for point in outline if point[0] >= w / 2]
    sketch.polygon([*shade, (w / 2, 0)], kit.mix_colours(wall, "#000000", 0.14))
    sketch.line([*outline, outline[0]], ink, 1.2)
    if haze > _MAX_HAZE:
        return
    for i in range(int(-eaves / 3.2)):
        y = eaves + 3.2 * i
        sketch.line([(1, y), (w - 1, y)], kit.mix_colours(wall, "#000000", 0.1), 0.5)
    _draw_windows(sketch, w, eaves, wall, ink, random)
    for x in (0.34 * w, 0.66 * w):
        top = eaves - 0.34 * gable_h
        sketch.box(x - 2.4, top, x + 2.4, top + 7, _PANE, ink)
    beam = eaves - 0.62 * gable_h
    sketch.line([(w / 2, beam), (w / 2 + 6, beam)], ink, 1.6)
    sketch.line([(w / 2 + 6, beam), (w / 2 + 6, beam + 8)], ink, 0.5)
    sketch.box(w / 2 - 5, -13, w / 2 + 5, 0, _DOOR, ink)


def _draw_windows(sketch: Sketch, w: float, eaves: float, wall: str, ink: str, random: Random) -> None:
    columns, rows = max(2, int(w / 15)), max(1, int((-eaves - 10) / 17))
    for row in range(rows):
        for column in range(columns):
            x, y = w * (column + 0.5) / columns, eaves + 4 + 17 * row
            is_lit = random.random() < _LIT_SHARE
            sketch.box(x - 3.2, y, x + 3.2, y + 9.5, _LAMPLIGHT if is_lit else _PANE, ink)
            sketch.line([(x, y), (x, y + 9.5)], ink, 0.5)
            sketch.line([(x - 4, y - 1), (x + 4, y - 1)], kit.mix_colours(wall, kit.WHITE, 0.28), 1)


def _build_gable(gable: str, w: float, eaves: float, h: float) -> list[Point]:
    """Return the line over a house from its left to its right eaves."""
    left: list[Point] = [(0, eaves)]
    match gable:
        case "stepped":
            for i in range(_STEPS):
                y = eaves - h * (i + 1) / _STEPS
                left += [(w * 0.5 * i / _STEPS, y), (w * 0.5 * (i + 1) / _STEPS, y)]
        case "curved":
            curve = ((0.08, 0.1), (0.14, 0.5), (0.3, 0.62), (0.36, 0.92), (0.5, 1.0))
            left += [(w * x, eaves - h * y) for x, y in curve]
        case _:
            left.append((w / 2, eaves - h))
    return [*left, *((w - x, y) for x, y in reversed(left))]


def draw_spire(sketch: Sketch, w: float, h: float, wall: str) -> None:
    """Draw a church tower with a copper spire whose lower left corner is the origin."""
    ink = kit.mix_colours(wall, "#000000", 0.35)
    sketch.box(0, -h / 2, w, 0, wall, ink)
    copper = kit.mix_colours(_COPPER, wall, 0.35)
    sketch.polygon([(-2, -h / 2), (w / 2, -h), (w + 2, -h / 2)], copper, ink)
    for x in (0.3 * w, 0.68 * w):
        sketch.arch(x, -0.37 * h, 0.12 * w, ink)
        sketch.box(x - 0.12 * w, -0.37 * h, x + 0.12 * w, -0.26 * h, ink)
    sketch.line([(w / 2, -h), (w / 2, -h - 9)], ink, 1.2)
    sketch.line([(w / 2 - 3, -h - 6), (w / 2 + 3, -h - 6)], ink, 1)


def draw_crane(sketch: Sketch) -> None:
    """Draw a crane with its treadwheel; the origin is the middle of its foot."""
    sketch.polygon([(-26, 0), (-20, -66), (20, -66), (26, 0)], _TIMBER, _OUTLINE)
    sketch.polygon([(-26, -64), (4, -112), (58, -124), (30, -64)], kit.darken(_TIMBER, 0.2), _OUTLINE)
    for i in range(6):
        sketch.line([(i - 25, -12 * i), (25 - i, -12 * i)], _OUTLINE, 1)
    sketch.oval(0, -34, 16, 16, None, _OUTLINE)
    sketch.line([(-16, -34), (16, -34)], _OUTLINE, 2)
    sketch.line([(0, -50), (0, -18)], _OUTLINE, 2)
    sketch.line([(56, -122), (56, -30)], _OUTLINE, 1.2)
    sketch.box(48, -30, 64, -16, _CRATE, _OUTLINE)


def draw_stall(sketch: Sketch, awning: str) -> None:
    """Draw a stall with a striped awning and a good of every kind on its counter."""
    sketch.box(-20, -16, 20, 0, _OAK, _OUTLINE)
    for x in (-20, 19):
        sketch.box(x, -34, x + 1.6, -16, _OUTLINE)
    for i in range(6):
        low, high = -24 + 8 * i, -20 + 6.7 * i
        stripe = [(low, -32), (high, -44), (high + 6.7, -44), (low + 8, -32)]
        sketch.polygon(stripe, awning if i % 2 else _AWNING_LIGHT, _OUTLINE)
    for i, good in enumerate(theme.GOODS.values()):
        sketch.oval(-13 + 9 * i, -17.5, 4, 3.5, good, _OUTLINE)


def draw_barrel(sketch: Sketch) -> None:
    sketch.polygon([(-6, 0), (-7.6, -8), (-6, -16), (6, -16), (7.6, -8), (6, 0)], _OAK, _OUTLINE)
    for y in (-4, -12):
        sketch.line([(-7, y), (7, y)], _OUTLINE, 1.4)


def draw_person(sketch: Sketch, random: Random) -> None:
    """Draw somebody in a long coat, 17 units high."""
    coat = random.choice(_COATS)
    sketch.polygon([(-3.4, 0), (-2.2, -11.2), (2.2, -11.2), (3.4, 0)], coat)
    sketch.oval(0, -14.4, 2.3, 2.5, _SKIN)


def draw_quay_wall(sketch: Sketch, width: float, height: float) -> None:
    """Draw the brick wall of the quay below its coping, from the origin; height: 20 units or so."""
    sketch.box(0, 0, width, height, _BRICK)
    sketch.box(0, 0, width, 0.2 * height, _COPING)
    course, brick = 0.27 * height, 14
    for row in range(3):
        y = 0.2 * height + course * row
        sketch.line([(0, y), (width, y)], _JOINT, 0.5)
        for column in range(int(width / brick) + 2):
            x = brick * (column + (row % 2) / 2)
            sketch.line([(x, y), (x, y + course)], _JOINT, 0.5)
