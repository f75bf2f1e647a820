"""Pieces and ornaments of Pax Pamir."""

from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import ClassVar

from render import kit

from . import theme

SUIT_ICONS = {
    "political": "political",
    "intelligence": "intelligence",
    "economic": "economic",
    "military": "suit_military",
}
_BLOCK_SIZES = {"army": (0.50, 0.66, 0.14, 0.15, 0.36), "road": (0.80, 0.38, 0.17, 0.16, 0.30)}
"""Block kind -> width and height of its front, by how much its back lies to the right and above, size of its emblem;
shares of the block's size."""


_MAX_STACK, _STACK_SHIFT = 3, (9 / 88, 8 / 88)


@dataclass(frozen=True, slots=True)
class CoalitionBlock:
    """A coalition block with its emblem."""

    kind: str
    """`army` (upright) or `road` (lying)."""
    coalition: str
    """Empty: the neutral block printed on cards."""
    size: float  # px at scale 1; front, depth and emblem are shares of it (`_BLOCK_SIZES`)
    count: int = 1
    """Several blocks stand behind each other, to the upper left; at most three are drawn."""

    relief: ClassVar[kit.Relief] = kit.Relief(0, 4)  # a shadow alone: top and side have tones of their own

    def shapes(self) -> tuple[kit.Shape, ...]:
        """Return solids: a front with the emblem, a light top, a dark side, and an ivory rim around them."""
        depths = range(min(self.count, _MAX_STACK) - 1, -1, -1)
        dx, dy = (share * self.size for share in _STACK_SHIFT)
        return tuple(
            moved
            for depth in depths
            for shape in self._build_block()
            if isinstance(moved := kit.transform_node(shape, -dx * depth, -dy * depth), kit.Shape)
        )

    def _build_block(self) -> tuple[kit.Shape, ...]:
        colour = theme.COALITIONS.get(self.coalition, theme.NEUTRAL)
        if not self.coalition:
            return (kit.Icon(self.kind, 0, 0, self.size, colour, theme.IVORY),)
        w, h, depth, rise, emblem = (share * self.size for share in _BLOCK_SIZES[self.kind])
        left, top = -(w + depth) / 2, -(h + rise) / 2
        right, foot = left + w, top + rise + h
        edge, line = theme.EDGES[self.coalition], 0.03 * self.size
        back_left, back_right, side_foot = (left + depth, top), (right + depth, top), (right + depth, foot - rise)
        front_left, front_right = (left, top + rise), (right, top + rise)
        outline = (front_left, back_left, back_right, side_foot, (right, foot), (left, foot))
        return (
            kit.Poly(outline, theme.CREAM, theme.CREAM, 0.09 * self.size),
            kit.Poly(
                (front_left, back_left, back_right, front_right), kit.mix_colours(colour, kit.WHITE, 0.42), edge, line
            ),
            kit.Poly((front_right, back_right, side_foot, (right, foot)), kit.darken(colour, 0.36), edge, line),
            kit.Box(left, top + rise, w, h, 0, colour, edge, line),
            kit.Icon(self.coalition, left + w / 2, top + rise + h / 2, emblem, kit.pick_ink(colour), colour),
        )


@dataclass(frozen=True, slots=True)
class RoadPost:
    """The post at the end of a road."""

    r: float  # radius in px at scale 1, without its edge

    relief: ClassVar[kit.Relief] = kit.Relief(1.6, 3)  # the disc stands out; the block beside it has a shadow alone

    def shapes(self) -> tuple[kit.Shape, ...]:
        return (kit.Disc(0, 0, self.r, theme.POST, "#F6E6C2", 3),)


@dataclass(frozen=True, slots=True)
class Emblem:
    """The square emblem of a coalition."""

    relief: ClassVar[kit.Relief] = kit.Relief(1.4, 3)  # the square stands out; the sign is printed on it

    coalition: str  # decides colour and sign
    size: float  # side of the square in px at scale 1
    rim: str | None = None
    """Colour of its edge, to stand out from a ground of its own colour; None: a darker tone of its colour."""

    def shapes(self) -> tuple[kit.Shape, ...]:
        s, colour = self.size, theme.COALITIONS[self.coalition]
        edge, width = self.rim or kit.darken(colour, 0.35), 0.045 * s if self.rim is None else 0.07 * s
        square = kit.Box(-s / 2, -s / 2, s, s, 0.16 * s, colour, edge, max(1.5, width))
        return square, kit.Icon(self.coalition, 0, 0, 0.64 * s, kit.pick_ink(colour), colour)


@dataclass(frozen=True, slots=True)
class SuitLozenge:
    """The lozenge of a suit with its glyph."""

    relief: ClassVar[kit.Relief] = kit.Relief(1.8, 4)  # the lozenge stands out; the glyph is printed on it

    suit: str  # decides colour and glyph
    r: float  # px at scale 1 from the middle to a corner
    rim: float = 0
    """Width of a white outline, for dark backgrounds."""

    def shapes(self) -> tuple[kit.Shape, ...]:
        r, colour = self.r, theme.SUITS[self.suit]
        lozenge = kit.Poly(((0, -r), (r, 0), (0, r), (-r, 0)), colour, theme.CREAM if self.rim else None, 2 * self.rim)
        return lozenge, kit.Icon(SUIT_ICONS[self.suit], 0, 0, 0.92 * r, kit.pick_ink(colour), colour)


@dataclass(frozen=True, slots=True)
class AbilityStar:
    """The four-pointed star that marks a special ability."""

    r: float = 15  # px at scale 1 from the middle to a point

    def shapes(self) -> tuple[kit.Shape, ...]:
        r, s = self.r, self.r * 0.26
        return (kit.Poly(((0, -r), (s, -s), (r, 0), (s, s), (0, r), (-s, s), (-r, 0), (-s, -s)), theme.MADDER),)


@dataclass(frozen=True, slots=True)
class PrizeRibbon:
    """The ribbon of a prize with the emblem of its coalition."""

    relief: ClassVar[kit.Relief] = kit.Relief(0.9, 2, raises_icons=True)
    """The ribbon is an icon, which is lit like a solid piece."""

    coalition: str  # loyalty that the taker has or changes to (R8.5)
    size: float  # px of the ribbon at scale 1

    def shapes(self) -> tuple[kit.Shape, ...]:
        s = self.size
        ribbon = kit.Icon("prize", 0, 0, s, theme.COALITIONS[self.coalition], theme.CREAM)
        return ribbon, kit.Icon(self.coalition, 0, -3 / 24 * s, 0.27 * s, theme.INK, theme.IVORY)


@dataclass(frozen=True, slots=True)
class RulerTab:
    """The tab above a region's plate: a crown in gold, and the token of the ruler.

    The origin is the middle of its lower edge. The tab is dark for every seat, so that pale seats stand out as well.
    """

    relief: ClassVar[kit.Relief] = kit.Relief(1, 3)  # tab and token stand out

    player: int  # ruler of the region (R4.5)
    colour: str  # of the ruler's seat
    w: float = 104  # px at scale 1; token and crown do not grow with it
    h: float = 52  # px at scale 1, above the plate

    def shapes(self) -> tuple[kit.Shape, ...]:
        w, h = self.w, self.h
        token = build_tribe_token(self.player, self.colour, 19.5 if self.player == 3 else 20.5)
        dx, dy = 0.22 * w, (-0.45 if self.player == 2 else -0.49) * h
        letter = replace(token, has_large_letter=True).shapes()
        return (
            kit.Box(-w / 2, -h, w, h + 2, 8, theme.TAB, theme.GILT, 3, corners=(True, True, False, False)),
            kit.Icon("political", -0.25 * w, -0.46 * h, 40, theme.GILT, theme.TAB),
            *(_move_shape(shape, dx, dy) for shape in letter),
        )


def _move_shape(shape: kit.Shape, dx: float, dy: float) -> kit.Shape:
    moved = kit.transform_node(shape, dx, dy)
    assert isinstance(moved, kit.Shape)
    return moved


def build_tribe_token(player: int, colour: str, r: float) -> kit.SeatToken:
    """Build a tribe token for the map, with a dark edge because two seats are as pale as the regions."""
    return kit.SeatToken(player, colour, r, has_ring=True, edge=theme.NIGHT, edge_width=0.18)


@dataclass(frozen=True, slots=True)
class SpyToken:
    """A spy: the token of its owner with a letter as large as the shape holds (8 px on a phone)."""

    relief: ClassVar[kit.Relief] = kit.Relief(1.4, 3)  # lower than a `kit.SeatToken`

    player: int  # owner of the spy
    colour: str  # of the owner's seat
    r: float  # radius in px at scale 1; a triangle is 1.1 times as large

    def shapes(self) -> tuple[kit.Shape, ...]:
        scale = 1.1 if self.player == 2 else 1.0  # a triangle holds less than the other shapes
        body, letter = kit.SeatToken(self.player, self.colour, scale * self.r).shapes()
        assert isinstance(letter, kit.Numeral)
        return body, replace(letter, y=1.2 * letter.y, size=max(min(32.0, 2 * self.r), 1.25 * letter.size))


@dataclass(frozen=True, slots=True)
class Cylinder:
    """An upright cylinder in its player's colour, seen slightly from above."""

    relief: ClassVar[kit.Relief] = kit.Relief(1, 2)  # body and top stand out

    colour: str  # of its player's seat
    w: float  # px at scale 1; the cylinder is 0.72 of it wide and 1.25 of it high

    def shapes(self) -> tuple[kit.Shape, ...]:
        w, h, edge = 0.72 * self.w, 1.25 * self.w, kit.darken(self.colour, 0.45)
        rim = tuple((w / 2 * cos(i * pi / 8), -0.32 * h + 0.18 * h * sin(i * pi / 8)) for i in range(16))
        return (
            kit.Box(-w / 2, -0.32 * h, w, 0.82 * h, 0.2 * h, self.colour, edge, 2),
            kit.Poly(rim, kit.mix_colours(self.colour, theme.CREAM, 0.7), edge, 2),
        )


@dataclass(frozen=True, slots=True)
class NumberText:
    """A number drawn in any size."""

    relief: ClassVar[kit.Relief] = kit.Relief(0, 0, has_serif_numerals=True)
    """Neither edges nor shadow; serif numerals alone."""

    text: str  # total of stars in figures
    size: float  # size of the figures in px at scale 1
    colour: str  # ink of the figures

    @property
    def w(self) -> float:
        return kit.measure_numeral(self.text) * self.size

    def shapes(self) -> tuple[kit.Shape, ...]:
        return (kit.Numeral(0, 0, self.text, self.size, self.colour),)


@dataclass(frozen=True, slots=True)
class SignDisc:
    """A small round sign on a card: a white icon on ink with a white edge."""

    relief: ClassVar[kit.Relief] = kit.Relief(1, 2)  # the disc stands out; the icon is printed on it

    icon: str  # name of the icon, as in `icons.toml` of the kit
    r: float  # radius in px at scale 1
    fill: str = theme.INK_2  # colour of the disc, behind the icon

    def shapes(self) -> tuple[kit.Shape, ...]:
        edge = max(2.0, 0.12 * self.r)
        return kit.Disc(0, 0, self.r, self.fill, theme.CREAM, edge), kit.Icon(
            self.icon, 0, 0, 1.15 * self.r, theme.CREAM, self.fill
        )


@dataclass(frozen=True, slots=True)
class PriceTag:
    """The price of a card that differs from the price at the head of its column."""

    relief: ClassVar[kit.Relief] = kit.Relief(1, 2)  # the tag stands out; coin and figures are flat

    price: int  # rupees for the card; from 10 on the tag is wider

    def shapes(self) -> tuple[kit.Shape, ...]:
        half = 33 if self.price < 10 else 41
        background = kit.Box(-half, -15.5, 2 * half, 31, 15.5, theme.NIGHT, theme.CREAM, 2.5)
        coin = kit.Icon("rupee", 20 - half, 0, 24, theme.CREAM, theme.NIGHT)
        return (
            background,
            coin,
            kit.Numeral(half / 2 - 2 if self.price < 10 else 15, 0, str(self.price), 30, theme.CREAM),
        )


@dataclass(frozen=True, slots=True)
class UsedCorner:
    """The check in the upper left corner of a card that was already used this turn; the corner is at (0, 0)."""

    size: float = 48  # px at scale 1 along both edges of the card

    def shapes(self) -> tuple[kit.Shape, ...]:
        s = self.size
        corner = kit.Poly(((s, 0), (0, 0), (0, s)), theme.INK)
        return corner, kit.Icon("check", 0.31 * s, 0.31 * s, 0.5 * s, theme.CREAM, theme.INK)
