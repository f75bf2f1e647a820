"""The six achievements, each with the numbers of its wheel in a row."""

from collections.abc import Iterator

from engines.kilia.view import View, WheelView
from render.kilia import theme
from render.kilia.catalogue import sentence
from render.kilia.council.header import colour
from render.kilia.pieces.goods import Money
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, HEAD, Anchor, Box, Disc, Icon, Line, Node, Numeral, Sprite, Text
from render.kit.spot import Point, Spot
from render.kit.text import fit_all
from render.kit.tokens import SeatShape, SeatToken

LEFT, TOP, PITCH_X, PITCH_Y, W, H, LABEL = 44, 724, 440, 152, 432, 146, 108


def wheels(view: View, look: Look) -> Iterator[Node]:
    names = fit_all([sentence(f"wheel.{wheel.id}", look.lang) for wheel in view.wheels], LABEL - 1, DETAIL)
    for n, wheel in enumerate(view.wheels):
        x, y = LEFT + PITCH_X * (n % 2), TOP + PITCH_Y * (n // 2)
        spot = Spot(x, y, W, H, 12, (x + 8, y + 6), 25, tick=_tick(wheel, x, y))
        reached = (*wheel.waiting, *(seat for markers in wheel.placed for seat in markers))
        shows = tuple(sorted(reached))  # a marker that waited and stands on its number now was told when it came
        yield Anchor(f"wheel:{wheel.id}", spot, shows, part="wheels", holders=frozenset(reached))
        yield Box(x, y, W, H, 12, theme.PANEL, theme.LINE, 2)
        yield Box(x, y, LABEL, H, 12, theme.BALTIC_2, corners=(True, False, False, True))
        yield from pictogram(wheel, x, y)
        if wheel.waiting:
            yield Box(x + 4, y + 94, 100, 48, 8, WHITE)
            yield from tokens(view, wheel.waiting, x + 54, y + 118, 19, 46)
        yield from names[n].runs(x + LABEL / 2, y + (76 if wheel.waiting else 120), WHITE, "m", LABEL - 4)
        yield from numbers(view, wheel, x + LABEL, y)


def _tick(wheel: WheelView, x: float, y: float) -> Point:
    """Beside the markers that wait, else beside those on the last number that has any."""
    if wheel.waiting:
        return x - 12, y + 124
    open_ = [k for k in range(len(wheel.printed)) if k != wheel.covered]
    last = max((k for k, markers in zip(open_, wheel.placed, strict=False) if markers), default=0)
    return x + LABEL + 36 + 62 * last + 24, y + 124


def pictogram(wheel: WheelView, x: float, y: float) -> Iterator[Node]:
    middle, size = (y + 33, 50) if wheel.waiting else (y + 52, 70)
    if wheel.id == "fifteen_coins":
        yield Sprite(x + LABEL / 2, middle, Money(15, 0.48 * size))
    else:
        yield Icon(f"a_{wheel.id}", x + LABEL / 2, middle, size, WHITE, theme.BALTIC_2)
    if wheel.extra is not None:
        yield Disc(x + LABEL - 20, y + 20, 17, WHITE)
        yield Icon("wheel", x + LABEL - 20, y + 20, 26, INK, WHITE)


def numbers(view: View, wheel: WheelView, x: float, y: float) -> Iterator[Node]:
    """Used: the number above its markers. Next: large in a ring. Later: hairlines. Covered: a struck stone."""
    usable = 0
    for k, number in enumerate(wheel.printed):
        middle = x + 36 + 62 * k
        if k == wheel.covered:
            yield Disc(middle, y + 73, 28, theme.COVERED)
            yield Line(((middle - 16, y + 89), (middle + 16, y + 57)), theme.INK_2, 3)
            continue
        markers = wheel.placed[usable]
        if usable == wheel.next and not markers:
            yield Disc(middle, y + 73, 32, WHITE, INK, 4)
            yield Text(middle, y + 73, str(number), HEAD, INK, "m", room=60)
        elif markers:
            yield Text(middle, y + 26, str(number), BODY, theme.INK_2, "m", room=60)
            yield Box(middle - 29, y + 52, 58, 84, 8, theme.REWARD)
            yield from heap(view, markers, middle, y + 94)
        else:
            yield Disc(middle, y + 73, 26, None, theme.LINE, 2)
            yield Text(middle, y + 73, str(number), BODY, theme.INK_2, "m", room=50)
        usable += 1


def tokens(view: View, seats: tuple[int, ...], x: float, y: float, r: float, pitch: float) -> Iterator[Node]:
    """Markers side by side around a middle; more than two without their letters."""
    if len(seats) > 2:
        pitch = min(24.0, 84 / (len(seats) - 1))
        for i, seat in enumerate(seats):
            yield Sprite(x + pitch * (i - (len(seats) - 1) / 2), y, SeatShape(seat, colour(view, seat), 11))
        return
    for i, seat in enumerate(seats):
        yield Sprite(x + pitch * (i - (len(seats) - 1) / 2), y, SeatToken(seat, colour(view, seat), r))


def heap(view: View, seats: tuple[int, ...], x: float, y: float) -> Iterator[Node]:
    """Markers on one number: one large, two in a slant, up to four in a square, then their count as well."""
    if len(seats) == 1:
        yield Sprite(x, y, SeatToken(seats[0], colour(view, seats[0]), 23))
    elif len(seats) == 2:
        for sign, seat in zip((-1, 1), seats, strict=True):
            yield Sprite(x + 9 * sign, y + 18 * sign, SeatToken(seat, colour(view, seat), 17))
    else:
        for i, seat in enumerate(seats[:4]):
            at = x + (14 if i % 2 else -14), y + (17 if i // 2 else -17)
            yield Sprite(*at, SeatToken(seat, colour(view, seat), 13))
        if len(seats) > 4:
            yield Disc(x + 27, y - 40, 14, INK)
            yield Numeral(x + 27, y - 40, str(len(seats)), 20, WHITE)
