"""The overview: header, map, seats, and between them the strip of action spaces that belong to no city."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from render import kit
from render.marco_polo_ii import backdrop, theme
from render.marco_polo_ii.board.dice import draw_space, insert_frame_layer
from render.marco_polo_ii.board.header import draw_header
from render.marco_polo_ii.board.seats import draw_seats
from render.marco_polo_ii.land.cities import draw_cities
from render.marco_polo_ii.land.places import HEIGHT, LEFT, TOP, WIDTH
from render.marco_polo_ii.land.terrain import draw_prices, draw_roads
from render.marco_polo_ii.land.trails import draw_trails
from render.marco_polo_ii.land.travellers import (
    draw_oases,
    draw_prices_above,
    draw_travellers,
    split_ledges,
)
from render.marco_polo_ii.pieces.goods import GoodBadge

GROUPS = (
    ("book", ("market_pepper", "market_silk", "market_gold_a", "market_gold_b")),
    ("khan", CONTENT.khan_spaces),
    ("wax", ("guild",)),
    ("move", ("travel_1", "travel_2", "travel_3")),
    ("mission", ("contracts",)),
    ("deck", ("card_common_1", "card_common_2")),
    ("purse", ("purse",)),
)
"""Icon of a group of spaces, and the spaces."""

_TOP, _H, _DIE, _PITCH = 914, 88, 57, 67
_PLATE, _INDENT = 46, 54
"""px: width of the plate with the icon of a group, and from its left edge to the first space."""


def draw_strip(view: View) -> Iterator[kit.Node]:
    y = _TOP + _H / 2
    places = sum(len(spaces) for _, spaces in GROUPS)
    gap = (1512 - 28 - _INDENT * len(GROUPS) - _PITCH * places) / (len(GROUPS) - 1)
    x: float = 58
    for icon, spaces in GROUPS:
        yield kit.Box(x, y - 34, _PLATE, 68, 8, theme.PLUM, material="lacquer")
        yield kit.Icon(icon, x + _PLATE / 2, y, 36, theme.PANEL, theme.PLUM)
        x += _INDENT
        for space in spaces:
            yield from draw_space(view, space, x + _DIE / 2, y, _DIE, "strip")
            if (good := CONTENT.data.spaces[space].book) is not None:
                yield kit.Sprite(x + 6, y - 27, GoodBadge(good, 15))
            x += _PITCH
        x += gap


@cache
def _draw_static() -> kit.Nodes:
    """Draw the ground with roads and prices, the frame of the chart, and the tray of the strip."""
    ground = kit.Ground(0, 0, backdrop.WIDTH, backdrop.HIGH_H + backdrop.CAPTIONS_H, "marco_polo_ii/board")
    tray = kit.Box(44, _TOP, 1512, _H, 12, theme.TRAY, theme.GILT, 2, material="wood")
    felt = kit.Box(52, _TOP + 8, 1496, _H - 16, 8, theme.FELT, material="cloth")
    frame = backdrop.draw_chart_frame(LEFT, TOP, WIDTH, HEIGHT)
    return (ground, *draw_roads(), *draw_prices(), *frame, tray, felt, replace(felt, fill=None, material="hollow"))


def draw_board(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the board picture, 1600 x 1200."""
    ledges, pieces = split_ledges(draw_travellers(view, ctx))
    travellers = {piece.place: piece for piece in pieces if isinstance(piece, kit.Anchor)}
    live = (
        *draw_trails(view, ctx),
        *insert_frame_layer((*draw_header(view, ctx), *draw_strip(view), *draw_seats(view, ctx))),
        *ledges,
        *draw_oases(),
        *draw_cities(view, ctx, travellers),
        *pieces,
        *(node for price in draw_prices_above(pieces) for node in price),
    )
    return kit.Scene(theme.THEME, backdrop.WIDTH, backdrop.HIGH_H, theme.PLUM, _draw_static(), live)
