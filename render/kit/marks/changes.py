"""What changed between two pictures of one name, told by their anchors, and which of it has a frame."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from render.kit.scene import Anchor
from render.kit.spot import Spot

MAX_FRAMES = 6
"""More frames than these say nothing any more."""

_APART = 2  # changes within one larger thing that are marked one by one
_NEIGHBOURS = 18  # px between things side by side that share a frame


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is not as it was. now: None if it has gone; then: None if it is new.

    start: where it came from, if it moved here. left: it has gone to another place and not off the board.
    seat: who did it, where that is known
    """

    now: Anchor | None
    then: Anchor | None
    start: Anchor | None = None
    left: bool = False
    seat: int | None = None

    @property
    def anchor(self) -> Anchor:
        found = self.now or self.then
        assert found is not None
        return found


def compare(before: Mapping[str, Anchor], after: Mapping[str, Anchor]) -> tuple[Change, ...]:
    """Everything that changed, in the order of the later picture; what has gone comes last."""
    found = [_change(before.get(place), now) for place, now in after.items()]
    found += [_change(then, None) for place, then in before.items() if place not in after]
    return tuple(_with_moves([change for change in found if change is not None]))


def _change(then: Anchor | None, now: Anchor | None) -> Change | None:
    old, new = then and then.shows, now and now.shows
    if old == new or (then and now and then.age != now.age):
        return None
    return Change(now if new is not None else None, then if old is not None else None)


def _with_moves(found: Sequence[Change]) -> Iterator[Change]:
    """What one place lost and one other gained has moved; what was lost while as much was gained has only left."""
    steps: dict[str, list[tuple[Change, int]]] = {}
    for change in found:
        if change.anchor.mover:
            steps.setdefault(change.anchor.mover, []).append((change, _number(change.now) - _number(change.then)))
    lost: set[str] = {mover for mover, of in steps.items() if sum(step for _, step in of) < 0}
    moves = {mover: of for mover, of in steps.items() if len(of) == 2 and not sum(step for _, step in of)}
    for change in found:
        mover = change.anchor.mover
        if mover in moves:
            (one, gained), (other, _) = moves[mover]
            source, goal = (other, one) if gained > 0 else (one, other)
            yield replace(goal, start=source.then) if change == goal else replace(source, left=True)
        else:
            yield replace(change, left=bool(mover) and mover not in lost)


def _number(anchor: Anchor | None) -> int:
    shows = 0 if anchor is None else anchor.shows
    assert isinstance(shows, int), f"{anchor}: what moves shows how many there are"
    return shows


@dataclass(frozen=True, slots=True)
class Framed:
    """What has one frame: the changes in it, and the spot that the frame surrounds (None: only ghosts tell of it)."""

    changes: tuple[Change, ...]
    spot: Spot | None

    @property
    def within(self) -> str:
        return self.changes[0].anchor.part + self.changes[0].anchor.within


def framed(found: Sequence[Change], anchors: Mapping[str, Anchor]) -> tuple[Framed, ...]:
    """At most six frames, of which every part of the picture has its share; neighbours in a line share one.

    Round by round each part marks its next thing. Of a larger thing one or two changes are marked by themselves, more
    by one frame around it, as they are when hardly any frame is left. Minor numbers have what the others leave.
    """
    parts = dict.fromkeys(anchor.part for anchor in anchors.values() if anchor.shows is not None)
    parts |= dict.fromkeys(change.anchor.part for change in found)
    by_part = [[c for c in found if c.anchor.part == part and not c.anchor.minor] for part in parts]
    minor = [change for change in found if change.anchor.minor]
    shown: list[Framed] = []
    room = MAX_FRAMES
    for areas in (*zip_longest(*(_areas(of, anchors) for of in by_part)), tuple(_areas(minor, anchors))):
        for whole, within in filter(None, areas):
            singles = within
            number = sum(one.spot is not None for one in singles)
            if whole is not None and number > 1 and (number > _APART or number > room > 0 or whole in _spots(singles)):
                singles, number = (Framed(tuple(c for one in singles for c in one.changes), whole),), 1
            for one in singles:
                if one.spot is None or room:
                    shown.append(one)
                    room -= one.spot is not None
    return tuple(shown)


def _spots(frames: Sequence[Framed]) -> list[Spot | None]:
    return [frame.spot for frame in frames]


Area = tuple[Spot | None, tuple[Framed, ...]]
"""The spot of a larger thing, if these lie in one, and the frames of what changed in it."""


def _areas(changes: Sequence[Change], anchors: Mapping[str, Anchor]) -> Iterator[Area]:
    """In the order of the changes."""
    stacked = _joined([_single(change, anchors) for change in changes], _below)
    areas: dict[str, list[Framed]] = {}
    for one in _joined(stacked, _beside):
        first = one.changes[0].anchor
        areas.setdefault(first.within or first.place, []).append(one)
    for area, frames in areas.items():
        yield anchors[area].spot if area in anchors else None, tuple(frames)


def _single(change: Change, anchors: Mapping[str, Anchor]) -> Framed:
    """The frame of one change. What has gone and leaves no ghost is told by the frame of what it lay in."""
    anchor = change.anchor
    if change.now is not None:
        return Framed((change,), anchor.spot)
    held = anchors.get(anchor.within)
    return Framed((change,), None if held is None or anchor.ghost is not None else held.spot)


def _joined(frames: Sequence[Framed], touch: Callable[[Spot, Spot], bool]) -> list[Framed]:
    """Those of one larger thing that touch become one."""
    joined: list[Framed] = []
    for one in frames:
        for i, other in enumerate(joined):
            a, b = other.spot, one.spot
            if a and b and other.within == one.within and (_same(a, b) or touch(a, b) or touch(b, a)):
                left, top = min(a.x, b.x), min(a.y, b.y)
                w, h = max(a.x + a.w, b.x + b.w) - left, max(a.y + a.h, b.y + b.h) - top
                joined[i] = Framed(other.changes + one.changes, replace(a, x=left, y=top, w=w, h=h))
                break
        else:
            joined.append(one)
    return joined


def _same(a: Spot, b: Spot) -> bool:
    return (a.x, a.y, a.w, a.h) == (b.x, b.y, b.w, b.h)


def _below(a: Spot, b: Spot) -> bool:
    """Whether the field b stands right below a and is as wide."""
    return _is_field(a) and (a.x, a.w) == (b.x, b.w) and 0 <= b.y - a.y - a.h <= _NEIGHBOURS


def _beside(a: Spot, b: Spot) -> bool:
    """Whether the field b stands right of a and is as high."""
    return (_is_field(a) or a.counted) and (a.y, a.h) == (b.y, b.h) and 0 <= b.x - a.x - a.w <= _NEIGHBOURS


def _is_field(spot: Spot) -> bool:
    return not (spot.is_round or spot.outline or spot.counted)
