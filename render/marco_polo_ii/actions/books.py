"""The three books of the market: their places, four offers each, and what comes next round."""

from collections.abc import Iterator
from functools import cache

from engines.marco_polo_ii.data.content import CONTENT, GOODS
from engines.marco_polo_ii.data.types import Gain, Good
from engines.marco_polo_ii.view import View
from render.kit.colour import INK, WHITE, on
from render.kit.look import Lang, Look
from render.kit.scene import BODY, DETAIL, MICRO, Anchor, Box, Disc, Icon, Line, Node, Nodes, Text
from render.kit.spot import Spot
from render.kit.text import fit
from render.marco_polo_ii import theme
from render.marco_polo_ii.board.dice import on_space
from render.marco_polo_ii.catalogue import noun, sentence
from render.marco_polo_ii.pieces.goods import bundle

_JADE_TAG = "#DDEBE2"


@cache
def printed(caravan: bool, lang: Lang) -> Nodes:
    """What never changes: the books, their places, and the fields of the offers."""
    return tuple(node for c, book in enumerate(GOODS) for node in _printed(book, 44 + 254 * c, caravan, lang))


def books(view: View, _look: Look) -> Iterator[Node]:
    """What lies on them now."""
    for c, book in enumerate(GOODS):
        x = 44 + 254 * c
        for space, pad in _pads(book, x):
            yield from on_space(view, space, pad, 185, 48, "books")
        yield from _offers(view, book, x)
        yield from _next(view, book, x)


def _pads(book: Good, x: float) -> list[tuple[str, float]]:
    """The spaces of a book, and around which x a die lies there."""
    spaces = [space for space, line in CONTENT.data.spaces.items() if line.book == book]
    return [(space, x + 244 - 34 - 58 * i) for i, space in enumerate(reversed(spaces))]


def _printed(book: Good, x: float, caravan: bool, lang: Lang) -> Iterator[Node]:
    colour = theme.GOODS[book]
    yield Box(x, 142, 244, 372, 12, theme.PANEL, theme.LINE, 2)
    yield Box(x, 142, 244, 86, 12, colour, corners=(True, True, False, False))
    yield Disc(x + 35, 172, 25, theme.PANEL)
    yield Icon(book, x + 35, 172, 34, colour, theme.PANEL)
    pads = _pads(book, x)
    room = 244 - 76 - 58 * len(pads)
    yield from fit(noun(f"resources.{book}", lang), room, DETAIL).runs(x + 64, 172, on(colour), room=room)
    if caravan:
        steps = CONTENT.data.spaces[pads[0][0]].caravan_steps
        yield Icon("camels", x + 24, 211, 26, on(colour), colour)
        yield Text(x + 42, 211, f"≤{steps}", MICRO, on(colour), room=50)
    for _, pad in pads:
        yield Box(pad - 27, 153, 54, 64, 8, theme.PANEL)
    for j in range(4):
        y = 236 + 48 * j
        yield Box(x + 8, y, 228, 43, 8, WHITE, theme.LINE, 2)
        if j < 2:
            yield from fit(sentence("free", lang), 62, MICRO).runs(x + 14, y + 21, theme.INK_2, room=62)
        else:
            yield Box(x + 10, y + 2, 58, 39, 7, _JADE_TAG, corners=(True, False, False, True))
            yield Icon("jade", x + 28, y + 21, 26, theme.GOODS["jade"], _JADE_TAG)
    yield Line(((x + 12, 436), (x + 232, 436)), theme.LINE, 2)


def offers(book: Good, tile: str) -> list[tuple[str, int, Gain]]:
    """The four offers of a book: name, jade, what it yields."""
    free, line = CONTENT.data.books[book].free_offers, CONTENT.data.offer_tiles[tile]
    return [
        ("free_1", 0, free[0]),
        ("free_2", 0, free[1]),
        ("left", line.left_jade, line.left),
        ("right", line.right_jade, line.right),
    ]


def _offers(view: View, book: Good, x: float) -> Iterator[Node]:
    for j, (name, jade, gain) in enumerate(offers(book, view.offers[book])):
        y = 236 + 48 * j
        spot = Spot(x + 8, y, 228, 43, 8, badge=(x + 8, y + 21), badge_r=20, centred=True)
        yield Anchor(f"offer:{book}.{name}", spot, view.offers[book] if jade else None, part="books", drawn=True)
        if jade:
            yield Text(x + 46, y + 21, str(jade), DETAIL, INK, room=20)
        run = bundle(gain, 30, BODY, ground=WHITE)
        if run.w > 158:
            run = bundle(gain, 26, MICRO, ground=WHITE)
        yield from run.at(x + 76, y + 21)


def _next(view: View, book: Good, x: float) -> Iterator[Node]:
    """The tile of the round named beside it."""
    tile = view.next_offers[book]
    if tile is None:
        return
    yield Text(x + 10, 474, f"{max(1, view.round) + 1}/{view.rounds}", MICRO, theme.INK_2, room=54)
    for j, (_, jade, gain) in enumerate(offers(book, tile)[2:]):
        y = 457 + 35 * j
        yield Icon("jade", x + 76, y, 18, theme.GOODS["jade"], theme.PANEL)
        yield Text(x + 87, y, str(jade), MICRO, theme.INK_2, room=16)
        run = bundle(gain, 24, MICRO)
        if run.w > 128:
            run = bundle(gain, 19, MICRO)
        yield from run.at(x + 106, y)
