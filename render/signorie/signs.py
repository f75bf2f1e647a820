"""The signs of what is done: of Signoria actions, assignment tiles and helpers, the same wherever they are shown."""

from dataclasses import dataclass

from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import (
    AssignmentAny,
    FaceDownTile,
    GainFlorins,
    GainVp,
    HelperEffect,
    Marriage,
    Mission,
    Offspring,
    Progress,
    TakeMeeples,
    VpPerMaleInCities,
)
from engines.signorie.data.ids import SignoriaAction, TileId
from render.kit.colour import GOLD, INK
from render.kit.scene import Box, Icon, Line, Node, Nodes, Numeral, Poly, Shape, Sprite
from render.kit.tokens import NumberDisc, Seal, TileBack
from render.signorie import theme
from render.signorie.layout import TRACKS
from render.signorie.pieces import ASSIGNMENT_ICONS, arch

_PALE = {"florin": "florin_pale", "mission": "mission_pale"}
"""Signs that have colours of their own, and what they are where nothing is possible."""


@dataclass(frozen=True, slots=True)
class FourTracks:
    """The signs of all tracks: points for any of them. across: 2, two by two, or all 4 in a line. each: size of one"""

    each: float
    colour: str
    ground: str
    across: int = 2

    def shapes(self) -> tuple[Shape, ...]:
        pitch, lines = self.each * 1.12, len(TRACKS) // self.across
        return tuple(
            Icon(
                track,
                (i % self.across - (self.across - 1) / 2) * pitch,
                (i // self.across - (lines - 1) / 2) * pitch,
                self.each,
                self.colour,
                self.ground,
            )
            for i, track in enumerate(TRACKS)
        )


@dataclass(frozen=True, slots=True)
class ThresholdSign:
    """A higher threshold: what stands behind the sum of the dice, with an arrow upwards."""

    size: float
    colour: str

    def shapes(self) -> tuple[Shape, ...]:
        k = self.size / 60
        x, head = 28 * k, 9 * k
        return (
            Numeral(-9 * k, 0, f"/{CONTENT.data.threshold.base}", 35 * k, self.colour),
            Line(((x, 17 * k), (x, -9 * k)), self.colour, 6.5 * k),
            Poly(((x - head, -5 * k), (x, -19 * k), (x + head, -5 * k)), self.colour),
        )


@dataclass(frozen=True, slots=True)
class CityManSeal:
    """Victory points for men in cities: the seal with a man under an arch."""

    r: float

    def shapes(self) -> tuple[Shape, ...]:
        k = self.r / 29
        man = Icon("man", 0, 2.5 * k, 34 * 0.72 * k, INK, GOLD)
        return (*Seal("", self.r).shapes(), *arch(k), man)


@dataclass(frozen=True, slots=True)
class CityMan:
    """The man under an arch without the seal, where nothing is bright."""

    r: float
    colour: str
    ground: str

    def shapes(self) -> tuple[Shape, ...]:
        k = self.r / 29
        return (*arch(k, self.colour), Icon("man", 0, 2.5 * k, 34 * 0.72 * k, self.colour, self.ground))


@dataclass(frozen=True, slots=True)
class Amount:
    """How much something brings."""

    text: str
    size: float
    colour: str

    def shapes(self) -> tuple[Shape, ...]:
        return (Numeral(0, 0, self.text, self.size, self.colour),)


@dataclass(frozen=True, slots=True)
class PipsSign:
    """As many as the pips of the die just placed: a plus and a die that has no number yet."""

    size: float
    colour: str
    ground: str

    def shapes(self) -> tuple[Shape, ...]:
        k = self.size / 30
        return (
            Numeral(-15 * k, 0, "+", 30 * k, self.colour),
            Box(-4 * k, -14 * k, 28 * k, 28 * k, 6 * k, self.ground, self.colour, 3 * k),
            Numeral(10 * k, 0, "?", 23 * k, self.colour),
        )


def signoria_sign(action: SignoriaAction, x: float, y: float, size: float, colour: str, ground: str) -> Node:
    """What a Signoria action does. colour: INK where it is possible."""
    if action == "tracks":
        return Sprite(x, y, FourTracks(size * 0.68, colour, ground))
    return _icon("florin" if action == "florins" else action, x, y, size, colour, ground)


def assignment_sign(tile: TileId, x: float, y: float, size: float, colour: str, ground: str) -> Node:
    """What an assignment tile does. colour: INK where it is possible."""
    if tile == "a_threshold":
        return Sprite(x + 2, y, ThresholdSign(0.92 * size, colour))
    icon = ASSIGNMENT_ICONS[tile]
    tint = theme.STONE if icon == "tileback" and colour == INK else colour
    return _icon(icon, x, y, size, tint, ground)


def _icon(name: str, x: float, y: float, size: float, colour: str, ground: str) -> Icon:
    """Nothing of a sign that is not in ink stays bright."""
    return Icon(_PALE.get(name, name) if colour != INK else name, x, y, size, colour, ground)


def helper_sign(effect: HelperEffect, x: float, y: float, ground: str, colour: str = INK, size: float = 50) -> Nodes:
    """What a helper does, about 50 px, centred. colour: INK where it is possible, else nothing of it is bright.

    A marriage or mission of helpers brings a tile from the stack, face down: its back stands beside.
    """
    k, closed = size / 50, colour != INK
    match effect:
        case Progress(tracks=(track, *_)):
            return (Icon(track, x, y, size, colour, ground),)
        case GainVp(vp=vp) if closed:
            return (Sprite(x, y, NumberDisc(str(vp), 26 * k, 34 * k, colour, None, colour, 3)),)
        case GainVp(vp=vp):
            return (Sprite(x, y, Seal(str(vp), 29 * k)),)
        case VpPerMaleInCities() if closed:
            return (Sprite(x, y, CityMan(31 * k, colour, ground)),)
        case VpPerMaleInCities():
            return (Sprite(x, y, CityManSeal(31 * k)),)
        case FaceDownTile():
            return (Sprite(x, y, TileBack(theme.PAST_SIGN if closed else theme.STONE, 54 * k, ground)),)
        case Marriage():
            return _with_back("marriage", x, y, size, colour, ground)
        case Mission():
            return _with_back("mission", x, y, size, colour, ground)
    icons = {
        TakeMeeples: "meeples",
        GainFlorins: "florin",
        Offspring: "offspring",
        AssignmentAny: "assignment",
    }
    return (_icon(icons[type(effect)], x, y, size, colour, ground),)


def _with_back(name: str, x: float, y: float, size: float, colour: str, ground: str) -> Nodes:
    """A sign with a face-down tile beside."""
    k, back = size / 50, theme.STONE if colour == INK else theme.PAST_SIGN
    tile = Sprite(x + 20 * k, y + 14 * k, TileBack(back, 27 * k, ground))
    return (_icon(name, x - 8 * k, y - 5 * k, 0.9 * size, colour, ground), tile)


def helper_amount(effect: HelperEffect) -> str | None:
    """How much a helper brings; "?" as many as the die has pips, None where the sign says all."""
    match effect:
        case Progress(points="die"):
            return "?"
        case Progress(points=number) | TakeMeeples(count=number) | GainFlorins(florins=number):
            return f"+{number}"
        case Offspring(dice=number):
            return f"×{number}"
    return None


def amount_sign(amount: str, x: float, y: float, size: float, colour: str, ground: str) -> Node:
    """The amount of a helper, centred."""
    return Sprite(x, y, PipsSign(size, colour, ground) if amount == "?" else Amount(amount, size, colour))


def helper_token(effect: HelperEffect, x: float, y: float, ground: str) -> Nodes:
    """What stands on the disc of a helper: its sign, and below it how much it brings."""
    amount = helper_amount(effect)
    if amount is None:
        return helper_sign(effect, x, y, ground)
    size = 26 if amount == "?" else 32  # a die is as high as its sign, a number lower
    return (*helper_sign(effect, x, y - 15, ground, size=36), amount_sign(amount, x, y + 20, size, INK, ground))
