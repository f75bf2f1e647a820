"""The market pyramid: who sells what, how often still, and what an empty space would give."""

from collections.abc import Iterator

from engines.kilia.view import Mat, Stall
from render.kilia import theme
from render.kilia.catalogue import noun
from render.kilia.pieces.bonuses import bonus
from render.kilia.pieces.goods import Ware
from render.kit.colour import INK, WHITE, darker, on
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, Anchor, Box, Disc, Node, Sprite, Text
from render.kit.spot import Spot

LEFT, TOP, PITCH, W, H = 672, 140, 174, 150, 156
PLACES = {"M6": (1, 0), "M4": (0.5, 1), "M5": (1.5, 1), "M1": (0, 2), "M2": (1, 2), "M3": (2, 2)}


def market(mat: Mat, look: Look) -> Iterator[Node]:
    yield Text(LEFT, 156, noun("terms.market", look.lang), BODY, INK, room=150)
    yield from stalls(mat)


def stalls(mat: Mat, ground: str = theme.PAPER) -> Iterator[Node]:
    """The six spaces; ground: on what they are drawn."""
    for stall in mat.market:
        a, b = PLACES[stall.space]
        x, y = LEFT + PITCH * a, TOP + PITCH * b + 6
        spot = Spot(x, y, W, H, 12, (x + 8, y + 4))
        yield Anchor(f"market:{stall.space}", spot, (stall.cards, stall.used), part="market")
        yield from (merchant(stall, x, y) if stall.good else empty(stall, x, y, ground))


def merchant(stall: Stall, x: float, y: float) -> Iterator[Node]:
    """A stall with its sign, and a place for each activation in a turn; behind it the stack."""
    assert stall.good is not None
    fill = theme.GOODS[stall.good]
    edge = INK if stall.good == "salt" else darker(fill, 0.4)
    for sheet in range(min(2, len(stall.cards) - 1), 0, -1):
        yield Box(x + 7 * sheet, y - 7 * sheet, W, H, 10, fill, edge, 3)
    yield Box(x, y, W, H, 10, fill, edge, 3)
    yield Box(x + 10, y + 10, 130, 92, 8, WHITE)
    yield Sprite(x + W / 2, y + 56, Ware(stall.good, 74))
    yield name(stall, x, y, on(fill))
    for i in range(stall.uses):
        middle = x + _use(stall, i)
        if i < stall.used:
            yield Sprite(middle, y + 129, Ware("coin", 40 if stall.uses < 3 else 30))
        else:
            yield Disc(middle, y + 129, 16 if stall.uses < 3 else 13, WHITE, INK, 2.5)
    if len(stall.cards) > 1:
        yield Box(x + W - 40, y - 20, 54, 38, 8, INK, WHITE, 2)
        yield Text(x + W - 13, y - 1, f"×{len(stall.cards)}", DETAIL, WHITE, "m", room=52)


def name(stall: Stall, x: float, y: float, ink: str) -> Text:
    """M1 to M6, at the lower left: the words of an option call the space so."""
    return Text(x + 10, y + 129, stall.space, DETAIL, ink, room=44)


def _use(stall: Stall, i: int) -> float:
    """Middle of the place for an activation, from the left edge: right of the name."""
    pitch = 44 if stall.uses < 3 else 32
    return 0.5 * (W + 42) + pitch * (i - (stall.uses - 1) / 2)


def empty(stall: Stall, x: float, y: float, ground: str) -> Iterator[Node]:
    """The bonus of an empty space: in full where a merchant may go now."""
    ink = INK if stall.open else theme.LATER
    yield Box(
        x, y, W, H, 12, WHITE if stall.open else None, INK if stall.open else theme.LINE_2, 4 if stall.open else 2
    )
    middle = x + W / 2
    yield from bonus(stall, middle, y + 62, 74, ink, WHITE if stall.open else ground)
    yield name(stall, x, y, ink)
    for i in range(stall.uses):
        yield Disc(x + _use(stall, i), y + 129, 12, None, ink, 2.5)
