"""Colours and pieces of Meadow: grass, a card with a flower, and its demand on a disc."""

from dataclasses import dataclass
from math import cos, pi, sin

from render import kit

DUSK, GRASS, PANEL, LINE, INK_2, MUTED = "#24392B", "#EEF0DD", "#FBFAEF", "#CFD3B2", "#55604F", "#C3D2BF"
SEATS = {"amber": "#D99A1E", "moss": "#5F8F3A", "plum": "#8E4A86", "sky": "#3D86B8", None: "#8A8F86"}
"""Seat colours by the colour of the hive; grey without a hive."""
FLOWERS = {"clover": "#C65C8A", "heather": "#8A5FC0", "thyme": "#4E9A86"}
PETALS = {"clover": 3, "heather": 8, "thyme": 5}
NIGHT = kit.mix_colours(DUSK, GRASS, 0.16)

THEME = kit.Theme(
    "meadow",
    (GRASS, PANEL, kit.WHITE, DUSK, NIGHT),
    (*SEATS.values(), *FLOWERS.values(), LINE, INK_2, MUTED, kit.darken(kit.GOLD, 0.3)),
)


@dataclass(frozen=True, slots=True)
class Flower:
    """A card with a flower."""

    flower: str | None
    """None: face down."""
    size: float
    """Height in px."""

    def shapes(self) -> tuple[kit.Shape, ...]:
        s = self.size
        card = kit.Box(-0.38 * s, -0.5 * s, 0.76 * s, s, 0.1 * s, PANEL if self.flower else MUTED, INK_2, 0.03 * s)
        if self.flower is None:
            return (card, kit.Disc(0, 0, 0.16 * s, INK_2))
        count, r = PETALS[self.flower], 0.13 * s if PETALS[self.flower] < 6 else 0.09 * s
        turns = (2 * pi * n / count - pi / 2 for n in range(count))
        petals = (kit.Disc(0.18 * s * cos(a), 0.18 * s * sin(a), r, FLOWERS[self.flower]) for a in turns)
        return (card, *petals, kit.Disc(0, 0, 0.1 * s, kit.GOLD))


@dataclass(frozen=True, slots=True)
class DemandDisc:
    """The honey that a flower earns, on a disc."""

    honey: int
    r: float

    def shapes(self) -> tuple[kit.Shape, ...]:
        return (
            kit.Disc(0, 0, self.r, kit.WHITE, kit.INK, 4),
            kit.Numeral(0, 0, str(self.honey), 1.3 * self.r, kit.INK),
        )
