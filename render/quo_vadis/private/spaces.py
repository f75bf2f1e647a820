"""Questions about spaces: the genesis area alone, as large as possible, or with the areas around it."""

from collections.abc import Iterator

from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.view import PlayerView, SpaceView, View
from render import kit
from render.quo_vadis import theme
from render.quo_vadis.board.war import find_neighbourhood
from render.quo_vadis.catalogue import render_message, render_noun
from render.quo_vadis.land import field
from render.quo_vadis.land.layout import fit_layout
from render.quo_vadis.private.frame import build_private_scene, draw_resources

X, W, TOP = 1100.0, 456.0, 124.0


def draw_genesis(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the genesis area alone, 1600 x 1200; beside it the seats' strengths and the terrains without a cost."""
    return _build_scene(view, ctx, is_alone=True)


def draw_surroundings(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the genesis area and its neighbours, 1600 x 1200."""
    return _build_scene(view, ctx, is_alone=False)


def _build_scene(view: View, ctx: kit.RenderContext, *, is_alone: bool) -> kit.Scene:
    assert ctx.viewer is not None and view.turn is not None and view.turn.area is not None
    areas = [view.find_area(view.turn.area)] if is_alone else find_neighbourhood(view, view.turn.area)
    lay = fit_layout([area.position for area in areas], 52, 150, 996, 996, 270 if is_alone else 150)
    marked = frozenset(mark.place for mark in ctx.marks)
    live = (
        kit.FRAME_LAYER,
        *field.draw_pieces(view, lay, areas, marked=marked),
        *_draw_strengths(view, ctx, ctx.viewer),
    )
    sky = kit.Box(20, 120, 1060, 1054, 22, theme.SKY)
    means = draw_resources(view.players[ctx.viewer], ("wrath", "morale", "food"))
    return build_private_scene(ctx, "ask_space", live, means, 1200, (sky, *field.draw_land(view, lay, areas)))


def _draw_strengths(view: View, ctx: kit.RenderContext, me: int) -> Iterator[kit.Node]:
    """Draw each seat's strength in a possible war in the genesis area, and the terrains without a cost."""
    assert view.turn is not None and view.turn.area is not None
    area = view.find_area(view.turn.area)
    yield from kit.fit_text(render_message("strengths", ctx.lang), W - 20, kit.BODY).build_runs(
        X + 10, TOP + 26, theme.MUTED, max_width=W
    )
    y = TOP + 58
    h = {3: 190.0, 4: 150.0}.get(len(view.players), 112.0)
    for seat in view.seats_in_order:
        player = view.players[seat]
        strength = view.turn.strengths[seat]
        is_present = any(space.workers[seat] or _has_active_town(space, seat) for space in area.spaces)
        background = kit.WHITE if is_present else theme.NIGHT_2
        ink = kit.INK if is_present else theme.MUTED
        yield kit.Box(X, y, W, h, 12, background)
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
    yield from draw_free_terrains(view.players[me], ctx, y + 16)


def _has_active_town(space: SpaceView, seat: int) -> bool:
    return space.town is not None and space.town.owner == seat and space.town.population > 0


def draw_free_terrains(
    player: PlayerView, ctx: kit.RenderContext, y: float, *, is_one_row: bool = False
) -> Iterator[kit.Node]:
    """Draw the terrains without a terrain cost for the player, side by side at the right of the map.

    is_one_row: all in one row; a third terrain, by Adaptation, then leaves no space for names, only for terrain marks.
    """
    own_terrains = {CONTENT.races[player.race].terrain, player.adapted_terrain} if player.race else set()
    free = [terrain for terrain in theme.TERRAIN if terrain in CONTENT.plain_terrains or terrain in own_terrains]
    yield from kit.fit_text(render_message("no_terrain_cost", ctx.lang), W - 20, kit.BODY).build_runs(
        X + 10, y + 16, theme.MUTED, max_width=W
    )
    columns = max(2, len(free)) if is_one_row else 2
    pitch = (W - 8) / columns
    for i, terrain in enumerate(free):
        x = X + 10 + pitch * (i % columns)
        top = y + 44 + 66 * (i // columns)
        yield kit.Box(x, top, pitch - 10, 58, 10, theme.TERRAIN[terrain], kit.WHITE, 2)
        middle = x + 32 if columns == 2 else x + (pitch - 10) / 2
        yield kit.Icon(f"m_{terrain}", middle, top + 29, 36, theme.MARKS[terrain], theme.TERRAIN[terrain])
        if columns == 2:
            ink = kit.WHITE if terrain == "sea" else kit.INK
            yield from kit.fit_text(render_noun(f"terrain.{terrain}", ctx.lang), 140, kit.DETAIL).build_runs(
                x + 62, top + 29, ink, max_width=146
            )
