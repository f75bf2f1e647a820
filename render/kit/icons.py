"""The icon language of `icons.toml`: drawings on a 24 x 24 grid, parsed once, converted to shapes at any size.

Primitives, separated by `;`: `c x y r` disc, `o x y r w` ring, `p x,y ...` polygon, `l w: x,y ...` line with round
joints, `r x y w h rad` rounded rectangle, `a x y r from to w` arc in degrees.
Prefixes: none = the fill, `!` = the background, `~` = second tone (28 % darker, stone if the fill is nearly black),
`^` = 35 % lighter, `#RRGGBB` = that colour.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from render.kit.colour import WHITE, compute_contrast, darken, mix_colours
from render.kit.scene import Arc, Box, Disc, Icon, Poly, Polyline, Shape

GRID = 24
STONE = "#8C8473"  # the second tone of a silhouette in ink, which cannot get darker


@dataclass(frozen=True, slots=True)
class Stroke:
    """One primitive of an icon, as `icons.toml` writes it."""

    tone: str  # prefix: empty for the fill, `!`, `~`, `^`, or a colour #RRGGBB
    kind: str  # letter of the primitive: c, o, p, l, r or a
    numbers: tuple[float, ...]  # in the written order: units of the 24 x 24 grid; an arc also has two angles


@cache
def load_icons() -> dict[str, tuple[Stroke, ...]]:
    """Return all icons by name. A ValueError names the icon and the primitive that cannot be parsed."""
    raw = tomllib.loads((files("render.kit") / "icons.toml").read_text("utf-8"))
    return {name: tuple(parse_stroke(name, part) for part in text.split(";")) for name, text in raw.items()}


_NUMBER_COUNTS = {"c": 3, "o": 4, "r": 5, "a": 6}


def parse_stroke(name: str, text: str) -> Stroke:
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
    if not (points.get(kind, False) or _NUMBER_COUNTS.get(kind) == len(numbers)):
        raise ValueError(f"icon {name!r}: {text.strip()!r}: expected c 3, o 4, r 5 or a 6 numbers, p or l points")
    return Stroke(tone, kind, numbers)


def unfold_icon(icon: Icon) -> tuple[Shape, ...]:
    """Return the shapes of an icon in canvas px. Raises KeyError for an unknown name."""
    strokes = load_icons()[icon.name]
    k = icon.size / GRID
    x0, y0 = icon.x - icon.size / 2, icon.y - icon.size / 2
    rim: list[Shape] = []
    if icon.edge is not None:
        rim = [_build_shape(s, icon.edge, x0, y0, k, icon.width) for s in strokes if s.tone != "!"]
    return (*rim, *(_build_shape(s, _resolve_tone(s.tone, icon), x0, y0, k, 0) for s in strokes))


def _resolve_tone(tone: str, icon: Icon) -> str:
    match tone:
        case "":
            return icon.fill
        case "!":
            return icon.background
        case "~":
            return (
                darken(icon.fill, 0.28)
                if compute_contrast(icon.fill, "#000000") > 2.5
                else mix_colours(icon.fill, STONE, 0.85)
            )
        case "^":
            return mix_colours(icon.fill, WHITE, 0.35)
    return tone


def _build_shape(stroke: Stroke, colour: str, x0: float, y0: float, k: float, margin: float) -> Shape:
    """Build one primitive in px; `margin` widens it on every side."""
    n = stroke.numbers
    match stroke.kind:
        case "c":
            return Disc(x0 + n[0] * k, y0 + n[1] * k, n[2] * k + margin, colour)
        case "o":
            return Disc(x0 + n[0] * k, y0 + n[1] * k, n[2] * k + margin, None, colour, n[3] * k + 2 * margin)
        case "p":
            edge = colour if margin else None
            return Poly(_build_points(n, x0, y0, k), colour, edge, 2 * margin)
        case "l":
            return Polyline(_build_points(n[1:], x0, y0, k), colour, n[0] * k + 2 * margin)
        case "r":
            w, h = n[2] * k + 2 * margin, n[3] * k + 2 * margin
            return Box(x0 + n[0] * k - margin, y0 + n[1] * k - margin, w, h, n[4] * k + margin, colour)
    return Arc(x0 + n[0] * k, y0 + n[1] * k, n[2] * k + margin, n[3], n[4], colour, n[5] * k + 2 * margin)


def _build_points(numbers: tuple[float, ...], x0: float, y0: float, k: float) -> tuple[tuple[float, float], ...]:
    return tuple((x0 + x * k, y0 + y * k) for x, y in zip(numbers[::2], numbers[1::2], strict=True))
