"""The pieces of Quo Vadis: workers, towns, ruins, coins of areas, chips of generations, dice, tokens of the terrain."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import cos, pi, radians, sin
from typing import ClassVar

from render import kit

from . import theme

LETTERS = "ABCDE"
_CREAM, _NIGHT = "#FFFCF0", "#14100E"


@dataclass(frozen=True, slots=True)
class WorkerPiece(kit.SeatToken):
    """A worker: thick enamel in the shape and colour of its seat, with a cream ring and an ink edge."""

    relief: ClassVar[kit.Relief] = kit.Relief(0, 5)  # a shadow alone: the thickness and its rings are drawn

    def shapes(self) -> tuple[kit.Shape, ...]:
        *_, letter = kit.SeatToken(self.seat, self.colour, self.r).shapes()
        side, rim = kit.mix_colours(self.colour, _NIGHT, 0.72), theme.find_rim_colour(self.colour)
        thickness = 0.2 * self.r
        steps = 2 if self.r < 40 else 5
        return (
            *(self._build_body(1.2, side, 0.5 * thickness * (1 + i / steps)) for i in range(steps, 0, -1)),
            self._build_body(1.2, _NIGHT),
            self._build_body(1.1, _CREAM),
            self._build_body(0.95, rim),
            self._build_body(0.87, self.colour),
            letter,
        )

    def _build_body(self, share: float, fill: str, dy: float = 0) -> kit.Shape:
        _, body = kit.SeatShape(self.seat, fill, share * self.r).shapes()
        assert isinstance(body, kit.Disc | kit.Box | kit.Poly)
        moved = kit.transform_node(replace(body, edge=None, width=0), 0, dy)
        assert isinstance(moved, kit.Shape)
        return moved


_TOWN_OUTLINE = (
    *((-50, 40), (-50, -6), (-40, -22), (-27, -8), (-24, -8), (-24, -50), (-14, -50), (-14, -42), (-5, -42), (-5, -50)),
    *((5, -50), (5, -42), (14, -42), (14, -50), (24, -50), (24, -8), (27, -8), (40, -22), (50, -6), (50, 40)),
)
_KEEP = ((-24, 26), (-24, -42), (24, -42), (24, 26))
_RUIN_OUTLINE = (
    *((-50, 40), (-50, 4), (-42, -4), (-36, 8), (-27, 2), (-24, -14), (-16, -34), (-10, -22), (-2, -30), (4, -14)),
    *((14, -22), (24, -6), (30, 10), (38, 0), (44, 12), (50, 10), (50, 40)),
)
"""Outlines in hundredths of the width of a town."""


def _scale_points(points: Iterable[tuple[float, float]], size: float) -> tuple[tuple[float, float], ...]:
    return tuple((x * size / 100, y * size / 100) for x, y in points)


def _draw_walls(outline: tuple[tuple[float, float], ...], fill: str, size: float) -> tuple[kit.Shape, ...]:
    """Draw walls within an ink and a cream outline."""
    return (
        kit.Poly(outline, _NIGHT, _NIGHT, 0.19 * size),
        kit.Poly(outline, _CREAM, _CREAM, 0.12 * size),
        kit.Poly(outline, fill),
    )


@dataclass(frozen=True, slots=True)
class TownPiece:
    """A town in race colour: gables, a wall, a keep with the seat's letter, and its population on a coin."""

    relief: ClassVar[kit.Relief] = kit.Relief(0, 5)  # a shadow alone: walls and roofs have lines and tones of their own

    seat: int  # owner; its letter is on the keep
    colour: str  # of the owner's race
    size: float
    """Width in px."""
    population: int  # at least 1; without population it is a `RuinPiece` (R6)
    has_left_disc: bool = False
    """The coin is on the left side."""

    def shapes(self) -> tuple[kit.Shape, ...]:
        s, colour = self.size, self.colour
        line, roof = theme.find_rim_colour(colour), theme.find_roof_colour(colour)
        x, y, r = (-0.38 if self.has_left_disc else 0.38) * s, 0.33 * s, 0.26 * s
        figures = str(self.population)
        gables = (
            kit.Poly(_scale_points(((at - 14, -6), (at, -24), (at + 14, -6)), s), roof, line, 0.015 * s)
            for at in (-38, 38)
        )
        wall = _scale_points(((-50, 40), (-50, 16), (50, 16), (50, 40)), s)
        joints = (kit.Polyline(_scale_points(((-50, at), (50, at)), s), line, 0.02 * s) for at in (16, 28))
        return (
            *_draw_walls(_scale_points(_TOWN_OUTLINE, s), kit.darken(colour, 0.12), s),
            *gables,
            kit.Poly(wall, colour),
            *joints,
            kit.Poly(_scale_points(_KEEP, s), colour, line, 0.02 * s),
            kit.Numeral(0, -0.07 * s, LETTERS[self.seat], 0.5 * s, kit.pick_ink(colour)),
            kit.Disc(x, y, 1.1 * r, _NIGHT),
            kit.Disc(x, y, r, _CREAM),
            kit.Numeral(x, y, figures, r * (1.5 if len(figures) < 2 else 1.15), theme.INK),
        )


@dataclass(frozen=True, slots=True)
class RuinPiece:
    """A destroyed town: broken grey walls without a number, and smoke."""

    relief: ClassVar[kit.Relief] = kit.Relief(0, 4)  # a shadow alone, shorter than that of a town

    seat: int  # owner, who may rebuild it (R7.8); its letter is on the walls
    colour: str  # of the owner's race; most of it is mixed with grey
    size: float  # width in px at scale 1

    def shapes(self) -> tuple[kit.Shape, ...]:
        s, fill = self.size, kit.mix_colours(self.colour, "#C8C0B0", 0.62)
        smoke = (kit.Disc(x * s, y * s, r * s, "#5A5454") for x, y, r in ((0.17, -0.31, 0.09), (0.25, -0.44, 0.07)))
        return (
            *smoke,
            *_draw_walls(_scale_points(_RUIN_OUTLINE, s), fill, s),
            kit.Numeral(0, 0.17 * s, LETTERS[self.seat], 0.42 * s, "#28221E"),
        )


@dataclass(frozen=True, slots=True)
class AreaCoin:
    """The number of an area on a struck disc, with the collar of the seats that control it in equal arcs."""

    relief: ClassVar[kit.Relief] = kit.Relief(1.4, 4, has_serif_numerals=True)
    """Face, collar and token stand out; the number is flat."""

    area: str  # name of the area, as in "2-4"
    r: float  # radius of the face in px at scale 1; the collar reaches to 1.48 of it, a token to 1.84
    controllers: tuple[str, ...]
    """Colours of the collar, clockwise from the top."""
    face: str  # colour of the disc
    ink: str  # colour of the number
    rule: str | None
    """Colour of the ring on its face."""
    token: str | None = None
    """Terrain of a token that lies below it."""

    def shapes(self) -> tuple[kit.Shape, ...]:
        r = self.r
        rule = () if self.rule is None else (kit.Arc(0, 0, 0.92 * r, 0, 360, self.rule, max(1.2, 0.05 * r)),)
        return (
            *self._build_token(),
            *self._build_collar(),
            kit.Arc(0, 0, 1.06 * r, 0, 360, _NIGHT, 0.1 * r),
            kit.Disc(0, 0, r, self.face),
            *rule,
            kit.Numeral(0, 0, self.area, 1.0 * r, self.ink),
        )

    def _build_token(self) -> tuple[kit.Shape, ...]:
        if self.token is None:
            return ()
        sizes = ((1.84, theme.LINEN), (1.76, _NIGHT), (1.68, theme.TERRAIN[self.token]))
        return tuple(kit.Poly(compute_corners(0, 0, k * self.r, is_flat=True), colour) for k, colour in sizes)

    def _build_collar(self) -> tuple[kit.Shape, ...]:
        if not self.controllers:
            return ()
        r, share = self.r, 360 / len(self.controllers)
        ring = kit.Disc(0, 0, 1.48 * r, _CREAM, _NIGHT, 0.06 * r)
        arcs = (
            kit.Arc(0, 0, 1.36 * r, share * i - 90, share * (i + 1) - 90, colour, 0.32 * r)
            for i, colour in enumerate(self.controllers)
        )
        ends = (radians(share * i - 90) for i in range(len(self.controllers) if len(self.controllers) > 1 else 0))
        gaps = (kit.Polyline(((0, 0), (1.38 * r * cos(end), 1.38 * r * sin(end))), _CREAM, 0.1 * r) for end in ends)
        return (ring, *arcs, *gaps)


@dataclass(frozen=True, slots=True)
class CoinSocket:
    """The empty place of a coin: a bronze ring with marks around it."""

    relief: ClassVar[kit.Relief] = kit.Relief(1.4, 3)  # the ring stands out

    r: float  # radius in px at scale 1

    def shapes(self) -> tuple[kit.Shape, ...]:
        r = self.r
        turns = (pi * i / 8 for i in range(16))
        marks = (
            kit.Polyline(
                ((0.58 * r * cos(turn), 0.58 * r * sin(turn)), (0.7 * r * cos(turn), 0.7 * r * sin(turn))),
                theme.BRONZE,
                0.05 * r,
            )
            for turn in turns
        )
        return (
            kit.Disc(0, 0, r, theme.BRONZE, theme.BRONZE_2, 0.04 * r),
            kit.Disc(0, 0, 0.84 * r, theme.FRAME, theme.BRONZE_2, 0.04 * r),
            *marks,
        )


@dataclass(frozen=True, slots=True)
class WorkerCount:
    """`×2` in a disc, for several workers of one seat on a space during a turn."""

    relief: ClassVar[kit.Relief] = kit.Relief(0.8, 2)  # lower than the pieces beside it

    number: int  # workers of the seat on the space, more than one
    r: float  # radius in px at scale 1

    def shapes(self) -> tuple[kit.Shape, ...]:
        return (
            kit.Disc(0, 0, self.r, _CREAM, _NIGHT, 2),
            kit.Numeral(0, 0, f"×{self.number}", 1.2 * self.r, theme.INK),
        )


@dataclass(frozen=True, slots=True)
class Hexagon:
    """A hexagon in a terrain's colour, with a flat or a pointed top."""

    relief: ClassVar[kit.Relief] = kit.Relief(1.2, 3)  # stands out if it is filled

    r: float  # px at scale 1 from the middle to a corner
    fill: str | None  # colour of its inside; None: an outline alone
    edge: str  # colour of its outline
    width: float  # px of its outline at scale 1
    is_flat: bool = False  # True: a side on top; False: a corner on top, as the spaces of the map have (R3.2)

    def shapes(self) -> tuple[kit.Shape, ...]:
        return (kit.Poly(compute_corners(0, 0, self.r, self.is_flat), self.fill, self.edge, self.width),)


def compute_corners(x: float, y: float, r: float, is_flat: bool = False) -> tuple[tuple[float, float], ...]:
    """Return the corners of a hexagon."""
    turn = 0 if is_flat else pi / 6
    return tuple((x + r * cos(turn + i * pi / 3), y + r * sin(turn + i * pi / 3)) for i in range(6))


@dataclass(frozen=True, slots=True)
class GenerationChip:
    """A generation: the kind of its top card, and the number of its cards."""

    relief: ClassVar[kit.Relief] = kit.Relief(1.4, 3, has_serif_numerals=True)
    """Box and plate stand out; sign and number are flat."""

    kind: str  # of the top card: key of `theme.KIND`
    cards: int  # number of cards in the stack (R7.5)
    w: float  # px at scale 1; the chip is placed by its upper left corner
    h: float  # px at scale 1; from 1.15 times the width on, the number is below the sign
    is_current: bool = False  # True for the youngest generation, which has a ring

    def shapes(self) -> tuple[kit.Shape, ...]:
        w, h, colour, ink = self.w, self.h, theme.KIND[self.kind], theme.ON_KIND[self.kind]
        plate = kit.mix_colours(colour, kit.WHITE, 0.5) if ink == theme.INK else kit.darken(colour, 0.28)
        size = min(32, 0.5 * w, 0.8 * h)
        number_size = 1.1 * size
        if h >= 1.15 * w:
            size, number_size = min(40, 0.72 * w, 0.4 * h), min(46, 0.84 * w, 0.44 * h)
            glyph_x, glyph_y, number_x, number_y = w / 2, 0.27 * h, w / 2, 0.73 * h
            panel = kit.Box(4, h / 2, w - 8, h / 2 - 4, 5, plate)
        else:
            glyph_x, glyph_y, number_x, number_y = 0.27 * w, h / 2, 0.73 * w, h / 2
            panel = kit.Box(w / 2 - 1, 4, w / 2 - 3, h - 8, 5, plate)
        ring = (kit.Box(-4, -4, w + 8, h + 8, 12, None, theme.INK, 3),) if self.is_current else ()
        return (
            *ring,
            kit.Box(0, 0, w, h, 8, colour, kit.darken(colour, 0.5), 1.5),
            panel,
            kit.Icon(theme.GLYPH[self.kind], glyph_x, glyph_y, size, ink, colour),
            kit.Numeral(number_x, number_y, str(self.cards), number_size, ink),
        )


@dataclass(frozen=True, slots=True)
class WarDie:
    """A d6 or d8 of a war."""

    sides: int  # 6, or 8 for a seat with an aptitude space in the genesis area (R7.7)
    text: str  # number of sides before the roll, the result after it
    is_pale: bool = False  # True for a rolled die that does not count: it is not the highest of its seat

    relief: ClassVar[kit.Relief] = kit.Relief(1.8, 4)  # the body stands out; its text is flat

    def shapes(self) -> tuple[kit.Shape, ...]:
        ink = theme.STONE if self.is_pale else theme.INK
        if self.sides == 8:
            body: kit.Shape = kit.Poly(((0, -32), (32, 0), (0, 32), (-32, 0)), kit.WHITE, ink, 3)
        else:
            body = kit.Box(-25, -25, 50, 50, 10, kit.WHITE, ink, 3)
        return (body, kit.Numeral(0, 0, self.text, 30, ink))
