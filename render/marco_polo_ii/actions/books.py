"""The three books of the market: their spaces, four offers each, and the offers of the next round."""

from collections.abc import Iterator
from functools import cache

from engines.marco_polo_ii.data.content import CONTENT, GOODS
from engines.marco_polo_ii.data.types import Gain, Good
from engines.marco_polo_ii.view import View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.board.dice import draw_space
from render.marco_polo_ii.catalogue import render_message, render_noun
from render.marco_polo_ii.pieces.goods import build_amounts
from render.marco_polo_ii.pieces.plates import draw_head, draw_sheet

_JADE_TAG = "#DDEBE2"


@cache
def draw_static(has_caravan: bool, lang: kit.Lang) -> kit.Nodes:
    """Draw the static part: the books, their spaces, and the fields of the offers."""
    return tuple(
        node for c, book in enumerate(GOODS) for node in _draw_static_book(book, 44 + 254 * c, has_caravan, lang)
    )


def draw_books(view: View, _ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the dice on the spaces, the current offers and the next ones."""
    for c, book in enumerate(GOODS):
        x = 44 + 254 * c
        for space, pad in _list_pads(book, x):
            yield from draw_space(view, space, pad, 185, 48, "books")
        yield from _draw_offers(view, book, x)
        yield from _draw_next_tile(view, book, x)


def _list_pads(book: Good, x: float) -> list[tuple[str, float]]:
    """Return the spaces of a book, each with the x of its die."""
    spaces = [space for space, line in CONTENT.data.spaces.items() if line.book == book]
    return [(space, x + 244 - 34 - 58 * i) for i, space in enumerate(reversed(spaces))]


def _draw_static_book(book: Good, x: float, has_caravan: bool, lang: kit.Lang) -> Iterator[kit.Node]:
    colour = theme.GOODS[book]
    yield draw_sheet(x, 142, 244, 372)
    yield draw_head(x, 142, 244, 86, colour)
    middle = 172 if has_caravan else 185
    yield kit.Disc(x + 35, middle, 25, theme.PANEL)
    yield kit.Icon(book, x + 35, middle, 34, colour, theme.PANEL)
    pads = _list_pads(book, x)
    max_width = 244 - 76 - 58 * len(pads)
    yield from kit.fit_text(render_noun(f"resources.{book}", lang), max_width, kit.DETAIL).build_runs(
        x + 64, middle, kit.pick_ink(colour), max_width=max_width
    )
    if has_caravan:
        steps = CONTENT.data.spaces[pads[0][0]].caravan_steps
        yield kit.Icon("camels", x + 24, 211, 26, kit.pick_ink(colour), colour)
        yield kit.TextRun(x + 42, 211, f"≤{steps}", kit.MICRO, kit.pick_ink(colour), max_width=50)
    for _, pad in pads:
        yield kit.Box(pad - 27, 153, 54, 64, 8, theme.PANEL)
    for j in range(4):
        y = 236 + 48 * j
        yield draw_sheet(x + 8, y, 228, 43, radius=8)
        if j < 2:
            yield from kit.fit_text(render_message("free", lang), 62, kit.MICRO).build_runs(
                x + 14, y + 21, theme.INK_2, max_width=62
            )
        else:
            yield kit.Box(x + 10, y + 2, 58, 39, 7, _JADE_TAG, corners=(True, False, False, True))
            yield kit.Icon("jade", x + 28, y + 21, 26, theme.GOODS["jade"], _JADE_TAG)
    yield kit.Polyline(((x + 12, 436), (x + 232, 436)), theme.LINE, 2)


def list_offers(book: Good, tile: str) -> list[tuple[str, int, Gain]]:
    """Return the four offers of a book: name, cost in jade, gain."""
    free, line = CONTENT.data.books[book].free_offers, CONTENT.data.offer_tiles[tile]
    return [
        ("free_1", 0, free[0]),
        ("free_2", 0, free[1]),
        ("left", line.left_jade, line.left),
        ("right", line.right_jade, line.right),
    ]


def _draw_offers(view: View, book: Good, x: float) -> Iterator[kit.Node]:
    for j, (name, jade, gain) in enumerate(list_offers(book, view.offers[book])):
        y = 236 + 48 * j
        placement = kit.Placement(
            x + 8, y, 228, 43, 8, number_centre=(x + 8, y + 21), number_radius=20, is_centred=True
        )
        yield kit.Anchor(
            f"offer:{book}.{name}", placement, view.offers[book] if jade else None, part="books", is_from_deck=True
        )
        if jade:
            yield kit.TextRun(x + 46, y + 21, str(jade), kit.DETAIL, kit.INK, max_width=20)
        run = build_amounts(gain, 27 if gain.coins else 30, kit.BODY, background=theme.PANEL)
        if run.w > 158:
            run = build_amounts(gain, 26, kit.MICRO, background=theme.PANEL)
        yield from run.draw_at(x + 76, y + 21)


def _draw_next_tile(view: View, book: Good, x: float) -> Iterator[kit.Node]:
    """Draw the offer tile of the next round, with the number of that round."""
    tile = view.next_offers[book]
    if tile is None:
        return
    yield kit.TextRun(x + 10, 474, f"{max(1, view.round) + 1}/{view.rounds}", kit.MICRO, theme.INK_2, max_width=54)
    for j, (_, jade, gain) in enumerate(list_offers(book, tile)[2:]):
        y = 457 + 35 * j
        yield kit.Icon("jade", x + 76, y, 18, theme.GOODS["jade"], theme.PANEL)
        yield kit.TextRun(x + 87, y, str(jade), kit.MICRO, theme.INK_2, max_width=16)
        run = build_amounts(gain, 24, kit.MICRO)
        if run.w > 128:
            run = build_amounts(gain, 19, kit.MICRO)
        yield from run.draw_at(x + 106, y)
