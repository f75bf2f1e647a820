"""Parts of the public pictures at about twice the size: quarters of the map, and parts of the actions."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

from engines.marco_polo_ii.view import View
from render import kit
from render.marco_polo_ii.actions import books, cards, contracts, spaces
from render.marco_polo_ii.board.dice import insert_frame_layer
from render.marco_polo_ii.board.header import draw_header
from render.marco_polo_ii.land.crop import Window, draw_pieces, draw_static_window, draw_window_edge
from render.marco_polo_ii.land.places import HEIGHT, LEFT, TOP, WIDTH

from . import backdrop, theme

SCALE = 1.8
_W, _H = WIDTH / SCALE, HEIGHT / SCALE
_EAST, _SOUTH = LEFT + WIDTH - _W, TOP + HEIGHT - _H
QUARTERS = {
    "northwest": (LEFT, TOP),
    "northeast": (_EAST, TOP),
    "southwest": (LEFT, _SOUTH),
    "southeast": (_EAST, _SOUTH),
}
"""Upper left corners of the quarters. The quarters overlap, so that every city is complete in one of them."""

DrawStatic = Callable[[bool, kit.Lang], kit.Nodes]
DrawLive = Callable[[View, kit.RenderContext], Iterable[kit.Node]]
PARTS: dict[str, tuple[DrawStatic, DrawLive, float, tuple[float, ...]]] = {
    "books": (books.draw_static, books.draw_books, 1.98, (44, 800)),
    "spaces": (spaces.draw_static, spaces.draw_spaces, 1.98, (806, 1562)),
    "cards": (cards.draw_static, cards.draw_cards, 1.8, (44, 872, 1562)),
    "contracts": (contracts.draw_static, contracts.draw_contracts, 1.74, (44, 736, 1562)),
}
"""Part of the actions -> functions for its static and its live nodes, scale, x bounds of its rows."""
ZOOM_NAMES = (*QUARTERS, *PARTS)
_ROW = 14


def draw_zoom(view: View, part: str, ctx: kit.RenderContext) -> kit.Scene:
    """Draw a zoomed part, 1600 x 1000. Raises KeyError for an unknown part."""
    static = backdrop.draw_table(1000)
    if part in QUARTERS:
        left, top = QUARTERS[part]
        window = Window((left, top, left + _W, top + _H), 44, 160, SCALE)
        static = (*static, *draw_static_window(window))
        parts = (*draw_pieces(view, ctx, window), *draw_window_edge(window))
        live: kit.Nodes = (*insert_frame_layer(draw_header(view, ctx)), *parts)
    else:
        static_part, live_part, _, _ = PARTS[part]
        static = (*static, *_enlarge_static(part, view.has_caravan, ctx.lang))
        live = insert_frame_layer(
            (
                *draw_header(view, ctx),
                *_arrange_rows(part, live_part(view, ctx), static_part(view.has_caravan, ctx.lang)),
            )
        )
    return kit.Scene(theme.THEME, 1600, 1000, theme.PLUM, static, live)


@cache
def _enlarge_static(part: str, has_caravan: bool, lang: kit.Lang) -> kit.Nodes:
    """Return the static nodes of a part of the actions, enlarged."""
    static = PARTS[part][0](has_caravan, lang)
    return tuple(_arrange_rows(part, static, static))


def _arrange_rows(part: str, nodes: Iterable[kit.Node], static: kit.Nodes) -> Iterator[kit.Node]:
    """Yield the nodes of a part in rows below each other, with the height of the static nodes."""
    _, _, k, bounds = PARTS[part]
    edges = [kit.measure_bounds(node) for node in static]
    top, bottom = min(edge[1] for edge in edges), max(edge[3] for edge in edges)
    height = (bottom - top) * k
    first = 142 + max(0.0, (830 - (height + _ROW) * (len(bounds) - 1)) / 2)
    bounded_nodes = [(node, kit.measure_bounds(node)) for node in nodes]
    for r, (left, right) in enumerate(pairwise(bounds)):
        y = first + (height + _ROW) * r
        for node, box in bounded_nodes:
            if left <= (box[0] + box[2]) / 2 < right:
                yield _snap_icon(kit.transform_node(node, round(44 - left * k), round(y - top * k), k))


def _snap_icon(node: kit.Node) -> kit.Node:
    """Move an icon to whole px, so that the painter can use one cached drawing for all its positions."""
    return replace(node, x=round(node.x), y=round(node.y)) if isinstance(node, kit.Icon) else node
