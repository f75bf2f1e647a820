"""Colours and pieces of Flotsam: sand, deep water, and a crate with the sign of what is in it."""

from dataclasses import dataclass

from render.kit.colour import GOLD, INK, WHITE, Theme, darker, mix, on
from render.kit.scene import Box, Disc, Icon, Line, Numeral, Poly, Shape

SEA, WATER, SAND, PANEL, LINE, INK_2, MUTED = (
    "#16323F",
    "#2B6478",
    "#F2EBDC",
    "#FBF7EE",
    "#DACDB4",
    "#5B5A52",
    "#CCDCE2",
)
SEATS = {"yellow": "#F0BE3C", "red": "#BE3A2B", "purple": "#9A6FC0", "blue": "#1F4B8F"}
GOODS = {"tea": "#4E8C5A", "silk": "#C77BA0", "spice": "#D07A2D", "salt": "#DDE6EA"}
WOOD = "#A9825A"
NIGHT = mix(SEA, WATER, 0.35)

THEME = Theme(
    "flotsam",
    (SAND, PANEL, WHITE, SEA, WATER),
    (*SEATS.values(), *GOODS.values(), LINE, INK_2, MUTED, WOOD, NIGHT, darker(WOOD, 0.4), darker(GOLD, 0.3)),
)


@dataclass(frozen=True, slots=True)
class Crate:
    """A crate of `size` px with the sign of its good; closed (no good): planks only."""

    good: str | None
    size: float

    def shapes(self) -> tuple[Shape, ...]:
        s, h = self.size, self.size / 2
        edge = darker(WOOD, 0.4)
        box = Box(-h, -h, s, s, 0.08 * s, WOOD, edge, 0.05 * s)
        if self.good is None:
            planks = (Line(((-h * 0.8, y * s), (h * 0.8, y * s)), edge, 0.04 * s) for y in (-0.17, 0.17))
            return (box, *planks, Line(((-0.36 * s, 0.36 * s), (0.36 * s, -0.36 * s)), edge, 0.06 * s))
        fill = GOODS[self.good]
        return (box, Box(-0.36 * s, -0.36 * s, 0.72 * s, 0.72 * s, 0.06 * s, fill), *sign(self.good, s, on(fill), fill))


def sign(good: str, s: float, ink: str, ground: str) -> tuple[Shape, ...]:
    """A leaf, a roll of cloth, a star of anise, a cone of salt."""
    match good:
        case "tea":
            leaf = ((-0.2, 0.2), (-0.16, -0.06), (0.02, -0.2), (0.24, -0.24), (0.2, 0.0), (0.06, 0.16))
            vein = Line(((-0.26 * s, 0.26 * s), (0.12 * s, -0.12 * s)), ground, 0.04 * s)
            return (Poly(tuple((x * s, y * s) for x, y in leaf), ink), vein)
        case "silk":
            rings = tuple(Disc(0, 0, r * s, None, ink, 0.055 * s) for r in (0.25, 0.15))
            return (*rings, Disc(0, 0, 0.05 * s, ink))
        case "spice":
            return (Icon("star", 0, 0, 0.56 * s, ink, ground),)
        case _:
            return (Poly(((0, -0.24 * s), (0.24 * s, 0.2 * s), (-0.24 * s, 0.2 * s)), ink),)


@dataclass(frozen=True, slots=True)
class Price:
    """What a good costs, on a tag."""

    price: int
    r: float

    def shapes(self) -> tuple[Shape, ...]:
        return (Disc(0, 0, self.r, WHITE, INK, 4), Numeral(0, 0, str(self.price), 1.3 * self.r, INK))
