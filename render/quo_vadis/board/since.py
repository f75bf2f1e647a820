"""What happened since somebody who was away last looked: a legend, and in each row the area, means and points."""

from collections.abc import Iterator, Mapping, Sequence

from engines.quo_vadis.data.content import RESOURCES
from engines.quo_vadis.view import View
from render.kit.colour import WHITE
from render.kit.look import Look
from render.kit.marks.signals import PAPER, frame
from render.kit.marks.since import actors, gained, letters
from render.kit.scene import KEY, Node, Sprite
from render.kit.spot import Spot
from render.kit.text import fit, measure
from render.kit.tokens import NumberDisc
from render.quo_vadis import theme
from render.quo_vadis.catalogue import sentence
from render.quo_vadis.land.layout import Layout

SKY = (32.0, 134.0, 1068.0, 1166.0)
LETTER = 46
DISC = 29


def points(look: Look) -> Mapping[int, int]:
    """The points of then."""
    if not look.steps or not isinstance(look.before, View):
        return {}
    return {seat: player.points for seat, player in enumerate(look.before.players)}


def legend(view: View, look: Look, lay: Layout) -> Iterator[Node]:
    """That the ticks tell what has happened since the reader's last turn, in a corner of the sky without land."""
    if not look.steps:
        return
    seats = actors(look.steps)
    words = fit(sentence("since", look.lang), 300, KEY, 2)
    w = max(LETTER * len(seats), *(measure(line, words.size) for line in words.lines)) + 10
    h = words.size * 1.2 * len(words.lines) + 50
    left, top, right, bottom = SKY
    corners = ((left + 14, bottom - h - 10), (right - w - 14, bottom - h - 10), (left + 14, top), (right - w - 14, top))
    for x, y in corners:
        if _free(view, lay, x, y, w, h):
            yield from words.runs(x, y + (h - 50) / 2, WHITE, room=w)
            yield from letters(seats, lambda seat: theme.race(view.players[seat].race), x + 20, y + h - 22, LETTER)
            return


def _free(view: View, lay: Layout, x: float, y: float, w: float, h: float) -> bool:
    """Whether no space of the map reaches into this rectangle."""
    for area in view.areas:
        for slot in range(3):
            cx, cy = lay.corner(area.at, slot, 0.0)
            near_x, near_y = min(max(cx, x), x + w), min(max(cy, y), y + h)
            if (cx - near_x) ** 2 + (cy - near_y) ** 2 < (1.1 * lay.s) ** 2:
                return False
    return True


def marks(view: View, look: Look, seat: int, left: float, w: float, y: float) -> Iterator[Node]:
    """In a seat's row: the area that it chose, lines below means that changed and a ring around the token of whose they
    are, `+n` below the seal.
    """
    if not look.steps or not isinstance(look.before, View):
        return
    then, now = look.before.players[seat], view.players[seat]
    if now.chosen is not None and seat in actors(look.steps):
        x = left + w - 50 - 41 - 14 - DISC
        yield Sprite(x, y + 34, NumberDisc(now.chosen, DISC, 24, WHITE, theme.BRONZE_2, theme.BRONZE, 3))
    before = (*(then.stock[name] for name in RESOURCES), then.wrath)
    after = (*(now.stock[name] for name in RESOURCES), now.wrath)
    if before != after:
        yield from frame(Spot.disc(left + 42, y + 42, 29), PAPER)
    for j, (was, value) in enumerate(zip(before, after, strict=True)):
        if was != value:
            yield from frame(Spot(left + 96 + 65 * j, y + 61, 58, 38, counted=True), PAPER)
    yield from gained(left + w - 50, y + 102, now.points - then.points, PAPER)


def played(look: Look, seat: int, number: int, stack: Sequence[str]) -> bool:
    """Whether this generation has grown since then."""
    if not look.steps or not isinstance(look.before, View):
        return False
    then = look.before.players[seat].generations
    return number >= len(then) or then[number] != tuple(stack)
