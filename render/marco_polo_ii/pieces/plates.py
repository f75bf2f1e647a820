"""The boxes of all pictures (sheets, velvet panels, empty places, rolls), plates of cities and the chips below them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engines.marco_polo_ii.data.types import CityKind
from render import kit
from render.marco_polo_ii import theme

PLATE_H = 46
_CHIP_H = 42
_TOP_CORNERS = (True, True, False, False)


def find_plate_colour(kind: CityKind) -> str:
    """Return the colour of the plates of such cities."""
    return {"start": theme.RED, "small": theme.SMALL}.get(kind, theme.PLUM)


@dataclass(frozen=True, slots=True)
class CityPlate:
    """The plate with a city's name, around (0, 0); its outline tells what the city has."""

    kind: CityKind  # decides colour and outline (R1)
    w: float  # px, as wide as the name needs; all plates are equally high

    relief: ClassVar[kit.Relief] = kit.Relief(1.8, 4)  # higher than the chips below it

    def shapes(self) -> tuple[kit.Shape, ...]:
        left, top, right, bottom = -self.w / 2, -PLATE_H / 2, self.w / 2, PLATE_H / 2
        colour = find_plate_colour(self.kind)
        match self.kind:
            case "start":
                return (kit.Box(left, top, self.w, PLATE_H, 23, colour, theme.PANEL, 3),)
            case "small":
                return (kit.Box(left, top, self.w, PLATE_H, 23, colour, theme.PANEL, 3),)
            case "contract":
                return (kit.Box(left, top, self.w, PLATE_H, 3, colour, theme.PANEL, 3),)
            case "card":
                corners = ((left, top), (right - 14, top), (right, top + 14), (right, bottom), (left, bottom))
                fold = ((right - 14, top), (right, top + 14), (right - 14, top + 14))
                return (kit.Poly(corners, colour, theme.PANEL, 3), kit.Poly(fold, theme.PANEL))
            case "special":
                upper = ((left, top), (right - 12, top), (right, top + 12))
                lower = ((right, bottom - 12), (right - 12, bottom), (left, bottom))
                return (kit.Poly((*upper, *lower), colour, theme.PANEL, 3),)


@dataclass(frozen=True, slots=True)
class ContractScroll:
    """A contract on the map: a golden scroll between red rolls with its VP, around (0, 0)."""

    text: str  # VP of the contract; its cost has no room on the map

    relief: ClassVar[kit.Relief] = kit.Relief(1.6, 4)  # the scroll stands out; its rolls are too low for lit edges

    def shapes(self) -> tuple[kit.Shape, ...]:
        return (
            kit.Box(-25, -19, 50, 38, 2, kit.GOLD, theme.ROLL_EDGE, 1.5),
            kit.Box(-28, -22, 56, 8, 3, theme.RED),
            kit.Box(-28, 14, 56, 8, 3, theme.RED),
            kit.Numeral(0, 0, self.text, 34, kit.INK),
        )


@dataclass(frozen=True, slots=True)
class CardChip:
    """A city card on the map: paper with a folded corner. Its left end is at x 0."""

    w: float  # px, as wide as the icons of the card need

    relief: ClassVar[kit.Relief] = kit.Relief(1.2, 3)  # the paper stands out; its fold is too small for lit edges

    def shapes(self) -> tuple[kit.Shape, ...]:
        w, half = self.w, _CHIP_H / 2
        corners = ((0, -half), (w - 10, -half), (w, 10 - half), (w, half), (0, half))
        fold = ((w - 10, -half), (w, 10 - half), (w - 10, 10 - half))
        return (kit.Poly(corners, theme.PANEL, theme.BROWN, 2), kit.Poly(fold, theme.BROWN))


@dataclass(frozen=True, slots=True)
class BonusChip:
    """A city bonus on the map: paper with a red end. Its left end is at x 0."""

    w: float  # px, as wide as the reward needs, with the red end

    relief: ClassVar[kit.Relief] = kit.Relief(1.2, 3)  # paper and red end stand out

    def shapes(self) -> tuple[kit.Shape, ...]:
        half = _CHIP_H / 2
        return (
            kit.Box(0, -half, self.w, _CHIP_H, 3, theme.PANEL, theme.RED, 2),
            kit.Box(0, -half, 22, _CHIP_H, 3, theme.RED, corners=(True, False, False, True)),
        )


@dataclass(frozen=True, slots=True)
class OutpostFlag:
    """An outpost: a pennant of this size. Its left end is at x 0."""

    w: float  # px to the two tips
    h: float  # px; the notch between the tips is 0.27 of it deep

    relief: ClassVar[kit.Relief] = kit.Relief(1.2, 3)  # as high as the chips beside it

    def shapes(self) -> tuple[kit.Shape, ...]:
        w, half = self.w, self.h / 2
        outline = ((1, -half), (w, -half), (w - 0.27 * self.h, 0), (w, half), (1, half))
        return (kit.Poly(outline, theme.OUTPOST, theme.JADE_EDGE, 2),)


def draw_sheet(x: float, y: float, w: float, h: float, fill: str = theme.PANEL, radius: float = 12) -> kit.Box:
    """Draw an even sheet with a gold hairline, for words and numbers."""
    return kit.Box(x, y, w, h, radius, fill, theme.TABLET_RIM, 2, material="vellum")


def draw_head(x: float, y: float, w: float, h: float, fill: str = theme.PLUM_2, radius: float = 12) -> kit.Box:
    """Draw the lacquered head of a sheet, which has the same corners."""
    return kit.Box(x, y, w, h, radius, fill, corners=_TOP_CORNERS, material="lacquer")


def draw_velvet(x: float, y: float, w: float, h: float, fill: str = theme.PLUM_2) -> kit.Box:
    """Draw a dark panel within a gold rule, for what is not asked."""
    return kit.Box(x, y, w, h, 12, fill, material="velvet")


def draw_gap(x: float, y: float, w: float, h: float) -> kit.Box:
    """Draw an empty place, sunk into dark cloth."""
    return kit.Box(x, y, w, h, 8, None, theme.MUTED, 2, material="hollow")


def draw_light_gap(x: float, y: float, w: float, h: float) -> kit.Box:
    """Draw an empty place on a sheet."""
    return kit.Box(x, y, w, h, 8, theme.PAPER, theme.TABLET_RIM, 2)


def draw_roll(x: float, y: float, w: float, h: float, fill: str = theme.RED) -> kit.Box:
    """Draw a roll at the upper or lower end of a contract, between knobs of brass."""
    return kit.Box(x, y, w, h, h / 2, fill, material="rod")


def draw_scroll(x: float, y: float, w: float, h: float, roll_h: float, roll: str) -> Iterator[kit.Node]:
    """Draw a blank contract: vellum between two rolls of `roll_h` px, in the colour `roll`."""
    inset = roll_h / 2
    yield kit.Box(
        x + inset, y + inset, w - 2 * inset, h - 2 * inset, 2, theme.PANEL, theme.LINE, 1.5, material="vellum"
    )
    yield draw_roll(x, y, w, roll_h, roll)
    yield draw_roll(x, y + h - roll_h, w, roll_h, roll)
