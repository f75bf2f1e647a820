"""The icon language of `icons.toml`: drawings on a 24 x 24 grid, parsed once, unfolded into shapes at any size.

Primitives, separated by `;`: `c x y r` disc, `o x y r w` ring, `p x,y ...` polygon, `l w: x,y ...` line with round
joints, `r x y w h rad` rounded rectangle, `a x y r from to w` arc in degrees.
Prefixes: none = the fill, `!` = the ground behind, `~` = second tone (28 % darker, stone where the fill is nearly
black), `^` = 35 % lighter, `#RRGGBB` = that colour.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from render.kit.colour import WHITE, contrast, darker, mix
from render.kit.scene import Arc, Box, Disc, Icon, Line, Poly, Shape

GRID = 24
STONE = "#8C8473"  # what "darker" means for a silhouette in ink


@dataclass(frozen=True, slots=True)
class Stroke:
    """One primitive: tone (`""`, `"!"`, `"~"`, `"^"` or a colour), kind letter, numbers in grid units."""

    tone: str
    kind: str
    numbers: tuple[float, ...]


@cache
def icons() -> dict[str, tuple[Stroke, ...]]:
    """All icons by name. ValueError names the icon and the primitive that cannot be read."""
    raw = tomllib.loads((files("render.kit") / "icons.toml").read_text("utf-8"))
    return {name: tuple(parse(name, part) for part in text.split(";")) for name, text in raw.items()}


_COUNT = {"c": 3, "o": 4, "r": 5, "a": 6}


def parse(name: str, text: str) -> Stroke:
    words = text.split()
    tone = ""
    if words and words[0].startswith("#"):
        tone = words.pop(0)
    elif words and words[0][0] in "!~^":
        tone, words[0] = words[0][0], words[0][1:]
    try:
        kind, *rest = words
        numbers = tuple(float(n) for word in rest for n in word.rstrip(":").split(","))
    except ValueError as error:
        raise ValueError(f"icon {name!r}: {text.strip()!r}: expected a primitive letter and numbers") from error
    points = {"p": len(numbers) >= 6 and len(numbers) % 2 == 0, "l": len(numbers) >= 5 and len(numbers) % 2 == 1}
    if not (points.get(kind, False) or _COUNT.get(kind) == len(numbers)):
        raise ValueError(f"icon {name!r}: {text.strip()!r}: expected c 3, o 4, r 5 or a 6 numbers, p or l points")
    return Stroke(tone, kind, numbers)


def unfold(icon: Icon) -> tuple[Shape, ...]:
    """The shapes of an icon in canvas px. KeyError for an unknown name."""
    strokes = icons()[icon.name]
    k = icon.size / GRID
    x0, y0 = icon.x - icon.size / 2, icon.y - icon.size / 2
    rim: list[Shape] = []
    if icon.edge is not None:
        rim = [_shape(s, icon.edge, x0, y0, k, icon.width) for s in strokes if s.tone != "!"]
    return (*rim, *(_shape(s, _tone(s.tone, icon), x0, y0, k, 0) for s in strokes))


def _tone(tone: str, icon: Icon) -> str:
    match tone:
        case "":
            return icon.fill
        case "!":
            return icon.ground
        case "~":
            return darker(icon.fill, 0.28) if contrast(icon.fill, "#000000") > 2.5 else mix(icon.fill, STONE, 0.85)
        case "^":
            return mix(icon.fill, WHITE, 0.35)
    return tone


def _shape(stroke: Stroke, colour: str, x0: float, y0: float, k: float, grow: float) -> Shape:
    """One primitive in px; `grow` widens it on every side."""
    n = stroke.numbers
    match stroke.kind:
        case "c":
            return Disc(x0 + n[0] * k, y0 + n[1] * k, n[2] * k + grow, colour)
        case "o":
            return Disc(x0 + n[0] * k, y0 + n[1] * k, n[2] * k + grow, None, colour, n[3] * k + 2 * grow)
        case "p":
            edge = colour if grow else None
            return Poly(_points(n, x0, y0, k), colour, edge, 2 * grow)
        case "l":
            return Line(_points(n[1:], x0, y0, k), colour, n[0] * k + 2 * grow)
        case "r":
            w, h = n[2] * k + 2 * grow, n[3] * k + 2 * grow
            return Box(x0 + n[0] * k - grow, y0 + n[1] * k - grow, w, h, n[4] * k + grow, colour)
    return Arc(x0 + n[0] * k, y0 + n[1] * k, n[2] * k + grow, n[3], n[4], colour, n[5] * k + 2 * grow)


def _points(numbers: tuple[float, ...], x0: float, y0: float, k: float) -> tuple[tuple[float, float], ...]:
    return tuple((x0 + x * k, y0 + y * k) for x, y in zip(numbers[::2], numbers[1::2], strict=True))
