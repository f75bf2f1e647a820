"""Everybody in one row: chips, cards of each zone, stock, open points."""

from collections.abc import Iterator
from dataclasses import replace

from engines.kilia.view import Mat, View
from render.kilia import theme
from render.kilia.catalogue import sentence
from render.kilia.council.header import asked, colour
from render.kilia.pieces.board_pieces import coming
from render.kilia.pieces.deeds import sign
from render.kilia.pieces.goods import Ware, held
from render.kit.colour import INK, WHITE, darker, on
from render.kit.look import Look
from render.kit.marks.signals import PAPER, frame
from render.kit.marks.since import changed, gained
from render.kit.race import lead, leaders
from render.kit.scene import BODY, DETAIL, KEY, MICRO, Anchor, Box, Disc, Icon, Line, Node, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit_all
from render.kit.tokens import Seal, SeatShape, SeatToken

X, TOP, W = 934, 724, 622
BOTTOM = 1176


def first(view: View) -> frozenset[int]:
    """The seats with the most open points."""
    return leaders({mat.seat: mat.points for mat in view.mats})


def seats(view: View, look: Look) -> Iterator[Node]:
    count = len(view.order)
    pitch = 114.7 if count == 4 else 152
    h = 108 if count == 4 else 146
    names = fit_all([look.names[seat] for seat in view.order], 150, BODY)
    if count == 2:
        yield from legend(view, look, TOP + pitch * 2)
    for row, seat in enumerate(view.order):
        y = TOP + pitch * row
        yield Anchor(f"seat:{seat}", Spot(X, y, W, h, 12), None, part="seats")
        yield from seat_row(view, view.mats[seat], y, h, look)
        yield from since(view.mats[seat], y, h, look)
        yield from names[row].runs(X + 98, y + 28 + (h - 108) / 4, INK, room=154)


def other(mat: Mat, look: Look) -> Iterator[int]:
    """Which things of the stock somebody who was away finds more or less of."""
    if look.steps and isinstance(look.before, View):
        then = held(look.before.mats[mat.seat])
        yield from (i for i, (thing, number) in enumerate(held(mat).items()) if number != then[thing])


def since(mat: Mat, y: float, h: float, look: Look) -> Iterator[Node]:
    """For somebody who was away: lines below what is held more or less, and on the foot of the seal what was gained."""
    if not look.steps or not isinstance(look.before, View):
        return
    lower = y + h - 28 - (h - 108) / 5
    stock = list(held(mat).items())
    yield from changed(_count(*stock[i], i, lower) for i in other(mat, look))
    yield from gained(X + W - 48, y + h / 2 + 38, mat.points - look.before.mats[mat.seat].points, PAPER)


def _count(thing: str, number: int, i: int, y: float) -> Spot:
    """How many there are of the i-th thing of a stock; coins have more room."""
    x = X + 186 if thing == "coin" else X + 196 + 68 * i
    return Spot(x + 14, y - 20, 30 if number < 10 else 44, 40, 6, counted=True)


def legend(view: View, look: Look, y: float) -> Iterator[Node]:
    """Where a third player would sit: what the signs of a row mean, and the covered number of each wheel."""
    seat = view.order[0]
    signs = ("open_points", "chip", "zone_cards", "done_contracts", "unused")
    words = fit_all([sentence(key, look.lang) for key in signs], 236, DETAIL)
    for n, line in enumerate(words):
        x, middle = X + 30 + 300 * (n % 2), y + 26 + 48 * (n // 2)
        yield from line.runs(x + 44, middle, theme.INK_2, room=240)
    left, right, step = X + 30, X + 330, 48
    yield Sprite(left, y + 26, Seal("3", 21))
    yield Sprite(right, y + 26, SeatShape(seat, colour(view, seat), 13))
    for j, zone in enumerate(theme.ZONES.values()):
        edge = INK if not j else darker(zone, 0.4)
        yield Box(left - 19 + 20 * (j % 2), y + 7 + step + 20 * (j // 2), 18, 18, 4, zone, edge, 1.5)
    yield Icon("contract", right, y + 26 + step, 32, INK, theme.PAPER)
    yield Disc(left, y + 26 + 2 * step, 17, theme.COVERED)
    yield Line(((left - 10, y + 36 + 2 * step), (left + 10, y + 16 + 2 * step)), theme.INK_2, 3)


def seat_row(view: View, mat: Mat, y: float, h: float, look: Look) -> Iterator[Node]:
    fill = colour(view, mat.seat)
    active = view.turn == mat.seat or mat.seat in asked(view)
    yield Box(X, y, W, h, 12, WHITE if active else theme.PANEL, INK if active else theme.LINE, 4 if active else 2)
    yield Box(X, y, 14, h, 6, fill, INK if mat.color == "white" else None, 2, (True, False, False, True))
    upper, lower = y + 32 + (h - 108) / 4, y + h - 28 - (h - 108) / 5
    if [*other(mat, look)]:  # whose stock it is changed it: one ring tells of all lines in the row
        yield from frame(Spot.disc(X + 50, upper + 6, 25))
    yield Anchor(
        f"mat:{mat.seat}",
        replace(Spot.disc(X + 50, upper + 6, 30), tick=(X - 8, y + h / 2)),
        _laid(mat),
        part="seats",
        own=mat.seat,
    )
    yield Sprite(X + 50, upper + 6, SeatToken(mat.seat, fill, 26))
    if view.start == mat.seat:
        yield Disc(X + 80, upper - 15, 15, theme.TAR)
        yield Icon("arms", X + 80, upper - 15, 23, WHITE, theme.TAR)
    yield from chips(view, mat, X + 36, lower + 2)
    yield from deeds(mat, X + 330, upper)
    yield from zones(mat, upper - 25)
    yield from stock(mat, lower)
    if mat.seat in first(view):
        yield lead(X + W - 48, y + h / 2, 40)
    yield Anchor(
        f"points:{mat.seat}",
        Spot.disc(X + W - 48, y + h / 2, 40),
        mat.points,
        part="seats",
        within=f"seat:{mat.seat}",
        gains=True,
    )
    yield Sprite(X + W - 48, y + h / 2, Seal(str(mat.points), 40))
    yield from coming(mat, X + W - 2, y + h / 2 - 35, MICRO)


def _laid(mat: Mat) -> tuple[object, ...]:
    """All cards that lie at a place: whoever laid one has a letter at the row. Goods come and go all the time."""
    stalls, canal = (stall.cards for stall in mat.market), (segment.card for segment in mat.canal)
    return (*(zone.cards for zone in mat.zones), *stalls, *canal, mat.abilities, mat.fulfilled)


def chips(view: View, mat: Mat, x: float, y: float) -> Iterator[Node]:
    """How many chips are still to place; a ring around the last one. Where one was placed is marked on its wheel."""
    spot = Spot(x - 14, y - 16, 48, 32, 8)
    yield Anchor(f"chips:{mat.seat}", spot, mat.chips, part="seats", within=f"seat:{mat.seat}", minor=True)
    if not mat.chips:
        yield Icon("hourglass", x + 14, y, 32, theme.INK_2, theme.PANEL)
        return
    yield Sprite(x, y, SeatShape(mat.seat, colour(view, mat.seat), 12))
    if mat.chips == 1:
        yield Disc(x, y, 18, None, INK, 2.5)
    yield Text(x + 22, y, str(mat.chips), BODY, INK, room=24)


def deeds(mat: Mat, x: float, y: float) -> Iterator[Node]:
    """What the player did in the last turn: zones expanded, merchants, contracts, the sprat; two signs at most."""
    for i, deed in enumerate(mat.deeds[:2]):
        yield from sign(deed, x - 46 * i, y, 34)


def zones(mat: Mat, y: float) -> Iterator[Node]:
    """How many cards each zone has, as a number in its colour; in the order of the player boards."""
    w, h = 33, 48
    for j, zone in enumerate(mat.zones):
        spot = Spot(X + 372 + 38 * j, y, w, h, 5)
        count = len(zone.cards)
        yield Anchor(f"zone:{mat.seat}:{zone.id}", spot, count, part="seats", within=f"seat:{mat.seat}", minor=True)
        fill = theme.ZONES[zone.id] if count else None
        edge = theme.LINE if fill is None else INK if zone.id == "castle" else darker(fill, 0.4)
        yield Box(spot.x, y, w, h, 5, fill, edge, 1.5)
        if fill:
            yield Text(spot.x + w / 2, y + h / 2, str(count), KEY, on(fill), "m", room=w)


def stock(mat: Mat, y: float) -> Iterator[Node]:
    """Contracts fulfilled, coins, goods."""
    yield Icon("contract", X + 112, y, 32, INK, theme.PANEL)
    yield Anchor(
        f"fulfilled:{mat.seat}",
        Spot(X + 130, y - 20, 44, 40, 6, counted=True),
        mat.fulfilled,
        part="seats",
        within=f"seat:{mat.seat}",
        minor=True,
    )
    yield Text(X + 134, y, str(mat.fulfilled), KEY, INK if mat.fulfilled else theme.INK_2, room=44)
    for i, (thing, number) in enumerate(held(mat).items()):
        x = X + 186 if thing == "coin" else X + 196 + 68 * i
        spot = _count(thing, number, i, y)
        yield Anchor(f"stock:{mat.seat}:{thing}", spot, number, part="seats", within=f"seat:{mat.seat}", minor=True)
        yield Sprite(x, y, Ware(thing, 30, 0 if number else 0.6))
        size = KEY if number < 10 else BODY
        yield Text(x + 16, y, str(number), size, INK if number else theme.INK_2, room=46)
