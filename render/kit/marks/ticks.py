"""What changed over a longer time, and by whom: a tick with the seat's letter on each changed thing, without limit."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from render.kit.colour import INK
from render.kit.marks.changes import Change, compare
from render.kit.marks.signals import Ink, gone
from render.kit.scene import Anchor, Node, Sprite
from render.kit.spot import Point
from render.kit.tokens import Fresh, Tick

PITCH = 27
"""px from tick to tick; ticks that would touch move so far to the left."""

_ACTORS = 2  # so many letters one thing has, those who changed it last


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that is not as it was, and the seats that changed it, the last one last (None: nobody)."""

    change: Change
    seats: tuple[int | None, ...]


def deeds(seats: Sequence[int | None], looks: Sequence[Mapping[str, Anchor]]) -> tuple[Deed, ...]:
    """Everything that differs between the first picture and the last one, with who changed it on the way.

    seats: who acted between each two of the pictures `looks`. Left out are numbers that repeat what others tell, and
    what has gone together with all it lay in: no place is left to mark.
    """
    by: dict[str, list[int | None]] = {}
    for seat, (before, after) in zip(seats, pairwise(looks), strict=True):
        for change in compare(before, after):
            actors = by.setdefault(change.anchor.place, [])
            if seat in actors:
                actors.remove(seat)
            actors.append(seat)
    net = compare(looks[0], looks[-1])
    told = (change for change in net if not change.anchor.minor and not _without_trace(change, looks[-1]))
    return tuple(Deed(change, tuple(by.get(change.anchor.place, [None])[-_ACTORS:])) for change in told)


def _without_trace(change: Change, anchors: Mapping[str, Anchor]) -> bool:
    then = change.anchor
    alone = then.drawn or (then.within != "" and then.within not in anchors)
    return change.now is None and then.ghost is None and alone


def ticks(
    found: Sequence[Deed], anchors: Mapping[str, Anchor], colour: Callable[[int], str], ink: Ink
) -> Iterator[Node]:
    """Ghosts of what has gone, corners of new cards, and the ticks above them."""
    taken: list[Point] = []
    marks: list[Node] = []
    for deed in found:
        change = deed.change
        yield from gone(replace(change, left=True), anchors, ink)
        if change.now is not None and change.now.drawn and change.then is None:
            spot = change.now.spot
            marks.append(Sprite(spot.x + spot.w, spot.y, Fresh(ink.line)))
            continue
        at = _place(change, anchors)
        if at is None:
            continue
        while not all(_clear((at[0] - PITCH * i, at[1]), taken) for i in range(len(deed.seats))):
            at = at[0] - PITCH, at[1]
        for i, seat in enumerate(reversed(deed.seats)):
            x, y = at[0] - PITCH * i, at[1]
            taken.append((x, y))
            marks.append(Sprite(x, y, Tick(seat, INK if seat is None else colour(seat), ink.line)))
    yield from marks


def _place(change: Change, anchors: Mapping[str, Anchor]) -> Point | None:
    """Where the tick stands; of what has gone on its ghost, else on what it lay in. None if that has gone, too."""
    if change.now is not None or change.anchor.ghost is not None or not change.anchor.within:
        return change.anchor.spot.ticked
    held = anchors.get(change.anchor.within)
    return None if held is None else held.spot.ticked


def _clear(at: Point, taken: Sequence[Point]) -> bool:
    return all(abs(at[0] - x) >= PITCH or abs(at[1] - y) >= PITCH for x, y in taken)
