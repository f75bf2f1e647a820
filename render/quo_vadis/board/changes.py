"""Changes since a reader who was away last looked: a legend, and in each row the area, resources and points."""

from collections.abc import Iterator, Mapping, Sequence

from engines.quo_vadis.data.content import RESOURCES
from engines.quo_vadis.view import View
from render import kit
from render.kit.marks.legends import draw_letters
from render.quo_vadis import theme
from render.quo_vadis.catalogue import render_message
from render.quo_vadis.land.layout import Layout

SKY_BOX = (32.0, 134.0, 1068.0, 1166.0)
LETTER_PITCH = 46
DISC_RADIUS = 29


def list_past_points(ctx: kit.RenderContext) -> Mapping[int, int]:
    """Return the points of each seat at the reader's last look; empty without one."""
    if not ctx.steps or not isinstance(ctx.view_before, View):
        return {}
    return {seat: player.points for seat, player in enumerate(ctx.view_before.players)}


def draw_badge_legend(view: View, ctx: kit.RenderContext, lay: Layout) -> Iterator[kit.Node]:
    """Draw the legend of the author badges on a plate, since ornament may lie there, in a corner without land."""
    if not ctx.steps:
        return
    seats = kit.list_actors(ctx.steps)
    words = kit.fit_text(render_message("since", ctx.lang), 300, kit.KEY, 2)
    w = max(LETTER_PITCH * len(seats), *(kit.measure_text(line, words.size) for line in words.lines)) + 10
    h = words.size * 1.2 * len(words.lines) + 50
    left, top, right, bottom = SKY_BOX
    corners = ((left + 14, bottom - h - 10), (right - w - 14, bottom - h - 10), (left + 14, top), (right - w - 14, top))
    for x, y in corners:
        if _is_free_of_land(view, lay, x, y, w, h):
            yield kit.Box(x - 14, y - 4, w + 28, h + 8, 12, theme.NIGHT_2, theme.BRONZE, 2, material="lacquer")
            yield from words.build_runs(x, y + (h - 50) / 2, kit.WHITE, max_width=w)
            yield from draw_letters(
                seats, lambda seat: theme.find_race_colour(view.players[seat].race), x + 20, y + h - 22, LETTER_PITCH
            )
            return


def _is_free_of_land(view: View, lay: Layout, x: float, y: float, w: float, h: float) -> bool:
    """Return whether no space of the map reaches into this rectangle."""
    for area in view.areas:
        for slot in range(3):
            cx, cy = lay.find_point(area.position, slot, 0.0)
            near_x, near_y = min(max(cx, x), x + w), min(max(cy, y), y + h)
            if (cx - near_x) ** 2 + (cy - near_y) ** 2 < (1.1 * lay.hex_side) ** 2:
                return False
    return True


def draw_row_changes(
    view: View, ctx: kit.RenderContext, seat: int, left: float, w: float, y: float
) -> Iterator[kit.Node]:
    """Draw the changes in a seat's row: its genesis area, lines below changed resources, and points gained.

    If resources have changed, the seat's token gets a ring; the points are `+n` below the seal.
    """
    if not ctx.steps or not isinstance(ctx.view_before, View):
        return
    old_player, new_player = ctx.view_before.players[seat], view.players[seat]
    if new_player.last_area is not None and seat in kit.list_actors(ctx.steps):
        x = left + w - 50 - 41 - 14 - DISC_RADIUS
        yield kit.Sprite(
            x, y + 34, kit.NumberDisc(new_player.last_area, DISC_RADIUS, 24, kit.WHITE, theme.BRONZE_2, theme.BRONZE, 3)
        )
    before = (*(old_player.stock[name] for name in RESOURCES), old_player.wrath)
    after = (*(new_player.stock[name] for name in RESOURCES), new_player.wrath)
    if before != after:
        yield from kit.draw_frame(kit.Placement.from_circle(left + 42, y + 42, 29), kit.PAPER_INK)
    for j, (was, value) in enumerate(zip(before, after, strict=True)):
        if was != value:
            yield from kit.draw_frame(kit.Placement(left + 96 + 65 * j, y + 61, 58, 38, is_count=True), kit.PAPER_INK)
    yield from kit.draw_gain(left + w - 50, y + 102, new_player.points - old_player.points, kit.PAPER_INK)


def has_generation_grown(ctx: kit.RenderContext, seat: int, number: int, stack: Sequence[str]) -> bool:
    """Return whether a generation has grown since the reader's last look."""
    if not ctx.steps or not isinstance(ctx.view_before, View):
        return False
    old_generations = ctx.view_before.players[seat].generations
    return number >= len(old_generations) or old_generations[number] != tuple(stack)
