"""The pieces of Quo Vadis: towns, ruins, chips of generations, dice, tokens of the terrain."""

from dataclasses import dataclass
from math import cos, pi, sin

from render.kit.colour import INK, WHITE, mix, on
from render.kit.scene import Box, Disc, Icon, Numeral, Poly, Shape
from render.quo_vadis import theme

LETTERS = "ABCDE"


@dataclass(frozen=True, slots=True)
class TownPiece:
    """A town of `size` px in race colour, with the seat's letter and its population; `left`: its disc stands left."""

    seat: int
    colour: str
    size: float
    population: int
    left: bool = False

    def shapes(self) -> tuple[Shape, ...]:
        s = self.size
        x, r = (-0.4 if self.left else 0.4) * s, 0.27 * s
        letter = (0.07 if self.left else -0.07) * s
        figures = str(self.population)
        return (
            Icon("town", 0, 0, s, INK, INK, INK, 0.13 * s),
            Icon("town", 0, 0, s, WHITE, WHITE, WHITE, 0.09 * s),
            Icon("town", 0, 0, s, self.colour, WHITE, INK, theme.line(self.colour) * 0.32 * s),
            Numeral(letter, 0.12 * s, LETTERS[self.seat], 0.46 * s, on(self.colour)),
            Disc(x, 0.36 * s, r, WHITE, INK, max(2.2, 0.09 * r)),
            Numeral(x, 0.36 * s, figures, r * (1.5 if len(figures) < 2 else 1.15), INK),
        )


@dataclass(frozen=True, slots=True)
class RuinPiece:
    """A destroyed town: broken top, no number."""

    seat: int
    colour: str
    size: float

    def shapes(self) -> tuple[Shape, ...]:
        s, fill = self.size, mix(self.colour, theme.PAPER, 0.62)
        return (
            Icon("ruin", 0, 0, s, WHITE, WHITE, WHITE, 0.075 * s),
            Icon("ruin", 0, 0, s, fill, WHITE, INK, 0.05 * s),
            Numeral(0, 0.16 * s, LETTERS[self.seat], 0.36 * s, theme.INK_2),
        )


@dataclass(frozen=True, slots=True)
class Count:
    """`×2` in a disc, where several own workers share a space during a turn."""

    number: int
    r: float

    def shapes(self) -> tuple[Shape, ...]:
        return (Disc(0, 0, self.r, WHITE, INK, 2), Numeral(0, 0, f"×{self.number}", 1.2 * self.r, INK))


@dataclass(frozen=True, slots=True)
class Hexagon:
    """A flat or pointed hexagon in a terrain's colour."""

    r: float
    fill: str | None
    edge: str
    width: float
    flat: bool = False

    def shapes(self) -> tuple[Shape, ...]:
        return (Poly(corners(0, 0, self.r, self.flat), self.fill, self.edge, self.width),)


def corners(x: float, y: float, r: float, flat: bool = False) -> tuple[tuple[float, float], ...]:
    """The corners of a hexagon."""
    turn = 0 if flat else pi / 6
    return tuple((x + r * cos(turn + i * pi / 3), y + r * sin(turn + i * pi / 3)) for i in range(6))


@dataclass(frozen=True, slots=True)
class Chip:
    """A generation: its top card's kind, and how many cards it has."""

    kind: str
    cards: int
    w: float
    h: float
    current: bool = False

    def shapes(self) -> tuple[Shape, ...]:
        colour, ink = theme.KIND[self.kind], theme.ON_KIND[self.kind]
        size = min(32, 0.5 * self.w, 0.8 * self.h)
        ring = (Box(-4, -4, self.w + 8, self.h + 8, 12, None, INK, 3),) if self.current else ()
        return (
            *ring,
            Box(0, 0, self.w, self.h, 8, colour),
            Icon(theme.GLYPH[self.kind], 0.3 * self.w, self.h / 2, size, ink, colour),
            Numeral(0.72 * self.w, self.h / 2, str(self.cards), size, ink),
        )


@dataclass(frozen=True, slots=True)
class WarDie:
    """A d6 or d8 with a number: of its sides before, of its result after the roll."""

    sides: int
    text: str
    ghost: bool = False

    def shapes(self) -> tuple[Shape, ...]:
        ink = theme.STONE if self.ghost else INK
        if self.sides == 8:
            body: Shape = Poly(((0, -32), (32, 0), (0, 32), (-32, 0)), WHITE, ink, 3)
        else:
            body = Box(-25, -25, 50, 50, 10, WHITE, ink, 3)
        return (body, Numeral(0, 0, self.text, 30, ink))
