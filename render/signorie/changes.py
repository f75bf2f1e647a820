"""Marks what changed since an earlier View on the overview: halos, ghosts and arrows."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, pi, sin

from engines.kernel import Seat
from engines.signorie.view import View
from render.marks import MAX_HALOS, changed_box, changed_disc, changed_outline, moved, removed
from render.scene import Nodes, Point, Sprite
from render.signorie import theme
from render.signorie.arcade import tile_sign
from render.signorie.diff import Arrived, DieTaken, Fact, Moved, NewRound, Passed, TileTaken, Turned, facts
from render.signorie.layout import (
    BAY_EDGE,
    CAREERS,
    ROW_H,
    Spot,
    assignment,
    bay,
    career_slot,
    city_slot,
    city_tile,
    dice_area,
    initiative_slot,
    seat_row,
    track,
)
from render.signorie.seats import pass_box
from render.signorie.tracks import DISC_Y, MEN_Y, disc_at
from render.tokens import Ghost, SeatGhost

HEADER_MID = 66


@dataclass(frozen=True, slots=True)
class Change:
    """One fact on the board. `area` is what to mark instead when there are too many."""

    area: str
    halo: Nodes
    trail: Nodes = ()


def changes(before: View, view: View, rewards: Mapping[int, float]) -> dict[str, Nodes]:
    """Marks by area: a halo for each of up to six changes, otherwise one for each area."""
    found = [_mark(fact, view, rewards) for fact in facts(before, view)]
    marks: dict[str, Nodes] = {}
    if len({change.halo for change in found if change.halo}) <= MAX_HALOS:
        for change in dict.fromkeys(found):
            marks[change.area] = (*marks.get(change.area, ()), *change.halo, *change.trail)
        return marks
    areas = dict.fromkeys(change.area for change in found if change.halo)
    if len(areas) > MAX_HALOS:
        areas = dict.fromkeys("arcade" if area.startswith("city:") else area for area in areas)
    return {area: _around(area, rewards, view) for area in areas}


def _mark(fact: Fact, view: View, rewards: Mapping[int, float]) -> Change:
    match fact:
        case NewRound():
            return Change("header", changed_disc(rewards[view.slot], HEADER_MID, 34))
        case Moved(seat, "initiative", start, end):
            return _disc(view, seat, start, end)
        case Moved(seat, career, start, 0):
            return Change("tracks", (), _gone(view, seat, career, start, left=True))
        case Moved(seat, career, start, end):
            spot = career_slot(career, end)
            trail = _climb(view, seat, career, start, end) if start else ()
            return Change("tracks", _box(spot), trail)
        case Arrived(_, city, slot):
            return Change(f"city:{city}", changed_disc(*city_slot(city, slot).centre, 26))
        case TileTaken(city, kind):
            spot = city_tile(city, kind)
            halo = changed_box(spot.x + 9, spot.y + 5, spot.w - 18, spot.h - 6, 10)
            # The sign sticks out of the shield: it is drawn again, over the line.
            return Change(f"city:{city}", (*halo, tile_sign(city, kind)))
        case DieTaken(seat) | Passed(seat):
            return Change("seats", changed_box(*pass_box(view.order.index(seat)), 17))
        case Turned(slot, color):
            return Change(f"dice:{color}", _box(assignment(slot)))


def _box(spot: Spot) -> Nodes:
    return changed_box(spot.x, spot.y, spot.w, spot.h, spot.radius)


def _around(area: str, rewards: Mapping[int, float], view: View) -> Nodes:
    kind, _, name = area.partition(":")
    match kind:
        case "header":
            return changed_disc(rewards[view.slot], HEADER_MID, 34)
        case "tracks":
            first, last = track(CAREERS[0]), initiative_slot(9)
            return changed_box(146, first.y, last.x + last.w - 146, last.y + ROW_H - first.y, 8)
        case "seats":
            row = seat_row(0)
            return changed_box(row.x, row.y, row.w, seat_row(len(view.order) - 1).y + row.h - row.y, 12)
        case "city":
            return changed_outline(_arch(bay(name)))
        case "dice":
            return _box(dice_area(name))
    return changed_box(34, 558, 1532, 346, 12)


def _arch(spot: Spot) -> tuple[Point, ...]:
    """The outline of a bay: round above, square at the foot."""
    x, y, r = spot.centre[0], spot.y + spot.w / 2, spot.w / 2 + BAY_EDGE / 2
    round_part = tuple((x - cos(pi * i / 36) * r, y - sin(pi * i / 36) * r) for i in range(37))
    return (*round_part, (x + r, spot.y + spot.h), (x - r, spot.y + spot.h))


def _slot_men(view: View, career: str, slot: int) -> tuple[tuple[Seat, int], ...]:
    return next(found for found in view.careers if found.id == career).slots[slot - 1].men


def _climb(view: View, seat: Seat, career: str, start: int, end: int) -> Nodes:
    """The ghost he left, and an arrow if it passes at most one occupied slot."""
    low, high = sorted((start, end))
    crossed = sum(bool(_slot_men(view, career, slot)) for slot in range(low + 1, high))
    ghost = _gone(view, seat, career, start, left=False)
    if crossed > 1:
        return ghost
    a, b = career_slot(career, start), career_slot(career, end)
    return (*ghost, *_arrow((a.centre[0], a.y + MEN_Y), (b.centre[0], b.y + MEN_Y)))


def _gone(view: View, seat: Seat, career: str, slot: int, left: bool) -> Nodes:
    """A ghost on a slot that is empty now, crossed out if the man left the track."""
    if _slot_men(view, career, slot):
        return ()
    spot = career_slot(career, slot)
    at = spot.centre[0], spot.y + MEN_Y
    ghost = Sprite(*at, Ghost("man", theme.SEATS[view.mats[seat].color], theme.PANEL, 48))
    return (ghost, *removed(*at, 14)) if left else (ghost,)


def _disc(view: View, seat: Seat, start: int, end: int) -> Change:
    spot, old = initiative_slot(end), initiative_slot(start)
    stack = view.initiative[end].discs
    x, r = disc_at(stack.index(seat), len(stack), spot.centre[0])
    y = spot.y + DISC_Y
    trail: Nodes = ()
    if not view.initiative[start].discs:
        trail = (Sprite(old.centre[0], y, SeatGhost(seat, theme.SEATS[view.mats[seat].color], theme.PANEL, 18)),)
    low, high = sorted((start, end))
    if sum(bool(view.initiative[i].discs) for i in range(low + 1, high)) <= 1:
        trail = (*trail, *_arrow((old.centre[0], y), (x, y)))
    return Change("tracks", changed_disc(x, y, r), trail)


def _arrow(start: Point, end: Point) -> Nodes:
    """From beside the ghost to beside the piece, along the row."""
    forward = 1 if end[0] > start[0] else -1
    return moved((start[0] + 26 * forward, start[1]), (end[0] - 30 * forward, end[1]))
