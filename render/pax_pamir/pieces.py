"""Pieces that only Pax Pamir has, and its ornament."""

from dataclasses import dataclass, replace
from math import cos, pi, sin

from render.kit.colour import INK, WHITE, darker, mix, on
from render.kit.extent import numeral_width
from render.kit.scene import Box, Disc, Icon, Numeral, Poly, Shape
from render.kit.tokens import LETTERS, SeatToken
from render.pax_pamir import theme

SUIT_ICONS = {
    "political": "political",
    "intelligence": "intelligence",
    "economic": "economic",
    "military": "suit_military",
}
_FACES = {"army": (-2 / 24, 3.25 / 24, 0.36), "road": (-2.5 / 24, 3.25 / 24, 0.36)}  # middle of the front, emblem


@dataclass(frozen=True, slots=True)
class Block:
    """A coalition block as an army (upright) or a road (lying), with its emblem; without a coalition a printed one."""

    kind: str
    coalition: str
    size: float

    def shapes(self) -> tuple[Shape, ...]:
        colour = theme.COALITIONS.get(self.coalition, theme.NEUTRAL)
        if not self.coalition:
            return (Icon(self.kind, 0, 0, self.size, colour, WHITE),)
        x, y, k = _FACES[self.kind]
        s, edge = self.size, theme.EDGES[self.coalition]
        ring = Icon(self.kind, 0, 0, s, theme.PANEL, WHITE, theme.PANEL, 0.09 * s)
        block = Icon(self.kind, 0, 0, s, colour, WHITE, edge, 0.03 * s)
        return ring, block, Icon(self.coalition, x * self.size, y * self.size, k * self.size, on(colour), colour)


@dataclass(frozen=True, slots=True)
class Emblem:
    """The square of a coalition."""

    coalition: str
    size: float

    def shapes(self) -> tuple[Shape, ...]:
        s, colour = self.size, theme.COALITIONS[self.coalition]
        square = Box(-s / 2, -s / 2, s, s, 0.16 * s, colour, darker(colour, 0.35), max(1.5, 0.045 * s))
        return square, Icon(self.coalition, 0, 0, 0.64 * s, on(colour), colour)


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit as a lozenge of radius r with its glyph; `rim` is the white line that a dark ground needs."""

    suit: str
    r: float
    rim: float = 0

    def shapes(self) -> tuple[Shape, ...]:
        r, colour = self.r, theme.SUITS[self.suit]
        lozenge = Poly(((0, -r), (r, 0), (0, r), (-r, 0)), colour, WHITE if self.rim else None, 2 * self.rim)
        return lozenge, Icon(SUIT_ICONS[self.suit], 0, 0, 0.92 * r, on(colour), colour)


@dataclass(frozen=True, slots=True)
class Star:
    """The four-pointed star of a special ability."""

    r: float = 15

    def shapes(self) -> tuple[Shape, ...]:
        r, s = self.r, self.r * 0.26
        return (Poly(((0, -r), (s, -s), (r, 0), (s, s), (0, r), (-s, s), (-r, 0), (-s, -s)), theme.MADDER),)


@dataclass(frozen=True, slots=True)
class Prize:
    """The ribbon of a prize, with the emblem of its coalition."""

    coalition: str
    size: float

    def shapes(self) -> tuple[Shape, ...]:
        s = self.size
        ribbon = Icon("prize", 0, 0, s, theme.COALITIONS[self.coalition], WHITE)
        return ribbon, Icon(self.coalition, 0, -3 / 24 * s, 0.27 * s, INK, WHITE)


@dataclass(frozen=True, slots=True)
class RulerTab:
    """The tab above a region's plate, around the middle of its foot: a crown, and the letter of who rules there on a
    field of their colour. It is night for every seat: pale ones are as strong on the lands as all others.
    """

    player: int
    colour: str
    w: float = 104
    h: float = 52

    def shapes(self) -> tuple[Shape, ...]:
        w, h = self.w, self.h
        return (
            Box(-w / 2, -h, w, h + 2, 12, theme.NIGHT, corners=(True, True, False, False)),
            Icon("political", -0.25 * w, -0.46 * h, 40, WHITE, theme.NIGHT),
            Box(-1, 5 - h, w / 2 - 5, h - 8, 7, self.colour, WHITE, 3),
            Numeral(0.24 * w - 1.5, -0.47 * h, LETTERS[self.player], 42, on(self.colour)),
        )


def tribe(player: int, colour: str, r: float) -> SeatToken:
    """A token on the map: with an edge of night, for two seats are as pale as the lands."""
    return SeatToken(player, colour, r, ring=True, edge=theme.NIGHT, line=0.18)


@dataclass(frozen=True, slots=True)
class Spy:
    """Whose spy it is: the token of the seat with a letter as large as its shape holds, 8 px on a phone."""

    player: int
    colour: str
    r: float

    def shapes(self) -> tuple[Shape, ...]:
        wide = 1.1 if self.player == 2 else 1.0  # a triangle holds less than the other shapes
        body, letter = SeatToken(self.player, self.colour, wide * self.r).shapes()
        assert isinstance(letter, Numeral)
        return body, replace(letter, y=1.2 * letter.y, size=max(min(32.0, 2 * self.r), 1.25 * letter.size))


@dataclass(frozen=True, slots=True)
class Cylinder:
    """A cylinder in the colour of its player, upright and seen from above its rim."""

    colour: str
    w: float

    def shapes(self) -> tuple[Shape, ...]:
        w, h, edge = 0.72 * self.w, 1.25 * self.w, darker(self.colour, 0.45)
        rim = tuple((w / 2 * cos(i * pi / 8), -0.32 * h + 0.18 * h * sin(i * pi / 8)) for i in range(16))
        return (
            Box(-w / 2, -0.32 * h, w, 0.82 * h, 0.2 * h, self.colour, edge, 2),
            Poly(rim, mix(self.colour, WHITE, 0.7), edge, 2),
        )


@dataclass(frozen=True, slots=True)
class Figures:
    """A number on a coloured field, as large as the field lets it be."""

    text: str
    size: float
    colour: str

    @property
    def w(self) -> float:
        return numeral_width(self.text) * self.size

    def shapes(self) -> tuple[Shape, ...]:
        return (Numeral(0, 0, self.text, self.size, self.colour),)


@dataclass(frozen=True, slots=True)
class SignDisc:
    """A small round sign on a card: an icon in ink with a white edge."""

    icon: str
    r: float
    fill: str = theme.INK_2

    def shapes(self) -> tuple[Shape, ...]:
        edge = max(2.0, 0.12 * self.r)
        return Disc(0, 0, self.r, self.fill, WHITE, edge), Icon(self.icon, 0, 0, 1.15 * self.r, WHITE, self.fill)


@dataclass(frozen=True, slots=True)
class PriceTag:
    """What a card costs where that is not what the head of its column says."""

    price: int

    def shapes(self) -> tuple[Shape, ...]:
        half = 33 if self.price < 10 else 41
        ground = Box(-half, -15.5, 2 * half, 31, 15.5, theme.NIGHT, WHITE, 2.5)
        coin = Icon("rupee", 20 - half, 0, 24, WHITE, theme.NIGHT)
        return ground, coin, Numeral(half / 2 - 2 if self.price < 10 else 15, 0, str(self.price), 30, WHITE)


@dataclass(frozen=True, slots=True)
class UsedCorner:
    """The upper left corner of a card that has given its action: the point of the corner is (0, 0)."""

    size: float = 48

    def shapes(self) -> tuple[Shape, ...]:
        s = self.size
        corner = Poly(((s, 0), (0, 0), (0, s)), INK)
        return corner, Icon("check", 0.31 * s, 0.31 * s, 0.5 * s, WHITE, INK)


def kilim(y: float, h: float, colour: str, x: float = 20, w: float = 1560, base: float = 3) -> tuple[Shape, ...]:
    """A row of woven triangles that stand on a thin band whose foot is at y + h."""
    step = 20.0
    teeth = (
        Poly(((x + step * i, y + h - base), (x + step * (i + 0.5), y), (x + step * (i + 1), y + h - base)), colour)
        for i in range(round(w / step))
    )
    return (*teeth, Box(x, y + h - base, w, base, 0, colour))
