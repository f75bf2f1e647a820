"""Zone tiles, chips, abilities, merchants."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import Ability, Exchange, ExtraAction, Points, Zone
from engines.kilia.view import Mat
from render.kilia import theme
from render.kilia.pieces.goods import Ware
from render.kit.colour import INK, WHITE, darker, on
from render.kit.scene import Box, Disc, Icon, Node, Shape, Sprite, Text
from render.kit.text import measure
from render.kit.tokens import Seal


@dataclass(frozen=True, slots=True)
class ZoneTile:
    """A rounded square in the colour of the zone with its glyph. sprat: a fish on its corner."""

    zone: Zone
    size: float
    sprat: bool = False

    def shapes(self) -> tuple[Shape, ...]:
        s, fill = self.size, theme.ZONES[self.zone]
        edge = INK if self.zone == "castle" else darker(fill, 0.4)
        tile: tuple[Shape, ...] = (
            Box(-s / 2, -s / 2, s, s, 0.18 * s, fill, edge, max(2.0, 0.045 * s)),
            Icon(theme.GLYPHS[self.zone], 0, 0, 0.68 * s, on(fill), fill),
        )
        if self.sprat:
            tile += (
                Disc(0.36 * s, 0.36 * s, 0.26 * s, WHITE, INK, 2),
                Icon("sprat", 0.36 * s, 0.36 * s, 0.42 * s, INK, WHITE),
            )
        return tile


@dataclass(frozen=True, slots=True)
class Sprat:
    """The fish that a player holds."""

    colour: str
    size: float

    def shapes(self) -> tuple[Shape, ...]:
        return (Icon("sprat", 0, 0, self.size, self.colour, theme.TAR),)


@dataclass(frozen=True, slots=True)
class Stall:
    """A merchant: a square stall in the colour of the good, with the good on a white sign."""

    good: str
    size: float

    def shapes(self) -> tuple[Shape, ...]:
        s, fill = self.size, theme.GOODS[self.good]
        edge = INK if self.good == "salt" else darker(fill, 0.4)
        sign = Box(-0.41 * s, -0.41 * s, 0.82 * s, 0.56 * s, 0.06 * s, WHITE)
        ware = Ware(self.good, 0.53 * s).shapes()
        raised = tuple(_up(shape, 0.13 * s) for shape in ware)
        lamp = Disc(0, 0.31 * s, 0.09 * s, WHITE, INK, 2)
        return (Box(-s / 2, -s / 2, s, s, 0.1 * s, fill, edge, 3), sign, *raised, lamp)


def coming(mat: Mat, right: float, y: float, size: int) -> Iterator[Node]:
    """`+7` at the corner of a seal: what would be added if the game ended now. `?`: contracts that lie face down."""
    words = coming_words(mat)
    if words:
        w, h = measure(words, size) + 18, size + 8
        yield Box(right - w, y - h / 2, w, h, h / 2, WHITE, INK, 2.5)
        yield Text(right - w / 2, y, words, size, INK, "m", room=w - 6)


def coming_words(mat: Mat) -> str:
    hidden = "?" if mat.fulfilled and mat.contract_points is None else ""
    return f"+{mat.coming or ''}{hidden}" if mat.coming or hidden else ""


def _up(shape: Shape, by: float) -> Shape:
    assert isinstance(shape, Icon)
    return Icon(shape.name, shape.x, shape.y - by, shape.size, shape.fill, shape.ground, shape.edge, shape.width)


def ability(card: str, x: float, y: float, size: float, *, vertical: bool = False) -> Iterator[Node]:
    """The ability of a card around (x, y): goods with arrows, a zone that comes again, a point for a good."""
    printed: Ability = CONTENT.cards[card].ability
    step = (0.8 if isinstance(printed, Exchange) else 1.08) * size if vertical else 1.35 * size
    dx, dy = (0.0, step) if vertical else (step, 0.0)
    match printed:
        case Exchange(goods=(one, other)):
            yield Sprite(x - dx, y - dy, Ware(one, size))
            yield Icon("swap", x, y, 0.55 * size, INK)
            yield Sprite(x + dx, y + dy, Ware(other, size))
        case ExtraAction(zone=zone):
            yield Sprite(x - dx / 2, y - dy / 2, ZoneTile(zone, size))
            yield Icon("again", x + dx / 2, y + dy / 2, 0.75 * size, INK)
        case Points(good=good):
            yield Sprite(x - dx / 2, y - dy / 2, Seal("1", size / 2))
            yield Sprite(x + dx / 2, y + dy / 2, Ware(good, size))
