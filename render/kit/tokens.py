"""Pieces that all games share: seat tokens, dice, meeples, shields, seals, coins, badges."""

from dataclasses import dataclass
from math import cos, pi, sin
from typing import ClassVar

from render.kit.colour import GOLD, INK, WHITE, darken, mix_colours, pick_ink
from render.kit.illustration import Relief
from render.kit.placement import Point
from render.kit.scene import Box, Disc, Icon, Numeral, Poly, Shape

SEAT_LETTERS = "ABCDE"
TRIANGLE_SEAT = 2
PIPS: dict[int, tuple[tuple[int, int], ...]] = {  # (column, row), each 0, 1, 2
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


@dataclass(frozen=True, slots=True)
class SeatToken:
    """The shape of a seat in its colour: A circle, B square, C triangle, D diamond, E hexagon, of
    equal optical weight.
    """

    relief: ClassVar[Relief] = Relief(1.8, 4)  # on pictures with materials; flat on others

    seat: int  # 0 to 4: its shape and letter
    colour: str  # of the seat's pieces; the letter on it is ink or white
    r: float  # px at scale 1, of the circle; other shapes stand out a little
    has_ring: bool = False
    """Add the white line that any background but paper needs."""
    letter_dx: float = 0
    """Offset of the letter, to the part that stays visible below the next token of a stack."""
    edge: str | None = None
    """Colour of the edge; None: the seat colour, darker."""
    has_large_letter: bool = False
    """The letter fills the shape, because the shape is the (small) piece itself."""
    edge_width: float = 0.14
    """Width of the edge as a share of the radius."""

    def shapes(self) -> tuple[Shape, ...]:
        edge = self.edge or darken(self.colour, 0.45)
        outline: list[Shape] = (
            [build_seat_shape(self.seat, self.r * 1.13, WHITE, WHITE, self.r * 0.26)] if self.has_ring else []
        )
        body = build_seat_shape(self.seat, self.r, self.colour, edge, self.r * (self.edge_width if self.edge else 0.1))
        lower = lower_triangle(self.seat, 0.2 * self.r)
        size = self.r * (0.95 if self.seat == TRIANGLE_SEAT else 1.12)
        if self.letter_dx:
            lower, size = lower_triangle(self.seat, 0.42 * self.r), 0.88 * self.r
        if self.has_large_letter:
            lower, size = lower_triangle(self.seat, 0.28 * self.r), _LARGE_LETTER_SIZES[self.seat] * self.r
        return (*outline, body, Numeral(self.letter_dx, lower, SEAT_LETTERS[self.seat], size, pick_ink(self.colour)))


def lower_triangle(seat: int, distance: float) -> float:
    """Return how far down a token is moved to look centred: the middle of the triangle lies above its origin."""
    return distance if seat == TRIANGLE_SEAT else 0


_LARGE_LETTER_SIZES = (1.44, 1.56, 1.2, 1.34, 1.4)
"""Size of the letter that fills the shape of each seat, as a share of its radius."""


def build_seat_shape(seat: int, r: float, fill: str | None, edge: str | None = None, width: float = 0) -> Shape:
    """Return the shape of a seat around (0, 0)."""
    match seat:
        case 0:
            return Disc(0, 0, r, fill, edge, width)
        case 1:
            return Box(-0.9 * r, -0.9 * r, 1.8 * r, 1.8 * r, 0.1 * r, fill, edge, width)
        case 2:
            points: tuple[Point, ...] = ((0, -1.12 * r), (1.1 * r, 0.86 * r), (-1.1 * r, 0.86 * r))
        case 3:
            points = ((0, -1.16 * r), (1.16 * r, 0), (0, 1.16 * r), (-1.16 * r, 0))
        case 4:
            points = tuple((1.06 * r * sin(i * pi / 3), -1.06 * r * cos(i * pi / 3)) for i in range(6))
        case _:
            raise ValueError(f"seats are 0 to 4, got {seat}")
    return Poly(points, fill, edge, width)


@dataclass(frozen=True, slots=True)
class SeatShape:
    """The shape of a seat in its colour without the letter, in a white line: a small piece on any background."""

    relief: ClassVar[Relief] = Relief(1.2, 2)  # lower than a token, as the piece is small

    seat: int  # 0 to 4: its shape
    colour: str  # of the seat's pieces
    r: float  # px at scale 1, without the white line

    def shapes(self) -> tuple[Shape, ...]:
        edge = darken(self.colour, 0.45)
        outline = build_seat_shape(self.seat, self.r * 1.13, WHITE, WHITE, self.r * 0.26)
        return (outline, build_seat_shape(self.seat, self.r, self.colour, edge, self.r * 0.12))


@dataclass(frozen=True, slots=True)
class Die:
    """A die: a rounded square standing on a darker base."""

    relief: ClassVar[Relief] = Relief(1.6, 4)  # pips less than 13 px wide stay flat

    colour: str  # of the body; pips are ink or white
    pips: int  # on the upper side, 1 to 6
    size: float  # px of a side at scale 1

    def shapes(self) -> tuple[Shape, ...]:
        s, half = self.size, self.size / 2
        edge = darken(self.colour, 0.45)
        base = Box(-half, -half + 0.05 * s, s, s, 0.2 * s, edge)
        body = Box(-half, -half, s, s, 0.2 * s, self.colour, edge, max(1.5, 0.03 * s))
        dots = (
            Disc((x - 1) * 0.225 * s, (y - 1) * 0.225 * s, 0.098 * s, pick_ink(self.colour)) for x, y in PIPS[self.pips]
        )
        return (base, body, *dots)


@dataclass(frozen=True, slots=True)
class DieGap:
    """The outline of an empty place for a die."""

    line: str  # colour of the outline
    size: float  # px of a side at scale 1
    width: float = 2.5  # px of the outline, inside the side

    def shapes(self) -> tuple[Shape, ...]:
        half = self.size / 2
        return (Box(-half, -half, self.size, self.size, 0.2 * self.size, None, self.line, self.width),)


@dataclass(frozen=True, slots=True)
class Meeple:
    """A man, woman or bride in seat colour."""

    relief: ClassVar[Relief] = Relief(1.8, 4, raises_icons=True)  # its body is an icon

    kind: str  # icon: `man`, `woman` or `bride`
    colour: str  # of the seat's pieces
    size: float  # px of the icon's grid at scale 1
    letter: str = ""  # of the seat, drawn on the body from a size of 38 px up; empty: none
    has_rim: bool = False
    """Add the white line that a dark background needs."""

    def shapes(self) -> tuple[Shape, ...]:
        edge = darken(self.colour, 0.55)
        width = max(1.4, 0.034 * self.size)
        body: tuple[Shape, ...] = (Icon(self.kind, 0, 0, self.size, self.colour, WHITE, edge, width),)
        if self.has_rim:
            body = (Icon(self.kind, 0, 0, self.size, WHITE, WHITE, WHITE, width + 3), *body)
        if not self.letter or self.size < 38:
            return body
        lower, letter = (0.14, 0.5) if self.kind == "man" else (0.2, 0.48)
        return (*body, Numeral(0, lower * self.size, self.letter, letter * self.size, pick_ink(self.colour)))


@dataclass(frozen=True, slots=True)
class ShieldTile:
    """A shield of a house with its emblem and, as a tile, its value in a disc."""

    relief: ClassVar[Relief] = Relief(1.4, 3, raises_icons=True)  # its body is an icon

    colour: str  # of the house
    emblem: str  # icon of the house
    size: float  # px of the grid of both icons at scale 1
    value: int | None = None  # printed on the tile; None: a shield alone, without the disc

    def shapes(self) -> tuple[Shape, ...]:
        s = self.size
        edge = darken(self.colour, 0.4)
        shield = Icon("shield", 0, 0, s, self.colour, WHITE, edge, 0.03 * s)
        parts: tuple[Shape, ...] = (shield, Icon(self.emblem, 0, 0, s, self.colour, pick_ink(self.colour)))
        return parts if self.value is None else (*parts, *build_value_disc(0.36 * s, 0.34 * s, 0.225 * s, self.value))


@dataclass(frozen=True, slots=True)
class ShieldGap:
    """A printed shield without its tile (80 % towards the paper), or a bare outline without a house."""

    background: str  # colour below, towards which that of the house is mixed
    size: float  # px of the icons' grid at scale 1
    line: str  # colour of the bare outline; unused if there is a house
    colour: str = ""  # of the house; empty: no house
    emblem: str = ""  # icon of the house

    def shapes(self) -> tuple[Shape, ...]:
        s = self.size
        if not self.colour:
            rim = Icon("shield", 0, 0, s, self.line, WHITE, self.line, 0.012 * s)
            return (rim, Icon("shield", 0, 0, s * 0.95, self.background))
        background = mix_colours(self.colour, self.background, 0.8)
        edge = mix_colours(self.colour, self.background, 0.3)
        shield = Icon("shield", 0, 0, s, background, WHITE, edge, 0.024 * s)
        return (shield, Icon(self.emblem, 0, 0, s, background, mix_colours(self.colour, self.background, 0.3)))


@dataclass(frozen=True, slots=True)
class TileBack:
    """A face-down tile, with a count if several are stacked."""

    relief: ClassVar[Relief] = Relief(1.4, 3, raises_icons=True)  # its body is an icon

    colour: str  # of the back, which shows it 28 % darker
    size: float  # px of the icon's grid at scale 1
    background: str  # colour below, seen through its cut-outs
    count: int | None = None  # tiles in the stack; None: no number is shown

    def shapes(self) -> tuple[Shape, ...]:
        s = self.size
        back: tuple[Shape, ...] = (Icon("tileback", 0, 0, s, self.colour, self.background),)
        return back if self.count is None else (*back, *build_value_disc(0.36 * s, 0.34 * s, 0.225 * s, self.count))


def build_value_disc(x: float, y: float, r: float, value: int) -> tuple[Shape, ...]:
    size = r * (1.45 if value < 10 else 1.15)
    return Disc(x, y, r, WHITE, INK, max(2.0, 0.12 * r)), Numeral(x, y, str(value), size, INK)


@dataclass(frozen=True, slots=True)
class Seal:
    """The 12-pointed victory-point seal of radius r on its darker copy."""

    relief: ClassVar[Relief] = Relief(2.2, 4, has_serif_numerals=True, raises_icons=True)  # its body is an icon

    text: str  # victory points; empty: a bare seal
    r: float  # px at scale 1, to the points
    fill: str = GOLD  # of the seal; its copy below is 30 % darker

    def shapes(self) -> tuple[Shape, ...]:
        size = self.r * (1.05 if len(self.text) < 3 else 0.82)
        shade = Icon("vp", 0, 0.06 * self.r, 2 * self.r, darken(self.fill, 0.3))
        body = Icon("vp", 0, 0, 2 * self.r, self.fill)
        return (shade, body, *([Numeral(0, 0, self.text, size, INK)] if self.text else []))


@dataclass(frozen=True, slots=True)
class Coin:
    """A cost or sum of money in a disc."""

    relief: ClassVar[Relief] = Relief(1.5, 3, has_serif_numerals=True)  # higher than a mere number in a disc

    text: str  # cost, or sum with its sign
    r: float  # px at scale 1, rim included
    fill: str = "#D7DBDD"  # of the coin: silver
    ring: str = "#8A9298"  # colour of its rim

    def shapes(self) -> tuple[Shape, ...]:
        r = self.r
        rim = Disc(0, 0, r, self.fill, self.ring, max(2.0, 0.11 * r))
        return (rim, Numeral(0, 0, self.text, 1.25 * r, INK))


@dataclass(frozen=True, slots=True)
class HelperDisc:
    """A helper disc in its colour."""

    relief: ClassVar[Relief] = Relief(1.4, 3)  # the icon on it is printed flat

    colour: str  # of the dice that belong to the helper's column
    r: float  # px at scale 1, edge included

    def shapes(self) -> tuple[Shape, ...]:
        edge = darken(self.colour, 0.45)
        return (
            Disc(0, 0, self.r, self.colour, edge, max(1.5, 0.08 * self.r)),
            Icon("helper", 0, 0, 2.1 * self.r, self.colour, pick_ink(self.colour)),
        )


@dataclass(frozen=True, slots=True)
class IconDisc:
    """An icon in a disc, with an optional edge."""

    relief: ClassVar[Relief] = Relief(1.3, 2)  # of the disc; the icon on it is printed flat

    icon: str  # key in `icons.toml`
    r: float  # px at scale 1, edge included
    size: float  # px of the icon's grid at scale 1
    fill: str  # of the disc, seen through the icon's cut-outs
    colour: str  # of the icon
    edge: str | None = None  # colour of the line along the rim; None: no line
    width: float = 0  # px of that line at scale 1

    def shapes(self) -> tuple[Shape, ...]:
        return (
            Disc(0, 0, self.r, self.fill, self.edge, self.width),
            Icon(self.icon, 0, 0, self.size, self.colour, self.fill),
        )


@dataclass(frozen=True, slots=True)
class NumberDisc:
    """A number in a disc."""

    relief: ClassVar[Relief] = Relief(1, 2)  # its subclasses stand higher, or are flat

    text: str  # number as it is written
    r: float  # px at scale 1, edge included
    size: float  # px of the figures' font at scale 1
    colour: str  # of the figures
    fill: str | None = None  # of the disc; None: transparent
    edge: str | None = None  # colour of the line along the rim; None: no line
    width: float = 0  # px of that line at scale 1

    def shapes(self) -> tuple[Shape, ...]:
        return (Disc(0, 0, self.r, self.fill, self.edge, self.width), Numeral(0, 0, self.text, self.size, self.colour))
