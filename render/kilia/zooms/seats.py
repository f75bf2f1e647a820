"""Everybody in a large field: points, chips, keys, zones, the last turn's deeds, stock."""

from collections.abc import Iterator

from engines.kilia.view import Mat, View
from render.kilia import theme
from render.kilia.council.header import colour
from render.kilia.council.seats import first
from render.kilia.panels.frame import Field, grid
from render.kilia.pieces.board_pieces import ZoneTile, coming
from render.kilia.pieces.deeds import sign
from render.kilia.pieces.goods import Ware, held
from render.kit.colour import INK, WHITE, darker
from render.kit.look import Look
from render.kit.race import lead
from render.kit.scene import BODY, HEAD, KEY, Anchor, Box, Disc, Icon, Node, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit_all
from render.kit.tokens import Seal, SeatShape, SeatToken


def seats(view: View, look: Look) -> Iterator[Node]:
    """Two to a row, in the order of play; two players have the whole width each."""
    count = len(view.order)
    fields = grid(1, 2, 140, 960) if count == 2 else grid(2, 2, 140, 960)
    names = fit_all([look.names[seat] for seat in view.order], 380, HEAD)
    for field, seat, name in zip(fields, view.order, names, strict=False):
        yield from seat_field(view, view.mats[seat], field)
        yield from name.runs(field.x + 132, field.y + 58, INK, room=390)


def seat_field(view: View, mat: Mat, field: Field) -> Iterator[Node]:
    fill, active = colour(view, mat.seat), view.turn == mat.seat
    x, y, w, h = field.x, field.y, field.w, field.h
    yield Box(x, y, w, h, 12, WHITE if active else theme.PANEL, INK if active else theme.LINE, 4 if active else 2)
    yield Box(x, y, 18, h, 8, fill, INK if mat.color == "white" else None, 2, (True, False, False, True))
    yield Sprite(x + 76, y + 58, SeatToken(mat.seat, fill, 40))
    if view.start == mat.seat:
        yield Disc(x + 110, y + 90, 22, theme.TAR)
        yield Icon("arms", x + 110, y + 90, 34, WHITE, theme.TAR)
    if mat.seat in first(view):
        yield lead(x + w - 80, y + 76, 60)
    yield Anchor(f"points:{mat.seat}", Spot(x + w - 148, y + 3, 142, 138, 30), mat.points, part="seats")
    yield Sprite(x + w - 80, y + 76, Seal(str(mat.points), 60))
    yield from coming(mat, x + w - 12, y + 24, BODY)
    for j in range(4):
        at = x + 60 + 50 * j
        if j < mat.chips:
            yield Sprite(at, y + 156, SeatShape(mat.seat, fill, 21))
        else:
            yield Disc(at, y + 156, 7, theme.LINE_2)
    yield from deeds(mat, x + 300, y + 156)
    yield from zones(mat, x + 44, y + 200, w - 88)
    yield from stock(mat, x, y + h - 54, w)


def deeds(mat: Mat, x: float, y: float) -> Iterator[Node]:
    """What the player did in the last turn."""
    for i, deed in enumerate(mat.deeds[:4]):
        yield from sign(deed, x + 78 * i, y, 62)


def zones(mat: Mat, x: float, y: float, w: float) -> Iterator[Node]:
    """Each zone with its cards as bricks, and how many they are."""
    pitch = w / 4
    for j, zone in enumerate(mat.zones):
        left, fill = x + pitch * j, theme.ZONES[zone.id]
        spot = Spot(left, y, 88, 88, 10)
        yield Anchor(f"zone:{mat.seat}:{zone.id}", spot, len(zone.cards), part="seats", minor=True)
        yield Sprite(left + 34, y + 40, ZoneTile(zone.id, 60))
        yield Text(left + 76, y + 40, str(len(zone.cards)), HEAD, INK, room=50)
        for k in range(4):
            there = k < len(zone.cards)
            edge = theme.LINE_2 if not there else INK if zone.id == "castle" else darker(fill, 0.4)
            yield Box(left + 4 + 27 * k, y + 82, 23, 17, 3, fill if there else None, edge, 2)


def stock(mat: Mat, x: float, y: float, w: float) -> Iterator[Node]:
    """Contracts fulfilled, coins, goods."""
    pitch = (w - 80) / 6
    yield Icon("contract", x + 66, y, 54, INK, theme.PANEL)
    spot = Spot(x + 96, y - 30, 54, 60, 6, counted=True)
    yield Anchor(f"fulfilled:{mat.seat}", spot, mat.fulfilled, part="seats", minor=True)
    yield Text(x + 98, y, str(mat.fulfilled), HEAD, INK if mat.fulfilled else theme.INK_2, room=54)
    for i, (thing, number) in enumerate(held(mat).items(), 1):
        at = x + 66 + pitch * i
        spot = Spot(at + 28, y - 30, 60, 60, 6, counted=True)
        yield Anchor(f"stock:{mat.seat}:{thing}", spot, number, part="seats", minor=True)
        yield Sprite(at, y, Ware(thing, 54, 0 if number else 0.6))
        size = HEAD if number < 10 else KEY
        yield Text(at + 30, y, str(number), size, INK if number else theme.INK_2, room=62)
