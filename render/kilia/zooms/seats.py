"""Each player in a large field: points, chips, zones, actions of the last turn, stock."""

from collections.abc import Iterator

from engines.kilia.view import Mat, View
from render import kit
from render.kilia import theme
from render.kilia.council.header import find_colour
from render.kilia.council.seats import list_leading_seats
from render.kilia.panels.layout import Field, build_grid
from render.kilia.pieces.board_pieces import ZoneTile, draw_action_sign, draw_uncounted_points
from render.kilia.pieces.flags import Chip, Flag, SeatMarker
from render.kilia.pieces.goods import Ware, build_stock

_HOIST = "#3C2C1C"  # line around a flag


def draw_large_seats(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw two players to a row, in the order of play; of two players each has the full width."""
    count = len(view.order)
    fields = build_grid(1, 2, 140, 960) if count == 2 else build_grid(2, 2, 140, 960)
    names = kit.fit_names([ctx.names[seat] for seat in view.order], 380, kit.HEAD)
    for field, seat, name in zip(fields, view.order, names, strict=False):
        yield from draw_seat(view, view.mats[seat], field)
        yield from name.build_runs(field.x + 132, field.y + 58, kit.INK, max_width=390)


def draw_seat(view: View, mat: Mat, field: Field) -> Iterator[kit.Node]:
    """Draw the field of one player."""
    fill, is_active = find_colour(view, mat.seat), view.turn == mat.seat
    x, y, w, h = field.x, field.y, field.w, field.h
    if is_active:
        yield kit.Box(x - 5, y - 5, w + 10, h + 10, 16, None, kit.GOLD, 6)
    yield kit.Box(
        x,
        y,
        w,
        h,
        12,
        theme.BRIGHT if is_active else theme.ROW,
        kit.INK if is_active else theme.SLIP_EDGE,
        3 if is_active else 2,
        material="vellum",
    )
    yield kit.Sprite(x + 62, y + 60, Flag(mat.seat, fill, 112, 110))
    yield kit.Box(x + 5, y + 4, 114, 112, 2, None, _HOIST, 3)
    yield kit.Sprite(x + 62, y + 60, SeatMarker(mat.seat, fill, 40))
    if view.start == mat.seat:
        yield kit.Disc(x + 110, y + 90, 22, theme.TAR)
        yield kit.Icon("arms", x + 110, y + 90, 34, kit.WHITE, theme.TAR)
    if mat.seat in list_leading_seats(view):
        yield kit.draw_leader_ring(x + w - 80, y + 76, 60)
    yield kit.Anchor(f"points:{mat.seat}", kit.Placement(x + w - 148, y + 3, 142, 138, 30), mat.points, part="seats")
    yield kit.Sprite(x + w - 80, y + 76, kit.Seal(str(mat.points), 60))
    yield from draw_uncounted_points(mat, x + w - 12, y + 22, y + 134, (kit.BODY, kit.BODY))
    for j in range(4):
        chip_x = x + 60 + 50 * j
        if j < mat.chips:
            yield kit.Sprite(chip_x, y + 156, Chip(mat.seat, fill, 21))
        else:
            yield kit.Disc(chip_x, y + 156, 7, theme.LINE_2)
    yield from draw_turn_actions(mat, x + 300, y + 156)
    yield from draw_zones(mat, x + 44, y + 200, w - 88)
    yield from draw_stock(mat, x, y + h - 54, w)


def draw_turn_actions(mat: Mat, x: float, y: float) -> Iterator[kit.Node]:
    """Draw the player's actions in the last turn."""
    for i, action in enumerate(mat.turn_actions[:4]):
        yield from draw_action_sign(action, x + 78 * i, y, 62)


def draw_zones(mat: Mat, x: float, y: float, w: float) -> Iterator[kit.Node]:
    """Draw each zone with its cards as bricks, and their number; a check beside a full one."""
    pitch = w / 4
    for j, zone in enumerate(mat.zones):
        left, fill = x + pitch * j, theme.ZONES[zone.id]
        placement = kit.Placement(left, y, 88, 88, 10)
        yield kit.Anchor(f"zone:{mat.seat}:{zone.id}", placement, len(zone.cards), part="seats", is_minor=True)
        yield kit.Sprite(left + 34, y + 40, ZoneTile(zone.id, 60))
        yield kit.TextRun(left + 76, y + 40, str(len(zone.cards)), kit.HEAD, kit.INK, max_width=50)
        if zone.cost is None:
            yield kit.Icon("check", left + 132, y + 40, 46, kit.INK, theme.PANEL)
        for k in range(4):
            is_laid = k < len(zone.cards)
            edge = theme.LINE_2 if not is_laid else kit.INK if zone.id == "castle" else kit.darken(fill, 0.4)
            yield kit.Box(left + 4 + 27 * k, y + 82, 23, 17, 3, fill if is_laid else None, edge, 2)


def draw_stock(mat: Mat, x: float, y: float, w: float) -> Iterator[kit.Node]:
    """Draw fulfilled contracts, coins, goods."""
    pitch = (w - 80) / 6
    yield kit.Icon("contract", x + 66, y, 54, kit.INK, theme.PANEL)
    placement = kit.Placement(x + 96, y - 30, 54, 60, 6, is_count=True)
    yield kit.Anchor(f"fulfilled:{mat.seat}", placement, mat.fulfilled_count, part="seats", is_minor=True)
    yield kit.TextRun(
        x + 98, y, str(mat.fulfilled_count), kit.HEAD, kit.INK if mat.fulfilled_count else theme.INK_2, max_width=54
    )
    stock = build_stock(mat)
    size = kit.HEAD if max(stock.values()) < 10 else kit.KEY
    for i, (thing, number) in enumerate(stock.items(), 1):
        icon_x = x + 66 + pitch * i
        placement = kit.Placement(icon_x + 28, y - 30, 60, 60, 6, is_count=True)
        yield kit.Anchor(f"stock:{mat.seat}:{thing}", placement, number, part="seats", is_minor=True)
        yield kit.Sprite(icon_x, y, Ware(thing, 54, 0 if number else 0.6))
        yield kit.TextRun(icon_x + 32, y, str(number), size, kit.INK if number else theme.INK_2, max_width=62)
