"""The six achievements, each with the numbers of its wheel in a row."""

from collections.abc import Iterator

from engines.kilia.view import View, WheelView
from render.kilia import theme
from render.kilia.catalogue import label
from render.kilia.council.header import colour
from render.kilia.council.progress import progress
from render.kilia.pieces.goods import Money
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, HEAD, Anchor, Box, Disc, Icon, Line, Node, Numeral, Sprite, Text
from render.kit.spot import Point, Spot
from render.kit.text import Fitted, fit_all
from render.kit.tokens import SeatToken

LEFT, TOP, PITCH_X, PITCH_Y, W, H, LABEL = 44, 724, 440, 152, 432, 146, 108
CHIP = 20.5
"""Radius of a marker: 10 px across on a phone."""


def wheels(view: View, look: Look) -> Iterator[Node]:
    for n, (wheel, name) in enumerate(zip(view.wheels, names(view, look), strict=True)):
        yield from one_wheel(view, n, wheel, name, look.viewer)


def names(view: View, look: Look) -> tuple[Fitted, ...]:
    """The achievements as their labels have them, in one size."""
    return fit_all([label(wheel.id, look.lang) for wheel in view.wheels], LABEL - 1, DETAIL)


def corner(n: int) -> tuple[float, float]:
    """The upper left corner of the n-th wheel."""
    return LEFT + PITCH_X * (n % 2), TOP + PITCH_Y * (n // 2)


def one_wheel(view: View, n: int, wheel: WheelView, name: Fitted, reader: int | None = None) -> Iterator[Node]:
    """What it asks, who waits there for the council, else how far the reader is; and its numbers."""
    way = None if reader is None or wheel.waiting else progress(view.mats[reader], wheel.id)
    x, y = corner(n)
    spot = Spot(x, y, W, H, 12, (x + 8, y + 6), 25, tick=_tick(wheel, x, y))
    reached = (*wheel.waiting, *(seat for markers in wheel.placed for seat in markers))
    shows = tuple(sorted(reached))  # a marker that waited and stands on its number now was told when it came
    yield Anchor(f"wheel:{wheel.id}", spot, shows, part="wheels", holders=frozenset(reached))
    yield Box(x, y, W, H, 12, theme.PANEL, theme.LINE, 2)
    yield Box(x, y, LABEL, H, 12, theme.BALTIC_2, corners=(True, False, False, True))
    yield from pictogram(wheel, x, y, low=way is None)
    if way is not None:
        yield Text(x + LABEL / 2, y + 122, f"{way[0]}/{way[1]}", BODY, theme.LAMP, "m", room=LABEL - 4)
    if wheel.waiting:
        top = y + (56 if len(wheel.waiting) > 2 else 94)
        yield Box(x + 4, top, 100, y + 142 - top, 8, WHITE)
        yield from chips(view, wheel.waiting, x + 54, (top + y + 142) / 2, 2)
    middle = y + (43 if len(wheel.waiting) > 2 else 76 if wheel.waiting else 120 if way is None else 86)
    yield from name.runs(x + LABEL / 2, middle, WHITE, "m", LABEL - 4)
    yield from numbers(view, wheel, x + LABEL, y)


def _tick(wheel: WheelView, x: float, y: float) -> Point:
    """Beside the markers that wait, on no number; else beside the last number that has any, above the gap before
    the next."""
    if wheel.waiting:
        return x - 12, y + 124
    found = columns(wheel)
    open_ = [k for k in range(len(wheel.printed)) if k != wheel.covered]
    last = max((k for k, markers in zip(open_, wheel.placed, strict=False) if markers), default=0)
    middle, width = found[last]
    return x + LABEL + middle + width / 2 - 2, y + 20


def columns(wheel: WheelView) -> list[tuple[float, float]]:
    """Middle and width of each number, from the label: those with more than two markers are wide, for two in a row."""
    placed = iter(wheel.placed)
    held = [() if k == wheel.covered else next(placed) for k in range(len(wheel.printed))]
    room = W - LABEL - 24  # at the right there is room for the letter of a seat that has laid cards
    wide = sum(len(markers) > 2 for markers in held)
    narrow = len(held) - wide
    broad = min(92.0, (room - 44 * narrow) / wide) if wide else 0.0
    slim = min(62.0, (room - broad * wide) / narrow) if narrow else 0.0
    found, x = [], 5.0
    for markers in held:
        width = broad if len(markers) > 2 else slim
        found.append((x + width / 2, width))
        x += width
    return found


def pictogram(wheel: WheelView, x: float, y: float, *, low: bool = True) -> Iterator[Node]:
    """Small, in the corner, while more than two markers wait. low: nothing but the name stands below it"""
    many = len(wheel.waiting) > 2
    middle, size = (y + 16, 28) if many else (y + 33, 50) if wheel.waiting or not low else (y + 52, 70)
    centre = x + (24 if many else LABEL / 2)
    if wheel.id == "fifteen_coins":
        yield Sprite(centre, middle, Money(15, 0.48 * size))
    else:
        yield Icon(f"a_{wheel.id}", centre, middle, size, WHITE, theme.BALTIC_2)
    if wheel.extra is not None:
        at, r = (y + 16, 13) if many else (y + 20, 17)
        yield Disc(x + LABEL - 20, at, r, WHITE)
        yield Icon("wheel", x + LABEL - 20, at, 1.5 * r, INK, WHITE)


def numbers(view: View, wheel: WheelView, x: float, y: float) -> Iterator[Node]:
    """Used: the number above its markers. Next: large in a ring. Later: hairlines. Covered: a struck stone."""
    usable = 0
    for k, (number, (along, width)) in enumerate(zip(wheel.printed, columns(wheel), strict=True)):
        middle = x + along
        r = min(28.0, width / 2 - 1)
        if k == wheel.covered:
            yield Disc(middle, y + 73, r, theme.COVERED)
            yield Line(((middle - 16, y + 89), (middle + 16, y + 57)), theme.INK_2, 3)
            continue
        markers = wheel.placed[usable]
        if usable == wheel.next and not markers:
            yield Disc(middle, y + 73, min(32.0, width / 2), WHITE, INK, 4)
            yield Text(middle, y + 73, str(number), HEAD if width > 56 else BODY, INK, "m", room=60)
        elif markers:
            yield Text(middle, y + 26, str(number), BODY, theme.INK_2, "m", room=60)
            yield Box(middle - width / 2 + 2, y + 48, width - 4, 92, 8, theme.REWARD)
            yield from chips(view, markers, middle, y + 94, 2 if len(markers) > 2 else 1, width)
        else:
            yield Disc(middle, y + 73, min(26.0, r), None, theme.LINE, 2)
            yield Text(middle, y + 73, str(number), BODY, theme.INK_2, "m", room=50)
        usable += 1


def chips(view: View, seats: tuple[int, ...], x: float, y: float, across: int, width: float = 100) -> Iterator[Node]:
    """Markers beside and below each other around a middle, none on another; more than four have their count as well."""
    shown = seats[:4]
    across = min(across, len(shown))
    r = CHIP if len(shown) > 1 else CHIP + 1
    pitch = min(2 * r + 4, (width - 4) / across)
    down = -(-len(shown) // across)
    for i, seat in enumerate(shown):
        at = x + pitch * (i % across - (across - 1) / 2), y + 42 * (i // across - (down - 1) / 2)
        yield Sprite(*at, SeatToken(seat, colour(view, seat), min(r, pitch / 2)))
    if len(seats) > 4:
        yield Disc(x, y, 15, INK)
        yield Numeral(x, y, str(len(seats)), 20, WHITE)
