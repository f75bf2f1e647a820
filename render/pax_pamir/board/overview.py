"""The overview of Pax Pamir: the whole table in one Scene."""

from functools import cache

from engines.pax_pamir.view import MarketSpace, View
from render import kit
from render.pax_pamir import lands, theme
from render.pax_pamir.backdrop import draw_cloth
from render.pax_pamir.board.header import draw_header, draw_map_header, draw_market_header
from render.pax_pamir.board.player_rows import draw_player_rows, draw_row_overlays
from render.pax_pamir.cards.described import CARD_H, CARD_W, draw_open_card, draw_vacant_space
from render.pax_pamir.catalogue import render_message, render_noun
from render.pax_pamir.layout import BOARD_HEIGHT, CAPTIONS_H, COLUMNS, LEFT, WIDTH, find_board_sizes

from . import market, regions, roads


def draw_overview(view: View, ctx: kit.RenderContext, is_private: bool = False) -> kit.Scene:
    """Draw the overview, 1600 x 1240 px, higher for three players and more: header, map and players, market.

    is_private: with the privacy notice in the header.
    """
    option_places = {mark.place for mark in ctx.marks}
    sizes = find_board_sizes(view)
    live = (
        *draw_player_rows(view, ctx),
        *market.draw_cards(view, ctx.lang, sizes.strip_h),
        kit.FRAME_LAYER,
        *draw_header(view, ctx, is_private),
        *draw_row_overlays(view, ctx),
        *market.draw_tokens(view, strip=sizes.strip_h),
        *roads.draw_roads(view, option_places),
        *regions.draw_pieces(view, ctx.lang),
    )
    return kit.Scene(theme.THEME, WIDTH, sizes.height, theme.NIGHT, (draw_ground(sizes.strip_h),), live)


def draw_ground(strip: int) -> kit.Ground:
    """Draw the ground of every board with a strip of this height: chart, cloth, kilim, and the paper of the score
    track.
    """
    name = "pax_pamir/wide_board" if strip else "pax_pamir/board"
    return kit.Ground(0, 0, WIDTH, BOARD_HEIGHT + strip + CAPTIONS_H, name)


PARTS = ("map", "market_top", "market_bottom")
ZOOM_HEIGHT, MAP_ZOOM_HEIGHT = 1000, 1164
_MAP_SCALE = 1.5  # scale of the map
_MAP_TRANSFORM = (
    WIDTH / 2 - (lands.X + lands.W / 2) * _MAP_SCALE,
    (124 + MAP_ZOOM_HEIGHT - 20) / 2 - (lands.Y + lands.H / 2) * _MAP_SCALE,
    _MAP_SCALE,
)
_CARDS, _PITCH, _ROW, _CARDS_PER_LINE = 144, 509, 422, 3


def draw_zoom(view: View, part: str, ctx: kit.RenderContext) -> kit.Scene:
    """Draw one part of the board, 1600 x 1000 px, the map somewhat higher. KeyError for an unknown part."""
    if part == "map":
        nodes = (*draw_map_header(view, ctx), *_draw_map(view, ctx))
    else:
        nodes = (*draw_market_header(view, ctx), *_draw_market(view, PARTS.index(part) - 1, ctx))
    height = MAP_ZOOM_HEIGHT if part == "map" else ZOOM_HEIGHT
    return kit.Scene(theme.THEME, WIDTH, height, theme.NIGHT, _draw_zoom_static(part == "map"), nodes)


def build_zoom_title(part: str, ctx: kit.RenderContext) -> str:
    """Return the title of a zoom, e.g. `Market, top row`. KeyError for an unknown part."""
    if part not in PARTS:
        raise KeyError(f"Pax Pamir has no part {part!r}")
    if part == "map":
        return render_message("map.title", ctx.lang)
    return render_message("market.row", ctx.lang, row=render_noun(f"place.{part}", ctx.lang))


@cache
def _draw_zoom_static(is_map: bool) -> kit.Nodes:
    height = (MAP_ZOOM_HEIGHT if is_map else ZOOM_HEIGHT) - 144
    part = (
        regions.draw_chart(*_MAP_TRANSFORM)
        if is_map
        else kit.Ground(0, 124, WIDTH, height, "pax_pamir/lapis", (0, 0, WIDTH, height))
    )
    return (*draw_cloth(height + 144), part, kit.Box(0, 107, WIDTH, 19, material="kilim"))


def _draw_map(view: View, ctx: kit.RenderContext) -> kit.Nodes:
    map_nodes = (*roads.draw_roads(view), *regions.draw_pieces(view, ctx.lang), *regions.draw_supply(view, ctx.lang))
    return (kit.FRAME_LAYER, *(kit.transform_node(node, *_MAP_TRANSFORM) for node in map_nodes))


def _draw_market(view: View, row: int, ctx: kit.RenderContext) -> kit.Nodes:
    """Draw the six cards of a row, cheapest first."""
    nodes: kit.Nodes = (kit.FRAME_LAYER,)
    for space in view.market[COLUMNS * row : COLUMNS * (row + 1)]:
        x, y = _find_card_corner(space)
        nodes = (
            *nodes,
            *market.build_anchors(space, kit.Placement(x, y, CARD_W, CARD_H, 12, (x + 10, y + 8), 26, max_width=190)),
        )
        if space.card is None:
            nodes = (*nodes, *draw_vacant_space(x, y, space.rupees))
        else:
            cost = market.find_column_price(view, space.index % COLUMNS)
            nodes = (*nodes, *draw_open_card(space.card, x, y, ctx.lang, market.build_card_state(view, space), cost))
    return nodes


def _find_card_corner(space: MarketSpace) -> tuple[float, float]:
    """Return the upper left corner of a card."""
    line, column = divmod(space.index % COLUMNS, _CARDS_PER_LINE)
    return LEFT + _PITCH * column, _CARDS + _ROW * line
