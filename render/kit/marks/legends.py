"""Explanations of the marks of a longer time: a legend of the seats that acted, and the gains of a seat."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from render.kit.colour import GOLD, WHITE, pick_ink
from render.kit.marks.badges import AuthorBadge
from render.kit.marks.change_marks import NIGHT_INK, PAPER_INK, Ink
from render.kit.marks.removed_marker import RemovedMarker
from render.kit.placement import Placement
from render.kit.render_context import RecentStep
from render.kit.scene import DETAIL, KEY, Box, Icon, Node, Nodes, Polyline, Sprite, TextRun
from render.kit.text import fit_text, measure_text

_LETTER = 46
"""px from letter to letter."""

_LINE_PITCH, _LETTER_RADIUS = 41, 22
"""px from letter to letter in one line, and from the centre of one to its edge."""

_PILL_H, _UNDERLINE_WIDTH = 28.0, 5.0


def list_actors(steps: Sequence[RecentStep]) -> tuple[int, ...]:
    """Return the seats that acted."""
    return tuple(sorted({step.seat for step in steps if step.seat is not None}))


def draw_letters(
    seats: Sequence[int], colour: Callable[[int], str], x: float, y: float, pitch: float
) -> Iterator[Node]:
    """Draw an author badge for each seat in a row, from the centre of the first one."""
    for i, seat in enumerate(seats):
        yield Sprite(x + pitch * i, y, AuthorBadge(seat, colour(seat), NIGHT_INK.line, 15))


def draw_author_legend(
    words: str, seats: Sequence[int], colour: Callable[[int], str], x: float, y: float, quiet: str
) -> tuple[Nodes, float]:
    """Draw a line of `quiet` colour that explains the author badges, above the letters of the seats that acted; from x
    on, its middle at y. Returns also where it ends, so that the rest of the header keeps its place.
    """
    w = max(measure_text(words, DETAIL), _LETTER * len(seats))
    label = TextRun(x, y - 26, words, DETAIL, quiet, max_width=w)
    return (label, *draw_letters(seats, colour, x + 22, y + 17, _LETTER)), x + w


def draw_author_line(
    words: str, seats: Sequence[int], colour: Callable[[int], str], x: float, y: float, quiet: str
) -> tuple[Nodes, float]:
    """Draw the same in one line from x on, its middle at y: the words, then the letters. Returns also where it ends."""
    w = measure_text(words, DETAIL)
    first = x + w + _LETTER_RADIUS + 8
    end = first + _LINE_PITCH * (len(seats) - 1) + _LETTER_RADIUS
    return (TextRun(x, y, words, DETAIL, quiet, max_width=w), *draw_letters(seats, colour, first, y, _LINE_PITCH)), end


def draw_past_tokens(past_xs: Mapping[int, float], tokens: Mapping[int, Sprite], paper: str) -> Iterator[Node]:
    """Draw removed markers of tokens at their earlier points; past_xs: seat -> earlier x, tokens:
    their present places.
    """
    for seat, x in past_xs.items():
        token = tokens[seat]
        if abs(x - token.x) > 1:
            yield Sprite(x, token.y, RemovedMarker(token.piece, paper), token.scale)


def draw_underlines(spots: Iterable[Placement], width: float = _UNDERLINE_WIDTH) -> Iterator[Node]:
    """Draw a line of the signal colour, `width` px thick, below changed numbers: they change all the time, so they have
    no author badges, and one badge may stand for many.
    """
    for placement in spots:
        y = placement.y + placement.h
        yield Polyline(((placement.x + 2, y), (placement.x + placement.w - 2, y)), PAPER_INK.line, width)


def draw_gain(x: float, y: float, points: int, ink: Ink) -> Iterator[Node]:
    """Draw `+8` in a pill of the signal colour around (x, y); nothing for no change."""
    if not points:
        return
    words = f"{points:+d}"
    w = measure_text(words, DETAIL) + 22
    yield Box(x - w / 2, y - _PILL_H / 2, w, _PILL_H, _PILL_H / 2, ink.line, WHITE, 2)
    yield TextRun(x, y, words, DETAIL, pick_ink(ink.line), "m", max_width=w - 12)


def draw_notice(sentence: str, background: str, y: float = 78, max_width: float = 830) -> Nodes:
    """Draw the closed eye and the sentence in the upper left."""
    return (
        Icon("eye_off", 76, y, 64, GOLD, background),
        *fit_text(sentence, max_width, KEY).build_runs(124, y, GOLD, max_width=max_width),
    )
