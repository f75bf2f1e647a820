"""Where everything stands on the overview, in px of its 1600 x 1252 canvas."""

from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin

from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import SlotId
from render.kit.scene import BODY, KEY
from render.kit.spot import Spot

WIDTH, HEIGHT = 1600, 1252
TRACKS = ("politician", "clergy", "military", "initiative")
CAREERS = TRACKS[:3]
COLORS = CONTENT.data.die.colors
CITIES = tuple(city.id for city in CONTENT.data.city)
INITIATIVE_SLOTS = len(CONTENT.data.initiative_track.vp)

BAY_W, BAY_H, BAY_TOP, BAY_EDGE = 288, 352, 566, 6
ARCADE_TOP, ARCADE_H = 548, 418
COLUMN_PITCH = 306
LEFT = 44
ROW_H, ROW_PITCH, ROW_TOP = 88, 94, 171
LABEL_W, SLOTS_X = 84, 134
CAREER_W, CAREER_PITCH = 91, 97
BADGE_UP, BADGE_R = 15, 14  # numbers stand that far above the slots, whose men reach to the upper edge
LANE_W, INITIATIVE_GAP = 7 * CAREER_PITCH + CAREER_W, 5
DISC_R, DISC_GAP = {1: 25, 2: 24, 3: 21, 4: 19}, 8  # radius of discs by how many share a slot, and px between them
SEATS_X, SEATS_W, SEATS_TOP, SEAT_H, SEAT_PITCH = 942, 614, 190, 84, 89
DICE_TOP, DICE_H, BAND_H = 982, 236, 92


def career_slot(track: str, slot: int) -> Spot:
    """Slot 1 to 8 of a career track. The badges stand above it, clear of its men."""
    x, y = SLOTS_X + CAREER_PITCH * (slot - 1), ROW_TOP + ROW_PITCH * CAREERS.index(track)
    return Spot(x, y, CAREER_W, ROW_H, 8, (x + 8, y - BADGE_UP), BADGE_R, room=CAREER_PITCH - 4)


@cache
def initiative_slot(slot: int, discs: tuple[int, ...] = (0,) * INITIATIVE_SLOTS) -> Spot:
    """Slot 0 to 9 of the initiative track. discs: how many lie on each; those that share one lie side by side."""
    heaps = [(2 * DISC_R[count] + DISC_GAP) * count + 12 if count > 1 else 0 for count in discs]
    left = LANE_W - INITIATIVE_GAP * (len(heaps) - 1) - sum(heaps)
    each = left // heaps.count(0)
    widths = [w or each for w in heaps]
    widths[-1] += left - each * heaps.count(0)
    x, y = SLOTS_X + sum(widths[:slot]) + INITIATIVE_GAP * slot, ROW_TOP + ROW_PITCH * 3
    return Spot(x, y, widths[slot], ROW_H, 8, (x + 8, y - BADGE_UP), BADGE_R, room=widths[slot] + 2)


def track(name: str) -> Spot:
    """The label of a track."""
    y = ROW_TOP + ROW_PITCH * TRACKS.index(name)
    return Spot(LEFT, y, LABEL_W, ROW_H, 12, (48, y + 30), 20)


def lane(name: str) -> Spot:
    """All slots of a track."""
    return Spot(SLOTS_X, ROW_TOP + ROW_PITCH * TRACKS.index(name), LANE_W, ROW_H)


@dataclass(frozen=True, slots=True)
class RowSize:
    """Measures of a seat's row.

    h, pitch: height of the row, and from row to row. token, seal: radii. name: size of the name, in the line at
    `upper`. counts: height of the line of florins, men and women, `apart` from each other, with icons of size `icon`.
    die, dice: size of the dice, and the height of their line. sum: height of the line of the sum. end: right end of
    dice and sum. seal_x: middle of the seal
    """

    h: float
    pitch: float
    token: float
    seal: float
    name: int
    upper: float
    counts: float
    apart: float
    icon: float
    die: float
    dice: float
    sum: float
    end: float
    seal_x: float


ROW_SIZES = {
    2: RowSize(170, 178, 46, 50, KEY, 34, 84, 122, 44, 46, 138, 138, 492, 552),
    3: RowSize(112, 119, 35, 44, KEY, 32, 82, 90, 38, 42, 32, 82, 498, 560),
    4: RowSize(SEAT_H, SEAT_PITCH, 29, 36, BODY, 21, 60, 96, 36, 34, 21, 60, 509, 568),
}


def seat_row(row: int, seats: int = 4) -> Spot:
    """Row 0 to 3 of the turn order; fewer seats share the same height."""
    size = ROW_SIZES[seats]
    y = SEATS_TOP + size.pitch * row
    return Spot(SEATS_X, y, SEATS_W, size.h, 12, (SEATS_X + 8, y + 6))


@cache
def bay(city: str) -> Spot:
    """An arch. Its badges stand on the keystone; its outline is round above and square at the foot."""
    x = LEFT + COLUMN_PITCH * CITIES.index(city)
    middle, r, foot = x + BAY_W / 2, BAY_W / 2 + BAY_EDGE / 2, BAY_TOP + BAY_H
    turns = (pi * i / 36 for i in range(37))
    arch = tuple((middle - cos(turn) * r, BAY_TOP + BAY_W / 2 - sin(turn) * r) for turn in turns)
    outline = (*arch, (middle + r, foot), (middle - r, foot))
    badge = middle, BAY_TOP + 4
    return Spot(x, BAY_TOP, BAY_W, BAY_H, 20, badge, 28, centred=True, room=BAY_W + 8, outline=outline)


def city_tile(city: str, kind: str) -> Spot:
    """The shield of a city's marriage or mission tile."""
    x, y = bay(city).centre[0] + (-54 if kind == "marriage" else 54) - 44, 606
    return Spot(x, y, 88, 88, 14, (x + 6, y + 6), 20)


def city_slot(city: str, slot: int) -> Spot:
    """City slot 0 to 7 in printed order: two of each value, the upper one first."""
    x, y = bay(city).x + 36 + 72 * (slot // 2), 790 + 86 * (slot % 2)
    return Spot(x - 32, y - 32, 64, 64, 32, (x - 28, y - 28), 20)


def dice_area(color: str) -> Spot:
    x = LEFT + COLUMN_PITCH * COLORS.index(color)
    return Spot(x, DICE_TOP, BAY_W, DICE_H, 12, (x + 8, DICE_TOP + 6))


def pool_die(color: str, index: int) -> Spot:
    """The die at `index` 0 to 3 in the area of its colour. Its badge stands above, clear of the pips."""
    x, y = dice_area(color).x + 38 + 59 * index, DICE_TOP + 46
    return Spot(x - 26, y - 26, 52, 52, 11, (x, DICE_TOP - 5), 18, centred=True, room=58)


def assignment(slot: SlotId) -> Spot:
    """An assignment slot by its id."""
    color = CONTENT.slots[slot].area
    index = CONTENT.slots_of[color].index(slot)
    x, y = dice_area(color).x + 6 + 140 * index, DICE_TOP + BAND_H + 10
    return Spot(x, y, 136, 124, 10, (x + 26, y - 5), 16, room=126)
