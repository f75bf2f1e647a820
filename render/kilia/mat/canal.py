"""The canal: the ship over five segments, lit windows for what it brings, and the sums of both directions."""

from collections import Counter
from collections.abc import Iterator

from engines.kilia.view import Mat, Segment, View
from render.kilia import theme
from render.kilia.catalogue import sentence
from render.kilia.council.header import colour
from render.kilia.pieces.cards import cell_items
from render.kilia.pieces.goods import THINGS, Ware
from render.kilia.pieces.ship import Cog
from render.kit.colour import GOLD, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, KEY, Anchor, Arc, Box, Icon, Line, Node, Poly, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import measure

LEFT, PITCH, W, TOP, H = 44, 306, 288, 818, 92
CELL, GAP = 65, 7
WATER, COURSE_Y = 798, 758


def canal(view: View, mat: Mat, look: Look) -> Iterator[Node]:
    """Closed windows where no ship sails any more."""
    yield Box(20, 664, 1560, 8, 0, theme.BRICK)
    for joint in range(38):
        yield Box(44 + 40 * joint, 664, 3, 8, 0, theme.PAPER)
    sails = not view.final
    open_cells = mat.windows if sails else ()
    back_cells = mat.back_windows if sails else ()
    right = mat.side == "left"
    yield Anchor("ship", Spot(*((LEFT if right else LEFT + 4 * PITCH) - 10, 660), 320, 140, 10), (mat.ship, mat.side))
    yield from course(right)
    yield Sprite(LEFT if right else LEFT + 4 * PITCH, WATER, Cog(colour(view, mat.seat), mat.ship, open_cells, right))
    for segment in mat.canal:
        yield from waves(LEFT + PITCH * (segment.number - 1))
        yield from warehouse(mat, segment, open_cells, back_cells)
    yield from sums(view, mat, look)


def course(right: bool) -> Iterator[Node]:
    """A dashed line to the other end."""
    start, end = (390, 1516) if right else (1210, 84)
    sign = 1 if right else -1
    for i in range(46):
        x = start + sign * 25 * i
        if sign * (end - x) < 30:
            break
        yield Line(((x, COURSE_Y), (x + sign * 13, COURSE_Y)), theme.COURSE, 5)
    yield Poly(
        ((end - sign * 4, COURSE_Y - 22), (end + sign * 30, COURSE_Y), (end - sign * 4, COURSE_Y + 22)), theme.COURSE
    )


def waves(x: float) -> Iterator[Node]:
    for i in range(10):
        yield Arc(x + 14 + 29 * i, 804, 10, 20, 160, theme.BALTIC_LINE, 2.5)


def warehouse(mat: Mat, segment: Segment, open_cells: tuple[int, ...], back_cells: tuple[int, ...]) -> Iterator[Node]:
    """Four cells as they lie: lit under an open window, outlined where the way back opens one; or a free place."""
    x = LEFT + PITCH * (segment.number - 1)
    shows = (segment.card, segment.turned)
    yield Anchor(f"segment:{segment.number}", Spot(x, TOP, W, H, 10, (x + 8, TOP + 4)), shows, part="canal")
    if segment.cells is None:
        yield Box(x, TOP, W, H, 10, None, theme.BALTIC_LINE, 3)
        yield Icon("anchor", x + W / 2, TOP + H / 2, 56, theme.BALTIC_LINE, theme.BALTIC)
        return
    yield Box(x - 5, TOP - 5, W + 10, H + 10, 12, theme.PRINTED if segment.card is None else theme.TAR)
    choices = {choice.segment: [cell for cell, _ in choice.windows] for choice in mat.sailing.choices}
    for cell, items in enumerate(segment.cells, 1):
        left = x + 3.5 + (CELL + GAP) * (cell - 1)
        middle = left + CELL / 2
        lit = cell in open_cells
        spot = Spot(left, TOP, CELL, H, 9, (left + 10, TOP - 8), 22)
        yield Anchor(f"window:{segment.number}:{cell}", spot)
        if lit:
            if cell in back_cells:
                yield Box(left - 3, TOP - 1, CELL + 6, H + 2, 11, theme.BACK)
            either = cell in choices.get(segment.number, [])
            yield Box(left, TOP + 2, CELL, H - 4, 9, GOLD)
            yield Box(left + 6, TOP + 8, CELL - 12, H - 16, 6, theme.LAMP if not either else theme.BALTIC_2)
            if either:
                yield Poly(((left + 6, TOP + 8), (left + 6, TOP + H - 8), (left + CELL - 6, TOP + H - 8)), theme.LAMP)
            yield from cell_items(items, middle, TOP + H / 2, 48, H, 0, theme.LAMP)
        else:
            later = cell in back_cells
            yield Box(left, TOP + 2, CELL, H - 4, 9, theme.BALTIC_2, theme.BACK if later else None, 4 if later else 0)
            yield from cell_items(items, middle, TOP + H / 2, 44, H, 0.15 if later else 0.55, theme.BALTIC_2)


def sums(view: View, mat: Mat, look: Look) -> Iterator[Node]:
    """What this sailing brings, and the way back; a choice still to be made as half-lit windows."""
    y = 948
    if view.final or view.phase == "over":
        yield Icon("pass", 64, y, 40, theme.BACK, theme.BALTIC)
        yield Text(96, y, sentence("no_sailing", look.lang), BODY, WHITE, room=500)
        return
    title = sentence("sailing", look.lang)
    yield Box(44, y - 20, 34, 40, 7, theme.LAMP, GOLD, 6)
    yield Text(92, y, title, BODY, WHITE, room=300)
    yield from _load(mat.sailing.sure, len(mat.sailing.choices), 92 + measure(title, BODY) + 46, y, 44, KEY, WHITE, 96)
    back = sentence("back", look.lang)
    yield Box(880, y - 20, 34, 40, 7, theme.BALTIC_2, theme.BACK, 4)
    yield Text(928, y, back, BODY, theme.BACK, room=240)
    yield from _load(mat.back.sure, len(mat.back.choices), 928 + measure(back, BODY) + 42, y, 40, KEY, theme.BACK, 88)


def _load(
    things: tuple[str, ...], choices: int, x: float, y: float, icon: float, size: int, ink: str, pitch: float
) -> Iterator[Node]:
    counted = Counter(things)
    for thing in THINGS:
        if counted[thing]:
            yield Sprite(x, y, Ware(thing, icon))
            yield Text(x + 0.68 * icon, y, str(counted[thing]), size, ink, room=pitch - 0.6 * icon)
            x += pitch
    if choices:
        half = icon / 2
        yield Box(x - half, y - half, icon, icon, 8, GOLD)
        yield Box(x - half + 5, y - half + 5, icon - 10, icon - 10, 5, theme.BALTIC_2)
        yield Poly(
            ((x - half + 5, y - half + 5), (x - half + 5, y + half - 5), (x + half - 5, y + half - 5)), theme.LAMP
        )
        yield Text(x + 0.68 * icon, y, f"×{choices}", size, ink, room=pitch)
    elif not things:
        yield Text(x - 20, y, "–", size, ink, room=60)
