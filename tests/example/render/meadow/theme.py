"""Colours and pieces of Meadow: grass, a card with a flower, and what is paid for one."""

from dataclasses import dataclass
from math import cos, pi, sin

from render.kit.colour import GOLD, INK, WHITE, Theme, darker, mix
from render.kit.scene import Box, Disc, Numeral, Shape

DUSK, GRASS, PANEL, LINE, INK_2, MUTED = "#24392B", "#EEF0DD", "#FBFAEF", "#CFD3B2", "#55604F", "#C3D2BF"
SEATS = {"amber": "#D99A1E", "moss": "#5F8F3A", "plum": "#8E4A86", "sky": "#3D86B8", None: "#8A8F86"}
"""By the colour of the hive; a seat without one is grey."""
FLOWERS = {"clover": "#C65C8A", "heather": "#8A5FC0", "thyme": "#4E9A86"}
PETALS = {"clover": 3, "heather": 8, "thyme": 5}
NIGHT = mix(DUSK, GRASS, 0.16)

THEME = Theme(
    "meadow",
    (GRASS, PANEL, WHITE, DUSK, NIGHT),
    (*SEATS.values(), *FLOWERS.values(), LINE, INK_2, MUTED, darker(GOLD, 0.3)),
)


@dataclass(frozen=True, slots=True)
class Flower:
    """A card of `size` px with its flower; face down (no flower): a blank one."""

    flower: str | None
    size: float

    def shapes(self) -> tuple[Shape, ...]:
        s = self.size
        card = Box(-0.38 * s, -0.5 * s, 0.76 * s, s, 0.1 * s, PANEL if self.flower else MUTED, INK_2, 0.03 * s)
        if self.flower is None:
            return (card, Disc(0, 0, 0.16 * s, INK_2))
        count, r = PETALS[self.flower], 0.13 * s if PETALS[self.flower] < 6 else 0.09 * s
        turns = (2 * pi * n / count - pi / 2 for n in range(count))
        petals = (Disc(0.18 * s * cos(a), 0.18 * s * sin(a), r, FLOWERS[self.flower]) for a in turns)
        return (card, *petals, Disc(0, 0, 0.1 * s, GOLD))


@dataclass(frozen=True, slots=True)
class Fetches:
    """What a flower fetches, on a disc."""

    honey: int
    r: float

    def shapes(self) -> tuple[Shape, ...]:
        return (Disc(0, 0, self.r, WHITE, INK, 4), Numeral(0, 0, str(self.honey), 1.3 * self.r, INK))
