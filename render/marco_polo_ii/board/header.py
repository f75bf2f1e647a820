"""The header: round, race line, who starts next, black dice, whose turn it is."""

from collections.abc import Iterator
from functools import lru_cache

from engines.marco_polo_ii.view import View
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.marks.since import actors, ghosts, line
from render.kit.race import joints, pins, spread
from render.kit.scene import BODY, DETAIL, HEAD, KEY, Anchor, Box, Disc, Line, Node, Nodes, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, measure
from render.kit.tokens import Die, SeatToken
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import sentence

_RACE_END = 736
_CAPTION, _VALUE = 40, 84
"""Heights of what a value of the header is, and of the value."""


def header(view: View, look: Look) -> Iterator[Node]:
    x: float = 44
    told, end = _legend(view, look)
    for text, size, colour in _when(view, look):
        w = measure(text, size)
        yield Text(x, 46 if told else 66, text, size, colour, room=w + 2)
        x += w + 6
    yield from told
    yield from _race(view, max(x, end) + 28, look)
    yield from next_start(view, look)
    yield from black_dice(view, look)
    yield from pill(view, look)


def _legend(view: View, look: Look) -> tuple[Nodes, float]:
    """For somebody who was away whose letters the ticks bear, below the round; and where that ends."""
    if not look.steps:
        return (), 0
    words = sentence("away", look.lang)
    return line(words, actors(look.steps), lambda seat: theme.SEAT[view.mats[seat].color], 44, 94, theme.MUTED)


def _when(view: View, look: Look) -> list[tuple[str, int, str]]:
    """Round 3/5; before the first one that the table is set up."""
    if not view.round:
        return [(sentence("setup", look.lang), HEAD, WHITE)]
    rounds = f"/{view.rounds}", KEY, theme.MUTED
    return [(sentence("round", look.lang), KEY, theme.MUTED), (str(view.round), HEAD, WHITE), rounds]


@lru_cache(16)
def hem(x: float, y: float, w: float) -> Nodes:
    """The hem of a silk curtain: half discs with a dot."""
    discs: list[Node] = [Box(x, y - 3, w, 6, 0, theme.RED)]
    n = round(w / 18)
    for i in range(n):
        cx = x + w / n * (i + 0.5)
        discs.append(Disc(cx, y, w / n / 2, theme.RED))
        discs.append(Disc(cx, y + 4, 3, theme.PAPER))
    return tuple(discs)


def _race(view: View, left: float, look: Look) -> Iterator[Node]:
    """Who leads, and by how much; pale, where somebody who was away saw the tokens stand."""
    vp = [mat.vp for mat in view.mats]
    was = [mat.vp for mat in look.before.mats] if look.steps and isinstance(look.before, View) else vp
    low = min(*vp, *was) // 5 * 5
    high = max(-(-max(vp) // 5) * 5, low + 10)
    left, right, y = left + measure(str(low), DETAIL) + 32, _RACE_END - measure(str(high), DETAIL) - 32, 84
    yield Line(((left, y), (right, y)), theme.TICKS, 3)
    for i in range((high - low) // 5 + 1):
        x = left + (right - left) * 5 * i / (high - low)
        yield Line(((x, y - 6), (x, y + 6)), theme.TICKS, 2)
    yield Text(left - 28, y, str(low), DETAIL, theme.TICKS, "r", room=70)
    yield Text(right + 28, y, str(high), DETAIL, theme.TICKS, room=70)
    tips = {seat: left + (right - left) * (points - low) / (high - low) for seat, points in enumerate(vp)}
    places = spread(tips, 41, left, right, 6)
    tokens = {
        seat: Sprite(x, y - 29, SeatToken(seat, theme.SEAT[view.mats[seat].color], 19, edge=theme.PANEL))
        for seat, x in places.items()
    }
    there = {seat: left + (right - left) * (n - low) / (high - low) for seat, n in enumerate(was) if n != vp[seat]}
    yield from ghosts(there, tokens, theme.PLUM)
    yield from pins(tips, places, (y - 29, y + 2), 19, (theme.MUTED, theme.PLUM))
    yield from tokens.values()
    yield from joints(tips, places, y - 29, 19, theme.MUTED)


def next_start(view: View, look: Look) -> Iterator[Node]:
    """Who has travelled farthest this round starts the next one; what it is stands above, as for the black dice."""
    record = view.record
    seat = view.start if record is None else record.seat
    shown = (seat, record.rank if record is not None else 0)
    yield Anchor("start", Spot(766, 30, 162, 76, 10), shown, part="header", minor=True, age=view.round)
    yield from fit(sentence("next_start", look.lang), 160, DETAIL).runs(768, _CAPTION, theme.MUTED, room=160)
    yield Sprite(792, _VALUE, SeatToken(seat, theme.SEAT[view.mats[seat].color], 21, ring=True))
    if record is not None:
        yield from fit(sentence("travelled", look.lang, n=record.rank), 102, BODY).runs(829, _VALUE, WHITE, room=104)
    yield Line(((942, 34), (942, 104)), theme.TICKS, 2)


def black_dice(view: View, look: Look) -> Iterator[Node]:
    """How many black dice nobody has."""
    yield from fit(sentence("black_dice", look.lang), 150, DETAIL).runs(958, _CAPTION, theme.MUTED, room=150)
    yield Box(958, _VALUE - 22, 44, 44, 10, None, theme.NEUTRAL_LINE, 2)
    yield Sprite(980, _VALUE, Die(theme.BLACK_DIE, 5, 36))
    yield Anchor("black", Spot(1008, _VALUE - 20, 62, 40, counted=True), view.black_dice, part="header", minor=True)
    colour = WHITE if view.black_dice else theme.MUTED
    yield Text(1010, _VALUE, f"×{view.black_dice}", KEY, colour, room=70)


def pill(view: View, look: Look) -> Iterator[Node]:
    """Whose turn it is, or what everybody does."""
    seat = view.turn
    if view.scores:
        text = sentence("won", look.lang, name=look.names[view.scores[0].seat])
        seat = view.scores[0].seat
    elif seat is None:
        text = sentence(f"phase_{view.phase}", look.lang)
    else:
        text = sentence("turn", look.lang, name=look.names[seat])
    words = fit(text, 310 if seat is not None else 380, KEY)
    w = max(measure(line, words.size) for line in words.lines) + (124 if seat is not None else 56)
    yield Box(1568 - w, 28, w, 76, 38, WHITE)
    if seat is None:
        yield from words.runs(1568 - w / 2, 66, INK, "m", room=w - 20)
        return
    yield Sprite(1568 - w + 46, 66, SeatToken(seat, theme.SEAT[view.mats[seat].color], 28))
    yield from words.runs(1568 - w + 88, 66, INK, room=w - 96)
