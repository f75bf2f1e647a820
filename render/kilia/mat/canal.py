"""Canal of a player board: the ship over five segments, lit windows over its cargo, and sums of both directions."""

from collections import Counter
from collections.abc import Iterator

from engines.kilia.view import Mat, SegmentView, View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message
from render.kilia.council.header import find_colour
from render.kilia.pieces.cards import draw_cell_items
from render.kilia.pieces.goods import THINGS_IN_ORDER, Ware
from render.kilia.pieces.ships import Cog, draw_cog

LEFT, PITCH, W, TOP, H = 44, 306, 288, 818, 92
CELL_WIDTH, GAP = 65, 7
WATER, COURSE_Y = 798, 758


def draw_canal(view: View, mat: Mat, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the canal; the windows are closed once no ship sails any more."""
    has_sailing = not view.is_final_round
    open_cells = mat.windows if has_sailing else ()
    return_cells = mat.return_windows if has_sailing else ()
    is_bow_right = mat.side == "left"
    yield kit.Anchor(
        "ship",
        kit.Placement(*((LEFT if is_bow_right else LEFT + 4 * PITCH) - 10, 660), 320, 140, 10),
        (mat.ship, mat.side),
    )
    yield from draw_course(is_bow_right)
    cog = Cog(mat.seat, find_colour(view, mat.seat), mat.ship, is_bow_right)
    yield from draw_cog(cog, open_cells, LEFT if is_bow_right else LEFT + 4 * PITCH, WATER)
    for segment in mat.canal:
        yield from draw_waves(LEFT + PITCH * (segment.number - 1))
        yield from draw_warehouse(mat, segment, open_cells, return_cells)
    yield from draw_sums(view, mat, ctx)


def draw_course(is_bow_right: bool) -> Iterator[kit.Node]:
    """Draw a dashed line to the other end."""
    start, end = (390, 1516) if is_bow_right else (1210, 84)
    sign = 1 if is_bow_right else -1
    for i in range(46):
        x = start + sign * 25 * i
        if sign * (end - x) < 30:
            break
        yield kit.Polyline(((x, COURSE_Y), (x + sign * 13, COURSE_Y)), theme.COURSE, 5)
    yield kit.Poly(
        ((end - sign * 4, COURSE_Y - 22), (end + sign * 30, COURSE_Y), (end - sign * 4, COURSE_Y + 22)), theme.COURSE
    )


def draw_waves(x: float) -> Iterator[kit.Node]:
    for i in range(10):
        yield kit.Arc(x + 14 + 29 * i, 804, 10, 20, 160, theme.BALTIC_LINE, 2.5)


def draw_warehouse(
    mat: Mat, segment: SegmentView, open_cells: tuple[int, ...], return_cells: tuple[int, ...]
) -> Iterator[kit.Node]:
    """Draw the four cells as they lie: lit under an open window, outlined if the return sailing opens one; or a free
    segment."""
    x = LEFT + PITCH * (segment.number - 1)
    warehouse_state = (segment.card, segment.is_turned)
    yield kit.Anchor(
        f"segment:{segment.number}", kit.Placement(x, TOP, W, H, 10, (x + 8, TOP + 4)), warehouse_state, part="canal"
    )
    if segment.cells is None:
        yield kit.Box(x, TOP, W, H, 10, None, theme.BALTIC_LINE, 3)
        yield kit.Icon("anchor", x + W / 2, TOP + H / 2, 56, theme.BALTIC_LINE, theme.BALTIC)
        return
    yield kit.Box(x - 5, TOP - 5, W + 10, H + 10, 12, theme.PRINTED if segment.card is None else theme.TAR)
    choices = {choice.segment: [cell for cell, _ in choice.windows] for choice in mat.next_sailing.choices}
    for cell, items in enumerate(segment.cells, 1):
        cell_x = x + 3.5 + (CELL_WIDTH + GAP) * (cell - 1)
        middle = cell_x + CELL_WIDTH / 2
        is_open = cell in open_cells
        placement = kit.Placement(cell_x, TOP, CELL_WIDTH, H, 9, (cell_x + 10, TOP - 8), 22)
        yield kit.Anchor(f"window:{segment.number}:{cell}", placement)
        if is_open:
            if cell in return_cells:
                yield kit.Box(cell_x - 3, TOP - 1, CELL_WIDTH + 6, H + 2, 11, theme.BACK)
            is_choice = cell in choices.get(segment.number, [])
            yield kit.Box(cell_x, TOP + 2, CELL_WIDTH, H - 4, 9, kit.GOLD)
            yield kit.Box(
                cell_x + 6, TOP + 8, CELL_WIDTH - 12, H - 16, 6, theme.LAMP if not is_choice else theme.BALTIC_2
            )
            if is_choice:
                yield kit.Poly(
                    ((cell_x + 6, TOP + 8), (cell_x + 6, TOP + H - 8), (cell_x + CELL_WIDTH - 6, TOP + H - 8)),
                    theme.LAMP,
                )
            yield from draw_cell_items(items, middle, TOP + H / 2, 48, H, 0, theme.LAMP)
        else:
            is_open_on_return = cell in return_cells
            yield kit.Box(
                cell_x,
                TOP + 2,
                CELL_WIDTH,
                H - 4,
                9,
                theme.BALTIC_2,
                theme.BACK if is_open_on_return else None,
                4 if is_open_on_return else 0,
            )
            yield from draw_cell_items(
                items, middle, TOP + H / 2, 44, H, 0.15 if is_open_on_return else 0.55, theme.BALTIC_2
            )


def draw_sums(view: View, mat: Mat, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the cargo of the next and the return sailing; open choices as half-lit windows."""
    y = 948
    if view.is_final_round or view.phase == "over":
        yield kit.Icon("pass", 64, y, 40, theme.BACK, theme.BALTIC)
        yield kit.TextRun(96, y, render_message("no_sailing", ctx.lang), kit.BODY, kit.WHITE, max_width=500)
        return
    title = render_message("sailing", ctx.lang)
    yield kit.Box(44, y - 20, 34, 40, 7, theme.LAMP, kit.GOLD, 6)
    yield kit.TextRun(92, y, title, kit.BODY, kit.WHITE, max_width=300)
    yield from _draw_cargo(
        mat.next_sailing.certain_things,
        len(mat.next_sailing.choices),
        92 + kit.measure_text(title, kit.BODY) + 46,
        y,
        44,
        kit.KEY,
        kit.WHITE,
        96,
    )
    return_title = render_message("back", ctx.lang)
    yield kit.Box(880, y - 20, 34, 40, 7, theme.BALTIC_2, theme.BACK, 4)
    yield kit.TextRun(928, y, return_title, kit.BODY, theme.BACK, max_width=240)
    yield from _draw_cargo(
        mat.return_sailing.certain_things,
        len(mat.return_sailing.choices),
        928 + kit.measure_text(return_title, kit.BODY) + 42,
        y,
        40,
        kit.KEY,
        theme.BACK,
        88,
    )


def _draw_cargo(
    things: tuple[str, ...], choices: int, x: float, y: float, icon: float, size: int, ink: str, pitch: float
) -> Iterator[kit.Node]:
    counted = Counter(things)
    for thing in THINGS_IN_ORDER:
        if counted[thing]:
            yield kit.Sprite(x, y, Ware(thing, icon))
            yield kit.TextRun(x + 0.68 * icon, y, str(counted[thing]), size, ink, max_width=pitch - 0.6 * icon)
            x += pitch
    if choices:
        half = icon / 2
        yield kit.Box(x - half, y - half, icon, icon, 8, kit.GOLD)
        yield kit.Box(x - half + 5, y - half + 5, icon - 10, icon - 10, 5, theme.BALTIC_2)
        yield kit.Poly(
            ((x - half + 5, y - half + 5), (x - half + 5, y + half - 5), (x + half - 5, y + half - 5)), theme.LAMP
        )
        yield kit.TextRun(x + 0.68 * icon, y, f"×{choices}", size, ink, max_width=pitch)
    elif not things:
        yield kit.TextRun(x - 20, y, "–", size, ink, max_width=60)
