"""Signs of Signoria actions, assignment tiles and helpers, the same on all pictures."""

from dataclasses import dataclass

from engines.signorie.data import effect_types
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import SignoriaAction, TileId
from render import kit
from render.signorie.layout import TRACKS
from render.signorie.pieces import ASSIGNMENT_ICONS, build_arch

from . import theme

_PALE = {"florin": "florin_pale", "mission": "mission_pale"}
"""Signs with colours of their own, and the icons used instead where the action is impossible."""


@dataclass(frozen=True, slots=True)
class FourTracks:
    """The signs of all four tracks: points for any of them."""

    each: float
    """Size of each sign."""
    colour: str  # of all four signs
    background: str  # colour below, for their cut-outs
    per_line: int = 2
    """Signs per line: 2 or 4."""

    def shapes(self) -> tuple[kit.Shape, ...]:
        pitch, lines = self.each * 1.12, len(TRACKS) // self.per_line
        return tuple(
            kit.Icon(
                track,
                (i % self.per_line - (self.per_line - 1) / 2) * pitch,
                (i // self.per_line - (lines - 1) / 2) * pitch,
                self.each,
                self.colour,
                self.background,
            )
            for i, track in enumerate(TRACKS)
        )


@dataclass(frozen=True, slots=True)
class ThresholdSign:
    """A higher threshold: the threshold as written behind the sum of the dice, with an arrow upwards."""

    size: float  # px at scale 1, of a square around it
    colour: str  # of number and arrow

    def shapes(self) -> tuple[kit.Shape, ...]:
        k = self.size / 60
        x, head = 28 * k, 9 * k
        return (
            kit.Numeral(-9 * k, 0, f"/{CONTENT.data.threshold.base}", 35 * k, self.colour),
            kit.Polyline(((x, 17 * k), (x, -9 * k)), self.colour, 6.5 * k),
            kit.Poly(((x - head, -5 * k), (x, -19 * k), (x + head, -5 * k)), self.colour),
        )


@dataclass(frozen=True, slots=True)
class CityManSeal:
    """Victory points for men in cities: the seal with a man under an arch."""

    r: float  # px at scale 1, of the seal

    def shapes(self) -> tuple[kit.Shape, ...]:
        k = self.r / 29
        man = kit.Icon("man", 0, 2.5 * k, 34 * 0.72 * k, theme.INK, kit.GOLD)
        return (*kit.Seal("", self.r).shapes(), *build_arch(k), man)


@dataclass(frozen=True, slots=True)
class CityMan:
    """The man under an arch without the seal, in the dull colour of impossible actions."""

    r: float  # px at scale 1, of the seal that is left out
    colour: str  # of man and arch
    background: str  # colour below

    def shapes(self) -> tuple[kit.Shape, ...]:
        k = self.r / 29
        return (*build_arch(k, self.colour), kit.Icon("man", 0, 2.5 * k, 34 * 0.72 * k, self.colour, self.background))


@dataclass(frozen=True, slots=True)
class Amount:
    """The number that an effect brings."""

    text: str  # as `+3` or `×2`
    size: float  # px of the figures' font at scale 1
    colour: str  # of the figures; not INK if the action is impossible

    def shapes(self) -> tuple[kit.Shape, ...]:
        return (kit.Numeral(0, 0, self.text, self.size, self.colour),)


@dataclass(frozen=True, slots=True)
class PipsSign:
    """The amount "pips of the die just placed": a plus and a die with a question mark."""

    size: float  # px at scale 1, of the plus's font; the die is nearly as high
    colour: str  # of plus, question mark and edge of the die
    background: str  # colour of the die's face: that of the surface below

    def shapes(self) -> tuple[kit.Shape, ...]:
        k = self.size / 30
        return (
            kit.Numeral(-15 * k, 0, "+", 30 * k, self.colour),
            kit.Box(-4 * k, -14 * k, 28 * k, 28 * k, 6 * k, self.background, self.colour, 3 * k),
            kit.Numeral(10 * k, 0, "?", 23 * k, self.colour),
        )


def draw_signoria_sign(
    action: SignoriaAction, x: float, y: float, size: float, colour: str, background: str
) -> kit.Node:
    """Draw the sign of a Signoria action. colour: INK where it is possible."""
    if action == "tracks":
        return kit.Sprite(x, y, FourTracks(size * 0.68, colour, background))
    return _draw_icon("florin" if action == "florins" else action, x, y, size, colour, background)


def draw_assignment_sign(tile: TileId, x: float, y: float, size: float, colour: str, background: str) -> kit.Node:
    """Draw the sign of an assignment tile. colour: INK where it is possible."""
    if tile == "a_threshold":
        return kit.Sprite(x + 2, y, ThresholdSign(0.92 * size, colour))
    icon = ASSIGNMENT_ICONS[tile]
    tint = theme.STONE if icon == "tileback" and colour == theme.INK else colour
    return _draw_icon(icon, x, y, size, tint, background)


def _draw_icon(name: str, x: float, y: float, size: float, colour: str, background: str) -> kit.Icon:
    """Draw an icon; if the colour is not INK, its pale variant, so that no part of it is bright."""
    return kit.Icon(_PALE.get(name, name) if colour != theme.INK else name, x, y, size, colour, background)


def draw_helper_sign(
    effect: effect_types.HelperEffect, x: float, y: float, background: str, colour: str = theme.INK, size: float = 50
) -> kit.Nodes:
    """Draw the sign of a helper's effect, centred. colour: INK where it is possible, else no part of it is bright.

    A helper's marriage or mission brings a face-down tile from the stack, so a tile back is drawn beside the sign.
    """
    k, is_dull = size / 50, colour != theme.INK
    match effect:
        case effect_types.Progress(tracks=(track, *_)):
            return (kit.Icon(track, x, y, size, colour, background),)
        case effect_types.GainVp(vp=vp) if is_dull:
            return (kit.Sprite(x, y, kit.NumberDisc(str(vp), 26 * k, 34 * k, colour, None, colour, 3)),)
        case effect_types.GainVp(vp=vp):
            return (kit.Sprite(x, y, kit.Seal(str(vp), 29 * k)),)
        case effect_types.VpPerMaleInCities() if is_dull:
            return (kit.Sprite(x, y, CityMan(31 * k, colour, background)),)
        case effect_types.VpPerMaleInCities():
            return (kit.Sprite(x, y, CityManSeal(31 * k)),)
        case effect_types.FaceDownTile():
            return (kit.Sprite(x, y, kit.TileBack(theme.PAST_SIGN if is_dull else theme.STONE, 54 * k, background)),)
        case effect_types.Marriage():
            return _draw_with_tile_back("marriage", x, y, size, colour, background)
        case effect_types.Mission():
            return _draw_with_tile_back("mission", x, y, size, colour, background)
    icons = {
        effect_types.TakeMeeples: "meeples",
        effect_types.GainFlorins: "florin",
        effect_types.Offspring: "offspring",
        effect_types.AssignmentAny: "assignment",
    }
    return (_draw_icon(icons[type(effect)], x, y, size, colour, background),)


def _draw_with_tile_back(name: str, x: float, y: float, size: float, colour: str, background: str) -> kit.Nodes:
    """Draw a sign with a face-down tile beside it."""
    k, back = size / 50, theme.STONE if colour == theme.INK else theme.PAST_SIGN
    tile = kit.Sprite(x + 20 * k, y + 14 * k, kit.TileBack(back, 27 * k, background))
    return (_draw_icon(name, x - 8 * k, y - 5 * k, 0.9 * size, colour, background), tile)


def find_helper_amount(effect: effect_types.HelperEffect) -> str | None:
    """Return the amount that a helper brings: "?" for the pips of the die; None where the sign includes it."""
    match effect:
        case effect_types.Progress(points="die"):
            return "?"
        case (
            effect_types.Progress(points=number)
            | effect_types.TakeMeeples(count=number)
            | effect_types.GainFlorins(florins=number)
        ):
            return f"+{number}"
        case effect_types.Offspring(dice=number):
            return f"×{number}"
    return None


def draw_amount_sign(amount: str, x: float, y: float, size: float, colour: str, background: str) -> kit.Node:
    """Draw the amount that a helper brings, centred."""
    return kit.Sprite(x, y, PipsSign(size, colour, background) if amount == "?" else Amount(amount, size, colour))


def draw_helper_token(effect: effect_types.HelperEffect, x: float, y: float, background: str) -> kit.Nodes:
    """Draw the content of a helper's disc: the sign, and below it the amount."""
    amount = find_helper_amount(effect)
    if amount is None:
        return draw_helper_sign(effect, x, y, background)
    size = 26 if amount == "?" else 32  # a number of size 32 is as high as a die of size 26
    return (
        *draw_helper_sign(effect, x, y - 15, background, size=36),
        draw_amount_sign(amount, x, y + 20, size, theme.INK, background),
    )
