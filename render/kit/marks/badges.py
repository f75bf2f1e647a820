"""The numbers of the options on one place."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from render.kit.look import Mark
from render.kit.scene import Sprite
from render.kit.tokens import Badge, BadgeSpan

_BADGE_RIM = 6  # the two rings around a badge


def badges(
    marks: Sequence[Mark],
    x: float,
    y: float,
    r: float = 24,
    centred: bool = False,
    room: float | None = None,
    point: int = 0,
) -> tuple[Sprite, ...]:
    """The numbers of the options on one place, in one row that begins with a badge around (x, y) or is centred there.
    One that means an end of the place points to its side.

    Chosen ones share a check, and more than two numbers one pill: `3–6`, `1, 6, 11`. What is wider than `room` px is
    drawn smaller.
    """
    if point and len(marks) == 1:
        return (Sprite(x, y, Badge(marks[0].number, marks[0].chosen, r, point)),)
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


def column(marks: Sequence[Mark], x: float, y: float, r: float, room: float) -> tuple[Sprite, ...]:
    """The same below each other around (x, y), within `room` px of height; more than three are one pill."""
    pieces = _badges(marks, r, apart=3)
    r = min(r, room / (2 * len(pieces)) - _BADGE_RIM)
    pitch = 2 * (r + _BADGE_RIM)
    first = y - pitch * (len(pieces) - 1) / 2
    return tuple(Sprite(x, first + pitch * i, replace(piece, r=r)) for i, piece in enumerate(pieces))


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
