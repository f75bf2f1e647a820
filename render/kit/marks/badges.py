"""Badges: the numbers of options, the letters of authors, and other marks that lie above all pieces."""

from dataclasses import dataclass
from typing import ClassVar

from render.kit.bounds import measure_numeral
from render.kit.colour import INK, WHITE, pick_ink
from render.kit.illustration import Relief
from render.kit.scene import Box, Disc, Icon, Numeral, Poly, Polyline, Shape
from render.kit.tokens import SEAT_LETTERS

_TIP_DISTANCE = 1.5
"""Distance of the tip of a badge from its centre, as a share of its radius."""


@dataclass(frozen=True, slots=True)
class NumberBadge:
    """The number of a legal option, or a check if it is chosen already: the only mark of its kind."""

    relief: ClassVar[Relief] = Relief(0.8, 5)  # low, with a long shadow: it lies above all pieces

    number: int  # as on the panel, from 1
    is_chosen: bool = False  # already part of the answer
    r: float = 24  # px at scale 1, within both rims, which add 6
    tip_side: int = 0
    """-1 or 1 if it means the left or the right end of a thing: it has a tip to that side."""

    def shapes(self) -> tuple[Shape, ...]:
        r = self.r
        disc = (*self._build_body(6, INK), *self._build_body(3.5, WHITE), *self._build_body(0, INK))
        if self.is_chosen:
            return (*disc, Icon("check", 0, 0, 1.3 * r, WHITE, INK))
        size = r * (1.35 if self.number < 10 else 1.05)
        return (*disc, Numeral(0, 0, str(self.number), size, WHITE))

    def _build_body(self, extra: float, fill: str) -> tuple[Shape, ...]:
        """Build the disc, enlarged by `extra` px, and its tip."""
        r = self.r + extra
        if not self.tip_side:
            return (Disc(0, 0, r, fill),)
        tip = _TIP_DISTANCE * self.r + 1.4 * extra
        x, y = self.tip_side * r * r / tip, r * (1 - (r / tip) ** 2) ** 0.5  # tangent points of lines from the tip
        return Disc(0, 0, r, fill), Poly(((self.tip_side * tip, 0), (x, y), (x, -y)), fill)


@dataclass(frozen=True, slots=True)
class NumberPill:
    """The numbers of several options on one place, e.g. `3–7` or `1, 6, 11`, from the centre of a single badge."""

    relief: ClassVar[Relief] = Relief(0.8, 5)  # as a single badge has

    text: str  # numbers as they are written
    r: float = 24  # px at scale 1: half its height within both rims

    @property
    def extra_width(self) -> float:
        """px by which it is wider than a single badge."""
        return self.r * max(0.0, 1.15 * measure_numeral(self.text) - 0.75)

    def shapes(self) -> tuple[Shape, ...]:
        r, extra_width = self.r, self.extra_width

        def build_bar(margin: float, fill: str) -> Shape:
            return Box(-r - margin, -r - margin, 2 * (r + margin) + extra_width, 2 * (r + margin), r + margin, fill)

        number = Numeral(extra_width / 2, 0, self.text, 1.15 * r, WHITE)
        return (build_bar(6, INK), build_bar(3.5, WHITE), build_bar(0, INK), number)


AUTHOR_LETTER_SIZE = 1.5
"""Size of the letter of an author badge, as a share of its radius."""


@dataclass(frozen=True, slots=True)
class AuthorBadge:
    """The author of a change: the letter of the seat on the signal colour, which no piece has, in a ring of the seat's
    colour and a white one.
    """

    relief: ClassVar[Relief] = Relief(0.8, 4)  # nearly as a number badge has

    seat: int | None
    """None if no seat did it."""
    colour: str  # of the inner ring: the seat's, or INK without a seat
    signal: str  # colour of the disc, by the ground (`Ink.line`)
    r: float = 14  # px at scale 1, of the disc within both rings

    @property
    def outer_radius(self) -> float:
        """Distance from the centre to the outer edge."""
        return self.r + 7

    def shapes(self) -> tuple[Shape, ...]:
        rings = (
            Disc(0, 0, self.outer_radius, WHITE),
            Disc(0, 0, self.r + 4.5, self.colour),
            Disc(0, 0, self.r, self.signal),
        )
        if self.seat is None:
            return rings
        return (*rings, Numeral(0, 0, SEAT_LETTERS[self.seat], AUTHOR_LETTER_SIZE * self.r, pick_ink(self.signal)))


@dataclass(frozen=True, slots=True)
class NewCardCorner:
    """The upper right corner of a new card: the tip of the corner is (0, 0)."""

    signal: str  # colour of the corner (`Ink.line`)
    size: float = 36  # px of its two legs at scale 1

    def shapes(self) -> tuple[Shape, ...]:
        s = self.size
        return (Poly(((-s, 0), (0, 0), (0, s)), self.signal), Polyline(((-s, 0), (0, s)), WHITE, 3))


@dataclass(frozen=True, slots=True)
class RemovalCross:
    """The cross over a removed marker: the piece has left the board."""

    colour: str  # of both lines (`Ink.line`)
    r: float  # px at scale 1: half its width

    def shapes(self) -> tuple[Shape, ...]:
        r = self.r
        return (Polyline(((-r, -r), (r, r)), self.colour, 3), Polyline(((-r, r), (r, -r)), self.colour, 3))
