"""Which way round a new warehouse lies: both sailings of the whole canal, as printed and turned, and the stock then."""

from collections import Counter
from collections.abc import Iterator

from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import Cell
from engines.kilia.view import Mat, View
from render.kilia import theme
from render.kilia.catalogue import sentence
from render.kilia.panels.frame import framed, price, question
from render.kilia.pieces.cards import cell_items
from render.kilia.pieces.goods import THINGS, Ware, held
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, HEAD, KEY, Anchor, Box, Disc, Icon, Line, Node, Poly, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit

TOP, H, W = 142, 276, 1110
SIDE, SIDE_W = 1172, 384
ROWS, PITCH = TOP + 446, 66
"""The stock at the right: its first line, and from one line to the next."""
WAYS = ("printed", "turned")


def way(view: View, look: Look) -> Scene:
    """Private: two rows, below them the canal with its free places; at the right the stock after the next council."""
    assert view.building is not None and look.viewer is not None
    mat, building = view.mats[look.viewer], view.building
    strip = CONTENT.cards[building.card].warehouse
    live = [*question(sentence("way", look.lang), mat)]
    for o, (key, cells) in enumerate(zip(WAYS, (strip, tuple(reversed(strip))), strict=True)):
        y = TOP + (H + 16) * o
        live.append(Anchor(f"way:{key}", Spot(44, y, W, H, 12, (50, y + 6), 34)))
        live.append(Box(44, y, W, H, 12, theme.TAR_2))
        live += sign(key, y, look)
        for r, load in enumerate((building.this[o], building.back[o])):
            if r and view.ending:
                words = fit(sentence("last_sailing", look.lang), 390, BODY, 2)
                live += words.runs(732, y + H / 2, theme.MUTED, room=396)
            else:
                live += sailing(mat, cells, load, 304 + 428 * r, y, r == 0, look)
    return framed((*live, *canal(mat, look), *aside(view, mat, look)))


def aside(view: View, mat: Mat, look: Look) -> Iterator[Node]:
    """The card and its price; then what is left, and what there will be after the council, either way round."""
    assert view.building is not None
    slot = next(slot for slot in view.slots if slot.card == view.building.card)
    cost = 0 if mat.keys >= slot.keys else slot.price
    yield Box(SIDE, TOP, SIDE_W, 810, 12, theme.TAR_2)
    yield from _done("expansion_cost", TOP + 42, look)
    for i, thing in enumerate(spent(mat)):
        yield Sprite(SIDE + 52 + 62 * i, TOP + 104, Ware(thing, 50, 0, theme.TAR_2))
    yield Box(SIDE + 24, TOP + 146, SIDE_W - 48, 2, 0, theme.DIM)
    yield from _done("warehouse_card", TOP + 188, look)
    yield from price(slot, mat.keys, SIDE + 52, TOP + 248, look)
    left = held(mat) | {"coin": mat.coins - cost}
    after = [Counter(left) + Counter(load[0]) for load in view.building.this]
    if view.final:
        return
    yield Box(SIDE + 24, TOP + 290, SIDE_W - 48, 2, 0, theme.DIM)
    words = fit(sentence("after_council", look.lang), SIDE_W - 48, BODY)
    yield from words.runs(SIDE + 24, TOP + 328, theme.MUTED, room=SIDE_W - 40)
    columns = SIDE + 112, SIDE + 236, SIDE + 336
    yield from fit(sentence("now", look.lang), 90, BODY).runs(columns[0], TOP + 384, theme.MUTED, "m", 96)
    for x, key in zip(columns[1:], WAYS, strict=True):
        yield Icon("turned" if key == "turned" else "arrow", x, TOP + 384, 40, theme.MUTED, theme.TAR_2)
    for i, thing in enumerate(THINGS):
        y = ROWS + PITCH * i
        yield Sprite(SIDE + 44, y, Ware(thing, 52, 0 if left[thing] else 0.5, theme.TAR_2))
        yield Text(columns[0], y, str(left[thing]), KEY, WHITE if left[thing] else theme.DIM, "m", room=72)
        yield Icon("arrow", SIDE + 172, y, 26, theme.MUTED, theme.TAR_2)
        for x, one, other in zip(columns[1:], after, after[::-1], strict=True):
            better = one[thing] > other[thing]
            yield Text(x, y, str(one[thing]), HEAD if better else KEY, GOLD if better else WHITE, "m", room=84)
    y = ROWS + PITCH * len(THINGS)
    open_ = [len(load[1]) for load in view.building.this]
    if any(open_):
        yield from lamp(SIDE + 44, y)
        for x, number in zip(columns[1:], open_, strict=True):
            yield Text(x, y, f"×{number}", KEY, theme.MUTED, "m", room=84)


def _done(key: str, y: float, look: Look) -> Iterator[Node]:
    """The heading of what is settled already."""
    yield Disc(SIDE + 44, y, 20, GOLD)
    yield Icon("check", SIDE + 44, y, 26, INK, GOLD)
    yield from fit(sentence(key, look.lang), 290, BODY).runs(SIDE + 80, y, theme.MUTED, room=296)


def spent(mat: Mat) -> list[str]:
    """R9 The goods that the expansion before this warehouse cost; how they were paid is in the log."""
    zone = next(zone for zone in mat.zones if zone.id == "warehouse")
    return [zone.good] * CONTENT.data.zones["warehouse"].costs[len(zone.cards) - 1] if zone.cards else []


def lamp(x: float, y: float) -> Iterator[Node]:
    """A window of ship 2 that is still to be chosen."""
    yield Box(x - 19, y - 19, 38, 38, 8, GOLD)
    yield Box(x - 13, y - 13, 26, 26, 5, theme.LAMP)


def sign(key: str, y: float, look: Look) -> Iterator[Node]:
    yield Icon("turned" if key == "turned" else "arrow", 168, y + 104, 84, WHITE, theme.TAR_2)
    yield from fit(sentence(key, look.lang), 220, KEY, 2).runs(168, y + 206, WHITE, "m", 228)


def sailing(
    mat: Mat,
    cells: tuple[Cell, ...],
    load: tuple[tuple[str, ...], tuple[object, ...]],
    x: float,
    y: float,
    now: bool,
    look: Look,
) -> Iterator[Node]:
    """One sailing: the strip as the ship sees it, then the income of the whole canal."""
    right = (mat.side == "left") == now
    ink = WHITE if now else theme.MUTED
    yield Text(x, y + 36, sentence("sailing" if now else "back", look.lang), BODY, ink, room=290)
    a, b = (x + 310, x + 396) if right else (x + 396, x + 310)
    sign = 1 if right else -1
    yield Line(((a, y + 36), (b - 18 * sign, y + 36)), theme.COURSE, 4)
    yield Poly(((b - 20 * sign, y + 24), (b, y + 36), (b - 20 * sign, y + 48)), theme.COURSE)
    printed = CONTENT.data.ships[mat.ship].windows
    lit = printed if right else tuple(len(cells) + 1 - k for k in printed)
    for k, items in enumerate(cells, 1):
        left = x + 102 * (k - 1)
        yield Box(left, y + 64, 96, 112, 9, GOLD if k in lit else theme.BALTIC_2)
        if k in lit:
            yield Box(left + 6, y + 70, 84, 100, 6, theme.LAMP)
        ground = theme.LAMP if k in lit else theme.BALTIC_2
        yield from cell_items(items, left + 48, y + 120, 62, 112, 0 if k in lit else 0.45, ground)
    sure, choices = load
    counted = Counter(sure)
    brought = [thing for thing in THINGS if counted[thing]]
    pitch = min(84.0, 388 / max(1, len(brought) + bool(choices)))
    at = x + 20
    for thing in brought:
        yield Sprite(at, y + 222, Ware(thing, 38, 0, theme.TAR_2))
        yield Text(at + 25, y + 222, str(counted[thing]), KEY, ink, room=50)
        at += pitch
    if choices:
        yield from lamp(at, y + 222)
        yield Text(at + 25, y + 222, f"×{len(choices)}", KEY, ink, room=76)
    elif not sure:
        yield Text(at, y + 222, "–", KEY, ink, room=40)


def canal(mat: Mat, look: Look) -> Iterator[Node]:
    """The five segments; the first free one is where the warehouse will stand."""
    y = 726
    yield Box(44, y, W, 226, 12, theme.BALTIC)
    free = [segment.number for segment in mat.canal if segment.cells is None]
    caption = fit(sentence("any_place", look.lang, n=free[0]), W - 48, BODY)
    yield from caption.runs(68, y + 40, WHITE, room=W - 40)
    for segment in mat.canal:
        x = 62 + 216 * (segment.number - 1)
        spot = Spot(x, y + 76, 206, 92, 10, (x + 4, y + 76), 26)
        yield Anchor(f"segment:{segment.number}", spot)
        first = segment.number == free[0]
        yield Text(x + 103, y + 196, str(segment.number), BODY, WHITE if first else theme.BACK, "m", room=60)
        if segment.cells is not None:
            yield Box(x, y + 76, 206, 92, 10, theme.PRINTED if segment.card is None else theme.TAR)
            for k, items in enumerate(segment.cells):
                left = x + 6 + 49 * k
                yield Box(left, y + 82, 46, 80, 6, theme.BALTIC_2)
                yield from cell_items(items, left + 23, y + 122, 36, 80, 0.2, theme.BALTIC_2)
            continue
        fill, edge, width = (WHITE, INK, 4) if first else (None, theme.BALTIC_LINE, 3)
        yield Box(x, y + 76, 206, 92, 10, fill, edge, width)
        ink, ground = (INK, WHITE) if first else (theme.BALTIC_LINE, theme.BALTIC)
        yield Icon("anchor", x + 103, y + 122, 56, ink, ground)
