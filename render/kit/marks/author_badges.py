"""Author badges: the letters of the seats that changed things, and the tails by which large badges point at these."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot

from render.kit.bounds import measure_bounds
from render.kit.colour import INK, WHITE
from render.kit.marks.badges import AuthorBadge, NewCardCorner
from render.kit.marks.change_marks import Ink, draw_removed_marker, has_overlap
from render.kit.marks.changes import Change, compare_anchors
from render.kit.marks.mark_layout import REACH, MarkCanvas, place_badges
from render.kit.placement import Placement, Point
from render.kit.scene import Anchor, Node, Poly, Sprite

_IN = 6  # px from the edge of a thing to the end of a tail inside it
_SHORT = 19.0  # px by which a short tail projects from the badge
_CORE = 16.0  # px around the core of a thing that its piece covers in any case
_ROOT = 0.5  # half the width of a tail where it leaves the badge, in radii of the badge
_EDGE = 7.0  # px from rim to rim at the tip of a tail


def draw_with_tails(badge: Sprite, things: Sequence[Placement]) -> Iterator[Node]:
    """Draw a badge with a tail towards each of these things; its rims continue around the tail as around a speech
    bubble.

    A tail is short if the badge is placed beside a larger thing and its position is clear; otherwise it reaches the
    thing. A badge well inside its thing has none.
    """
    author_badge = badge.piece
    assert isinstance(author_badge, AuthorBadge)
    tails = [
        _CalloutTail(badge, author_badge, thing)
        for thing in things
        if measure_distance((badge.x, badge.y), thing) >= author_badge.r
    ]
    half = _ROOT * author_badge.r
    yield from (tail.build_wedge(0, 0, half + _EDGE, WHITE) for tail in tails)
    yield badge
    yield from (tail.build_wedge(author_badge.r, _EDGE, half, author_badge.colour) for tail in tails)
    yield from (
        tail.build_wedge(author_badge.r - 3, 2 * _EDGE, half - 0.4 * _EDGE, author_badge.signal) for tail in tails
    )


def measure_distance(point: Point, thing: Placement) -> float:
    """Return the distance from a point to a thing."""
    x, y = _find_nearest(point, thing)
    return hypot(x - point[0], y - point[1])


class _CalloutTail:
    """The tail from the centre of a badge towards the nearest point of a thing."""

    def __init__(self, badge: Sprite, author_badge: AuthorBadge, thing: Placement) -> None:
        self._x, self._y = badge.x, badge.y
        x, y = _find_nearest((badge.x, badge.y), thing)
        distance = hypot(x - badge.x, y - badge.y)
        self._dx, self._dy = (x - badge.x) / distance, (y - badge.y) / distance
        """The direction of the tail, of length 1."""
        short = author_badge.outer_radius + _SHORT
        self._tip = short if thing.callout_centre is not None and not thing.has_callout_line else max(short, distance)
        """Distance of the tail's end from the badge's centre."""

    def build_wedge(self, start: float, end_gap: float, half_width: float, fill: str) -> Poly:
        """Build the wedge from `start` px off the centre to `end_gap` px before the tip; half_width: at its start."""
        (left, top), tip = self._find_point(start), self._find_point(self._tip - end_gap)
        normal = -self._dy * half_width, self._dx * half_width
        return Poly(((left + normal[0], top + normal[1]), tip, (left - normal[0], top - normal[1])), fill)

    def _find_point(self, distance: float) -> Point:
        return self._x + self._dx * distance, self._y + self._dy * distance


def _find_nearest(point: Point, thing: Placement) -> Point:
    """Return the nearest point of a thing, a little inside its edge; for a field with a core, of the piece there."""
    if thing.is_round or thing.core is not None:
        (x, y), r = (thing.core, _CORE) if thing.core else (thing.centre, max(0.0, thing.radius - _IN))
        distance = hypot(point[0] - x, point[1] - y)
        share = min(1.0, r / distance) if distance else 0.0
        return x + (point[0] - x) * share, y + (point[1] - y) * share
    right, foot = thing.x + thing.w - _IN, thing.y + thing.h - _IN
    return min(max(point[0], thing.x + _IN), right), min(max(point[1], thing.y + _IN), foot)


_ACTORS = 2  # maximum number of letters on one thing: the latest authors


@dataclass(frozen=True, slots=True)
class AttributedChange:
    """One changed thing with its authors."""

    change: Change  # between the first picture and the last
    authors: tuple[int | None, ...]
    """The seats that changed it, the latest two at most, the last one last; None: no seat."""


def attribute_changes(
    seats: Sequence[int | None], pictures: Sequence[Mapping[str, Anchor]]
) -> tuple[AttributedChange, ...]:
    """Return all differences between the first picture and the last one, with the seats that caused them on the way.

    seats: the acting seat between each two of `pictures`. Omitted are numbers that repeat other marks, points, and
    things that have gone together with everything around them: no place is left to mark.
    """
    authors_by_place: dict[str, list[int | None]] = {}
    for seat, (old_anchors, new_anchors) in zip(seats, pairwise(pictures), strict=True):
        for change in compare_anchors(old_anchors, new_anchors):
            actors = authors_by_place.setdefault(change.anchor.place, [])
            if seat in actors:
                actors.remove(seat)
            actors.append(seat)
    changes = compare_anchors(pictures[0], pictures[-1])
    shown = (
        change
        for change in changes
        if not _is_shown_elsewhere(change.anchor) and not _is_without_trace(change, pictures[-1])
    )
    return tuple(
        AttributedChange(change, tuple(_list_authors(change, authors_by_place)[-_ACTORS:])) for change in shown
    )


def _list_authors(change: Change, authors_by_place: Mapping[str, list[int | None]]) -> Sequence[int | None]:
    """Return the owner of the row, or new holders, regardless of the seat that decided; otherwise the seats that
    decided.
    """
    if change.anchor.owner is not None:
        return [change.anchor.owner]
    if (
        change.new_anchor is not None
        and change.old_anchor is not None
        and (new_holders := change.new_anchor.holders - change.old_anchor.holders)
    ):
        return sorted(new_holders)
    return authors_by_place.get(change.anchor.place, [None])


def _is_shown_elsewhere(anchor: Anchor) -> bool:
    """Return whether other marks show it."""
    return anchor.is_minor or anchor.is_points


def _is_without_trace(change: Change, anchors: Mapping[str, Anchor]) -> bool:
    """Return whether a thing has gone together with everything around it, so that no place is left to mark."""
    anchor = change.anchor
    has_no_container = anchor.is_from_deck or (anchor.container != "" and anchor.container not in anchors)
    return change.new_anchor is None and anchor.sprite is None and has_no_container


def _has_made_room(change: Change, removed_marker: Sequence[Node]) -> bool:
    """Return whether a piece moved away and others, or equal ones, stand at its old place: a letter beside them would
    seem to be theirs, and the one at its new place is enough.
    """
    if not change.has_moved_away or change.anchor.sprite is None:
        return False
    return not removed_marker if change.new_anchor is None else change.has_lost_pieces


_MAX_EXTRA_DISTANCE = 10  # px by which a second letter of a thing may be farther away and still have its own tail
_MAX_SHARED_DISTANCE = 90  # px: maximum distance of a thing from the mark that it shares with others
SMALL_RADIUS, LARGE_RADIUS = 14.0, 24.0
"""Radius of the badges for a longer time, and of those for the last turns, whose letters are read on a phone."""


def draw_author_badges(
    attributed: Sequence[AttributedChange],
    anchors: Mapping[str, Anchor],
    colour: Callable[[int], str],
    ink: Ink,
    canvas: MarkCanvas,
    r: float = SMALL_RADIUS,
) -> Iterator[Node]:
    """Draw removed markers, corners of new cards, and the author badges of radius r above them.

    Things with the same badge centre share a badge; large badges are also shared by adjacent things in a larger thing,
    and have tails towards the things that they mean.
    """
    marks: list[Sprite] = []
    things_by_badge: dict[Point, list[Placement]] = {}
    shared: dict[tuple[Point | str | None, tuple[int | None, ...]], Point] = {}
    size = AuthorBadge(None, INK, ink.line, r).outer_radius / REACH
    for attributed_change in attributed:
        change = attributed_change.change
        removed_marker = tuple(draw_removed_marker(replace(change, has_moved_away=True), anchors, ink))
        yield from removed_marker
        if r > SMALL_RADIUS and _has_made_room(change, removed_marker):
            continue
        if change.new_anchor is not None and change.new_anchor.is_from_deck and change.old_anchor is None:
            placement = change.new_anchor.placement
            marks.append(
                Sprite(
                    *(placement.author_badge_centre or (placement.x + placement.w, placement.y)),
                    NewCardCorner(ink.line),
                )
            )
            continue
        thing = _find_placement(change, anchors)
        if thing is None or _is_replaced_by_author(attributed_change, attributed):
            continue
        key = (
            (thing.callout_centre or change.anchor.container or thing.author_badge_centre)
            if r > SMALL_RADIUS
            else thing.author_badge_centre
        )
        point = shared.get((key, attributed_change.authors))
        if key and point and (not isinstance(key, str) or _is_near(thing, point)):
            if thing.has_callout_line or point not in things_by_badge:
                things_by_badge.setdefault(point, []).append(thing)
            continue
        places = place_badges(thing, len(attributed_change.authors), canvas, size)
        shared[key, attributed_change.authors] = places[0]
        nearest = min(measure_distance(point, thing) for point in places)
        things_by_badge |= {
            point: [thing] for point in places if measure_distance(point, thing) < nearest + _MAX_EXTRA_DISTANCE
        }
        for seat, (x, y) in zip(reversed(attributed_change.authors), places, strict=True):
            marks.append(Sprite(x, y, AuthorBadge(seat, INK if seat is None else colour(seat), ink.line, r)))
    for mark in marks:
        things = things_by_badge.get((mark.x, mark.y), ()) if r > SMALL_RADIUS else ()
        yield from draw_with_tails(mark, things) if things else (mark,)


def _is_near(thing: Placement, point: Point) -> bool:
    """Return whether a mark at this point visibly belongs to the thing, too."""
    x, y = point
    return (
        thing.x - _MAX_SHARED_DISTANCE <= x <= thing.x + thing.w + _MAX_SHARED_DISTANCE
        and thing.y - _MAX_SHARED_DISTANCE <= y <= thing.y + thing.h + _MAX_SHARED_DISTANCE
    )


def _is_replaced_by_author(attributed_change: AttributedChange, all_changes: Sequence[AttributedChange]) -> bool:
    """Return whether it is gone and a piece of the same authors stands there now: one letter is enough for both."""
    change = attributed_change.change
    sprite = change.anchor.sprite
    return (
        change.new_anchor is None
        and sprite is not None
        and any(
            other.authors == attributed_change.authors
            and other.change.new_anchor is not None
            and other.change.new_anchor.sprite is not None
            and has_overlap(measure_bounds(sprite), measure_bounds(other.change.new_anchor.sprite))
            for other in all_changes
        )
    )


def _find_placement(change: Change, anchors: Mapping[str, Anchor]) -> Placement | None:
    """Return the placement that the badge belongs to; for a removed thing its marker, else its container. None if that
    has gone.
    """
    if change.new_anchor is not None or change.anchor.sprite is not None or not change.anchor.container:
        return change.anchor.placement
    container = anchors.get(change.anchor.container)
    return None if container is None else container.placement
