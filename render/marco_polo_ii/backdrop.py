"""The backdrop of the pictures: the table under the curtain, silk by night, and the frame of the chart."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from render import kit
from render.marco_polo_ii import theme

WIDTH, HIGH_H, PRIVATE_H = 1600, 1200, 1000
CAPTIONS_H = 340
"""px of silk below the board, for the lines of the news."""
FOOT_H = 18
"""px of silk below the table of a public picture."""
HORIZON = 562
"""y on the poster where the landscape ends: the hem of a curtain."""
_NEAT_STEP = 56  # px from one dark part of the neat line to the next


@cache
def draw_table(height: int) -> kit.Nodes:
    """Draw the table of a public picture of this height, and silk below it."""
    end = height - FOOT_H
    silk_h = FOOT_H + CAPTIONS_H
    return (
        kit.Ground(0, 0, WIDTH, end, "marco_polo_ii/table", (0, 0, WIDTH, end)),
        kit.Ground(0, end, WIDTH, silk_h, "marco_polo_ii/silk", (0, 0, WIDTH, silk_h)),
    )


def draw_night(height: int = PRIVATE_H) -> kit.Nodes:
    """Draw the silk of a private picture; it has no table, to look different from public pictures."""
    name = "marco_polo_ii/night" if height == PRIVATE_H else "marco_polo_ii/high_night"
    return (kit.Ground(0, 0, WIDTH, height, name),)


@dataclass(frozen=True, slots=True)
class NeatLine:
    """A side of the neat line of the chart: dark and light parts in turn, from (0, 0) rightwards or down."""

    length: int
    """px of the whole side."""
    is_vertical: bool
    """Whether it runs down instead of rightwards."""

    def shapes(self) -> tuple[kit.Shape, ...]:
        parts = []
        for i, start in enumerate(range(0, self.length, _NEAT_STEP // 2)):
            size = min(_NEAT_STEP // 2, self.length - start)
            x, y, w, h = (0, start, 7, size) if self.is_vertical else (start, 0, size, 7)
            parts.append(kit.Box(x, y, w, h, 0, theme.NEAT[i % 2]))
        return tuple(parts)


def draw_chart_frame(x: float, y: float, w: float, h: float) -> Iterator[kit.Node]:
    """Draw the frame of a chart: a neat line between gold rules, in a dark rail."""
    for dy in (2, h - 9):
        yield kit.Sprite(x + 2, y + dy, NeatLine(int(w) - 4, is_vertical=False))
    for dx in (2, w - 9):
        yield kit.Sprite(x + dx, y + 2, NeatLine(int(h) - 4, is_vertical=True))
    yield kit.Box(x + 9, y + 9, w - 18, h - 18, 0, None, theme.HILLS, 1)
    yield kit.Box(x - 8, y - 8, w + 16, h + 16, 0, None, theme.RAIL, 8)
    for out in (8, 0):
        yield kit.Box(x - out, y - out, w + 2 * out, h + 2 * out, 0, None, theme.GILT, 2)
