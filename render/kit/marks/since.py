"""What the marks of a longer time mean: a legend of who acted, and the points that somebody has gained since."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from render.kit.colour import WHITE, on
from render.kit.look import Step
from render.kit.marks.ghost import Ghost
from render.kit.marks.signals import NIGHT, PAPER, Ink
from render.kit.scene import DETAIL, Box, Line, Node, Nodes, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import measure
from render.kit.tokens import Tick

_LETTER = 46
"""px from letter to letter."""

_CLOSE, _REACH = 41, 22
"""px from letter to letter in one line, and from the middle of one to its edge."""

_PILL_H, _UNDER = 28.0, 5.0


def actors(steps: Sequence[Step]) -> tuple[int, ...]:
    """The seats that acted."""
    return tuple(sorted({step.seat for step in steps if step.seat is not None}))


def letters(seats: Sequence[int], colour: Callable[[int], str], x: float, y: float, pitch: float) -> Iterator[Node]:
    """A tick for each seat in a row from the middle of the first one."""
    for i, seat in enumerate(seats):
        yield Sprite(x + pitch * i, y, Tick(seat, colour(seat), NIGHT.line, 15))


def legend(
    words: str, seats: Sequence[int], colour: Callable[[int], str], x: float, y: float, quiet: str
) -> tuple[Nodes, float]:
    """That the ticks tell what has happened since then, in a line of `quiet` colour above the letters of those who
    acted; from x on, its middle at y. With where it ends: what else the header tells keeps its place.
    """
    w = max(measure(words, DETAIL), _LETTER * len(seats))
    label = Text(x, y - 26, words, DETAIL, quiet, room=w)
    return (label, *letters(seats, colour, x + 22, y + 17, _LETTER)), x + w


def line(
    words: str, seats: Sequence[int], colour: Callable[[int], str], x: float, y: float, quiet: str
) -> tuple[Nodes, float]:
    """The same in one line from x on, its middle at y: the words, then the letters. With where it ends."""
    w = measure(words, DETAIL)
    first = x + w + _REACH + 8
    end = first + _CLOSE * (len(seats) - 1) + _REACH
    return (Text(x, y, words, DETAIL, quiet, room=w), *letters(seats, colour, first, y, _CLOSE)), end


def ghosts(was: Mapping[int, float], tokens: Mapping[int, Sprite], paper: str) -> Iterator[Node]:
    """Pale tokens where scores stood on a line of points; was: seat -> x of then, tokens: where they stand now."""
    for seat, x in was.items():
        now = tokens[seat]
        if abs(x - now.x) > 1:
            yield Sprite(x, now.y, Ghost(now.piece, paper), now.scale)


def changed(spots: Iterable[Spot], width: float = _UNDER) -> Iterator[Node]:
    """A line of the signal colour, so many px thick, below numbers that are not as they were: what is counted anew all
    the time bears no ticks, and one tick may stand for many.
    """
    for spot in spots:
        y = spot.y + spot.h
        yield Line(((spot.x + 2, y), (spot.x + spot.w - 2, y)), PAPER.line, width)


def gained(x: float, y: float, points: int, ink: Ink) -> Iterator[Node]:
    """`+8` in a pill of the signal colour around (x, y); nothing for no change."""
    if not points:
        return
    words = f"{points:+d}"
    w = measure(words, DETAIL) + 22
    yield Box(x - w / 2, y - _PILL_H / 2, w, _PILL_H, _PILL_H / 2, ink.line, WHITE, 2)
    yield Text(x, y, words, DETAIL, on(ink.line), "m", room=w - 12)
