"""The overview of Quo Vadis, and the pictures that show only its map."""

from collections.abc import Iterator

from engines.quo_vadis.view import View
from render import kit
from render.quo_vadis import theme
from render.quo_vadis.board.war import find_neighbourhood
from render.quo_vadis.catalogue import render_message
from render.quo_vadis.land import field
from render.quo_vadis.land.layout import fit_layout
from render.quo_vadis.land.tiles import draw_sky

from . import changes, header, seats

WIDTH, HEIGHT = 1600, 1200
FIELD = (32, 134, 1036, 1032)
"""Rectangle of the sky in which the land may lie: x, y, width, height."""


def draw_board(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the overview, 1600 x 1200: header, sky with the land, score track, seats, stock of tokens."""
    lay = field.layout_whole_map(view, *FIELD)
    live = (
        *header.draw_header(view, ctx),
        *seats.draw_points_track(view, ctx),
        *seats.draw_rows(view, ctx),
        *seats.draw_token_stock(view),
        kit.FRAME_LAYER,
        *field.draw_pieces(view, lay),
        *changes.draw_badge_legend(view, ctx, lay),
    )
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.FRAME, (*_build_background(), *field.draw_land(view, lay)), live)


def draw_map(view: View) -> kit.Scene:
    """Draw the map alone, also after the end."""
    lay = field.layout_whole_map(view, 44, 24, 1512, 1152, 110)
    background = kit.Box(0, 0, WIDTH, HEIGHT, 0, theme.SKY)
    return kit.Scene(
        theme.THEME,
        WIDTH,
        HEIGHT,
        theme.SKY,
        (background, *field.draw_land(view, lay)),
        (kit.FRAME_LAYER, *field.draw_pieces(view, lay)),
    )


def draw_area(view: View, of: str) -> kit.Scene:
    """Draw an area and its neighbours, 1600 x 1200, twice as large as on the overview."""
    areas = find_neighbourhood(view, of)
    lay = fit_layout([area_view.position for area_view in areas], 44, 24, 1512, 1152, 170)
    background = kit.Box(0, 0, WIDTH, HEIGHT, 0, theme.SKY)
    live = (kit.FRAME_LAYER, *field.draw_pieces(view, lay, areas))
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.SKY, (background, *field.draw_land(view, lay, areas)), live)


def draw_question(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the map for a private question to the reader."""
    lay = field.layout_whole_map(view, 44, 140, 1512, 1032, 110)
    marked = frozenset(mark.place for mark in ctx.marks)
    standing = field.draw_pieces(view, lay, marked=marked)
    live = (
        *kit.draw_notice(render_message("notice", ctx.lang), theme.FRAME, max_width=550),
        *_draw_resources(view, ctx),
        kit.FRAME_LAYER,
        *standing,
    )
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.FRAME, field.draw_land(view, lay), live)


def _draw_resources(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the resources of the reader, and after a change the territory bonus."""
    if ctx.viewer is None:
        return
    player = view.players[ctx.viewer]
    turn = view.turn
    if turn is not None and turn.player == ctx.viewer == view.active and turn.is_change:
        yield kit.TextRun(700, 76, f"{turn.old_size} × {player.bonus_area_count}", kit.HEAD, kit.WHITE, max_width=190)
        yield kit.Sprite(940, 76, kit.Seal(f"+{turn.old_size * player.bonus_area_count}", 44))
    for i, (track, value) in enumerate((*player.stock.items(), ("wrath", player.wrath))):
        x = 1040 + 134 * i
        yield kit.Box(x, 48, 56, 56, 10, kit.WHITE)
        yield kit.Icon(theme.TRACK[track], x + 28, 76, 38, theme.TRACK_COLOUR[track], kit.WHITE)
        yield kit.TextRun(x + 68, 76, str(value), kit.HEAD, kit.WHITE, max_width=62)


def _build_background() -> kit.Nodes:
    return (
        kit.Box(20, 120, 1560, 1060, 22, theme.PAPER, corners=(False, False, True, True)),
        *draw_sky(20, 120, 1060, 1060),
    )
