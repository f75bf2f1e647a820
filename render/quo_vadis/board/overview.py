"""The overview of Quo Vadis, and the pictures that show only its map."""

from collections.abc import Iterator

from engines.quo_vadis.view import View
from render import kit
from render.quo_vadis import backdrop, theme
from render.quo_vadis.board.war import list_neighbourhood
from render.quo_vadis.catalogue import render_message
from render.quo_vadis.land import field
from render.quo_vadis.land.layout import fit_layout

from . import changes, header, seats

WIDTH, HEIGHT = backdrop.WIDTH, backdrop.BOARD_H
FIELD = (38, 140, 1024, 1014)
"""Rectangle of the sea in which the land may lie: x, y, width, height."""
_WHOLE_SEA = (0.0, 0.0, float(WIDTH), float(HEIGHT))


def draw_board(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the overview, 1600 x 1200: header, sea with the land, score track, seats, stock of tokens."""
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
    static = (*backdrop.draw_table(), field.draw_land(view, lay, backdrop.SEA))
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.FRAME, static, live)


def draw_map(view: View) -> kit.Scene:
    """Draw the map alone, also after the end."""
    lay = field.layout_whole_map(view, 44, 24, 1512, 1152, 110)
    static = (*backdrop.draw_cloth(HEIGHT), field.draw_land(view, lay, _WHOLE_SEA))
    live = (kit.FRAME_LAYER, *field.draw_pieces(view, lay))
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.FRAME, static, live)


def draw_area(view: View, area_name: str) -> kit.Scene:
    """Draw an area and its neighbours, 1600 x 1200, twice as large as on the overview."""
    areas = list_neighbourhood(view, area_name)
    lay = fit_layout([area_view.position for area_view in areas], 44, 24, 1512, 1152, 170)
    static = (*backdrop.draw_cloth(HEIGHT), field.draw_land(view, lay, _WHOLE_SEA, areas))
    live = (kit.FRAME_LAYER, *field.draw_pieces(view, lay, areas))
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.FRAME, static, live)


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
    top = 122.0
    static = (
        *backdrop.draw_cloth(HEIGHT, 0),
        field.draw_land(view, lay, (0, top, WIDTH, HEIGHT - top)),
        backdrop.draw_frieze(top - backdrop.FRIEZE_H),
    )
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.FRAME, static, live)


def _draw_resources(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the resources of the reader, and after a change the territory bonus."""
    if ctx.viewer is None:
        return
    player = view.players[ctx.viewer]
    turn = view.turn
    if turn is not None and turn.player == ctx.viewer == view.active and turn.is_change:
        yield kit.TextRun(700, 72, f"{turn.old_size} × {player.bonus_area_count}", kit.HEAD, kit.WHITE, max_width=190)
        yield kit.Sprite(940, 72, kit.Seal(f"+{turn.old_size * player.bonus_area_count}", 44))
    for i, (track, value) in enumerate((*player.stock.items(), ("wrath", player.wrath))):
        x = 1040 + 134 * i
        yield kit.Box(x, 44, 56, 56, 10, theme.PANEL, material="pill")
        yield kit.Icon(theme.TRACK[track], x + 28, 72, 38, theme.TRACK_COLOUR[track], theme.PANEL)
        yield kit.TextRun(x + 68, 72, str(value), kit.HEAD, kit.WHITE, max_width=62)
