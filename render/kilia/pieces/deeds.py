"""Signs of what a player did in the last turn."""

from collections.abc import Iterator
from typing import assert_never

from engines.kilia.table.deeds import Deed, Expanded, Fulfilled, Placed, Relieved
from render.kilia import theme
from render.kilia.pieces.board_pieces import Stall, ZoneTile
from render.kit.colour import INK, WHITE
from render.kit.scene import Box, Disc, Icon, Node, Sprite


def sign(deed: Deed, x: float, y: float, size: int) -> Iterator[Node]:
    """The zone with a plus, a stall of the good, a contract or the sprat, so large around (x, y)."""
    match deed:
        case Expanded(zone):
            yield Sprite(x, y, ZoneTile(zone, size))
            yield from _plus(x + size * 0.46, y - size * 0.4, size)
        case Placed(good):
            yield Sprite(x, y, Stall(good, size + 2))
        case Fulfilled():
            yield Icon("contract", x, y, size, INK, theme.PANEL)
        case Relieved():
            yield Icon("sprat", x, y, size, INK, theme.PANEL)
        case _:
            assert_never(deed)


def _plus(x: float, y: float, size: int) -> Iterator[Node]:
    """On a dark disc at the corner of a sign of that size."""
    long, thick = size * 0.34, max(3.0, size * 0.065)
    yield Disc(x, y, size * 0.27, INK)
    yield Box(x - long / 2, y - thick / 2, long, thick, 1, WHITE)
    yield Box(x - thick / 2, y - long / 2, thick, long, 1, WHITE)
