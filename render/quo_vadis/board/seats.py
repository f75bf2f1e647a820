"""The score track, the seats in turn order, and the stock of terrain tokens."""

from collections.abc import Iterator

from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.view import PlayerView, View
from render import kit
from render.quo_vadis import backdrop, theme
from render.quo_vadis.board.header import find_awaited_seat
from render.quo_vadis.catalogue import render_noun
from render.quo_vadis.pieces import GenerationChip, WorkerPiece

from . import changes, header

X, W = 1100, 456
ROW_PITCH = {3: 286, 4: 214, 5: 172}
MIN_BADGE_HEIGHT = 60
"""Minimum height of a chip with an author badge; lower chips are underlined."""
BADGE_OFFSET = 40
"""Distance in px from the edge of the first free place of a row to the author badge, whose tail ends in the last chip.
"""
ROW_HEIGHT = {3: 274, 4: 202, 5: 164}


def draw_points_track(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the score track; for a reader who was away, pale tokens show the earlier positions."""
    points = {seat: player.points for seat, player in enumerate(view.players)}
    colours = {seat: theme.find_race_colour(player.race) for seat, player in enumerate(view.players)}
    yield kit.Sprite(1130, 142, kit.Seal("", 16))  # above the lowest points, whose number may have three digits
    yield from kit.draw_score_track(
        kit.ScoreTrack(
            1186,
            1500,
            174,
            points,
            colours,
            theme.INK_2,
            theme.INK_2,
            {},
            past_points=changes.list_past_points(ctx),
            background=theme.PAPER,
            has_side_labels=True,
        )
    )


def draw_rows(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the seats in turn order from the top. The first is the start player, who wins ties.

    The seat that has to answer has a frame; the active seat has a thin line while another one answers.
    """
    for r, seat in enumerate(view.seats_in_order):
        yield from draw_row(view, ctx, seat, 214 + ROW_PITCH[len(view.players)] * r)


def draw_row(view: View, ctx: kit.RenderContext, seat: int, y: float) -> Iterator[kit.Node]:
    """Draw one seat with its top edge at y. All rows use the same sizes."""
    max_width = 204 if ctx.steps else 264
    name = kit.fit_names(ctx.names[: len(view.players)], max_width, kit.BODY)[seat]
    leading_seats = kit.list_leaders({seat: player.points for seat, player in enumerate(view.players)})
    places = max(4, *(len(player.generations) for player in view.players))
    size = kit.BODY if any(max(*p.stock.values(), p.wrath) > 9 for p in view.players) else kit.KEY
    yield from _draw_row_content(view, ctx, seat, y, ROW_HEIGHT[len(view.players)], places, size, seat in leading_seats)
    yield from name.build_runs(X + 96, y + 34, theme.INK, max_width=max_width)
    yield from changes.draw_row_changes(view, ctx, seat, X, W, y)


def _draw_row_content(
    view: View, ctx: kit.RenderContext, seat: int, y: float, h: float, places: int, size: int, is_leader: bool
) -> Iterator[kit.Node]:
    player, is_awaited = view.players[seat], find_awaited_seat(view) == seat
    if is_awaited:
        yield kit.Box(X - 4, y - 4, W + 8, h + 8, 15, None, theme.INK, 5)
        yield kit.Box(X, y, W, h, 12, theme.TURN, theme.GILT, 5, material="pill")
    else:
        edge, width = (theme.INK, 3) if view.active == seat else (theme.LINE, 2)
        yield kit.Box(X, y, W, h, 12, theme.PANEL, edge, width, material="vellum")
    background = theme.TURN if is_awaited else theme.PANEL
    yield from _draw_band(view, seat, y, h)
    for j, (track, number) in enumerate((*player.stock.items(), ("wrath", player.wrath))):
        x = X + 112 + 65 * j
        placement = kit.Placement(x - 16, y + 64, 62, 40, is_count=True)
        yield kit.Anchor(f"stock:{seat}:{track}", placement, number, part="seats", is_minor=True)
        yield kit.Icon(theme.TRACK[track], x, y + 84, 30, theme.TRACK_COLOUR[track], background)
        ink = theme.INK if number else theme.INK_2
        yield kit.TextRun(x + 18, y + 84, str(number), size, ink, max_width=44)
    yield from _draw_generations(player, ctx, seat, y, h, places)
    yield kit.Anchor(
        f"control:{seat}",
        kit.Placement(X + W - 84, y + h - 52, 80, 40, is_count=True),
        len(player.controlled),
        part="seats",
        is_minor=True,
    )
    yield kit.Icon("trefoil", X + W - 66, y + h - 32, 36, theme.INK_2, background)
    yield kit.TextRun(
        X + W - 44,
        y + h - 32,
        str(len(player.controlled)),
        kit.KEY if len(player.controlled) < 10 else kit.BODY,
        theme.INK,
        max_width=42,
    )
    seal = kit.Placement.from_circle(X + W - 50, y + 50, 41)
    yield kit.Anchor(f"vp:{seat}", seal, player.points, part="seats", is_minor=True)
    if is_leader:
        yield kit.draw_leader_ring(X + W - 50, y + 50, 35)
    yield kit.Sprite(X + W - 50, y + 50, kit.Seal(str(player.points), 35 if is_leader else 39))


def _draw_band(view: View, seat: int, y: float, h: float) -> Iterator[kit.Node]:
    """Draw the left band of a row: terrain of the race, seat token, towns on the map, workers at hand."""
    player = view.players[seat]
    dark = theme.FRAME
    if player.race:
        yield backdrop.draw_swatch(CONTENT.races[player.race].terrain, X + 5, y + 5, 76, h - 10)
    else:
        yield kit.Box(X + 5, y + 5, 76, h - 10, 8, theme.STONE)
    yield kit.Box(X + 5, y + 5, 76, h - 10, 8, None, theme.RIM_STONE, 2.5)
    yield kit.Box(X + 10, y + h - 88, 66, 78, 8, dark, material="pill")
    yield kit.Sprite(X + 43, y + 43, WorkerPiece(seat, theme.find_race_colour(player.race), 27))
    towns_on_map = [space.town for area in view.areas for space in area.spaces if space.town is not None]
    towns = sum(town.owner == seat and town.population > 0 for town in towns_on_map)
    for i, (icon, number) in enumerate((("town", towns), ("man", player.workers))):
        icon_y = y + h - 66 + 38 * i
        placement = kit.Placement(X + 8, icon_y - 18, 68, 36, is_count=True)
        yield kit.Anchor(f"{icon}s:{seat}", placement, number, part="seats", is_minor=True)
        yield kit.Icon(icon, X + 27, icon_y - 2, 28, theme.PAPER, dark)
        size = kit.BODY if number < 10 else kit.DETAIL
        yield kit.TextRun(X + 44, icon_y - 2, str(number), size, theme.PAPER, max_width=34)


def _draw_generations(
    player: PlayerView, ctx: kit.RenderContext, seat: int, y: float, h: float, places: int
) -> Iterator[kit.Node]:
    w = 276 / places - 5
    top, height = y + 112, h - 124
    callout_centre = _find_callout_centre(len(player.generations), places, w, y, h)
    for j in range(places):
        x = X + 94 + (w + 5) * j
        stack = player.generations[j] if j < len(player.generations) else ()
        corner = (x + w - 4, top + height - 4)
        # a frame would cross its neighbours
        placement = kit.Placement(
            x, top, w, height, 8, is_count=True, author_badge_centre=corner, callout_centre=callout_centre
        )
        is_minor = not stack or height < MIN_BADGE_HEIGHT
        yield kit.Anchor(f"generation:{seat}:{j}", placement, tuple(stack), part="seats", is_minor=is_minor)
        if stack:
            chip = GenerationChip(stack[-1], len(stack), w, height, is_current=j == len(player.generations) - 1)
            yield kit.Sprite(x, top, chip)
            if height < MIN_BADGE_HEIGHT and changes.has_generation_grown(ctx, seat, j, stack):
                yield from kit.draw_frame(kit.Placement(x, top, w, height - 1, is_count=True), kit.PAPER_INK)
        else:
            yield kit.Box(x, top, w, height, 8, None, theme.LINE, 2)


def _find_callout_centre(card_count: int, places: int, w: float, y: float, h: float) -> kit.Point:
    """Return the position of the author badge for a played card: behind the last one, on the first free place.

    Without a free place it is below the points, where it does not seem to belong to the next row.
    """
    if card_count < places:
        return X + 94 + (w + 5) * card_count + BADGE_OFFSET, y + (112 + h - 12) / 2
    return X + W - 50, y + (122 if h < 250 else 150)


def draw_token_stock(view: View) -> Iterator[kit.Node]:
    """Draw the terrain tokens left, which also serve as the legend of the terrains."""
    for j, (terrain, count) in enumerate(view.tokens.items()):
        x, y = 1144 + 92 * j, 1118
        yield kit.Anchor(f"tokens:{terrain}", kit.Placement.from_circle(x, y, 40), count, part="seats", is_minor=True)
        yield backdrop.draw_hex(terrain, x - 12, y, 36)
        yield kit.Sprite(x + 20, y + 14, kit.NumberDisc(str(count), 21, 30, theme.INK, theme.TURN, theme.INK, 2))


ZOOM_WIDTH, ZOOM_HEIGHT = 1600, 1200
ZOOM_SCALE, ZOOM_LEFT = 1.6, 50
COLUMN_PITCH, ROW_GAP, DETAILS_HEIGHT = 769, 10, 60
"""px between the left edges of the columns, between rows, and height of the line below a seat's row."""
_SHIP_SIDE = 290.0  # px of the ship that sails where a seat is missing


def draw_zoom(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the seats in turn order, two side by side, under the header of the overview; 1600 x 1200, public."""
    h = ZOOM_SCALE * ROW_HEIGHT[len(view.players)]
    lines = -(-len(view.players) // 2)
    top, foot = backdrop.measure_desk(ZOOM_HEIGHT)
    top += (foot - top - lines * (h + DETAILS_HEIGHT) - (lines - 1) * ROW_GAP) / 2
    live: list[kit.Node] = [*header.draw_header(view, ctx)]
    for i, seat in enumerate(view.seats_in_order):
        x, y = ZOOM_LEFT + COLUMN_PITCH * (i % 2), top + (h + DETAILS_HEIGHT + ROW_GAP) * (i // 2)
        live += (kit.transform_node(node, x - ZOOM_SCALE * X, y, ZOOM_SCALE) for node in draw_row(view, ctx, seat, 0))
        live += _draw_details(view.players[seat], x, y + h + 4, ctx)
    if len(view.players) % 2:
        left = ZOOM_LEFT + COLUMN_PITCH + (ZOOM_SCALE * W - _SHIP_SIDE) / 2
        middle, plate = top + (lines - 0.5) * (h + DETAILS_HEIGHT + ROW_GAP), (0, 0, _SHIP_SIDE, _SHIP_SIDE)
        room = left, middle - _SHIP_SIDE / 2, _SHIP_SIDE, _SHIP_SIDE
        live.append(kit.Vignette(*room, "quo_vadis/ship", theme.LINE, plate=plate))
    return kit.Scene(theme.THEME, ZOOM_WIDTH, ZOOM_HEIGHT, theme.FRAME, backdrop.draw_desk(ZOOM_HEIGHT), tuple(live))


def _draw_details(player: PlayerView, x: float, y: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the race with its terrain, the number of hand cards with its limit, and of face-down skills."""
    w, middle = ZOOM_SCALE * W, y + 28
    yield kit.Box(x, y, w, 56, 12, theme.PANEL, theme.LINE, 2, material="vellum")
    if player.race is not None:
        terrain = CONTENT.races[player.race].terrain
        yield backdrop.draw_hex(terrain, x + 44, middle, 25)
        yield from kit.fit_text(render_noun(f"race.{player.race}", ctx.lang), 330, kit.KEY).build_runs(
            x + 86, middle, theme.INK, max_width=330
        )
    counts = (("hand", f"{player.hand_size}/{player.hand_limit}", 440), ("skill", str(player.face_down_count), 620))
    for icon, text, icon_x in counts:
        yield kit.Icon(icon, x + icon_x, middle, 42, theme.INK_2, theme.PANEL)
        yield kit.TextRun(x + icon_x + 32, middle, text, kit.KEY, theme.INK, max_width=90)
