"""Differences between two pictures of one name, computed from their anchors, and the choice of those with a frame."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from render.kit.placement import Placement
from render.kit.scene import Anchor

MAX_FRAMES = 6
"""With more frames than these none is noticed any more."""

_MAX_SINGLE_FRAMES = 2  # maximum number of changes in one larger thing that are framed one by one
_MAX_NEIGHBOUR_GAP = 18  # px: maximum gap between adjacent things that share a frame


@dataclass(frozen=True, slots=True)
class Change:
    """One changed thing."""

    new_anchor: Anchor | None
    """None if it has gone."""
    old_anchor: Anchor | None
    """None if it is new."""
    origin: Anchor | None = None
    """The old place, if it moved here."""
    has_moved_away: bool = False
    """It has gone to another place and not off the board."""
    seat: int | None = None
    """The author, if known."""

    @property
    def anchor(self) -> Anchor:
        anchor = self.new_anchor or self.old_anchor
        assert anchor is not None
        return anchor

    @property
    def has_lost_pieces(self) -> bool:
        """Whether fewer equal pieces are left there."""
        return _count_pieces(self.new_anchor) < _count_pieces(self.old_anchor)


def compare_anchors(old_anchors: Mapping[str, Anchor], new_anchors: Mapping[str, Anchor]) -> tuple[Change, ...]:
    """Return everything that changed, in the order of the later picture; removed things come last."""
    changes = [_compare_anchor(old_anchors.get(place), new_anchor) for place, new_anchor in new_anchors.items()]
    changes += [
        _compare_anchor(old_anchor, None) for place, old_anchor in old_anchors.items() if place not in new_anchors
    ]
    return tuple(_link_moves([change for change in changes if change is not None]))


def _compare_anchor(old_anchor: Anchor | None, new_anchor: Anchor | None) -> Change | None:
    old, new = old_anchor and old_anchor.shows, new_anchor and new_anchor.shows
    if old == new or (old_anchor and new_anchor and old_anchor.age != new_anchor.age):
        return None
    return Change(new_anchor if new is not None else None, old_anchor if old is not None else None)


def _link_moves(changes: Sequence[Change]) -> Iterator[Change]:
    """Link a loss at one place and an equal gain at another as a move; mark a loss as moved away if as much was gained
    elsewhere.
    """
    steps: dict[str, list[tuple[Change, int]]] = {}
    for change in changes:
        if change.anchor.piece_kind:
            steps.setdefault(change.anchor.piece_kind, []).append(
                (change, _count_pieces(change.new_anchor) - _count_pieces(change.old_anchor))
            )
    lost_kinds: set[str] = {mover for mover, members in steps.items() if sum(step for _, step in members) < 0}
    moves = {
        mover: members for mover, members in steps.items() if len(members) == 2 and not sum(step for _, step in members)
    }
    for change in changes:
        mover = change.anchor.piece_kind
        if mover in moves:
            (first_change, step_of_first), (other, _) = moves[mover]
            source, goal = (other, first_change) if step_of_first > 0 else (first_change, other)
            yield replace(goal, origin=source.old_anchor) if change == goal else replace(source, has_moved_away=True)
        else:
            yield replace(change, has_moved_away=bool(mover) and mover not in lost_kinds)


def _count_pieces(anchor: Anchor | None) -> int:
    shows = 0 if anchor is None else anchor.shows
    assert isinstance(shows, int), f"{anchor}: what moves shows how many there are"
    return shows


@dataclass(frozen=True, slots=True)
class ChangeFrame:
    """Changes that share a frame."""

    changes: tuple[Change, ...]  # at least one; all within the same larger thing, if any
    placement: Placement | None  # of the frame; None: only removed markers show the changes

    @property
    def container(self) -> str:
        return self.changes[0].anchor.part + self.changes[0].anchor.container


def group_into_frames(changes: Sequence[Change], anchors: Mapping[str, Anchor]) -> tuple[ChangeFrame, ...]:
    """Return at most six frames, shared among the parts of the picture; neighbours in a line share one.

    Round by round each part frames its next thing. One or two changes in a larger thing are framed one by one, more by
    one frame around it; so are two if hardly any frame is left. Minor numbers get the remaining frames.
    """
    parts = dict.fromkeys(anchor.part for anchor in anchors.values() if anchor.shows is not None)
    parts |= dict.fromkeys(change.anchor.part for change in changes)
    by_part = [[c for c in changes if c.anchor.part == part and not c.anchor.is_minor] for part in parts]
    minor = [change for change in changes if change.anchor.is_minor]
    frames: list[ChangeFrame] = []
    frames_left = MAX_FRAMES
    for areas in (
        *zip_longest(*(_group_areas(part_changes, anchors) for part_changes in by_part)),
        tuple(_group_areas(minor, anchors)),
    ):
        for area_placement, area_frames in filter(None, areas):
            shown_frames = area_frames
            number = sum(frame.placement is not None for frame in shown_frames)
            if (
                area_placement is not None
                and number > 1
                and (
                    number > _MAX_SINGLE_FRAMES
                    or number > frames_left > 0
                    or area_placement in _list_placements(shown_frames)
                )
            ):
                shown_frames, number = (
                    (ChangeFrame(tuple(c for frame in shown_frames for c in frame.changes), area_placement),),
                    1,
                )
            for frame in shown_frames:
                if frame.placement is None or frames_left:
                    frames.append(frame)
                    frames_left -= frame.placement is not None
    return tuple(frames)


def _list_placements(frames: Sequence[ChangeFrame]) -> list[Placement | None]:
    return [frame.placement for frame in frames]


Area = tuple[Placement | None, tuple[ChangeFrame, ...]]
"""The placement of a larger thing, if these are inside one, and the frames of the changes in it."""


def _group_areas(changes: Sequence[Change], anchors: Mapping[str, Anchor]) -> Iterator[Area]:
    """Yield the areas in the order of the changes."""
    stacked = _join_frames([_build_frame(change, anchors) for change in changes], _is_below)
    areas: dict[str, list[ChangeFrame]] = {}
    for frame in _join_frames(stacked, _is_beside):
        first = frame.changes[0].anchor
        areas.setdefault(first.container or first.place, []).append(frame)
    for area, frames in areas.items():
        yield anchors[area].placement if area in anchors else None, tuple(frames)


def _build_frame(change: Change, anchors: Mapping[str, Anchor]) -> ChangeFrame:
    """Return the frame of one change. A removed thing without a marker is shown by the frame of its container."""
    anchor = change.anchor
    if change.new_anchor is not None:
        return ChangeFrame((change,), anchor.placement)
    container = anchors.get(anchor.container)
    return ChangeFrame((change,), None if container is None or anchor.sprite is not None else container.placement)


def _join_frames(frames: Sequence[ChangeFrame], touch: Callable[[Placement, Placement], bool]) -> list[ChangeFrame]:
    """Join frames in one larger thing that touch."""
    joined_frames: list[ChangeFrame] = []
    for frame in frames:
        for i, other in enumerate(joined_frames):
            a, b = other.placement, frame.placement
            if (
                a
                and b
                and other.container == frame.container
                and (_is_same_rectangle(a, b) or touch(a, b) or touch(b, a))
            ):
                left, top = min(a.x, b.x), min(a.y, b.y)
                w, h = max(a.x + a.w, b.x + b.w) - left, max(a.y + a.h, b.y + b.h) - top
                joined_frames[i] = ChangeFrame(other.changes + frame.changes, replace(a, x=left, y=top, w=w, h=h))
                break
        else:
            joined_frames.append(frame)
    return joined_frames


def _is_same_rectangle(a: Placement, b: Placement) -> bool:
    return (a.x, a.y, a.w, a.h) == (b.x, b.y, b.w, b.h)


def _is_below(a: Placement, b: Placement) -> bool:
    """Return whether the field b is right below a and has the same width."""
    return _is_field(a) and (a.x, a.w) == (b.x, b.w) and 0 <= b.y - a.y - a.h <= _MAX_NEIGHBOUR_GAP


def _is_beside(a: Placement, b: Placement) -> bool:
    """Return whether the field b is right of a and has the same height."""
    return (_is_field(a) or a.is_count) and (a.y, a.h) == (b.y, b.h) and 0 <= b.x - a.x - a.w <= _MAX_NEIGHBOUR_GAP


def _is_field(placement: Placement) -> bool:
    return not (placement.is_round or placement.outline or placement.is_count)
