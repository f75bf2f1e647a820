"""Players in one row each: chips, cards of each zone, stock, open points."""

from collections.abc import Iterator
from dataclasses import replace

from engines.kilia.data.types import Zone
from engines.kilia.table.turn_actions import ZoneExpanded
from engines.kilia.view import Mat, View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message
from render.kilia.council.header import find_colour, list_choosing_seats
from render.kilia.layout import LOWER
from render.kilia.pieces.board_pieces import draw_action_sign, draw_hidden_contracts, draw_uncounted_points
from render.kilia.pieces.flags import Chip, Flag, SeatMarker
from render.kilia.pieces.goods import Ware, build_stock

X, W = 930, 628
_SEAL_X, _SEAL_R = X + W - 54, 34
_TAGS_RIGHT = X + W + 21  # of what the seal leaves out, clear of its figures
_FLAG_W = 66
_ROWS = {4: (94, 100), 3: (126, 134), 2: (112, 120)}
"""Number of seats -> height and pitch of their rows; those of two leave room for the legend."""
_LEGEND_H, _LEGEND_PITCH = 154, 37
_LEGEND_ZONES: tuple[Zone, ...] = ("university", "castle")
"""Zones in the legend. A square of all four colours would be the sign of any good."""


def list_leading_seats(view: View) -> frozenset[int]:
    """Return the seats with the most open points."""
    return kit.list_leaders({mat.seat: mat.points for mat in view.mats})


def draw_seats(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw a row for each player."""
    count = len(view.order)
    h, pitch = _ROWS[count]
    names = kit.fit_names([ctx.names[seat] for seat in view.order], 146, kit.BODY)
    if count == 2:
        yield from draw_legend(view, ctx, LOWER + pitch * 2)
    for row, seat in enumerate(view.order):
        y = LOWER + pitch * row
        yield kit.Anchor(f"seat:{seat}", kit.Placement(X, y, W, h, 12), None, part="seats")
        yield from draw_seat_row(view, view.mats[seat], y, h, ctx)
        yield from draw_changes(view.mats[seat], y, h, ctx)
        yield from names[row].build_runs(X + 88, _find_upper_line(y, h), kit.INK, max_width=150)


def iter_changed_stock(mat: Mat, ctx: kit.RenderContext) -> Iterator[int]:
    """Yield the indices of the stock's things whose number has changed for a reader who was away."""
    if ctx.steps and isinstance(ctx.view_before, View):
        stock_before = build_stock(ctx.view_before.mats[mat.seat])
        yield from (i for i, (thing, number) in enumerate(build_stock(mat).items()) if number != stock_before[thing])


def draw_changes(mat: Mat, y: float, h: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw lines below changed stock, and points gained at the foot of the seal, for a reader who was away."""
    if not ctx.steps or not isinstance(ctx.view_before, View):
        return
    lower = _find_lower_line(y, h)
    stock = list(build_stock(mat).items())
    yield from kit.draw_underlines(_place_count(stock[i][1], i, lower) for i in iter_changed_stock(mat, ctx))
    yield from kit.draw_gain(
        _SEAL_X - 8, y + h / 2 + 36, mat.points - ctx.view_before.mats[mat.seat].points, kit.PAPER_INK
    )


def _place_count(number: int, i: int, y: float) -> kit.Placement:
    """Return the placement of the number of the i-th thing of a stock."""
    x = _find_stock_x(i)
    return kit.Placement(x + 14, y - 20, 30 if number < 10 else 44, 40, 6, is_count=True)


def _find_upper_line(y: float, h: float) -> float:
    """Return the middle of a row's upper line."""
    return y + 27 + (h - 94) / 6


def _find_lower_line(y: float, h: float) -> float:
    """Return the middle of a row's lower line."""
    return y + h - 25 - (h - 94) / 6


def _find_stock_x(i: int) -> float:
    """Return x of the i-th thing of a stock; the first are coins, often of two digits."""
    return X + 209 + 66 * i + (8 if i else 0)


def draw_legend(view: View, ctx: kit.RenderContext, y: float) -> Iterator[kit.Node]:
    """Draw in a third player's space the meaning of a row's signs and of the covered number of a wheel."""
    seat, pitch = view.order[0], _LEGEND_PITCH
    yield kit.Box(X, y, W, _LEGEND_H, 12, theme.PAPER, theme.SLIP_EDGE, 2, material="vellum")
    signs = (
        "open_points",
        "chip",
        "pending_points",
        "done_contracts",
        "hidden_contracts",
        "turn_actions",
        "zone_cards",
        "unused",
    )
    words = kit.fit_texts([render_message(key, ctx.lang) for key in signs], 236, kit.DETAIL)
    left, right, top = X + 32, X + 344, y + 22
    for n, line in enumerate(words):
        x, middle = (right if n % 2 else left), top + pitch * (n // 2)
        yield from line.build_runs(x + 42, middle, theme.INK_2, max_width=240)
    yield kit.Sprite(left, top, kit.Seal("3", 17))
    yield kit.Sprite(right, top, Chip(seat, find_colour(view, seat), 14))
    yield kit.Box(left - 17, top + pitch - 17, 34, 34, 8, kit.WHITE, kit.INK, 2.5)
    yield kit.Icon("hourglass", left, top + pitch, 28, theme.BRICK, kit.WHITE)
    yield kit.Icon("contract", right, top + pitch, 32, kit.INK, theme.PAPER)
    yield from draw_hidden_contracts(left + 26, top + 2 * pitch, kit.DETAIL)
    yield from draw_action_sign(ZoneExpanded("castle"), right, top + 2 * pitch - 3, 29)
    yield from kit.draw_underlines([kit.Placement(right - 16, top + 2 * pitch - 16, 32, 32)])
    for j, zone in enumerate(_LEGEND_ZONES):
        yield from draw_zone_count(zone, j + 1, kit.Placement(left - 22 + 26 * j, top + 3 * pitch - 14, 24, 28, 4))
    stone_y = top + 3 * pitch
    yield kit.Disc(right, stone_y, 16, theme.COVERED)
    yield kit.Polyline(((right - 9, stone_y + 9), (right + 9, stone_y - 9)), theme.INK_2, 3)


def draw_seat_row(view: View, mat: Mat, y: float, h: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the row of one player."""
    fill = find_colour(view, mat.seat)
    is_active = view.turn == mat.seat or mat.seat in list_choosing_seats(view)
    if is_active:
        yield kit.Box(X - 5, y - 5, W + 10, h + 10, 16, None, kit.GOLD, 6)
    paper, edge = (theme.BRIGHT, kit.INK) if is_active else (theme.ROW, "#704E2C")
    yield kit.Box(X, y, W, h, 12, paper, edge, 3, material="vellum")
    yield kit.Sprite(X + 3 + _FLAG_W / 2, y + h / 2, Flag(mat.seat, fill, _FLAG_W, h - 6))
    yield kit.Polyline(((X + _FLAG_W + 4, y + 3), (X + _FLAG_W + 4, y + h - 3)), "#3C2C1C", 3)
    upper, lower, middle = _find_upper_line(y, h), _find_lower_line(y, h), y + h / 2
    seal_y = middle + 9
    if [*iter_changed_stock(mat, ctx)]:  # only the seat itself changes its stock: one ring covers all lines in the row
        yield from kit.draw_frame(kit.Placement.from_circle(X + 36, middle, 31))
    yield kit.Anchor(
        f"mat:{mat.seat}",
        replace(kit.Placement.from_circle(X + 36, middle, 31), author_badge_centre=(X - 2, middle)),
        _list_laid_cards(mat),
        part="seats",
        owner=mat.seat,
    )
    yield kit.Sprite(X + 36, middle + kit.lower_triangle(mat.seat, 3), SeatMarker(mat.seat, fill, 29))
    if view.start == mat.seat:
        yield kit.Disc(X + 70, y + 18, 17, theme.TAR, kit.GOLD, 2)
        yield kit.Icon("arms", X + 70, y + 18, 24, theme.CREAM, theme.TAR)
    yield from draw_chips(view, mat, X + 90, lower)
    yield from draw_turn_actions(mat, X + 312, upper)
    yield from draw_zones(mat, upper - 22)
    yield from draw_stock(mat, lower)
    if mat.seat in list_leading_seats(view):
        yield kit.draw_leader_ring(_SEAL_X, seal_y, _SEAL_R - 1)
    yield kit.Anchor(
        f"points:{mat.seat}",
        kit.Placement.from_circle(_SEAL_X, seal_y, _SEAL_R),
        mat.points,
        part="seats",
        container=f"seat:{mat.seat}",
        is_points=True,
    )
    yield kit.Sprite(_SEAL_X, seal_y, kit.Seal(str(mat.points), _SEAL_R))
    yield from draw_uncounted_points(mat, _TAGS_RIGHT, seal_y - 40, seal_y + 18, (kit.BODY, kit.DETAIL))


def _list_laid_cards(mat: Mat) -> tuple[object, ...]:
    """Return all cards laid down, so that a new one adds an author badge to the row. Goods change too often."""
    market_cards, canal_cards = (space.cards for space in mat.market), (segment.card for segment in mat.canal)
    return (*(zone.cards for zone in mat.zones), *market_cards, *canal_cards, mat.abilities, mat.fulfilled_count)


def draw_chips(view: View, mat: Mat, x: float, y: float) -> Iterator[kit.Node]:
    """Draw the number of chips still to place, with a ring around the last one. Placed chips are marked on wheels."""
    placement = kit.Placement(x - 15, y - 16, 46, 32, 8)
    yield kit.Anchor(
        f"chips:{mat.seat}", placement, mat.chips, part="seats", container=f"seat:{mat.seat}", is_minor=True
    )
    yield kit.Sprite(x, y, Chip(mat.seat, find_colour(view, mat.seat), 13))
    if mat.chips == 1:
        yield kit.Disc(x, y, 18, None, kit.INK, 2.5)
    yield kit.TextRun(x + 19, y, str(mat.chips), kit.BODY, kit.INK if mat.chips else theme.INK_2, max_width=24)


def draw_turn_actions(mat: Mat, x: float, y: float) -> Iterator[kit.Node]:
    """Draw up to two signs of the player's actions in the last turn: expansions, merchants, contracts, the sprat. They
    are underlined like changes: the player does not own what they show.
    """
    for i, action in enumerate(mat.turn_actions[:2]):
        yield from draw_action_sign(action, x - 48 * i, y - 3, 34)
        yield from kit.draw_underlines([kit.Placement(x - 48 * i - 18, y - 19, 36, 36)])


def draw_zones(mat: Mat, y: float) -> Iterator[kit.Node]:
    """Draw the number of cards of each zone in its colour, in the order of the player boards; a check in a full one."""
    w, h = 40, 40
    for j, zone in enumerate(mat.zones):
        placement = kit.Placement(X + 344 + 47 * j, y, w, h, 6)
        count = len(zone.cards)
        yield kit.Anchor(
            f"zone:{mat.seat}:{zone.id}", placement, count, part="seats", container=f"seat:{mat.seat}", is_minor=True
        )
        if not count:
            yield kit.Box(placement.x, y, w, h, 6, None, theme.LINE, 2)
        elif zone.cost is None:
            yield from draw_full_zone(placement, theme.ZONES[zone.id])
        else:
            yield from draw_zone_count(zone.id, count, placement)


def draw_zone_count(zone: Zone, count: int, area: kit.Placement) -> Iterator[kit.Node]:
    """Draw the number of cards of a zone in its colour."""
    fill, (x, y) = theme.ZONES[zone], area.centre
    edge = kit.INK if zone == "castle" else kit.darken(fill, 0.4)
    yield kit.Box(area.x, area.y, area.w, area.h, area.radius, fill, edge, 2)
    size = kit.BODY if area.h >= 40 else kit.DETAIL
    yield kit.TextRun(x, y, str(count), size, kit.pick_ink(fill), "m", max_width=area.w)


def draw_full_zone(area: kit.Placement, fill: str) -> Iterator[kit.Node]:
    """Draw the sign of a zone with all of its cards."""
    x, y = area.centre
    yield kit.Box(area.x - 2, area.y - 2, area.w + 4, area.h + 4, 8, fill, kit.INK, 4)
    yield kit.Icon("check", x, y, area.h - 2, kit.pick_ink(fill), fill)


def draw_stock(mat: Mat, y: float) -> Iterator[kit.Node]:
    """Draw fulfilled contracts, coins, goods."""
    yield kit.Icon("contract", X + 147, y, 32, kit.INK, theme.PANEL)
    yield kit.Anchor(
        f"fulfilled:{mat.seat}",
        kit.Placement(X + 163, y - 20, 32, 40, 6, is_count=True),
        mat.fulfilled_count,
        part="seats",
        container=f"seat:{mat.seat}",
        is_minor=True,
    )
    yield kit.TextRun(
        X + 165, y, str(mat.fulfilled_count), kit.KEY, kit.INK if mat.fulfilled_count else theme.INK_2, max_width=44
    )
    for i, (thing, number) in enumerate(build_stock(mat).items()):
        x = _find_stock_x(i)
        placement = _place_count(number, i, y)
        yield kit.Anchor(
            f"stock:{mat.seat}:{thing}", placement, number, part="seats", container=f"seat:{mat.seat}", is_minor=True
        )
        yield kit.Sprite(x, y, Ware(thing, 30, 0 if number else 0.6, theme.ROW))
        size = kit.KEY if number < 10 else kit.DETAIL if i else kit.BODY
        yield kit.TextRun(x + 16, y, str(number), size, kit.INK if number else theme.INK_2, max_width=46)
