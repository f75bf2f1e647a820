"""Players in one row each: chips, cards of each zone, stock, open points."""

from collections.abc import Iterator
from dataclasses import replace

from engines.kilia.view import Mat, View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message
from render.kilia.council.header import find_colour, list_choosing_seats
from render.kilia.pieces.board_pieces import draw_action_sign, draw_pending_points
from render.kilia.pieces.goods import Ware, build_stock

X, TOP, W = 934, 724, 622
BOTTOM = 1176


def find_leading_seats(view: View) -> frozenset[int]:
    """Return the seats with the most open points."""
    return kit.find_leaders({mat.seat: mat.points for mat in view.mats})


def draw_seats(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw a row for each player."""
    count = len(view.order)
    pitch = 114.7 if count == 4 else 152
    h = 108 if count == 4 else 146
    names = kit.fit_names([ctx.names[seat] for seat in view.order], 150, kit.BODY)
    if count == 2:
        yield from draw_legend(view, ctx, TOP + pitch * 2)
    for row, seat in enumerate(view.order):
        y = TOP + pitch * row
        yield kit.Anchor(f"seat:{seat}", kit.Placement(X, y, W, h, 12), None, part="seats")
        yield from draw_seat_row(view, view.mats[seat], y, h, ctx)
        yield from draw_changes(view.mats[seat], y, h, ctx)
        yield from names[row].build_runs(X + 98, y + 28 + (h - 108) / 4, kit.INK, max_width=154)


def list_changed_stock(mat: Mat, ctx: kit.RenderContext) -> Iterator[int]:
    """For a reader who was away, yield the indices of the stock's things whose number has changed."""
    if ctx.steps and isinstance(ctx.view_before, View):
        stock_before = build_stock(ctx.view_before.mats[mat.seat])
        yield from (i for i, (thing, number) in enumerate(build_stock(mat).items()) if number != stock_before[thing])


def draw_changes(mat: Mat, y: float, h: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """For a reader who was away, draw lines below changed stock, and points gained at the foot of the seal."""
    if not ctx.steps or not isinstance(ctx.view_before, View):
        return
    lower = y + h - 28 - (h - 108) / 5
    stock = list(build_stock(mat).items())
    yield from kit.draw_underlines(_place_count(*stock[i], i, lower) for i in list_changed_stock(mat, ctx))
    yield from kit.draw_gain(
        X + W - 48, y + h / 2 + 38, mat.points - ctx.view_before.mats[mat.seat].points, kit.PAPER_INK
    )


def _place_count(thing: str, number: int, i: int, y: float) -> kit.Placement:
    """Return the placement of the number of the i-th thing of a stock; coins are wider."""
    x = X + 186 if thing == "coin" else X + 196 + 68 * i
    return kit.Placement(x + 14, y - 20, 30 if number < 10 else 44, 40, 6, is_count=True)


def draw_legend(view: View, ctx: kit.RenderContext, y: float) -> Iterator[kit.Node]:
    """Draw in a third player's space the meaning of a row's signs and of the covered number of a wheel."""
    seat = view.order[0]
    signs = ("open_points", "chip", "zone_cards", "done_contracts", "unused")
    words = kit.fit_texts([render_message(key, ctx.lang) for key in signs], 236, kit.DETAIL)
    for n, line in enumerate(words):
        x, middle = X + 30 + 300 * (n % 2), y + 26 + 48 * (n // 2)
        yield from line.build_runs(x + 44, middle, theme.INK_2, max_width=240)
    left, right, step = X + 30, X + 330, 48
    yield kit.Sprite(left, y + 26, kit.Seal("3", 21))
    yield kit.Sprite(right, y + 26, kit.SeatShape(seat, find_colour(view, seat), 13))
    for j, zone in enumerate(theme.ZONES.values()):
        edge = kit.INK if not j else kit.darken(zone, 0.4)
        yield kit.Box(left - 19 + 20 * (j % 2), y + 7 + step + 20 * (j // 2), 18, 18, 4, zone, edge, 1.5)
    yield kit.Icon("contract", right, y + 26 + step, 32, kit.INK, theme.PAPER)
    yield kit.Disc(left, y + 26 + 2 * step, 17, theme.COVERED)
    yield kit.Polyline(((left - 10, y + 36 + 2 * step), (left + 10, y + 16 + 2 * step)), theme.INK_2, 3)


def draw_seat_row(view: View, mat: Mat, y: float, h: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the row of one player."""
    fill = find_colour(view, mat.seat)
    is_active = view.turn == mat.seat or mat.seat in list_choosing_seats(view)
    yield kit.Box(
        X,
        y,
        W,
        h,
        12,
        kit.WHITE if is_active else theme.PANEL,
        kit.INK if is_active else theme.LINE,
        4 if is_active else 2,
    )
    yield kit.Box(X, y, 14, h, 6, fill, kit.INK if mat.color == "white" else None, 2, (True, False, False, True))
    upper, lower = y + 32 + (h - 108) / 4, y + h - 28 - (h - 108) / 5
    if [*list_changed_stock(mat, ctx)]:  # only the seat itself changes its stock: one ring covers all lines in the row
        yield from kit.draw_frame(kit.Placement.from_circle(X + 50, upper + 6, 25))
    yield kit.Anchor(
        f"mat:{mat.seat}",
        replace(kit.Placement.from_circle(X + 50, upper + 6, 30), author_badge_centre=(X - 8, y + h / 2)),
        _list_laid_cards(mat),
        part="seats",
        owner=mat.seat,
    )
    yield kit.Sprite(X + 50, upper + 6, kit.SeatToken(mat.seat, fill, 26))
    if view.start == mat.seat:
        yield kit.Disc(X + 80, upper - 15, 15, theme.TAR)
        yield kit.Icon("arms", X + 80, upper - 15, 23, kit.WHITE, theme.TAR)
    yield from draw_chips(view, mat, X + 36, lower + 2)
    yield from draw_turn_actions(mat, X + 330, upper)
    yield from draw_zones(mat, upper - 25)
    yield from draw_stock(mat, lower)
    if mat.seat in find_leading_seats(view):
        yield kit.draw_leader_ring(X + W - 48, y + h / 2, 40)
    yield kit.Anchor(
        f"points:{mat.seat}",
        kit.Placement.from_circle(X + W - 48, y + h / 2, 40),
        mat.points,
        part="seats",
        container=f"seat:{mat.seat}",
        is_points=True,
    )
    yield kit.Sprite(X + W - 48, y + h / 2, kit.Seal(str(mat.points), 40))
    yield from draw_pending_points(mat, X + W - 2, y + h / 2 - 35, kit.MICRO)


def _list_laid_cards(mat: Mat) -> tuple[object, ...]:
    """Return all cards laid down, so that a new one adds an author badge to the row. Goods change too often."""
    market_cards, canal_cards = (space.cards for space in mat.market), (segment.card for segment in mat.canal)
    return (*(zone.cards for zone in mat.zones), *market_cards, *canal_cards, mat.abilities, mat.fulfilled_count)


def draw_chips(view: View, mat: Mat, x: float, y: float) -> Iterator[kit.Node]:
    """Draw the number of chips still to place, with a ring around the last one. Placed chips are marked on wheels."""
    placement = kit.Placement(x - 14, y - 16, 48, 32, 8)
    yield kit.Anchor(
        f"chips:{mat.seat}", placement, mat.chips, part="seats", container=f"seat:{mat.seat}", is_minor=True
    )
    if not mat.chips:
        yield kit.Icon("hourglass", x + 14, y, 32, theme.INK_2, theme.PANEL)
        return
    yield kit.Sprite(x, y, kit.SeatShape(mat.seat, find_colour(view, mat.seat), 12))
    if mat.chips == 1:
        yield kit.Disc(x, y, 18, None, kit.INK, 2.5)
    yield kit.TextRun(x + 22, y, str(mat.chips), kit.BODY, kit.INK, max_width=24)


def draw_turn_actions(mat: Mat, x: float, y: float) -> Iterator[kit.Node]:
    """Draw up to two signs of the player's actions in the last turn: expansions, merchants, contracts, the sprat."""
    for i, action in enumerate(mat.turn_actions[:2]):
        yield from draw_action_sign(action, x - 46 * i, y, 34)


def draw_zones(mat: Mat, y: float) -> Iterator[kit.Node]:
    """Draw the number of cards of each zone in its colour, in the order of the player boards."""
    w, h = 33, 48
    for j, zone in enumerate(mat.zones):
        placement = kit.Placement(X + 372 + 38 * j, y, w, h, 5)
        count = len(zone.cards)
        yield kit.Anchor(
            f"zone:{mat.seat}:{zone.id}", placement, count, part="seats", container=f"seat:{mat.seat}", is_minor=True
        )
        fill = theme.ZONES[zone.id] if count else None
        edge = theme.LINE if fill is None else kit.INK if zone.id == "castle" else kit.darken(fill, 0.4)
        yield kit.Box(placement.x, y, w, h, 5, fill, edge, 1.5)
        if fill:
            yield kit.TextRun(placement.x + w / 2, y + h / 2, str(count), kit.KEY, kit.pick_ink(fill), "m", max_width=w)


def draw_stock(mat: Mat, y: float) -> Iterator[kit.Node]:
    """Draw fulfilled contracts, coins, goods."""
    yield kit.Icon("contract", X + 112, y, 32, kit.INK, theme.PANEL)
    yield kit.Anchor(
        f"fulfilled:{mat.seat}",
        kit.Placement(X + 130, y - 20, 44, 40, 6, is_count=True),
        mat.fulfilled_count,
        part="seats",
        container=f"seat:{mat.seat}",
        is_minor=True,
    )
    yield kit.TextRun(
        X + 134, y, str(mat.fulfilled_count), kit.KEY, kit.INK if mat.fulfilled_count else theme.INK_2, max_width=44
    )
    for i, (thing, number) in enumerate(build_stock(mat).items()):
        x = X + 186 if thing == "coin" else X + 196 + 68 * i
        placement = _place_count(thing, number, i, y)
        yield kit.Anchor(
            f"stock:{mat.seat}:{thing}", placement, number, part="seats", container=f"seat:{mat.seat}", is_minor=True
        )
        yield kit.Sprite(x, y, Ware(thing, 30, 0 if number else 0.6))
        size = kit.KEY if number < 10 else kit.BODY
        yield kit.TextRun(x + 16, y, str(number), size, kit.INK if number else theme.INK_2, max_width=46)
