"""Pieces and ornaments of Pax Pamir."""

from dataclasses import dataclass, replace
from math import cos, pi, sin

from render import kit

from . import theme

SUIT_ICONS = {
    "political": "political",
    "intelligence": "intelligence",
    "economic": "economic",
    "military": "suit_military",
}
_FACES = {"army": (-2 / 24, 3.25 / 24, 0.36), "road": (-2.5 / 24, 3.25 / 24, 0.36)}
"""Block kind -> x and y of the middle of its front, size of the emblem; shares of the block's size."""


@dataclass(frozen=True, slots=True)
class CoalitionBlock:
    """A coalition block with its emblem."""

    kind: str
    """`army` (upright) or `road` (lying)."""
    coalition: str
    """Empty: the neutral block printed on cards."""
    size: float

    def shapes(self) -> tuple[kit.Shape, ...]:
        colour = theme.COALITIONS.get(self.coalition, theme.NEUTRAL)
        if not self.coalition:
            return (kit.Icon(self.kind, 0, 0, self.size, colour, kit.WHITE),)
        x, y, k = _FACES[self.kind]
        s, edge = self.size, theme.EDGES[self.coalition]
        ring = kit.Icon(self.kind, 0, 0, s, theme.PANEL, kit.WHITE, theme.PANEL, 0.09 * s)
        block = kit.Icon(self.kind, 0, 0, s, colour, kit.WHITE, edge, 0.03 * s)
        return (
            ring,
            block,
            kit.Icon(self.coalition, x * self.size, y * self.size, k * self.size, kit.pick_ink(colour), colour),
        )


@dataclass(frozen=True, slots=True)
class Emblem:
    """The square emblem of a coalition."""

    coalition: str
    size: float

    def shapes(self) -> tuple[kit.Shape, ...]:
        s, colour = self.size, theme.COALITIONS[self.coalition]
        square = kit.Box(-s / 2, -s / 2, s, s, 0.16 * s, colour, kit.darken(colour, 0.35), max(1.5, 0.045 * s))
        return square, kit.Icon(self.coalition, 0, 0, 0.64 * s, kit.pick_ink(colour), colour)


@dataclass(frozen=True, slots=True)
class SuitLozenge:
    """The lozenge of a suit with its glyph."""

    suit: str
    r: float
    rim: float = 0
    """Width of a white outline, for dark backgrounds."""

    def shapes(self) -> tuple[kit.Shape, ...]:
        r, colour = self.r, theme.SUITS[self.suit]
        lozenge = kit.Poly(((0, -r), (r, 0), (0, r), (-r, 0)), colour, kit.WHITE if self.rim else None, 2 * self.rim)
        return lozenge, kit.Icon(SUIT_ICONS[self.suit], 0, 0, 0.92 * r, kit.pick_ink(colour), colour)


@dataclass(frozen=True, slots=True)
class AbilityStar:
    """The four-pointed star that marks a special ability."""

    r: float = 15

    def shapes(self) -> tuple[kit.Shape, ...]:
        r, s = self.r, self.r * 0.26
        return (kit.Poly(((0, -r), (s, -s), (r, 0), (s, s), (0, r), (-s, s), (-r, 0), (-s, -s)), theme.MADDER),)


@dataclass(frozen=True, slots=True)
class PrizeRibbon:
    """The ribbon of a prize with the emblem of its coalition."""

    coalition: str
    size: float

    def shapes(self) -> tuple[kit.Shape, ...]:
        s = self.size
        ribbon = kit.Icon("prize", 0, 0, s, theme.COALITIONS[self.coalition], kit.WHITE)
        return ribbon, kit.Icon(self.coalition, 0, -3 / 24 * s, 0.27 * s, kit.INK, kit.WHITE)


@dataclass(frozen=True, slots=True)
class RulerTab:
    """The tab above a region's plate: a crown, and the ruler's letter on their colour.

    The origin is the middle of its lower edge. The tab is dark for every seat, so that pale seats stand out as well.
    """

    player: int
    colour: str
    w: float = 104
    h: float = 52

    def shapes(self) -> tuple[kit.Shape, ...]:
        w, h = self.w, self.h
        return (
            kit.Box(-w / 2, -h, w, h + 2, 12, theme.NIGHT, corners=(True, True, False, False)),
            kit.Icon("political", -0.25 * w, -0.46 * h, 40, kit.WHITE, theme.NIGHT),
            kit.Box(-1, 5 - h, w / 2 - 5, h - 8, 7, self.colour, kit.WHITE, 3),
            kit.Numeral(0.24 * w - 1.5, -0.47 * h, kit.SEAT_LETTERS[self.player], 42, kit.pick_ink(self.colour)),
        )


def build_tribe_token(player: int, colour: str, r: float) -> kit.SeatToken:
    """Build a tribe token for the map, with a dark edge because two seats are as pale as the regions."""
    return kit.SeatToken(player, colour, r, has_ring=True, edge=theme.NIGHT, edge_width=0.18)


@dataclass(frozen=True, slots=True)
class SpyToken:
    """A spy: the token of its owner with a letter as large as the shape holds (8 px on a phone)."""

    player: int
    colour: str
    r: float

    def shapes(self) -> tuple[kit.Shape, ...]:
        scale = 1.1 if self.player == 2 else 1.0  # a triangle holds less than the other shapes
        body, letter = kit.SeatToken(self.player, self.colour, scale * self.r).shapes()
        assert isinstance(letter, kit.Numeral)
        return body, replace(letter, y=1.2 * letter.y, size=max(min(32.0, 2 * self.r), 1.25 * letter.size))


@dataclass(frozen=True, slots=True)
class Cylinder:
    """An upright cylinder in its player's colour, seen slightly from above."""

    colour: str
    w: float

    def shapes(self) -> tuple[kit.Shape, ...]:
        w, h, edge = 0.72 * self.w, 1.25 * self.w, kit.darken(self.colour, 0.45)
        rim = tuple((w / 2 * cos(i * pi / 8), -0.32 * h + 0.18 * h * sin(i * pi / 8)) for i in range(16))
        return (
            kit.Box(-w / 2, -0.32 * h, w, 0.82 * h, 0.2 * h, self.colour, edge, 2),
            kit.Poly(rim, kit.mix_colours(self.colour, kit.WHITE, 0.7), edge, 2),
        )


@dataclass(frozen=True, slots=True)
class NumberText:
    """A number drawn in any size."""

    text: str
    size: float
    colour: str

    @property
    def w(self) -> float:
        return kit.numeral_width(self.text) * self.size

    def shapes(self) -> tuple[kit.Shape, ...]:
        return (kit.Numeral(0, 0, self.text, self.size, self.colour),)


@dataclass(frozen=True, slots=True)
class SignDisc:
    """A small round sign on a card: a white icon on ink with a white edge."""

    icon: str
    r: float
    fill: str = theme.INK_2

    def shapes(self) -> tuple[kit.Shape, ...]:
        edge = max(2.0, 0.12 * self.r)
        return kit.Disc(0, 0, self.r, self.fill, kit.WHITE, edge), kit.Icon(
            self.icon, 0, 0, 1.15 * self.r, kit.WHITE, self.fill
        )


@dataclass(frozen=True, slots=True)
class PriceTag:
    """The price of a card that differs from the price at the head of its column."""

    price: int

    def shapes(self) -> tuple[kit.Shape, ...]:
        half = 33 if self.price < 10 else 41
        background = kit.Box(-half, -15.5, 2 * half, 31, 15.5, theme.NIGHT, kit.WHITE, 2.5)
        coin = kit.Icon("rupee", 20 - half, 0, 24, kit.WHITE, theme.NIGHT)
        return background, coin, kit.Numeral(half / 2 - 2 if self.price < 10 else 15, 0, str(self.price), 30, kit.WHITE)


@dataclass(frozen=True, slots=True)
class UsedCorner:
    """The check in the upper left corner of a card that was already used this turn; the corner is at (0, 0)."""

    size: float = 48

    def shapes(self) -> tuple[kit.Shape, ...]:
        s = self.size
        corner = kit.Poly(((s, 0), (0, 0), (0, s)), kit.INK)
        return corner, kit.Icon("check", 0.31 * s, 0.31 * s, 0.5 * s, kit.WHITE, kit.INK)


def draw_kilim(
    y: float, h: float, colour: str, x: float = 20, w: float = 1560, base: float = 3
) -> tuple[kit.Shape, ...]:
    """Draw a row of woven triangles on a thin band whose lower edge is at y + h."""
    step = 20.0
    teeth = (
        kit.Poly(((x + step * i, y + h - base), (x + step * (i + 0.5), y), (x + step * (i + 1), y + h - base)), colour)
        for i in range(round(w / step))
    )
    return (*teeth, kit.Box(x, y + h - base, w, base, 0, colour))
