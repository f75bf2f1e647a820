"""The header: what time it is, the race, the decks, whose turn it is."""

from collections.abc import Iterator
from functools import cache, partial

from engines.kilia.data.content import CONTENT
from engines.kilia.view import View
from render.kilia import theme
from render.kilia.catalogue import sentence
from render.kit.colour import INK, WHITE, darker, on
from render.kit.look import Look
from render.kit.marks.since import actors, ghosts, line
from render.kit.race import joints, pins, spread
from render.kit.scene import (
    BODY,
    DETAIL,
    HEAD,
    KEY,
    MICRO,
    Anchor,
    Box,
    Disc,
    Icon,
    Line,
    Node,
    Nodes,
    Poly,
    Sprite,
    Text,
)
from render.kit.spot import Spot
from render.kit.text import fit, measure
from render.kit.tokens import SeatToken

RACE_END = 796
_RACERS = 54  # y of the tokens on the line of points
_CHIPS, _PITCH = CONTENT.data.setup.scoring_chips, 29
_CLOCK = _PITCH * _CHIPS + 6
"""px of the chips that end the game, with the flag behind them."""


def header(view: View, look: Look) -> Nodes:
    """Below the round stands how near the end is; for somebody who was away that stands beside it."""
    text = sentence("round", look.lang, n=view.round)
    told, end = legend(view, look)
    last = view.final or view.ending
    size = KEY if told else HEAD
    word, from_ = "" if told else sentence("to_end", look.lang), 44 + measure(text, size)
    x, y = (from_ + 26, 44.0) if told else (44, 92)
    clock = () if last else _clock(view, word, x, y)
    end = max(end, from_, x + measure(word, DETAIL) + _CLOCK + 22 if clock else 0)
    return (
        Text(44, 44 if told or clock else 66, text, size, WHITE, room=420),
        *clock,
        *told,
        *race(view, end + 100, look),
        *(final_round(view, look) if last else decks(view, look)),
        *turn(view, look),
    )


def _clock(view: View, word: str, x: float, y: float) -> Nodes:
    """R17 How near the end is: the chips of whoever has placed most; behind the last one the flag."""
    placed = max(_CHIPS - mat.chips for mat in view.mats)
    w = measure(word, DETAIL)
    first = x + w + 24 if word else x + 11
    discs = (
        Disc(first + _PITCH * i, y, 11, WHITE if i < placed else None, None if i < placed else theme.DIM, 3)
        for i in range(_CHIPS)
    )
    flag = Icon("flag", first + _PITCH * _CHIPS, y, 34, theme.MUTED, theme.TAR)
    return (*((Text(x, y, word, DETAIL, theme.MUTED, room=w + 2),) if word else ()), *discs, flag)


def colour(view: View, seat: int) -> str:
    return theme.SEATS[view.mats[seat].color]


def legend(view: View, look: Look) -> tuple[Nodes, float]:
    """For somebody who was away whose letters the ticks bear, below the round; and where that ends."""
    if not look.steps:
        return (), 0
    return line(sentence("away", look.lang), actors(look.steps), partial(colour, view), 44, 92, theme.MUTED)


def race(view: View, left: float, look: Look) -> Iterator[Node]:
    """Tokens on a line of points, the ends at multiples of five around the scores; pale, where they stood for somebody
    who was away."""
    points = [mat.points for mat in view.mats]
    was = [mat.points for mat in look.before.mats] if look.steps and isinstance(look.before, View) else points
    low, high = 5 * (min(*points, *was) // 5), 5 * (max(points) // 5 + 1)
    start, end = left + 30, RACE_END - 44
    yield from fit(sentence("race", look.lang), 90, DETAIL).runs(left - 6, 44, theme.MUTED, "r", 94)
    yield Text(left - 8, 82, str(low), DETAIL, theme.DIM, "m", room=60)
    yield Text(RACE_END, 82, str(high), DETAIL, theme.DIM, "m", room=60)
    yield Line(((start, 82), (end, 82)), theme.DIM, 4)
    step = (end - start) / (high - low)
    for point in range(low, high + 1):
        if point % 5 and high - low > 25:
            continue
        reach = 8 if point % 5 == 0 else 4
        x = start + step * (point - low)
        yield Line(((x, 82 - reach), (x, 82 + reach)), theme.DIM, 3)
    tips = {seat: start + step * (points[seat] - low) for seat in view.order}
    places = spread(tips, 41, start, end, 6)
    tokens = {
        seat: Sprite(x, _RACERS, SeatToken(seat, colour(view, seat), 19, ring=True)) for seat, x in places.items()
    }
    there = {seat: start + step * (n - low) for seat, n in enumerate(was) if n != points[seat]}
    yield from ghosts(there, tokens, theme.TAR)
    yield from pins(tips, places, (_RACERS, 84), 19, (theme.MUTED, theme.TAR))
    yield from tokens.values()
    yield from joints(tips, places, _RACERS, 19, theme.MUTED)


def decks(view: View, look: Look) -> Iterator[Node]:
    """The action deck shows the colour of its top card; the contract deck has only a number. Both have a word."""
    x, y = 854, 70
    for left, room, key in ((x - 22, 122, "cards"), (x + 122, 146, "contracts")):
        words = fit(sentence(key, look.lang), room, MICRO)
        yield from words.runs(left, 23, theme.MUTED, room=room)
    yield Anchor("deck", Spot(x - 24, y - 32, 56, 64, 8, (x - 24, y - 22), 20))
    if view.top is None:
        yield Box(x - 19, y - 26, 38, 52, 6, None, theme.DIM, 2)
    else:
        fill = theme.ZONES[view.top]
        edge = WHITE if view.top == "shipyard" else darker(fill, 0.4)
        yield Box(x - 13, y - 20, 38, 52, 6, darker(fill, 0.3), edge, 2)
        yield Box(x - 19, y - 26, 38, 52, 6, fill, edge, 2)
        yield Icon(theme.GLYPHS[view.top], x, y, 28, on(fill), fill)
    yield Text(x + 36, y, str(view.deck), KEY, WHITE if view.deck else theme.DIM, room=70)
    yield Icon("contract", x + 146, y, 44, WHITE if view.contract_deck else theme.DIM, theme.TAR)
    yield Text(x + 178, y, str(view.contract_deck), KEY, WHITE if view.contract_deck else theme.DIM, room=70)


def final_round(view: View, look: Look) -> Iterator[Node]:
    """That it is, or that the next one is; in the place of the decks, which matter no more."""
    label = fit(sentence("final" if view.final else "final_next", look.lang), 240, BODY)
    yield Box(838, 38, 270, 48, 24, theme.BRICK)
    yield from label.runs(973, 62, WHITE, "m", 250)


def asked(view: View) -> tuple[int, ...]:
    """Of the council, whoever chooses windows: all who have a choice, also those who have answered in secret."""
    return tuple(seat for seat in view.order if view.phase == "council" and view.mats[seat].sailing.choices)


def council(view: View, seats: tuple[int, ...], look: Look) -> Nodes:
    """The white pill, while windows are chosen: one by name, several by a token for each beside what they are asked."""
    key = "council_asks" if len(seats) > 1 else "council_waits"
    words = fit(
        sentence(key, look.lang, name=look.names[seats[0]]), *((170, BODY, 2) if len(seats) > 1 else (340, KEY))
    )
    text = max(measure(line, words.size) for line in words.lines)
    width = 28 + 52 * len(seats) + 12 + text + 28
    left = 1568 - width
    tokens = (Sprite(left + 50 + 52 * i, 61, SeatToken(seat, colour(view, seat), 23)) for i, seat in enumerate(seats))
    return (
        Box(left, 24, width, 74, 37, WHITE),
        *tokens,
        *words.runs(left + 40 + 52 * len(seats), 61, INK, room=text + 8),
    )


def turn(view: View, look: Look) -> Nodes:
    """The white pill: who is on turn, or the council."""
    if seats := asked(view):
        return council(view, seats, look)
    if view.turn is None:
        words = fit(sentence("council", look.lang), 300, KEY)
        width = 112 + max(measure(line, words.size) for line in words.lines)
        left = 1568 - width
        icon = Icon("wheel", left + 46, 61, 48, INK, WHITE)
        return (Box(left, 24, width, 74, 37, WHITE), icon, *words.runs(left + 84, 61, INK, room=width - 90))
    words = fit(sentence("turn", look.lang, name=look.names[view.turn]), 330, KEY)
    width = 112 + max(measure(line, words.size) for line in words.lines)
    left = 1568 - width
    token = Sprite(left + 46, 61, SeatToken(view.turn, colour(view, view.turn), 27))
    return (Box(left, 24, width, 74, 37, WHITE), token, *words.runs(left + 86, 61, INK, room=width - 92))


@cache
def gables(y: float, *, rising: bool = True, h: float = 16) -> Nodes:
    """A row of stepped gables across the picture: the one ornament."""
    return tuple(_gables(y, rising, h))


def _gables(y: float, rising: bool, h: float) -> Iterator[Node]:
    w = 1560 / 46
    for i in range(46):
        x = 20 + w * i
        steps = (
            (0, h),
            (0, 0.62 * h),
            (9, 0.62 * h),
            (9, 0.2 * h),
            (25, 0.2 * h),
            (25, 0.62 * h),
            (w, 0.62 * h),
            (w, h),
        )
        points = tuple((x + dx, y + (dy if rising else h - dy)) for dx, dy in steps)
        yield Poly(points, theme.BRICK)
