"""Which window of ship 2: for each warehouse with a choice its strip, and what either window brings."""

from collections import Counter
from collections.abc import Iterator

from engines.kilia.view import Mat, View
from render.kilia import theme
from render.kilia.catalogue import sentence
from render.kilia.panels.frame import framed, question
from render.kilia.pieces.cards import cell_items
from render.kilia.pieces.goods import THINGS, Ware, held
from render.kilia.pieces.ship import Cog
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, HEAD, KEY, Anchor, Box, Line, Node, Poly, Scene, Sprite, Text
from render.kit.spot import Spot

TOP, ROOM = 142, 814


def sail(view: View, look: Look) -> Scene:
    """Private: one row for each warehouse where the reader has a choice."""
    assert look.viewer is not None
    mat = view.mats[look.viewer]
    choices = mat.sailing.choices
    h = min(260.0, (ROOM - 14 * (len(choices) - 1)) / len(choices))
    live = [*question(sentence("windows", look.lang)), *aside(mat, look)]
    for r, choice in enumerate(choices):
        y = TOP + (h + 14) * r
        live += [Box(44, y, 1110, h, 12, theme.TAR_2), *strip(mat, choice.segment, y, h, look)]
        for n, (cell, things) in enumerate(choice.windows):
            live += window(mat, choice.segment, cell, things, 484 + 340 * n, y + 12, h - 24)
    return framed(tuple(live))


def strip(mat: Mat, segment: int, y: float, h: float, look: Look) -> Iterator[Node]:
    """The warehouse as the ship sees it, both windows lit."""
    cells = mat.canal[segment - 1].cells
    assert cells is not None
    yield Box(56, y + 12, 400, h - 24, 10, theme.BALTIC)
    yield Text(74, y + 40, sentence("segment", look.lang, n=segment), DETAIL, WHITE, room=190)
    right = mat.side == "left"
    a, b = (280, 430) if right else (430, 280)
    sign = 1 if right else -1
    yield Line(((a, y + 40), (b - 20 * sign, y + 40)), theme.COURSE, 4)
    yield Poly(((b - 22 * sign, y + 28), (b, y + 40), (b - 22 * sign, y + 52)), theme.COURSE)
    top, height = y + 64, h - 88
    for k, items in enumerate(cells, 1):
        x = 68 + 95 * (k - 1)
        lit = k in mat.windows
        if lit:
            yield Box(x, top, 88, height, 9, GOLD)
            yield Box(x + 6, top + 6, 76, height - 12, 6, theme.LAMP)
        else:
            yield Box(x, top, 88, height, 9, theme.BALTIC_2)
        ground = theme.LAMP if lit else theme.BALTIC_2
        yield from cell_items(
            items, x + 44, top + height / 2, min(60, 0.6 * height), height, 0 if lit else 0.45, ground
        )


def window(mat: Mat, segment: int, cell: int, things: tuple[str, ...], x: float, y: float, h: float) -> Iterator[Node]:
    """What it brings, and the stock before and after."""
    yield Anchor(f"window:{segment}:{cell}", Spot(x, y, 328, h, 12, (x + 6, y + 4), 30))
    yield Box(x, y, 328, h, 12, theme.LAMP)
    counted = Counter(things)
    kinds = [thing for thing in THINGS if counted[thing]]
    have, low = held(mat), h < 200
    pitch = 328 / len(kinds)
    for i, thing in enumerate(kinds):
        middle = x + pitch * (i + 0.5)
        size = min(96 if len(kinds) == 1 else 72, 0.42 * h)
        gain = y + (0.34 if not low else 0.3) * h
        yield Sprite(middle - 0.55 * size, gain, Ware(thing, size, 0, theme.LAMP))
        yield Text(middle + 8, gain, f"+{counted[thing]}", HEAD if len(kinds) == 1 else KEY, INK, room=90)
        stock = f"{have[thing]} → {have[thing] + counted[thing]}"
        yield Text(middle, y + 0.76 * h, stock, KEY if len(kinds) == 1 else BODY, INK, "m", room=pitch - 8)
    yield Line(((x + 24, y + 0.57 * h), (x + 304, y + 0.57 * h)), theme.LINE, 2)


def aside(mat: Mat, look: Look) -> Iterator[Node]:
    """The ship and its direction, and what is held."""
    yield Box(1172, TOP, 384, 810, 12, theme.TAR_2)
    right = mat.side == "left"
    yield Sprite(1220, TOP + 176, Cog(theme.SEATS[mat.color], mat.ship, mat.windows, right))
    yield Text(1364, TOP + 222, sentence("to_right" if right else "to_left", look.lang), KEY, WHITE, "m", room=340)
    yield Text(1196, TOP + 290, sentence("you_have", look.lang), BODY, theme.MUTED, room=340)
    for i, (thing, number) in enumerate(held(mat).items()):
        x, y = 1222 + 170 * (i % 2), TOP + 356 + 84 * (i // 2)
        yield Sprite(x, y, Ware(thing, 52, 0 if number else 0.6, theme.TAR_2))
        yield Text(x + 38, y, str(number), HEAD, WHITE if number else theme.DIM, room=100)
