"""What changed over a longer time, and by whom: a tick with the seat's letter on each changed thing, without limit."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from render.kit.colour import INK
from render.kit.extent import extent
from render.kit.marks.changes import Change, compare
from render.kit.marks.signals import Ink, gone, meet
from render.kit.marks.standing import REACH, Ground, stand
from render.kit.marks.tails import off, tailed
from render.kit.scene import Anchor, Node, Sprite
from render.kit.spot import Point, Spot
from render.kit.tokens import Fresh, Tick

_ACTORS = 2  # so many letters one thing has, those who changed it last


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that is not as it was, and the seats that changed it, the last one last (None: nobody)."""

    change: Change
    seats: tuple[int | None, ...]


def deeds(seats: Sequence[int | None], looks: Sequence[Mapping[str, Anchor]]) -> tuple[Deed, ...]:
    """Everything that differs between the first picture and the last one, with who changed it on the way.

    seats: who acted between each two of the pictures `looks`. Left out are numbers that repeat what others tell,
    points, and what has gone together with all it lay in: no place is left to mark.
    """
    by: dict[str, list[int | None]] = {}
    for seat, (before, after) in zip(seats, pairwise(looks), strict=True):
        for change in compare(before, after):
            actors = by.setdefault(change.anchor.place, [])
            if seat in actors:
                actors.remove(seat)
            actors.append(seat)
    net = compare(looks[0], looks[-1])
    told = (change for change in net if not _is_told(change.anchor) and not _without_trace(change, looks[-1]))
    return tuple(Deed(change, tuple(_actors(change, by)[-_ACTORS:])) for change in told)


def _actors(change: Change, by: Mapping[str, list[int | None]]) -> Sequence[int | None]:
    """Whose row it is, or those whose things have come, whoever's decision set them there; else those who decided."""
    if change.anchor.own is not None:
        return [change.anchor.own]
    if change.now is not None and change.then is not None and (came := change.now.holders - change.then.holders):
        return sorted(came)
    return by.get(change.anchor.place, [None])


def _is_told(anchor: Anchor) -> bool:
    """Other marks tell of it."""
    return anchor.minor or anchor.gains


def _without_trace(change: Change, anchors: Mapping[str, Anchor]) -> bool:
    then = change.anchor
    alone = then.drawn or (then.within != "" and then.within not in anchors)
    return change.now is None and then.ghost is None and alone


def _has_made_room(change: Change, ghost: Sequence[Node]) -> bool:
    """Whether a piece went to another place of the board and others stand where it stood: a letter beside them would be
    theirs, and the one at the other end of its way tells of it.
    """
    return change.left and change.now is None and change.anchor.ghost is not None and not ghost


_AS_NEAR = 10  # px that a second letter of a thing may be farther off and still have a tail of its own
_SEEN = 90  # px from a thing to the mark that it shares with others
SMALL, LARGE = 14.0, 24.0
"""Radius of the ticks for a long time, and of those for the last turns: their letters are read on a phone."""


def ticks(
    found: Sequence[Deed],
    anchors: Mapping[str, Anchor],
    colour: Callable[[int], str],
    ink: Ink,
    ground: Ground,
    r: float = SMALL,
) -> Iterator[Node]:
    """Ghosts of what has gone, corners of new cards, and the ticks of radius r above them.

    Things that name the same place for their tick share it; large ticks are shared side by side in a larger thing, too,
    and have tails towards what they mean.
    """
    marks: list[Sprite] = []
    meant: dict[Point, list[Spot]] = {}
    shared: dict[tuple[Point | str | None, tuple[int | None, ...]], Point] = {}
    size = Tick(None, INK, ink.line, r).reach / REACH
    for deed in found:
        change = deed.change
        ghost = tuple(gone(replace(change, left=True), anchors, ink))
        yield from ghost
        if r > SMALL and _has_made_room(change, ghost):
            continue
        if change.now is not None and change.now.drawn and change.then is None:
            spot = change.now.spot
            marks.append(Sprite(*(spot.tick or (spot.x + spot.w, spot.y)), Fresh(ink.line)))
            continue
        thing = _thing(change, anchors)
        if thing is None or _is_driven_out(deed, found):
            continue
        where = (thing.aside or change.anchor.within or thing.tick) if r > SMALL else thing.tick
        at = shared.get((where, deed.seats))
        if where and at and (not isinstance(where, str) or _near(thing, at)):
            if thing.led or at not in meant:
                meant.setdefault(at, []).append(thing)
            continue
        places = stand(thing, len(deed.seats), ground, size)
        shared[where, deed.seats] = places[0]
        nearest = min(off(at, thing) for at in places)
        meant |= {at: [thing] for at in places if off(at, thing) < nearest + _AS_NEAR}
        for seat, (x, y) in zip(reversed(deed.seats), places, strict=True):
            marks.append(Sprite(x, y, Tick(seat, INK if seat is None else colour(seat), ink.line, r)))
    for mark in marks:
        things = meant.get((mark.x, mark.y), ()) if r > SMALL else ()
        yield from tailed(mark, things) if things else (mark,)


def _near(thing: Spot, at: Point) -> bool:
    """Whether a mark that stands there is seen to belong to the thing, too."""
    x, y = at
    return thing.x - _SEEN <= x <= thing.x + thing.w + _SEEN and thing.y - _SEEN <= y <= thing.y + thing.h + _SEEN


def _is_driven_out(deed: Deed, found: Sequence[Deed]) -> bool:
    """Whether it is gone and the piece stands there now that those who did it brought: one letter tells of both."""
    change = deed.change
    ghost = change.anchor.ghost
    return (
        change.now is None
        and ghost is not None
        and any(
            other.seats == deed.seats
            and other.change.now is not None
            and other.change.now.ghost is not None
            and meet(extent(ghost), extent(other.change.now.ghost))
            for other in found
        )
    )


def _thing(change: Change, anchors: Mapping[str, Anchor]) -> Spot | None:
    """What the tick belongs to; of what has gone its ghost, else what it lay in. None if that has gone, too."""
    if change.now is not None or change.anchor.ghost is not None or not change.anchor.within:
        return change.anchor.spot
    held = anchors.get(change.anchor.within)
    return None if held is None else held.spot
