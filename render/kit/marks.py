"""Marks on top of a board: option badges, what changed, what moved, the private notice."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import atan2, cos, pi, sin

from render.kit.colour import GOLD, SIGNAL, WHITE
from render.kit.look import Mark
from render.kit.scene import KEY, Box, Disc, Icon, Line, Nodes, Point, Poly, Sprite
from render.kit.text import fit
from render.kit.tokens import Badge, BadgeSpan, Cross

MAX_HALOS = 6  # beyond this a picture marks whole areas instead
_GAP, _LINE, _RIM = 1, 6, 3
_BADGE_RIM = 6  # the two rings around a badge


def badges(
    marks: Sequence[Mark], x: float, y: float, r: float = 24, centred: bool = False, room: float | None = None
) -> Nodes:
    """The numbers of the options on one place, in one row that begins with a badge around (x, y) or is centred there.

    Chosen ones share a check, and more than two numbers one pill: `3–6`, `1, 6, 11`. What is wider than `room` px is
    drawn smaller.
    """
    pieces = _badges(marks, r)
    width = _width(pieces)
    if room is not None and width > room and len(pieces) > 1:  # a pill has larger figures then
        pieces = _badges(marks, r, apart=1)
        width = _width(pieces)
    if room is not None and width > room:
        rims = 2 * _BADGE_RIM * len(pieces)
        small = r * (room - rims) / (width - rims)
        pieces, width, x = tuple(replace(piece, r=small) for piece in pieces), room, x if centred else x - r + small
        r = small
    left = x - width / 2 if centred else x - r - _BADGE_RIM
    nodes: list[Sprite] = []
    for piece in pieces:
        nodes.append(Sprite(left + r + _BADGE_RIM, y, piece))
        left += _width((piece,))
    return tuple(nodes)


def _badges(marks: Sequence[Mark], r: float, apart: int = 2) -> tuple[Badge | BadgeSpan, ...]:
    """The check of what is chosen, then the open numbers: so many by themselves, more in a pill."""
    chosen = [mark.number for mark in marks if mark.chosen]
    numbers = sorted(mark.number for mark in marks if not mark.chosen)
    checks = (Badge(min(chosen), True, r),) if chosen else ()
    if len(numbers) > apart:
        return (*checks, BadgeSpan(", ".join(_ranges(numbers)), r))
    return (*checks, *(Badge(number, False, r) for number in numbers))


def _ranges(numbers: Sequence[int]) -> Iterator[str]:
    """Ascending numbers as they are written: `1`, `3–6`."""
    start = numbers[0]
    for number, following in zip(numbers, (*numbers[1:], None), strict=True):
        if following != number + 1:
            middle = "–" if number - start > 1 else ", "
            yield str(start) if number == start else f"{start}{middle}{number}"
            start = following or 0


def _width(pieces: Sequence[Badge | BadgeSpan]) -> float:
    """Of badges side by side, with their rims."""
    return sum(2 * (piece.r + _BADGE_RIM) + (piece.more if isinstance(piece, BadgeSpan) else 0) for piece in pieces)


def changed_box(x: float, y: float, w: float, h: float, radius: float) -> Nodes:
    """The signal line around a field that changed, with its white outer line."""

    def ring(out: float, colour: str, width: float) -> Box:
        return Box(x - out, y - out, w + 2 * out, h + 2 * out, radius + out, None, colour, width)

    inner = _GAP + _LINE
    return ring(inner + _RIM, WHITE, _RIM + 1), ring(inner, SIGNAL, _LINE)


def changed_outline(points: tuple[Point, ...]) -> Nodes:
    """The signal line along any closed outline."""
    return Poly(points, None, WHITE, _LINE + 2 * _RIM), Poly(points, None, SIGNAL, _LINE)


def changed_disc(x: float, y: float, r: float) -> Nodes:
    """The signal line around a single token of radius r."""
    return Disc(x, y, r + 8 + _RIM, None, WHITE, _RIM + 1), Disc(x, y, r + 8, None, SIGNAL, _LINE)


def moved(start: Point, end: Point) -> Nodes:
    """An arrow from the place that a piece left to the edge of where it stands now."""
    angle = atan2(end[1] - start[1], end[0] - start[0])
    head, half = 36.0, 20.0

    def back(length: float, aside: float = 0) -> Point:
        x = end[0] - cos(angle) * length + cos(angle + pi / 2) * aside
        return x, end[1] - sin(angle) * length + sin(angle + pi / 2) * aside

    tip = (end, back(head, half), back(head, -half))
    shaft = (start, back(head - 4))
    return (
        Line(shaft, WHITE, 15),
        Poly(tip, WHITE, WHITE, 6),
        Line(shaft, SIGNAL, 9),
        Poly(tip, SIGNAL),
    )


def removed(x: float, y: float, r: float) -> Nodes:
    """The cross over a ghost whose piece left the board."""
    return (Sprite(x, y, Cross(SIGNAL, r)),)


def notice(sentence: str, ground: str, y: float = 78, room: float = 830) -> Nodes:
    """Upper left on a private picture: the closed eye and the sentence that only the reader sees this."""
    return (
        Icon("eye_off", 76, y, 64, GOLD, ground),
        *fit(sentence, room, KEY).runs(124, y, GOLD, room=room),
    )
