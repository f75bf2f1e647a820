"""Help for drawing subjects: outlines written as text, and how round the corners of a drawing are."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec

from render.kit.surfaces.engraving import Plate, Point

P = ParamSpec("P")
Drawing = Callable[Concatenate[Plate, P], None]


def trace(outline: str) -> list[Point]:
    """Return the points of an outline written as `x,y x,y ...`."""
    return [(float(x), float(y)) for x, y in (point.split(",") for point in outline.split())]


def build_placer(x: float, y: float, scale: float, origin: Point = (0, 0)) -> Callable[..., list[Point]]:
    """Return a function that scales points around their origin and moves that to (x, y)."""

    def place(*points: Point) -> list[Point]:
        return [(x + (px - origin[0]) * scale, y + (py - origin[1]) * scale) for px, py in points]

    return place


def round_by(cuts: int) -> Callable[[Drawing[P]], Drawing[P]]:
    """Return a decorator that lets a drawing cut its corners `cuts` times: living things are soft, buildings are hard.

    A drawing that is a part of another one keeps its number of cuts.
    """

    def decorate(draw: Drawing[P]) -> Drawing[P]:
        def draw_rounded(plate: Plate, /, *args: P.args, **kwargs: P.kwargs) -> None:
            rounding_before, plate.rounding = plate.rounding, cuts
            draw(plate, *args, **kwargs)
            plate.rounding = rounding_before

        return draw_rounded

    return decorate
