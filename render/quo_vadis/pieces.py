"""The pieces of Quo Vadis: towns, ruins, chips of generations, dice, tokens of the terrain."""

from dataclasses import dataclass
from math import cos, pi, sin

from render import kit

from . import theme

LETTERS = "ABCDE"


@dataclass(frozen=True, slots=True)
class TownPiece:
    """A town in race colour, with the seat's letter and its population on a disc."""

    seat: int
    colour: str
    size: float
    """Width in px."""
    population: int
    has_left_disc: bool = False
    """The disc is on the left side."""

    def shapes(self) -> tuple[kit.Shape, ...]:
        s = self.size
        x, r = (-0.4 if self.has_left_disc else 0.4) * s, 0.27 * s
        letter = (0.07 if self.has_left_disc else -0.07) * s
        figures = str(self.population)
        return (
            kit.Icon("town", 0, 0, s, kit.INK, kit.INK, kit.INK, 0.13 * s),
            kit.Icon("town", 0, 0, s, kit.WHITE, kit.WHITE, kit.WHITE, 0.09 * s),
            kit.Icon("town", 0, 0, s, self.colour, kit.WHITE, kit.INK, theme.find_edge_width(self.colour) * 0.32 * s),
            kit.Numeral(letter, 0.12 * s, LETTERS[self.seat], 0.46 * s, kit.pick_ink(self.colour)),
            kit.Disc(x, 0.36 * s, r, kit.WHITE, kit.INK, max(2.2, 0.09 * r)),
            kit.Numeral(x, 0.36 * s, figures, r * (1.5 if len(figures) < 2 else 1.15), kit.INK),
        )


@dataclass(frozen=True, slots=True)
class RuinPiece:
    """A destroyed town: with a broken top and without a number."""

    seat: int
    colour: str
    size: float

    def shapes(self) -> tuple[kit.Shape, ...]:
        s, fill = self.size, kit.mix_colours(self.colour, theme.PAPER, 0.62)
        return (
            kit.Icon("ruin", 0, 0, s, kit.WHITE, kit.WHITE, kit.WHITE, 0.075 * s),
            kit.Icon("ruin", 0, 0, s, fill, kit.WHITE, kit.INK, 0.05 * s),
            kit.Numeral(0, 0.16 * s, LETTERS[self.seat], 0.36 * s, theme.INK_2),
        )


@dataclass(frozen=True, slots=True)
class WorkerCount:
    """`×2` in a disc, for several workers of one seat on a space during a turn."""

    number: int
    r: float

    def shapes(self) -> tuple[kit.Shape, ...]:
        return (
            kit.Disc(0, 0, self.r, kit.WHITE, kit.INK, 2),
            kit.Numeral(0, 0, f"×{self.number}", 1.2 * self.r, kit.INK),
        )


@dataclass(frozen=True, slots=True)
class Hexagon:
    """A hexagon in a terrain's colour, with a flat or a pointed top."""

    r: float
    fill: str | None
    edge: str
    width: float
    is_flat: bool = False

    def shapes(self) -> tuple[kit.Shape, ...]:
        return (kit.Poly(compute_corners(0, 0, self.r, self.is_flat), self.fill, self.edge, self.width),)


def compute_corners(x: float, y: float, r: float, is_flat: bool = False) -> tuple[tuple[float, float], ...]:
    """Return the corners of a hexagon."""
    turn = 0 if is_flat else pi / 6
    return tuple((x + r * cos(turn + i * pi / 3), y + r * sin(turn + i * pi / 3)) for i in range(6))


@dataclass(frozen=True, slots=True)
class GenerationChip:
    """A generation: the kind of its top card, and the number of its cards."""

    kind: str
    cards: int
    w: float
    h: float
    is_current: bool = False

    def shapes(self) -> tuple[kit.Shape, ...]:
        colour, ink = theme.KIND[self.kind], theme.ON_KIND[self.kind]
        size = min(32, 0.5 * self.w, 0.8 * self.h)
        ring = (kit.Box(-4, -4, self.w + 8, self.h + 8, 12, None, kit.INK, 3),) if self.is_current else ()
        return (
            *ring,
            kit.Box(0, 0, self.w, self.h, 8, colour),
            kit.Icon(theme.GLYPH[self.kind], 0.3 * self.w, self.h / 2, size, ink, colour),
            kit.Numeral(0.72 * self.w, self.h / 2, str(self.cards), size, ink),
        )


@dataclass(frozen=True, slots=True)
class WarDie:
    """A d6 or d8 with a text: the number of sides before the roll, the result after it."""

    sides: int
    text: str
    is_pale: bool = False

    def shapes(self) -> tuple[kit.Shape, ...]:
        ink = theme.STONE if self.is_pale else kit.INK
        if self.sides == 8:
            body: kit.Shape = kit.Poly(((0, -32), (32, 0), (0, 32), (-32, 0)), kit.WHITE, ink, 3)
        else:
            body = kit.Box(-25, -25, 50, 50, 10, kit.WHITE, ink, 3)
        return (body, kit.Numeral(0, 0, self.text, 30, ink))
