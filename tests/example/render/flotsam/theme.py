"""Colours and pieces of Flotsam: sand, deep water, and a crate with the sign of its good."""

from dataclasses import dataclass

from render import kit

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
NIGHT = kit.mix_colours(SEA, WATER, 0.35)

THEME = kit.Theme(
    "flotsam",
    (SAND, PANEL, kit.WHITE, SEA, WATER),
    (
        *SEATS.values(),
        *GOODS.values(),
        LINE,
        INK_2,
        MUTED,
        WOOD,
        NIGHT,
        kit.darken(WOOD, 0.4),
        kit.darken(kit.GOLD, 0.3),
    ),
)


@dataclass(frozen=True, slots=True)
class Crate:
    """A crate with the sign of its good."""

    good: str | None
    """None: closed, with planks only."""
    size: float
    """Width in px."""

    def shapes(self) -> tuple[kit.Shape, ...]:
        s, h = self.size, self.size / 2
        edge = kit.darken(WOOD, 0.4)
        box = kit.Box(-h, -h, s, s, 0.08 * s, WOOD, edge, 0.05 * s)
        if self.good is None:
            planks = (kit.Polyline(((-h * 0.8, y * s), (h * 0.8, y * s)), edge, 0.04 * s) for y in (-0.17, 0.17))
            return (box, *planks, kit.Polyline(((-0.36 * s, 0.36 * s), (0.36 * s, -0.36 * s)), edge, 0.06 * s))
        fill = GOODS[self.good]
        return (
            box,
            kit.Box(-0.36 * s, -0.36 * s, 0.72 * s, 0.72 * s, 0.06 * s, fill),
            *build_sign(self.good, s, kit.pick_ink(fill), fill),
        )


def build_sign(good: str, s: float, ink: str, background: str) -> tuple[kit.Shape, ...]:
    """Build the sign of a good: a leaf, a roll of cloth, a star of anise, a cone of salt."""
    match good:
        case "tea":
            leaf = ((-0.2, 0.2), (-0.16, -0.06), (0.02, -0.2), (0.24, -0.24), (0.2, 0.0), (0.06, 0.16))
            vein = kit.Polyline(((-0.26 * s, 0.26 * s), (0.12 * s, -0.12 * s)), background, 0.04 * s)
            return (kit.Poly(tuple((x * s, y * s) for x, y in leaf), ink), vein)
        case "silk":
            rings = tuple(kit.Disc(0, 0, r * s, None, ink, 0.055 * s) for r in (0.25, 0.15))
            return (*rings, kit.Disc(0, 0, 0.05 * s, ink))
        case "spice":
            return (kit.Icon("star", 0, 0, 0.56 * s, ink, background),)
        case _:
            return (kit.Poly(((0, -0.24 * s), (0.24 * s, 0.2 * s), (-0.24 * s, 0.2 * s)), ink),)


@dataclass(frozen=True, slots=True)
class Price:
    """The price of a good on a tag."""

    price: int
    r: float

    def shapes(self) -> tuple[kit.Shape, ...]:
        return (
            kit.Disc(0, 0, self.r, kit.WHITE, kit.INK, 4),
            kit.Numeral(0, 0, str(self.price), 1.3 * self.r, kit.INK),
        )
