"""Posts, figures, caravans, crests, guild seals, dice on their places."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.kernel import LETTERS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Crest, Guild
from engines.marco_polo_ii.table.state import Placed
from render.kit.colour import INK, WHITE, darker, mix, on
from render.kit.scene import Box, Disc, Icon, Numeral, Poly, Shape, Sprite
from render.kit.tokens import Die, SeatToken
from render.marco_polo_ii import theme


@dataclass(frozen=True, slots=True)
class Post:
    """A trading post of `size` px with the seat's letter."""

    seat: int
    colour: str
    size: float

    def shapes(self) -> tuple[Shape, ...]:
        s = self.size
        return (
            Icon("post", 0, 0, s * 1.26, theme.PANEL),
            Icon("post", 0, 0, s * 1.1, darker(self.colour, 0.5)),
            Icon("post", 0, 0, s * 0.96, self.colour),
            Numeral(0, 0.1 * s, LETTERS[self.seat], 0.58 * s, on(self.colour)),
        )


@dataclass(frozen=True, slots=True)
class Figure:
    """A traveller of `size` px. active: dark around, as is the row of whoever is asked."""

    seat: int
    colour: str
    size: float
    active: bool = False

    def shapes(self) -> tuple[Shape, ...]:
        s = self.size
        rim = (Icon("man", 0, 0, s, INK, INK, INK, 0.19 * s),) if self.active else ()
        return (
            *rim,
            Icon("man", 0, 0, s, WHITE, WHITE, WHITE, 0.092 * s),
            Icon("man", 0, 0, s, self.colour, WHITE, darker(self.colour, 0.55), 0.03 * s),
            Numeral(0, 0.13 * s, LETTERS[self.seat], 0.38 * s, on(self.colour)),
        )


@dataclass(frozen=True, slots=True)
class Camel:
    """A caravan of `size` px with what it carries."""

    seat: int
    colour: str
    size: float
    goods: tuple[str, ...] = ()

    def shapes(self) -> tuple[Shape, ...]:
        s = self.size
        shapes: list[Shape] = [
            Icon("camels", 0, 0, s, WHITE, WHITE, WHITE, 0.092 * s),
            Icon("camels", 0, 0, s, self.colour, WHITE, darker(self.colour, 0.55), 0.03 * s),
            Numeral(-0.03 * s, 0.03 * s, LETTERS[self.seat], 0.34 * s, on(self.colour)),
        ]
        for i, good in enumerate(self.goods):
            x = (i - (len(self.goods) - 1) / 2) * 0.42 * s - 0.04 * s
            shapes.append(Disc(x, -0.46 * s, 0.24 * s, WHITE, theme.INK_2, 1.5))
            shapes.append(Icon(good, x, -0.46 * s, 0.34 * s, theme.GOODS[good], WHITE))
        return tuple(shapes)


@dataclass(frozen=True, slots=True)
class Oasis:
    """An oasis on the map: a pale drop of water with its letter, like no piece of a player. `r` of its round part."""

    letter: str
    r: float = 18

    def shapes(self) -> tuple[Shape, ...]:
        r = self.r
        tip = ((-0.78 * r, -0.5 * r), (0, -1.6 * r), (0.78 * r, -0.5 * r))
        return (
            Poly(tip, theme.OASIS, theme.OASIS_EDGE, 2.5),
            Disc(0, 0.1 * r, r, theme.OASIS, theme.OASIS_EDGE, 2.5),
            Poly(((-0.62 * r, -0.42 * r), (0, -1.3 * r), (0.62 * r, -0.42 * r)), theme.OASIS),
            Numeral(0, 0.1 * r, self.letter, 1.3 * r, INK),
        )


@dataclass(frozen=True, slots=True)
class CrestShield:
    """The crest of a city; unique ones have an inner line. plate: with the light edge that a dark plate needs."""

    crest: Crest
    size: float
    plate: bool = False

    def shapes(self) -> tuple[Shape, ...]:
        s, unique = self.size, CONTENT.data.crests[self.crest].unique
        fill = theme.UNIQUE if unique else theme.RIM
        icon = "star4" if self.crest == "star" else self.crest
        rim = (Icon("shield", 0, 0, s, theme.PANEL, theme.PANEL, theme.PANEL, 0.06 * s),) if self.plate else ()
        inner: tuple[Shape, ...] = ()
        if unique:
            inner = (
                Icon("shield", 0, 0, 0.88 * s, theme.UNIQUE_LINE, theme.PANEL),
                Icon("shield", 0, 0, 0.82 * s, fill, theme.PANEL),
            )
        body = Icon("shield", 0, 0, s, fill, WHITE, darker(fill, 0.35), 0.035 * s)
        return (*rim, body, *inner, Icon(icon, 0, 0, 0.94 * s, fill, WHITE))


@dataclass(frozen=True, slots=True)
class GuildSeal:
    """A guild's seal: solid as on a route; improved: with ribbons; basic: white with a dark glyph."""

    guild: Guild
    size: float
    state: str = "route"

    def shapes(self) -> tuple[Shape, ...]:
        s, colour = self.size, theme.GUILD[self.guild]
        ribbon = (Icon("sealrib", 0, 0, s, theme.RED),) if self.state == "improved" else ()
        dark = darker(colour, 0.35)
        fill, ink = colour, on(colour)
        if self.state == "basic":
            fill, ink = WHITE, dark
        if self.state == "none":
            dark, fill, ink = mix(dark, theme.PANEL, 0.6), theme.PANEL, mix(dark, theme.PANEL, 0.6)
        return (
            *ribbon,
            Icon("seal", 0, 0, s, dark),
            Icon("seal", 0, 0, 0.88 * s, fill),
            Icon(self.guild, 0, 0, 0.92 * s, fill, ink),
        )


@dataclass(frozen=True, slots=True)
class DiePlace:
    """An empty place for a die: round corners = shared, mitred = once a round."""

    colour: str
    size: float
    text: str = ""
    next: bool = False

    def shapes(self) -> tuple[Shape, ...]:
        s = self.size
        edge = theme.PLACE_INK[self.colour] if self.next else theme.PLACE_EDGE[self.colour]
        width = 3.5 if self.next else 2.5
        fill = theme.PLACE[self.colour]
        radius = (0.2 if self.colour == "blue" else 0.06) * s
        body: tuple[Shape, ...] = (Box(-s / 2, -s / 2, s, s, radius, fill, edge, width),)
        if self.colour == "brown":
            h, m = s / 2 - 1, 0.16 * s
            body += tuple(
                Poly(((x * h, y * h), (x * (h - m), y * h), (x * h, y * (h - m))), edge)
                for x in (-1, 1)
                for y in (-1, 1)
            )
        number = (Numeral(0, 0, self.text, 0.42 * s, theme.PLACE_INK[self.colour]),) if self.text else ()
        return (*body, *number)


@dataclass(frozen=True, slots=True)
class Stack:
    """The dice on a place: the last one on top; edges of up to two more behind it."""

    pips: int
    kind: str
    colour: str
    size: float
    more: int = 0

    def shapes(self) -> tuple[Shape, ...]:
        s = self.size
        fill = self.colour if self.kind == "own" else theme.BLACK_DIE
        behind = tuple(
            Box(-s / 2 + 5 * i, -s / 2 - 5 * i, s, s, 0.2 * s, "#B9A78C", theme.INK_2, 1.5)
            for i in range(min(2, self.more), 0, -1)
        )
        ring = (Box(-0.41 * s, -0.41 * s, 0.82 * s, 0.82 * s, 0.14 * s, None, theme.NEUTRAL_LINE, 2),)
        return (*behind, *Die(fill, self.pips, s).shapes(), *(ring if self.kind == "neutral" else ()))


def stacked(x: float, y: float, dice: tuple[Placed, ...], colours: tuple[str, ...], size: float) -> Iterator[Sprite]:
    """The dice on a space, and whose the last one is. IndexError where none lies there."""
    top = dice[-1]
    colour = theme.BLACK_DIE if top.seat is None else colours[top.seat]
    yield Sprite(x, y, Stack(top.value, top.kind, colour, size, len(dice) - 1))
    if top.seat is not None:
        yield Sprite(x + 0.44 * size, y - 0.44 * size, SeatToken(top.seat, colour, 0.23 * size, ring=True))
