"""The choice of the space for a new town: the map, and a row for each space with the bonus of a town there."""

from collections.abc import Iterator

from engines.quo_vadis.view import View
from render import kit
from render.quo_vadis import backdrop, theme
from render.quo_vadis.land import field
from render.quo_vadis.pieces import AreaCoin
from render.quo_vadis.private.frame import build_private_scene

X, W, TOP, FOOT = 1100.0, 456.0, 124.0, 1174.0
MAX_PLATES, PLATE_PITCH, PLATE_W = 3, 290.0, 240.0
"""Maximum number of rows that show their areas; the pitch of such rows and the width of their areas, in px."""


def draw_building_question(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the question for a new town (R7.8), 1600 x 1200.

    Rows and numbers are drawn only if the options are exactly the spaces of the reader's workers without a town, as in
    no other question.
    """
    assert ctx.viewer is not None and view.turn is not None
    map_layout = field.layout_whole_map(view, 32, 134, 1036, 1026)
    places = {mark.place for mark in ctx.marks}
    is_building_question = places == {f"space:{space}" for space in _list_sites(view, ctx.viewer)}
    piece_nodes = field.draw_pieces(view, map_layout, marked=frozenset(places) if is_building_question else frozenset())
    marks = sorted(ctx.marks, key=lambda mark: mark.number) if is_building_question else ()
    has_plates = len(marks) <= MAX_PLATES
    pitch = min(PLATE_PITCH if has_plates else 150.0, (FOOT - TOP + 8) / max(1, len(marks)))
    rows = (
        node
        for i, mark in enumerate(marks)
        for node in _draw_row(view, mark, ctx.viewer, TOP + pitch * i, pitch - 8, has_plates)
    )
    live = (
        kit.FRAME_LAYER,
        *(node for node in piece_nodes if is_building_question or not _is_space_anchor(node)),
        *rows,
    )
    sea = field.draw_land(view, map_layout, backdrop.QUESTION_SEA)
    return build_private_scene(ctx, "ask_build", live, (), 1200, backdrop.draw_chart(sea))


def _is_space_anchor(node: kit.Node) -> bool:
    return isinstance(node, kit.Anchor) and node.place.startswith("space:")


def _list_sites(view: View, reader: int) -> list[str]:
    return [
        f"{area.id}:{'abc'[slot]}"
        for area in view.areas
        for slot, space in enumerate(area.spaces)
        if space.workers[reader] and space.town is None
    ]


def _draw_row(view: View, mark: kit.Mark, reader: int, y: float, h: float, has_plate: bool) -> Iterator[kit.Node]:
    """Draw the row of a space: its number on the map, area, terrain, and the territory bonus (R7.9) with a town there.

    The area has a ring if the reader controls it already. A white row has a higher bonus than without the town.
    has_plate: the area itself at the right, and the rest below one another.
    """
    assert view.turn is not None
    name, slot = mark.place.removeprefix("space:").split(":")
    player, area, middle = view.players[reader], view.find_area(name), y + h / 2
    adds_area = name not in player.bonus_areas
    areas = player.bonus_area_count + adds_area
    background = theme.TURN if adds_area else theme.PANEL
    r = min(36.0, h / 2 - 12)
    terrain_x, upper, lower = (X + 134, y + 62, y + h - 64) if has_plate else (X + 212, middle, middle)
    product_x, seal_x = (X + 134, X + 134) if has_plate else (X + W - 116, X + W - 58)
    terrain = area.spaces["abc".index(slot)].terrain
    yield kit.Box(X, y, W, h, 12, background, material="vellum")
    yield kit.Disc(X + 38, middle, min(24.0, r), kit.INK)
    yield kit.Numeral(X + 38, middle, str(mark.number), 1.15 * min(24.0, r), kit.WHITE)
    if not has_plate:
        controllers = (theme.find_race_colour(player.race),) if name in player.controlled else ()
        yield kit.Sprite(X + 118, middle, AreaCoin(name, r, controllers, *theme.AREA_COIN))
    yield backdrop.draw_hex(terrain, terrain_x, upper, round(r))
    yield kit.TextRun(
        product_x,
        middle,
        f"{view.turn.old_size}×{areas}",
        kit.BODY,
        kit.INK if adds_area else theme.INK_2,
        "m" if has_plate else "r",
        max_width=92,
    )
    yield kit.Sprite(seal_x, lower, kit.Seal(f"+{view.turn.old_size * areas}", min(46.0, h / 2 - 6)))
    if has_plate:
        yield from field.draw_single_area(view, area, X + W - PLATE_W - 4, y + 8, PLATE_W, h - 16)
