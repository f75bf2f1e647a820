"""Placements on the overview, in px of its 1600 x 1252 canvas."""

from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin

from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import HelperId, SlotId
from render import kit

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
BADGE_UP, BADGE_R = 15, 14  # option numbers are that far above the slots, clear of the men, who reach to the upper edge
LANE_W, INITIATIVE_GAP = 7 * CAREER_PITCH + CAREER_W, 5
DISC_R, DISC_GAP = {1: 25, 2: 24, 3: 21, 4: 19}, 8  # radius of discs by number of discs on the slot; px between them
SEATS_X, SEATS_W, SEATS_TOP, SEAT_H, SEAT_PITCH = 942, 614, 190, 84, 89
DICE_TOP, DICE_H, BAND_H = 982, 236, 92


def place_career_slot(track: str, slot: int) -> kit.Placement:
    """Return the placement of slot 1 to 8 of a career track. Its badges are above it, clear of its men."""
    x, y = SLOTS_X + CAREER_PITCH * (slot - 1), ROW_TOP + ROW_PITCH * CAREERS.index(track)
    return kit.Placement(x, y, CAREER_W, ROW_H, 8, (x + 8, y - BADGE_UP), BADGE_R, max_width=CAREER_PITCH - 4)


@cache
def place_initiative_slot(slot: int, discs: tuple[int, ...] = (0,) * INITIATIVE_SLOTS) -> kit.Placement:
    """Return the placement of slot 0 to 9 of the initiative track.

    discs: number of discs on each slot. Discs on the same slot lie side by side, so their slot is wider.
    """
    heaps = [(2 * DISC_R[count] + DISC_GAP) * count + 12 if count > 1 else 0 for count in discs]
    free_width = LANE_W - INITIATIVE_GAP * (len(heaps) - 1) - sum(heaps)
    slot_width = free_width // heaps.count(0)
    widths = [w or slot_width for w in heaps]
    widths[-1] += free_width - slot_width * heaps.count(0)
    x, y = SLOTS_X + sum(widths[:slot]) + INITIATIVE_GAP * slot, ROW_TOP + ROW_PITCH * 3
    return kit.Placement(x, y, widths[slot], ROW_H, 8, (x + 8, y - BADGE_UP), BADGE_R, max_width=widths[slot] + 2)


def place_track_label(name: str) -> kit.Placement:
    """Return the placement of the label of a track."""
    y = ROW_TOP + ROW_PITCH * TRACKS.index(name)
    return kit.Placement(LEFT, y, LABEL_W, ROW_H, 12, (48, y + 30), 20)


def place_lane(name: str) -> kit.Placement:
    """Return the placement of all slots of a track together."""
    return kit.Placement(SLOTS_X, ROW_TOP + ROW_PITCH * TRACKS.index(name), LANE_W, ROW_H)


@dataclass(frozen=True, slots=True)
class RowSize:
    """Measures of a seat's row, in px. x and y coordinates are relative to the upper left corner of the row."""

    h: float  # height of the row, less than `pitch` by the gap
    pitch: float
    """From the top of a row to the top of the next."""
    token: float
    """Radius."""
    seal: float
    """Radius."""
    name: int
    """Text size of the name."""
    upper: float
    """y of the name."""
    counts: float
    """y of the numbers of florins, men and women."""
    count_pitch: float
    """From one of these numbers to the next."""
    icon: float
    """Size of the icons of these numbers."""
    die: float
    """Size of a die."""
    dice: float
    """y of the dice."""
    sum: float
    """y of the sum of the dice."""
    end: float
    """x of the right end of dice and sum."""
    seal_x: float
    """x of the middle of the seal."""


ROW_SIZES = {
    2: RowSize(170, 178, 46, 50, kit.KEY, 34, 84, 122, 44, 46, 138, 138, 492, 552),
    3: RowSize(112, 119, 35, 44, kit.KEY, 32, 82, 90, 38, 42, 32, 82, 498, 560),
    4: RowSize(SEAT_H, SEAT_PITCH, 29, 36, kit.BODY, 21, 60, 96, 36, 34, 21, 60, 509, 568),
}


def place_seat_row(row: int, seats: int = 4) -> kit.Placement:
    """Return the placement of row 0 to 3 of the turn order. With fewer seats the rows are higher."""
    size = ROW_SIZES[seats]
    y = SEATS_TOP + size.pitch * row
    return kit.Placement(SEATS_X, y, SEATS_W, size.h, 12, (SEATS_X + 8, y + 6))


@cache
def place_bay(city: str) -> kit.Placement:
    """Return the placement of a city's arch: badges on the keystone, outline round above and square at the foot."""
    x = LEFT + COLUMN_PITCH * CITIES.index(city)
    middle, r, foot = x + BAY_W / 2, BAY_W / 2 + BAY_EDGE / 2, BAY_TOP + BAY_H
    turns = (pi * i / 36 for i in range(37))
    arch = tuple((middle - cos(turn) * r, BAY_TOP + BAY_W / 2 - sin(turn) * r) for turn in turns)
    outline = (*arch, (middle + r, foot), (middle - r, foot))
    badge = middle, BAY_TOP + 4
    return kit.Placement(x, BAY_TOP, BAY_W, BAY_H, 20, badge, 28, is_centred=True, max_width=BAY_W + 8, outline=outline)


def place_city_tile(city: str, kind: str) -> kit.Placement:
    """Return the placement of the shield of a city's marriage or mission tile: on a shoulder of the arch, clear of its
    landmark.
    """
    x, y = place_bay(city).centre[0] + (-92 if kind == "marriage" else 92) - 44, 608
    return kit.Placement(x, y, 88, 88, 14, (x + 6, y + 6), 20)


def place_city_slot(city: str, slot: int) -> kit.Placement:
    """Return the placement of city slot 0 to 7 in printed order: two of each value, the upper one first."""
    x, y = place_bay(city).x + 36 + 72 * (slot // 2), 790 + 86 * (slot % 2)
    return kit.Placement(x - 32, y - 32, 64, 64, 32, (x - 28, y - 28), 20)


def place_dice_area(color: str) -> kit.Placement:
    x = LEFT + COLUMN_PITCH * COLORS.index(color)
    return kit.Placement(x, DICE_TOP, BAY_W, DICE_H, 12, (x + 8, DICE_TOP + 6))


def place_pool_die(color: str, index: int) -> kit.Placement:
    """Return the placement of the die at `index` 0 to 3 in the area of its colour. Its badge is clear of the pips."""
    x, y = place_dice_area(color).x + 38 + 59 * index, DICE_TOP + 46
    return kit.Placement(x - 26, y - 26, 52, 52, 11, (x, DICE_TOP - 5), 18, is_centred=True, max_width=58)


def place_assignment(slot: SlotId) -> kit.Placement:
    """Return the placement of an assignment slot."""
    color = CONTENT.slots[slot].area
    index = CONTENT.slots_of[color].index(slot)
    x, y = place_dice_area(color).x + 6 + 140 * index, DICE_TOP + BAND_H + 10
    return kit.Placement(x, y, 136, 124, 10, (x + 26, y - 5), 16, max_width=126)


MAT_WIDTH, MAT_HEIGHT = 1600, 1000
PLAN_ROWS = CONTENT.data.plan_rule.rows


def place_column(color: str) -> kit.Placement:
    x = 236 + 172 * COLORS.index(color)
    return kit.Placement(x, 140, 162, 826, 12, (x + 8, 148))


def place_die_slot(color: str) -> kit.Placement:
    placement = place_column(color)
    return kit.Placement(placement.x, placement.y, placement.w, 172, 12, (placement.x + 8, placement.y + 8))


def place_signoria(color: str) -> kit.Placement:
    x = place_column(color).x + 8
    return kit.Placement(x, 320, 146, 136, 10, (x + 18, 338), 18, max_width=146)


def place_helper(helper_id: HelperId) -> kit.Placement:
    slot = CONTENT.helpers[helper_id]
    x, y = place_column(slot.column).x + 8, 466 + 166 * CONTENT.data.helper_grid.rows.index(slot.row)
    return kit.Placement(x, y, 146, 156, 10, (x + 18, y + 18), 18, max_width=146)


def place_family_member(index: int) -> kit.Placement:
    """Return the placement of a family member: 0 = the lord, 1 to 4 = the son slots from the top."""
    y = 176 + 157 * index
    return kit.Placement(44, y, 170, 147, 10, (52, y + 8), 22, max_width=170)


def place_plan_row(row: str) -> kit.Placement:
    y = 176 + 199 * PLAN_ROWS.index(row)
    return kit.Placement(1112, y, 444, 191, 12, (1134, y + 12))
