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
from render.kit.scene import Icon, Line, Node, Nodes, Numeral, Poly, Shape, Sprite
from render.kit.tokens import Seal, TileBack
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
    return Icon(_PALE.get(name, name) if colour == theme.PAST_SIGN else name, x, y, size, colour, ground)


def helper_sign(effect: HelperEffect, x: float, y: float, ground: str) -> Nodes:
    """What a helper does, about 50 px, centred."""
    match effect:
        case Progress(tracks=(track, *_)):
            return (Icon(track, x, y, 50, INK, ground),)
        case GainVp(vp=vp):
            return (Sprite(x, y, Seal(str(vp), 29)),)
        case VpPerMaleInCities():
            return (Sprite(x, y, CityManSeal(31)),)
        case FaceDownTile():
            return (Sprite(x, y, TileBack(theme.STONE, 54, ground)),)
    icons = {
        TakeMeeples: "meeples",
        Marriage: "marriage",
        GainFlorins: "florin",
        Offspring: "offspring",
        AssignmentAny: "assignment",
        Mission: "mission",
    }
    return (Icon(icons[type(effect)], x, y, 50, INK, ground),)
