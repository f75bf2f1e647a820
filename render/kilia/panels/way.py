"""Which way round a new warehouse lies: both sailings of the whole canal, as printed and turned."""

from collections import Counter
from collections.abc import Iterator

from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import Cell
from engines.kilia.view import Mat, View
from render.kilia import theme
from render.kilia.catalogue import sentence
from render.kilia.panels.frame import framed, question
from render.kilia.pieces.cards import cell_items
from render.kilia.pieces.goods import THINGS, Ware
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, KEY, Anchor, Box, Icon, Line, Node, Poly, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit

TOP, H, W = 142, 276, 1512


def way(view: View, look: Look) -> Scene:
    """Private: two rows, and below them the canal with its free places."""
    assert view.building is not None and look.viewer is not None
    mat, building = view.mats[look.viewer], view.building
    strip = CONTENT.cards[building.card].warehouse
    live = [*question(sentence("way", look.lang))]
    for o, (key, cells) in enumerate((("printed", strip), ("turned", tuple(reversed(strip))))):
        y = TOP + (H + 16) * o
        live.append(Anchor(f"way:{key}", Spot(44, y, W, H, 12, (50, y + 6), 34)))
        live.append(Box(44, y, W, H, 12, theme.TAR_2))
        live += sign(key, y, look)
        for r, load in enumerate((building.this[o], building.back[o])):
            live += sailing(mat, cells, load, 330 + 620 * r, y, r == 0, look)
    live += canal(mat)
    return framed(tuple(live))


def sign(key: str, y: float, look: Look) -> Iterator[Node]:
    yield Icon("turned" if key == "turned" else "arrow", 180, y + 104, 84, WHITE, theme.TAR_2)
    yield from fit(sentence(key, look.lang), 240, KEY, 2).runs(180, y + 206, WHITE, "m", 250)


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
    yield Text(x, y + 36, sentence("sailing" if now else "back", look.lang), BODY, ink, room=300)
    a, b = (x + 330, x + 420) if right else (x + 420, x + 330)
    sign = 1 if right else -1
    yield Line(((a, y + 36), (b - 18 * sign, y + 36)), theme.COURSE, 4)
    yield Poly(((b - 20 * sign, y + 24), (b, y + 36), (b - 20 * sign, y + 48)), theme.COURSE)
    printed = CONTENT.data.ships[mat.ship].windows
    lit = printed if right else tuple(len(cells) + 1 - k for k in printed)
    for k, items in enumerate(cells, 1):
        left = x + 108 * (k - 1)
        yield Box(left, y + 64, 100, 112, 9, GOLD if k in lit else theme.BALTIC_2)
        if k in lit:
            yield Box(left + 6, y + 70, 88, 100, 6, theme.LAMP)
        ground = theme.LAMP if k in lit else theme.BALTIC_2
        yield from cell_items(items, left + 50, y + 120, 62, 112, 0 if k in lit else 0.45, ground)
    sure, choices = load
    counted = Counter(sure)
    at = x + 24
    yield Text(x - 4, y + 222, "=", KEY, ink, "r", room=40)
    for thing in THINGS:
        if counted[thing]:
            yield Sprite(at, y + 222, Ware(thing, 42, 0, theme.TAR_2))
            yield Text(at + 28, y + 222, str(counted[thing]), KEY, ink, room=50)
            at += 88
    if choices:
        yield Box(at - 18, y + 203, 38, 38, 8, GOLD)
        yield Box(at - 12, y + 209, 26, 26, 5, theme.LAMP)
        yield Text(at + 28, y + 222, f"×{len(choices)}", KEY, ink, room=70)
    elif not sure:
        yield Text(at, y + 222, "–", KEY, ink, room=40)


def canal(mat: Mat) -> Iterator[Node]:
    """The five segments; the first free one is where the warehouse will stand."""
    y, first = 726, True
    yield Box(44, y, W, 226, 12, theme.BALTIC)
    for segment in mat.canal:
        x = 68 + 296 * (segment.number - 1)
        spot = Spot(x, y + 60, 272, 106, 10, (x + 6, y + 62), 28)
        yield Anchor(f"segment:{segment.number}", spot)
        if segment.cells is not None:
            yield Box(x, y + 60, 272, 106, 10, theme.PRINTED if segment.card is None else theme.TAR)
            for k, items in enumerate(segment.cells):
                left = x + 8 + 65 * k
                yield Box(left, y + 68, 60, 90, 6, theme.BALTIC_2)
                yield from cell_items(items, left + 30, y + 113, 42, 90, 0.2, theme.BALTIC_2)
            continue
        yield Box(
            x, y + 60, 272, 106, 10, WHITE if first else None, INK if first else theme.BALTIC_LINE, 4 if first else 3
        )
        ink, ground = (INK, WHITE) if first else (theme.BALTIC_LINE, theme.BALTIC)
        yield Icon("anchor", x + 136, y + 113, 60, ink, ground)
        first = False
