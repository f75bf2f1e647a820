"""Questions about spaces: the genesis area alone, as large as possible, or with the areas around it."""

from collections.abc import Iterator

from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.view import AreaView, PlayerView, SpaceView, View
from render import kit
from render.quo_vadis import backdrop, theme
from render.quo_vadis.board.war import list_neighbourhood
from render.quo_vadis.catalogue import render_capitalized_noun, render_message, render_noun
from render.quo_vadis.land import field
from render.quo_vadis.land.layout import Layout, fit_layout
from render.quo_vadis.pieces import Hexagon, WorkerPiece
from render.quo_vadis.private.frame import build_private_scene, draw_resources

X, W, TOP = 1100.0, 456.0, 124.0
FOOT = 1172.0
TERRAINS_H = 118.0
"""Height of the terrains without a cost, with their heading."""
SPACE_SETS = ("a+b", "a+c", "b+c", "a+b+c")
MAX_PIECES_BESIDE_NAME = 1
NAME_SHIFTS, NAME_DISTANCE = (-40, 40, 0), 103
"""Offset of the scroll with the terrain from the centre of each space: to the right, and down to its upper edge."""


def draw_genesis(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the genesis area alone, 1600 x 1200; beside it the seats' strengths and the terrains without a cost."""
    return _build_scene(view, ctx, is_alone=True)


def draw_surroundings(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the genesis area and its neighbours, 1600 x 1200."""
    return _build_scene(view, ctx, is_alone=False)


def _build_scene(view: View, ctx: kit.RenderContext, *, is_alone: bool) -> kit.Scene:
    assert ctx.viewer is not None and view.turn is not None and view.turn.area is not None
    areas = [view.find_area(view.turn.area)] if is_alone else list_neighbourhood(view, view.turn.area)
    lay = fit_layout([area.position for area in areas], 52, 150, 996, 996, 270 if is_alone else 150)
    marked = frozenset(mark.place for mark in ctx.marks)
    live = (
        kit.FRAME_LAYER,
        *(_draw_terrain_names(view, areas[0], lay, ctx) if is_alone else ()),
        *field.draw_pieces(view, lay, areas, marked=marked),
        *_draw_strengths(view, ctx, ctx.viewer, areas[0] if is_alone else None),
    )
    resources = draw_resources(view.players[ctx.viewer], ("wrath", "morale", "food"))
    sea = field.draw_land(view, lay, backdrop.QUESTION_SEA, areas)
    return build_private_scene(ctx, "ask_space", live, resources, 1200, backdrop.draw_chart(sea))


def _draw_terrain_names(view: View, area: AreaView, lay: Layout, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw a scroll on each space without a crowd: its terrain, and the food that a worker there costs for it."""
    assert ctx.viewer is not None
    free = _list_free_terrains(view.players[ctx.viewer])
    for slot, space in enumerate(area.spaces):
        if sum(map(bool, space.workers)) + (space.town is not None) > MAX_PIECES_BESIDE_NAME:
            continue
        name = kit.fit_text(render_capitalized_noun(f"terrain.{space.terrain}", ctx.lang), 170, kit.BODY)
        w = kit.measure_text(name.lines[0], name.size) + 112
        x, y = lay.find_hex_centre(area.position, slot)
        left, top = x + NAME_SHIFTS[slot] - w / 2, y + NAME_DISTANCE
        yield kit.Box(left, top, w, 60, 0, theme.SCROLL, material="scroll")
        yield from name.build_runs(left + 18, top + 30, theme.INK, max_width=w - 100)
        yield kit.Icon("grain", left + w - 58, top + 30, 34, theme.TRACK_COLOUR["food"], theme.SCROLL)
        cost = "0" if space.terrain in free else "1"
        yield kit.TextRun(left + w - 36, top + 30, cost, kit.KEY, theme.INK, max_width=30)


def _list_free_terrains(player: PlayerView) -> list[str]:
    """Return the terrains that cost the player nothing."""
    own = {CONTENT.races[player.race].terrain, player.adapted_terrain} if player.race else set()
    return [terrain for terrain in theme.TERRAIN if terrain in CONTENT.plain_terrains or terrain in own]


def _draw_strengths(view: View, ctx: kit.RenderContext, me: int, area_alone: AreaView | None) -> Iterator[kit.Node]:
    """Draw each seat's strength in a possible war in the genesis area, the terrains without a cost, and if the area is
    shown alone its sets of spaces.
    """
    assert view.turn is not None and view.turn.area is not None
    area = view.find_area(view.turn.area)
    yield from kit.fit_text(render_message("strengths", ctx.lang), W - 20, kit.BODY).build_runs(
        X + 10, TOP + 26, theme.MUTED, max_width=W
    )
    y = TOP + 58
    h = {3: 170.0, 4: 126.0}.get(len(view.players), 100.0)
    for seat in view.seats_in_order:
        player = view.players[seat]
        strength = view.turn.strengths[seat]
        is_present = any(space.workers[seat] or _has_active_town(space, seat) for space in area.spaces)
        background = theme.TABLET if is_present else theme.NIGHT_2
        ink = theme.INK if is_present else theme.MUTED
        yield kit.Box(X, y, W, h, 12, background, material="vellum" if is_present else "lacquer")
        yield kit.Sprite(
            X + 50,
            y + h / 2,
            kit.SeatToken(seat, theme.find_race_colour(player.race), 28, has_ring=not is_present, edge=kit.INK),
        )
        yield from kit.fit_name(ctx.names[seat], 250, kit.BODY).build_runs(X + 96, y + 0.28 * h, ink, max_width=256)
        parts = [("man", strength.workers), ("town", strength.towns), ("trefoil", strength.neighbours)]
        parts += [("skill", strength.bonus)] if strength.bonus else []
        for i, (icon, number) in enumerate(parts):
            yield kit.Icon(icon, X + 108 + 60 * i, y + 0.7 * h, 32, ink, background)
            yield kit.TextRun(X + 128 + 60 * i, y + 0.7 * h, str(number), kit.BODY, ink, max_width=34)
        yield kit.TextRun(
            X + W - 16, y + 0.34 * h, f"{strength.total}+d{strength.sides}", kit.KEY, ink, "r", max_width=150
        )
        y += h + 10
    yield from draw_free_terrains(view.players[me], ctx, y + 16, is_one_row=True)
    if area_alone is not None:
        yield from _draw_space_sets(view, area_alone, ctx, me, y + 16 + TERRAINS_H)


def _draw_space_sets(view: View, area: AreaView, ctx: kit.RenderContext, me: int, y: float) -> Iterator[kit.Node]:
    """Draw each set of spaces that may take workers at once: the area small, with a worker on each of them."""
    places = {mark.place for mark in ctx.marks}
    sets = [slots for slots in SPACE_SETS if f"spaces:{area.id}:{slots}" in places]
    if not sets:
        return
    yield from kit.fit_text(render_message("at_once", ctx.lang), W - 20, kit.BODY).build_runs(
        X + 10, y + 16, theme.MUTED, max_width=W
    )
    h = min(118.0, (FOOT - y - 42) / 2 - 8)
    w, side = W / 2 - 5, 0.24 * h
    colour = theme.find_race_colour(view.players[me].race)
    for i, slots in enumerate(sets):
        x, top = X + (w + 10) * (i % 2), y + 42 + (h + 8) * (i // 2)
        number = (x + 40, top + h / 2)
        yield kit.Anchor(
            f"spaces:{area.id}:{slots}", kit.Placement(x, top, w, h, 12, number_centre=number, number_radius=26, rank=1)
        )
        yield kit.Box(x, top, w, h, 12, theme.TABLET, material="vellum")
        lay = fit_layout([area.position], x + 78, top, w - 88, h, side)
        for slot, space in enumerate(area.spaces):
            cx, cy = lay.find_hex_centre(area.position, slot)
            yield kit.Sprite(cx, cy, Hexagon(0.96 * side, theme.TERRAIN[space.terrain], theme.INK, 1.5))
            if "abc"[slot] in slots:
                yield kit.Sprite(cx, cy, WorkerPiece(me, colour, 0.52 * side))


def _has_active_town(space: SpaceView, seat: int) -> bool:
    return space.town is not None and space.town.owner == seat and space.town.population > 0


def draw_free_terrains(
    player: PlayerView, ctx: kit.RenderContext, y: float, *, is_one_row: bool = False
) -> Iterator[kit.Node]:
    """Draw the terrains without a terrain cost for the player, side by side at the right of the map.

    is_one_row: all in one row; a third terrain, by Adaptation, then leaves no space for names, only for terrain marks.
    """
    free = _list_free_terrains(player)
    yield from kit.fit_text(render_message("no_terrain_cost", ctx.lang), W - 20, kit.BODY).build_runs(
        X + 10, y + 16, theme.MUTED, max_width=W
    )
    columns = max(2, len(free)) if is_one_row else 2
    pitch = (W - 8) / columns
    for i, terrain in enumerate(free):
        x = X + 10 + pitch * (i % columns)
        top = y + 44 + 66 * (i // columns)
        middle = x + 36 if columns == 2 else x + (pitch - 10) / 2
        yield backdrop.draw_hex(terrain, middle, top + 29, 30)
        if columns == 2:
            yield from kit.fit_text(render_noun(f"terrain.{terrain}", ctx.lang), 140, kit.BODY).build_runs(
                x + 76, top + 29, theme.LINEN, max_width=146
            )
