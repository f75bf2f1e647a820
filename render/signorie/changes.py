"""What changed between two Views, as halos, ghosts and arrows on the overview; see `marks` for how they look."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engines.signorie.view import View
from render.marks import MAX_HALOS, changed_box, changed_disc, moved, removed
from render.scene import Nodes, Point, Sprite
from render.signorie import theme
from render.signorie.layout import (
    CAREERS,
    ROW_H,
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
from render.signorie.seats import die_box, pass_box
from render.signorie.tracks import DISC_Y, MEN_Y, disc_at
from render.tokens import Ghost, SeatGhost


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that changed. `area` is the part of the board to mark instead when there are too many."""

    area: str
    halo: Nodes
    trail: Nodes = ()


def changes(before: View, view: View, rewards: dict[int, float]) -> dict[str, Nodes]:
    """Marks by area: one halo each for up to six changes, otherwise one for each area."""
    found = [*_rounds(before, view, rewards), *_men(before, view), *_discs(before, view), *_cities(before, view)]
    if before.slot == view.slot:
        found += [*_dice(before, view), *_turned(before, view)]
    marks: dict[str, Nodes] = {}
    if len([change for change in found if change.halo]) <= MAX_HALOS:
        for change in found:
            marks[change.area] = (*marks.get(change.area, ()), *change.halo, *change.trail)
        return marks
    areas = dict.fromkeys(change.area for change in found if change.halo)
    if len(areas) > MAX_HALOS:
        areas = dict.fromkeys("arcade" if area.startswith("city:") else area for area in areas)
    return {area: _around(area, rewards, view) for area in areas}


def _around(area: str, rewards: dict[int, float], view: View) -> Nodes:
    kind, _, name = area.partition(":")
    match kind:
        case "header":
            return changed_disc(rewards[view.slot], 66, 32)
        case "tracks":
            first, last = track(CAREERS[0]), initiative_slot(9)
            return changed_box(146, first.y, last.x + last.w - 146, last.y + ROW_H - first.y, 8)
        case "seats":
            row = seat_row(0)
            return changed_box(row.x, row.y, row.w, seat_row(len(view.order) - 1).y + row.h - row.y, 12)
        case "city":
            spot = bay(name)
            return changed_box(spot.x + 12, 598, spot.w - 24, 290, 24)
        case "dice":
            spot = dice_area(name)
            return changed_box(spot.x, spot.y, spot.w, spot.h, 12)
    return changed_box(50, 598, 1500, 290, 24)


def _rounds(before: View, view: View, rewards: dict[int, float]) -> Iterator[Change]:
    if before.slot != view.slot:
        yield Change("header", changed_disc(rewards[view.slot], 66, 34))


def _men(before: View, view: View) -> Iterator[Change]:
    """Men who climbed, came or left."""
    for then, now in zip(before.careers, view.careers, strict=True):
        old = [dict(slot.men) for slot in then.slots]
        new = [dict(slot.men) for slot in now.slots]
        for mat in view.mats:
            steps = [after.get(mat.seat, 0) - prior.get(mat.seat, 0) for prior, after in zip(old, new, strict=True)]
            gone = [i for i, step in enumerate(steps) for _ in range(-step)]
            come = [i for i, step in enumerate(steps) for _ in range(step)]
            paired = gone if len(gone) == len(come) else []
            for i in sorted(set(come)):
                spot = career_slot(now.id, i + 1)
                halo = changed_box(spot.x, spot.y, spot.w, spot.h, 8)
                trail: Nodes = ()
                if paired:
                    start = career_slot(now.id, paired[come.index(i)] + 1)
                    crossed = [slot for slot in new[paired[come.index(i)] + 1 : i] if slot]
                    if len(crossed) <= 1:
                        trail = _arrow((start.centre[0], start.y + MEN_Y), (spot.centre[0], spot.y + MEN_Y))
                yield Change("tracks", halo, trail)
            for i in sorted(set(gone)):
                if not new[i]:
                    spot = career_slot(now.id, i + 1)
                    at = spot.centre[0], spot.y + MEN_Y
                    ghost = Sprite(*at, Ghost("man", theme.SEATS[mat.color], theme.PANEL, 48))
                    yield Change("tracks", (), (ghost,) if paired else (ghost, *removed(*at, 14)))


def _discs(before: View, view: View) -> Iterator[Change]:
    """Discs that moved on the initiative track."""
    old = {seat: place.number for place in before.initiative for seat in place.discs}
    for place in view.initiative:
        for index, seat in enumerate(place.discs):
            if old[seat] == place.number:
                continue
            spot, start = initiative_slot(place.number), initiative_slot(old[seat])
            x, r = disc_at(index, len(place.discs), spot.centre[0])
            y = spot.y + DISC_Y
            trail: Nodes = ()
            if not view.initiative[old[seat]].discs:
                ghost = SeatGhost(seat, theme.SEATS[view.mats[seat].color], theme.PANEL, 18)
                trail = (Sprite(start.centre[0], y, ghost),)
            low, high = sorted((old[seat], place.number))
            if sum(bool(view.initiative[i].discs) for i in range(low + 1, high)) <= 1:
                trail = (*trail, *_arrow((start.centre[0], y), (x, y)))
            yield Change("tracks", changed_disc(x, y, r), trail)


def _arrow(start: Point, end: Point) -> Nodes:
    """From beside the ghost to beside the piece, along the row."""
    forward = 1 if end[0] > start[0] else -1
    return moved((start[0] + 26 * forward, start[1]), (end[0] - 30 * forward, end[1]))


def _cities(before: View, view: View) -> Iterator[Change]:
    """Meeples who arrived, and within a round tiles that were taken."""
    for then, now in zip(before.cities, view.cities, strict=True):
        for index, (old, new) in enumerate(zip(then.slots, now.slots, strict=True)):
            if old != new:
                yield Change(f"city:{now.id}", changed_disc(*city_slot(now.id, index).centre, 26))
        for kind, prior, after in (
            ("marriage", then.marriage, now.marriage),
            ("mission", then.mission, now.mission),
        ):
            if prior != after and before.slot == view.slot:
                spot = city_tile(now.id, kind)
                yield Change(f"city:{now.id}", changed_box(spot.x + 9, spot.y + 5, spot.w - 18, spot.h - 6, 10))


def _dice(before: View, view: View) -> Iterator[Change]:
    """Dice taken and passes, in the rows of the seats."""
    for row, seat in enumerate(view.order):
        old, new = before.mats[seat], view.mats[seat]
        taken = Counter(new.dice) - Counter(old.dice)
        for i, die in enumerate(new.dice):
            if die in taken and not new.passed:
                yield Change("seats", changed_box(*die_box(row, i), 6))
        if new.passed and not old.passed and view.phase == "actions":
            yield Change("seats", changed_box(*pass_box(row), 17))


def _turned(before: View, view: View) -> Iterator[Change]:
    for old, new in zip(before.assignments, view.assignments, strict=True):
        if old.turned != new.turned:
            spot = assignment(new.slot)
            yield Change(f"dice:{new.color}", changed_box(spot.x, spot.y, spot.w, spot.h, 10))
