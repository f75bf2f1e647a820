"""How to pay: one row for each way, what is handed in on the left, what is left on the right."""

from collections.abc import Iterator

from engines.kilia.view import Mat, PayingRow, View
from render.kilia import theme
from render.kilia.catalogue import sentence
from render.kilia.panels.frame import framed, question
from render.kilia.pieces.board_pieces import Stall
from render.kilia.pieces.goods import Money, Ware, amounts, held
from render.kit.colour import GOLD, INK, WHITE, darker
from render.kit.look import Look
from render.kit.scene import BODY, HEAD, KEY, Anchor, Box, Icon, Node, Poly, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit_all

LEFT, TOP, ROOM, W = 44, 196, 768, 1512
COLUMNS, COLUMN = 870, 136


def pay(view: View, look: Look) -> Scene:
    """Private: the ways in the order in which they are offered."""
    assert view.paying is not None and look.viewer is not None
    mat, rows = view.mats[look.viewer], view.paying.ways
    h = min(250.0, (ROOM - 12 * (len(rows) - 1)) / len(rows))
    live = [*question(sentence("pay", look.lang), mat, 630), *cost(view.paying.needs, view.paying.coins), *heads()]
    for r, way in enumerate(rows):
        live += row(mat, way, LEFT, TOP + (h + 12) * r, h, look)
    return framed(tuple(live))


def cost(needs: tuple[str, ...], coins: int) -> Iterator[Node]:
    """What is to be paid, at the right of the question."""
    pieces = len(needs) + bool(coins)
    for i, need in enumerate(needs):
        yield Sprite(1520 - 66 * (pieces - 1 - i), 78, Ware(need, 56, 0, theme.TAR))
    if coins:
        yield Sprite(1520, 78, Money(coins, 28))


def heads() -> Iterator[Node]:
    for j, thing in enumerate(("coin", "salt", "brick", "wood", "wheat")):
        yield Sprite(COLUMNS + COLUMN * j, 160, Ware(thing, 44, 0, theme.TAR))


def row(mat: Mat, way: PayingRow, x: float, y: float, h: float, look: Look) -> Iterator[Node]:
    yield Anchor(f"way:{way.key}", Spot(x, y, W, h, 12, (x + 6, y + 6), 28))
    yield Box(x, y, W, h, 12, theme.TAR_2)
    yield from units(way, x + 50, y, h, look)
    before = held(mat)
    after = amounts(way.coins, way.goods)
    for j, (thing, had) in enumerate(before.items()):
        left = after[thing]
        middle = COLUMNS + COLUMN * j
        if left == had:
            yield Text(middle, y + h / 2, str(left), KEY, "#A79E94", "m", room=90)
        else:
            yield Text(middle, y + h / 2 - 14, str(left), HEAD, WHITE, "m", room=90)
            yield Text(middle, y + h / 2 + 32, f"−{had - left}", BODY, GOLD, "m", room=90)


def units(way: PayingRow, x: float, y: float, h: float, look: Look) -> Iterator[Node]:
    """One field for each unit, with its source in a word below."""
    count = len(way.units)
    pitch = min(170.0, 740 / max(1, count))
    w, field = pitch - 14, h - 60
    words = fit_all([sentence(f"unit.{kind}", look.lang) for kind, _, _ in way.units], pitch - 6, BODY)
    for k, (kind, need, given) in enumerate(way.units):
        left, middle, centre = x + pitch * k, x + pitch * k + w / 2, y + 12 + field / 2
        if kind == "merchant":
            fill = theme.GOODS[given]
            yield Box(left, y + 12, w, field, 10, fill, INK if given == "salt" else darker(fill, 0.4), 3)
            yield Sprite(middle - 12, centre, Stall(given, min(84, field - 12)))
            yield Sprite(left + w - 20, y + field - 6, Money(1, 20))
        else:
            yield Box(left, y + 12, w, field, 10, theme.LAMP)
            yield from source(kind, need, given, middle, centre, min(w, field + 24))
        yield from words[k].runs(middle, y + h - 24, theme.MUTED, "m", pitch)


def source(kind: str, need: str, given: str, x: float, y: float, w: float) -> Iterator[Node]:
    """An own good, a swapped one, three for one."""
    match kind:
        case "swap":
            yield Sprite(x - 0.3 * w, y, Ware(given, 0.36 * w, 0, theme.LAMP))
            yield Icon("swap", x, y, 0.22 * w, INK, theme.LAMP)
            yield Sprite(x + 0.3 * w, y, Ware(need, 0.28 * w, 0, theme.LAMP))
        case "three":
            size = 0.28 * w
            for dx, dy in ((-0.34, -0.15), (-0.12, -0.02), (-0.34, 0.14)):
                yield Sprite(x + dx * w, y + dy * w, Ware(given, size, 0, theme.LAMP))
            tip = x + 0.17 * w
            yield Poly(((tip - 0.1 * w, y - 0.08 * w), (tip, y), (tip - 0.1 * w, y + 0.08 * w)), INK)
            yield Sprite(x + 0.34 * w, y, Ware(need, 0.26 * w, 0, theme.LAMP))
        case _:
            yield Sprite(x, y, Ware(given, 0.56 * w, 0, theme.LAMP))
