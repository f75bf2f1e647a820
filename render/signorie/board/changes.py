"""Marks what changed since an earlier View on the overview: halos, ghosts and arrows."""

from collections.abc import Mapping
from math import cos, pi, sin

from engines.kernel import Seat
from engines.signorie.view import View
from render.kit.halos import Change, Marks, halos
from render.kit.marks import changed_box, changed_disc, changed_outline, moved, removed
from render.kit.scene import Nodes, Point, Sprite
from render.kit.spot import Spot
from render.kit.tokens import Ghost, SeatGhost
from render.signorie import theme
from render.signorie.board.arcade import tile_sign
from render.signorie.board.seats import SEAL_X, SEAL_Y, TOKEN_X, counts_box, pass_box, places
from render.signorie.board.tracks import DISC_Y, MEN_Y, disc_at
from render.signorie.diff import (
    Arrived,
    Counted,
    DieTaken,
    Fact,
    Gained,
    Hired,
    Moved,
    NewRound,
    Passed,
    Planned,
    TileTaken,
    Turned,
    Wedded,
    facts,
)
from render.signorie.layout import (
    BAY_EDGE,
    TRACKS,
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

HEADER_MID = 66


GROUPS = ("header", "tracks", "cities", "seats", "dice")
"""The parts of the board that are marked together, the most telling first."""


def changes(before: View, view: View, rewards: Mapping[int, float], only: str | None = None) -> Marks:
    """Marks by area: `header`, `track:<name>`, `city:<id>`, `seat:<seat>`, `dice:<colour>`, or a whole group.

    `only` leaves everything outside of one group out.
    """
    found = [_mark(fact, view, rewards) for fact in facts(before, view)]
    found = [change for change in found if only in (None, change.group)]
    return halos(found, GROUPS, lambda area: _around(area, view))


def _mark(fact: Fact, view: View, rewards: Mapping[int, float]) -> Change:
    match fact:
        case NewRound():
            return Change("header", "header", changed_disc(rewards[view.slot], HEADER_MID, 34))
        case Moved(seat, "initiative", start, end):
            return _disc(view, seat, start, end)
        case Moved(seat, career, start, 0):
            return Change("tracks", f"track:{career}", (), _gone(view, seat, career, start, left=True))
        case Moved(seat, career, start, end):
            spot = career_slot(career, end)
            trail = _climb(view, seat, career, start, end) if start else ()
            return Change("tracks", f"track:{career}", _box(spot), trail)
        case Arrived(_, city, slot):
            return Change("cities", f"city:{city}", changed_disc(*city_slot(city, slot).centre, 26))
        case TileTaken(city, kind):
            spot = city_tile(city, kind)
            halo = changed_box(spot.x + 9, spot.y + 5, spot.w - 18, spot.h - 6, 10)
            # The sign sticks out of the shield: it is drawn again, over the line.
            return Change("cities", f"city:{city}", (*halo, tile_sign(city, kind)))
        case Turned(slot, color):
            return Change("dice", f"dice:{color}", _box(assignment(slot)))
    return Change("seats", f"seat:{fact.seat}", _in_row(fact, view))


def _in_row(fact: DieTaken | Passed | Hired | Wedded | Planned | Counted | Gained, view: View) -> Nodes:
    """What a seat's row shows of it; at the seat's token: look at the mat."""
    row = places(view).index(fact.seat)
    spot = seat_row(row)
    match fact:
        case DieTaken() | Passed():
            return changed_box(*pass_box(row), 17) if view.phase != "over" else ()
        case Counted(_, counts):
            return changed_box(*counts_box(view, row, [kind for kind, _ in counts]), 8)
        case Gained():
            return changed_disc(spot.x + SEAL_X, spot.y + SEAL_Y, 39)
    return changed_disc(spot.x + TOKEN_X, spot.y + 43, 26)


def _box(spot: Spot) -> Nodes:
    return changed_box(spot.x, spot.y, spot.w, spot.h, spot.radius)


def _around(area: str, view: View) -> Nodes:
    """The halo of an area or a whole group; none where it would say nothing."""
    kind, _, name = area.partition(":")
    match kind:
        case "track" | "tracks":
            first = track(name or TRACKS[0])
            last = track(name or TRACKS[-1])
            end = initiative_slot(9)
            return changed_box(146, first.y, end.x + end.w - 146, last.y + last.h - first.y, 8)
        case "seat":
            return _box(seat_row(places(view).index(int(name))))
        case "city":
            return changed_outline(_arch(bay(name)))
        case "cities":
            return changed_box(34, 558, 1532, 346, 12)
        case "dice" if name:
            return _box(dice_area(name))
    return ()


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
    return Change("tracks", "track:initiative", changed_disc(x, y, r), trail)


def _arrow(start: Point, end: Point) -> Nodes:
    """From beside the ghost to beside the piece, along the row."""
    forward = 1 if end[0] > start[0] else -1
    return moved((start[0] + 26 * forward, start[1]), (end[0] - 30 * forward, end[1]))
