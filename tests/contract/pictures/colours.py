"""Perceived distance of two colours, also for colour-blind people: CIEDE2000, and Machado et al. 2009 at full
severity."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

from render.kit.colour import parse_rgb

Triple = tuple[float, float, float]
KINDS: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""Kind of colour vision -> its matrix on linear RGB."""
_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.072175), (0.0193339, 0.119192, 0.9503041))
_WHITE = (0.95047, 1.0, 1.08883)


def find_nearest_pair(colours: Iterable[str]) -> tuple[float, str]:
    """Return the smallest distance of any two colours for any kind of vision, and a description of the pair."""
    pairs = (
        (compute_distance(a, b, kind), f"{a} and {b} to {kind}")
        for a, b in combinations(sorted(colours), 2)
        for kind in KINDS
    )
    return min(pairs, default=(100.0, ""))


def compute_distance(a: str, b: str, kind: str = "normal") -> float:
    """Return the CIEDE2000 distance of two `#RRGGBB` colours."""
    return _compute_ciede2000(_convert_to_lab(a, kind), _convert_to_lab(b, kind))


def _multiply(matrix: tuple[Triple, ...], v: Triple) -> Triple:
    x, y, z = (sum(k * c for k, c in zip(row, v, strict=True)) for row in matrix)
    return x, y, z


def _convert_to_lab(colour: str, kind: str) -> Triple:
    r, g, b = (c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in parse_rgb(colour))
    x, y, z = (min(1.0, max(0.0, c)) for c in _multiply(KINDS[kind], (r, g, b)))
    light = (c / white for c, white in zip(_multiply(_XYZ, (x, y, z)), _WHITE, strict=True))
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in light)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _compute_ciede2000(first: Triple, second: Triple) -> float:
    (l1, a1, b1), (l2, a2, b2) = first, second
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    grey = 0.5 * (1 - sqrt(mean**7 / (mean**7 + 25**7)))
    c1, c2 = hypot(a1 * (1 + grey), b1), hypot(a2 * (1 + grey), b2)
    h1, h2 = degrees(atan2(b1, a1 * (1 + grey))) % 360, degrees(atan2(b2, a2 * (1 + grey))) % 360
    turn = 0.0 if not c1 * c2 else (h2 - h1 + 180) % 360 - 180
    hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    middle = h1 + h2 if not c1 * c2 else (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * cos(radians(middle - 30))
        + 0.24 * cos(radians(2 * middle))
        + 0.32 * cos(radians(3 * middle + 6))
        - 0.2 * cos(radians(4 * middle - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    bend = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((middle - 275) / 25) ** 2))))
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, hue / sh
    return sqrt(dl * dl + dc * dc + dh * dh + bend * dc * dh)
