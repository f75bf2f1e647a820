"""Which window of ship 2: for each warehouse with a choice its strip, what either window brings, and the way back."""

from collections import Counter
from collections.abc import Iterator

from engines.kilia.view import Mat, Segment, View
from render.kilia import theme
from render.kilia.catalogue import sentence
from render.kilia.panels.frame import framed, question
from render.kilia.panels.near import MOST, near_row, nearly
from render.kilia.panels.way import lamp
from render.kilia.pieces.cards import cell_items
from render.kilia.pieces.goods import THINGS, Ware, held
from render.kilia.pieces.ship import Cog
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, HEAD, KEY, Anchor, Box, Icon, Line, Node, Poly, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit

TOP, ROOM, GAP = 142, 814, 14
TALLEST, LAST_TALLEST = 400, 560
BACK_CANAL, BACK_SUMS = 270, 84
"""Height of the way back with its canal, where few choices leave room for it, and with its sums only."""


def sail(view: View, look: Look) -> Scene:
    """Private: a row for each warehouse where the reader has a choice. What is chosen counts in the rows below it."""
    assert look.viewer is not None
    mat = view.mats[look.viewer]
    choices = mat.sailing.choices
    n = len(choices)
    back = BACK_CANAL if n < 3 and not view.ending else BACK_SUMS
    h = min(LAST_TALLEST if view.ending else TALLEST, (ROOM - back) / n - GAP)
    chosen = {mark.place for mark in look.marks if mark.chosen}
    have = Counter(held(mat))
    live = [*question(sentence("windows", look.lang), mat)]
    for r, choice in enumerate(choices):
        y = TOP + (h + GAP) * r
        live += [Box(44, y, 1110, h, 12, theme.TAR_2), *strip(mat, choice.segment, y, h, look)]
        for i, (cell, things) in enumerate(choice.windows):
            live += window(have, choice.segment, cell, things, 484 + 340 * i, y + 12, h - 24)
        for cell, things in choice.windows:
            if f"window:{choice.segment}:{cell}" in chosen:
                have = have + Counter(things)
    y = TOP + (h + GAP) * n
    if view.ending:
        live += last_sailing(y, look)
    else:
        live += way_back(mat, y, min(TALLEST, TOP + ROOM - y), look)
    return framed((*live, *aside(mat, have + Counter(mat.sailing.sure), look)))


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


def way_back(mat: Mat, y: float, h: float, look: Look) -> Iterator[Node]:
    """What the sailing after this one brings from the canal as it is: sums, and with room the canal itself."""
    yield Box(44, y, 1110, h, 12, theme.BALTIC)
    line = y + (44 if h > BACK_SUMS else h / 2)
    words = fit(sentence("back", look.lang), 300, BODY)
    yield from words.runs(68, line, WHITE, room=304)
    right = mat.side != "left"
    a, b = (390, 540) if right else (540, 390)
    sign = 1 if right else -1
    yield Line(((a, line), (b - 20 * sign, line)), theme.COURSE, 4)
    yield Poly(((b - 22 * sign, line - 12), (b, line), (b - 22 * sign, line + 12)), theme.COURSE)
    x = 600.0
    counted: Counter[str] = Counter(mat.back.sure)
    for thing in (thing for thing in THINGS if counted[thing]):
        yield Sprite(x, line, Ware(thing, 40, 0, theme.BALTIC))
        yield Text(x + 27, line, str(counted[thing]), KEY, WHITE, room=54)
        x += 88
    if mat.back.choices:
        yield from lamp(x, line)
        yield Text(x + 27, line, f"×{len(mat.back.choices)}", KEY, WHITE, room=76)
    elif not mat.back.sure:
        yield Text(x, line, "–", KEY, WHITE, room=40)
    if h > BACK_SUMS:
        for segment in mat.canal:
            yield from _moored(segment, mat.back_windows, 62 + 216 * (segment.number - 1), y + 88, h - 108)


def last_sailing(y: float, look: Look) -> Iterator[Node]:
    """Before the final round, in which no ship sails: nothing will come back."""
    yield Box(44, y, 1110, BACK_SUMS, 12, theme.BALTIC)
    yield Icon("anchor", 84, y + BACK_SUMS / 2, 48, WHITE, theme.BALTIC)
    yield from fit(sentence("last_sailing", look.lang), 1010, BODY).runs(126, y + BACK_SUMS / 2, WHITE, room=1014)


def _moored(segment: Segment, lit: tuple[int, ...], x: float, y: float, h: float) -> Iterator[Node]:
    """A segment as the ship will see it on the way back; a free one is an outline."""
    if segment.cells is None:
        yield Box(x, y, 206, h, 10, None, theme.BALTIC_LINE, 3)
        yield Icon("anchor", x + 103, y + h / 2, 56, theme.BALTIC_LINE, theme.BALTIC)
        return
    yield Box(x, y, 206, h, 10, theme.PRINTED if segment.card is None else theme.TAR)
    for k, items in enumerate(segment.cells, 1):
        left, is_lit = x + 6 + 49 * (k - 1), k in lit
        yield Box(left, y + 6, 46, h - 12, 6, GOLD if is_lit else theme.BALTIC_2)
        if is_lit:
            yield Box(left + 4, y + 10, 38, h - 20, 5, theme.LAMP)
        ground = theme.LAMP if is_lit else theme.BALTIC_2
        yield from cell_items(items, left + 23, y + h / 2, 34, h - 12, 0 if is_lit else 0.45, ground)


def window(
    have: Counter[str], segment: int, cell: int, things: tuple[str, ...], x: float, y: float, h: float
) -> Iterator[Node]:
    """What it brings, and the stock before and after; have: what is held before it."""
    yield Anchor(f"window:{segment}:{cell}", Spot(x, y, 328, h, 12, (x + 6, y + 4), 30))
    yield Box(x, y, 328, h, 12, theme.LAMP)
    counted = Counter(things)
    kinds = [thing for thing in THINGS if counted[thing]]
    low = h < 200
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


def aside(mat: Mat, have: dict[str, int], look: Look) -> Iterator[Node]:
    """The ship and its direction, what is held, what comes in any case, and what could nearly be paid with both."""
    yield Box(1172, TOP, 384, 810, 12, theme.TAR_2)
    right = mat.side == "left"
    yield Sprite(1220, TOP + 166, Cog(theme.SEATS[mat.color], mat.ship, mat.windows, right))
    yield Text(1364, TOP + 206, sentence("to_right" if right else "to_left", look.lang), KEY, WHITE, "m", room=340)
    yield Box(1196, TOP + 240, 336, 2, 0, theme.DIM)
    yield Text(1196, TOP + 272, sentence("you_have", look.lang), BODY, theme.MUTED, room=340)
    for i, (thing, number) in enumerate(held(mat).items()):
        x, line = 1220 + 116 * (i % 3), TOP + 332 + 68 * (i // 3)
        yield Sprite(x, line, Ware(thing, 48, 0 if number else 0.6, theme.TAR_2))
        yield Text(x + 32, line, str(number), KEY, WHITE if number else theme.DIM, room=70)
    y: float = TOP + 444
    sure: Counter[str] = Counter(mat.sailing.sure)
    if sure:
        yield from fit(sentence("sure", look.lang), 100, BODY).runs(1196, y + 12, theme.MUTED, room=104)
        for i, thing in enumerate(thing for thing in THINGS if sure[thing]):
            yield Sprite(1318 + 66 * (i % 4), y + 12, Ware(thing, 36, 0, theme.TAR_2))
            yield Text(1340 + 66 * (i % 4), y + 12, str(sure[thing]), BODY, WHITE, room=34)
        y += 44
    yield Box(1196, y, 336, 2, 0, theme.DIM)
    yield from fit(sentence("nearly", look.lang), 336, BODY).runs(1196, y + 36, theme.MUTED, room=340)
    pitch = (TOP + 810 - y - 66) / MOST
    for i, near in enumerate(nearly(mat, have)):
        yield from near_row(near, 1194, y + 66 + pitch * (i + 0.5), 340, look)
