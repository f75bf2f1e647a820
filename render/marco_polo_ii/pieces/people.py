"""The pieces: posts, figures, caravans, oases, crests, guild seals."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sin
from typing import ClassVar

from engines.kernel import LETTERS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Crest, Guild
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.chart.ornaments import CAMEL, CAMEL_H, CAMEL_RIDER, SADDLECLOTH

_ASKED = "#E7B94B"  # rim of the figure of the seat to move


@dataclass(frozen=True, slots=True)
class Post:
    """A trading post of `size` px with the seat's letter."""

    seat: int  # owner; its letter is drawn on the piece
    colour: str  # of the owner; the ink of the letter depends on it
    size: float  # px at scale 1; the coloured house is 0.96 of it, the pale rim 1.26 of it

    relief: ClassVar[kit.Relief] = kit.Relief(1.6, 5, raises_icons=True)
    """All its shapes are icons: pale rim, dark edge and house, each of them lit."""

    def shapes(self) -> tuple[kit.Shape, ...]:
        s = self.size
        return (
            kit.Icon("post", 0, 0, s * 1.26, theme.PANEL),
            kit.Icon("post", 0, 0, s * 1.1, kit.darken(self.colour, 0.5)),
            kit.Icon("post", 0, 0, s * 0.96, self.colour),
            kit.Numeral(0, 0.12 * s, LETTERS[self.seat], 0.74 * s, kit.pick_ink(self.colour)),
        )


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of `size` px."""

    seat: int  # owner; its letter is drawn on the piece
    colour: str  # of the owner; the ink of the letter depends on it
    size: float  # px of the icon at scale 1, without its rims
    is_active: bool = False
    """Whether it stands in a gold rim, like the row of the seat to move."""

    relief: ClassVar[kit.Relief] = kit.Relief(2.2, 8, raises_icons=True)  # the highest of all pieces on the map

    def shapes(self) -> tuple[kit.Shape, ...]:
        s = self.size
        rims = ((theme.PLUM, 0.165), (_ASKED, 0.125)) if self.is_active else ()
        edges = (*rims, (theme.IVORY_RIM, 0.085))
        return (
            *(kit.Icon("man", 0, 0, s, colour, colour, colour, width * s) for colour, width in edges),
            kit.Icon("man", 0, 0, s, self.colour, kit.WHITE, kit.darken(self.colour, 0.6), 0.03 * s),
            kit.Numeral(0, 0.13 * s, LETTERS[self.seat], 0.38 * s, kit.pick_ink(self.colour)),
        )


@dataclass(frozen=True, slots=True)
class Camel:
    """A caravan of `size` px with its goods."""

    seat: int  # owner; its letter is drawn on the piece
    colour: str  # of the owner; the ink of the letter depends on it
    size: float  # px of the icon at scale 1, without its rim
    goods: tuple[str, ...] = ()  # loaded (R13), pepper before silk before gold; on discs above it, from left to right

    relief: ClassVar[kit.Relief] = kit.Relief(1.6, 5, raises_icons=True)  # as high as a post

    def shapes(self) -> tuple[kit.Shape, ...]:
        s = self.size
        shapes: list[kit.Shape] = [
            kit.Icon("camels", 0, 0, s, theme.IVORY_RIM, theme.IVORY_RIM, theme.IVORY_RIM, 0.085 * s),
            kit.Icon("camels", 0, 0, s, self.colour, kit.WHITE, kit.darken(self.colour, 0.55), 0.03 * s),
            kit.Numeral(-0.03 * s, 0.03 * s, LETTERS[self.seat], 0.34 * s, kit.pick_ink(self.colour)),
        ]
        for i, good in enumerate(self.goods):
            x = (i - (len(self.goods) - 1) / 2) * 0.42 * s - 0.04 * s
            shapes.append(kit.Disc(x, -0.46 * s, 0.24 * s, kit.WHITE, theme.INK_2, 1.5))
            shapes.append(kit.Icon(good, x, -0.46 * s, 0.34 * s, theme.GOODS[good], kit.WHITE))
        return tuple(shapes)


@dataclass(frozen=True, slots=True)
class OasisMarker:
    """An oasis on the map: a pale drop of water with its letter, unlike any piece of a player."""

    letter: str  # name of the oasis on the map
    r: float = 18
    """Radius of the round part."""

    relief: ClassVar[kit.Relief] = kit.Relief(1.4, 2)  # lower than the pieces of players

    def shapes(self) -> tuple[kit.Shape, ...]:
        r = self.r
        tip = ((-0.78 * r, -0.5 * r), (0, -1.6 * r), (0.78 * r, -0.5 * r))
        return (
            kit.Poly(tip, theme.OASIS, theme.OASIS_EDGE, 2.5),
            kit.Disc(0, 0.1 * r, r, theme.OASIS, theme.OASIS_EDGE, 2.5),
            kit.Poly(((-0.62 * r, -0.42 * r), (0, -1.3 * r), (0.62 * r, -0.42 * r)), theme.OASIS),
            kit.Numeral(0, 0.1 * r, self.letter, 1.5 * r, kit.INK),
        )


@dataclass(frozen=True, slots=True)
class CrestShield:
    """The crest of a city; unique ones have an inner line."""

    crest: Crest  # decides the icon; crests of a single city have a colour of their own
    size: float  # px at scale 1, without a light edge
    has_light_edge: bool = False
    """Whether it has a light edge, for a dark background."""

    relief: ClassVar[kit.Relief] = kit.Relief(1.5, 4, raises_icons=True)
    """Rim, shield and icon are lit, as all of them are icons."""

    def shapes(self) -> tuple[kit.Shape, ...]:
        s, unique = self.size, CONTENT.data.crests[self.crest].unique
        fill = theme.UNIQUE if unique else theme.RIM
        icon = "star4" if self.crest == "star" else self.crest
        rim = (
            (kit.Icon("shield", 0, 0, s, theme.PANEL, theme.PANEL, theme.PANEL, 0.06 * s),)
            if self.has_light_edge
            else ()
        )
        inner: tuple[kit.Shape, ...] = ()
        if unique:
            inner = (
                kit.Icon("shield", 0, 0, 0.88 * s, theme.UNIQUE_LINE, theme.PANEL),
                kit.Icon("shield", 0, 0, 0.82 * s, fill, theme.PANEL),
            )
        body = kit.Icon("shield", 0, 0, s, fill, kit.WHITE, kit.darken(fill, 0.35), 0.035 * s)
        return (*rim, body, *inner, kit.Icon(icon, 0, 0, 0.94 * s, fill, kit.WHITE))


@dataclass(frozen=True, slots=True)
class GuildSeal:
    """The seal of a guild."""

    guild: Guild  # decides icon and colour
    size: float  # px at scale 1, with its dark edge
    state: str = "route"
    """"route": solid; "improved": with ribbons; "basic": white with a dark icon; "none": pale."""

    relief: ClassVar[kit.Relief] = kit.Relief(1.6, 4, raises_icons=True)
    """Ribbon, wax and icon are lit, as all of them are icons."""

    def shapes(self) -> tuple[kit.Shape, ...]:
        s, colour = self.size, theme.GUILD[self.guild]
        ribbon = (kit.Icon("sealrib", 0, 0, s, theme.RED),) if self.state == "improved" else ()
        dark = kit.darken(colour, 0.35)
        fill, ink = colour, kit.pick_ink(colour)
        if self.state == "basic":
            fill, ink = kit.WHITE, dark
        if self.state == "none":
            dark, fill, ink = (
                kit.mix_colours(dark, theme.PANEL, 0.6),
                theme.PANEL,
                kit.mix_colours(dark, theme.PANEL, 0.6),
            )
        return (
            *ribbon,
            kit.Icon("seal", 0, 0, s, dark),
            kit.Icon("seal", 0, 0, 0.88 * s, fill),
            kit.Icon(self.guild, 0, 0, 0.92 * s, fill, ink),
        )


_THREAD, _THREAD_DARK = kit.mix_colours(theme.GILT, theme.PLUM, 0.36), kit.mix_colours(theme.GILT, theme.PLUM, 0.66)
_CAMEL_PITCH = 156.0


@dataclass(frozen=True, slots=True)
class SilkCamel:
    """A camel of the caravan on the silk, in gold thread; its feet stand at (0, 0)."""

    height: float  # px at scale 1, without the rider
    has_rider: bool  # True for every other camel of the caravan

    def shapes(self) -> tuple[kit.Shape, ...]:
        k = self.height / CAMEL_H

        def place(points: tuple[kit.Point, ...]) -> tuple[kit.Point, ...]:
            return tuple((x * k, (y - CAMEL_H) * k) for x, y in points)

        rider: tuple[kit.Shape, ...] = ()
        if self.has_rider:
            x, y = place(((19, -5),))[0]
            rider = (kit.Disc(x, y, 3 * k, _THREAD), kit.Poly(place(CAMEL_RIDER), _THREAD))
        cloth = kit.Poly(place(SADDLECLOTH), _THREAD_DARK)
        return (kit.Poly(place(CAMEL), _THREAD), cloth, *rider)


def draw_caravan(x: float, y: float, w: float) -> Iterator[kit.Node]:
    """Draw the caravan on the silk of a private picture: camels on a rope, on a dune that begins at (x, y)."""
    count = max(1, int(w / _CAMEL_PITCH))
    pitch = w / count
    steps = range(round(w / 20) + 1)
    yield kit.Polyline(tuple((x + 20 * i, y + 8 * sin(0.19 * i)) for i in steps), _THREAD_DARK, 3)
    for i in range(count):
        left = x + pitch * i + 30
        foot = y + 8 * sin(0.19 * (left + 40 - x) / 20)
        yield kit.Sprite(left, foot, SilkCamel(104, i % 2 == 0))
