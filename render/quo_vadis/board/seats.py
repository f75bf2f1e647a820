"""The race line, the seats in turn order, and the stock of terrain tokens."""

from collections.abc import Iterator

from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.view import PlayerView, View
from render.kit.colour import INK, WHITE, on
from render.kit.look import Look
from render.kit.marks.signals import PAPER, frame
from render.kit.race import Race, lead, leaders, race
from render.kit.scene import BODY, DETAIL, KEY, Anchor, Box, Icon, Line, Node, Numeral, Poly, Sprite, Text
from render.kit.spot import Point, Spot
from render.kit.text import fit_all
from render.kit.tokens import Seal, SeatToken
from render.quo_vadis import theme
from render.quo_vadis.board import since
from render.quo_vadis.board.header import awaited
from render.quo_vadis.pieces import Chip, corners

X, W = 1100, 456
PITCH = {3: 286, 4: 214, 5: 172}
TICKED = 60
"""Chips of this height have room for a tick; lower ones are underlined."""
LETTER = 40
"""px from the edge of the first free place of a row to the letter there, whose tail ends in the last chip."""
HEIGHT = {3: 274, 4: 202, 5: 164}


def race_line(view: View, look: Look) -> Iterator[Node]:
    """Who leads, and by how much; pale tokens where they stood when somebody who was away last looked."""
    points = {seat: player.points for seat, player in enumerate(view.players)}
    colours = {seat: theme.race(player.race) for seat, player in enumerate(view.players)}
    yield from race(
        Race(1128, 1528, 174, points, colours, theme.STONE, theme.INK_2, {}, was=since.points(look), paper=theme.PAPER)
    )


def rows(view: View, look: Look) -> Iterator[Node]:
    """In turn order; the start player, who wins ties, is the top one.

    Framed is who has to answer; whose turn it is has a thin line while another one does.
    """
    for r, seat in enumerate(view.in_order):
        yield from row(view, look, seat, 214 + PITCH[len(view.players)] * r)


def row(view: View, look: Look, seat: int, y: float) -> Iterator[Node]:
    """One seat, its top edge at y; sizes are those of all rows."""
    room = 204 if look.steps else 264
    name = fit_all(look.names[: len(view.players)], room, BODY)[seat]
    first = leaders({seat: player.points for seat, player in enumerate(view.players)})
    places = max(4, *(len(player.generations) for player in view.players))
    size = BODY if any(max(*p.stock.values(), p.wrath) > 9 for p in view.players) else KEY
    yield from _row(view, look, seat, y, HEIGHT[len(view.players)], places, size, seat in first)
    yield from name.runs(X + 96, y + 34, INK, room=room)
    yield from since.marks(view, look, seat, X, W, y)


def _row(view: View, look: Look, seat: int, y: float, h: float, places: int, size: int, leads: bool) -> Iterator[Node]:
    player, active = view.players[seat], awaited(view) == seat
    edge, width = (INK, 4) if active else (INK if view.active == seat else theme.LINE, 2)
    yield Box(X, y, W, h, 12, WHITE if active else theme.PANEL, edge, width)
    yield from _band(view, seat, y, h)
    for j, (track, number) in enumerate((*player.stock.items(), ("wrath", player.wrath))):
        x = X + 112 + 65 * j
        spot = Spot(x - 16, y + 64, 62, 40, counted=True)
        yield Anchor(f"stock:{seat}:{track}", spot, number, part="seats", minor=True)
        yield Icon(theme.TRACK[track], x, y + 84, 30, theme.TRACK_COLOUR[track], theme.PANEL)
        yield Text(x + 18, y + 84, str(number), size, INK, room=44)
    yield from _generations(player, look, seat, y, h, places)
    yield Anchor(
        f"control:{seat}",
        Spot(X + W - 84, y + h - 52, 80, 40, counted=True),
        len(player.controlled),
        part="seats",
        minor=True,
    )
    yield Icon("trefoil", X + W - 66, y + h - 32, 36, theme.INK_2, theme.PANEL)
    yield Text(
        X + W - 44, y + h - 32, str(len(player.controlled)), KEY if len(player.controlled) < 10 else BODY, INK, room=42
    )
    seal = Spot.disc(X + W - 50, y + 50, 41)
    yield Anchor(f"vp:{seat}", seal, player.points, part="seats", minor=True)
    if leads:
        yield lead(X + W - 50, y + 50, 35)
    yield Sprite(X + W - 50, y + 50, Seal(str(player.points), 35 if leads else 39))


def _band(view: View, seat: int, y: float, h: float) -> Iterator[Node]:
    """The terrain of the race, the seat's token, towns on the map, workers at hand."""
    player = view.players[seat]
    terrain = theme.TERRAIN[CONTENT.races[player.race].terrain] if player.race else theme.STONE
    ink = on(terrain)
    yield Box(X + 4, y + 4, 76, h - 8, 8, terrain)
    yield Line(((X + 81, y + 4), (X + 81, y + h - 4)), theme.LINE, 2)
    yield Sprite(X + 42, y + 42, SeatToken(seat, theme.race(player.race), 28, ring=True, edge=INK))
    standing = [space.town for area in view.areas for space in area.spaces if space.town is not None]
    towns = sum(town.owner == seat and town.population > 0 for town in standing)
    for i, (icon, number) in enumerate((("town", towns), ("man", player.workers))):
        at = y + h - 66 + 38 * i
        spot = Spot(X + 8, at - 18, 68, 36, counted=True)
        yield Anchor(f"{icon}s:{seat}", spot, number, part="seats", minor=True)
        yield Icon(icon, X + 24, at, 30, ink, terrain)
        yield Text(X + 42, at, str(number), BODY if number < 10 else DETAIL, ink, room=38)


def _generations(player: PlayerView, look: Look, seat: int, y: float, h: float, places: int) -> Iterator[Node]:
    w = 276 / places - 5
    top, height = y + 112, h - 124
    aside = _letter(len(player.generations), places, w, y, h)
    for j in range(places):
        x = X + 94 + (w + 5) * j
        shown = player.generations[j] if j < len(player.generations) else ()
        corner = (x + w - 4, top + height - 4)
        spot = Spot(x, top, w, height, 8, counted=True, tick=corner, aside=aside)  # a frame would cross its neighbours
        minor = not shown or height < TICKED
        yield Anchor(f"generation:{seat}:{j}", spot, tuple(shown), part="seats", minor=minor)
        if shown:
            chip = Chip(shown[-1], len(shown), w, height, current=j == len(player.generations) - 1)
            yield Sprite(x, top, chip)
            if height < TICKED and since.played(look, seat, j, shown):
                yield from frame(Spot(x, top, w, height - 1, counted=True), PAPER)
        else:
            yield Box(x, top, w, height, 8, None, theme.LINE, 2)


def _letter(played: int, places: int, w: float, y: float, h: float) -> Point:
    """Where the letter of who played a card stands: behind the last one, on the first free place; else below the
    points, where nobody takes it for the next row's.
    """
    if played < places:
        return X + 94 + (w + 5) * played + LETTER, y + (112 + h - 12) / 2
    return X + W - 50, y + (122 if h < 250 else 150)


def stock(view: View) -> Iterator[Node]:
    """Terrain tokens left; this is also the legend of the terrains."""
    for j, (terrain, left) in enumerate(view.tokens.items()):
        x, y = 1144 + 92 * j, 1118
        colour = theme.TERRAIN[terrain]
        yield Anchor(f"tokens:{terrain}", Spot.disc(x, y, 40), left, part="seats", minor=True)
        yield Poly(corners(x, y, 40), colour if left else None, INK, 2.5)
        ink = on(colour) if left else theme.INK_2
        yield Icon(f"m_{terrain}", x - 15, y, 28, theme.MARKS[terrain] if left else theme.LINE, colour)
        yield Numeral(x + 14, y, str(left), 32, ink)
