"""Pieces and ornaments that only Signorie has."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from typing import ClassVar

from render import kit
from render.signorie.layout import BAY_EDGE

from . import theme

_LEAST_PANEL = 60  # px between the lunette of a gate and its beam
REWARD_ICONS = {
    "b_mission": "mission",
    "b_marriage": "marriage",
    "b_males": "men_more",
    "b_females": "women_more",
    "b_careers": "careers",
    "b_initiative": "initiative",
    "b_face_down": "tileback",
    "b_helper": "hire",
    "b_extra_action": "extra",
    "v_helpers": "helper",
    "v_cities_male": "man",
    "v_cities_female": "woman",
    "v_males": "man",
    "v_females": "woman",
}
ASSIGNMENT_ICONS = {
    "a_politician": "politician",
    "a_clergy": "clergy",
    "a_military": "military",
    "a_initiative": "initiative",
    "a_face_down": "tileback",
    "a_marriage": "marriage",
    "a_mission": "mission",
    "a_florins": "florin",
    "a_meeples": "meeples",
}


@dataclass(frozen=True, slots=True)
class RewardDisc:
    """A reward: the current one large in a gold ring, the coming ones in subdued colours."""

    tile: str  # id of the reward tile; empty: no tile
    kind: str  # of the tiles that may lie on its slot: `bonus` or `vp`
    status: str  # as in `RewardSlot`; `now` is drawn large

    relief: ClassVar[kit.Relief] = kit.Relief(1.4, 4)  # the sign on it is printed flat

    def shapes(self) -> tuple[kit.Shape, ...]:
        if self.status == "now":
            ring = kit.Disc(0, 0, 40, theme.PANEL, kit.GOLD, 5)
            return (
                ring,
                *(
                    self._build_seal(29, 34)
                    if self.kind == "vp"
                    else self._build_icon(52, theme.TERRACOTTA, theme.PANEL)
                ),
            )
        background = kit.Disc(0, 0, 29, theme.SERPENTINE)
        return (
            background,
            *(self._build_seal(27, 32) if self.kind == "vp" else self._build_icon(42, theme.MARBLE, theme.SERPENTINE)),
        )

    def _build_icon(self, size: float, colour: str, background: str) -> tuple[kit.Shape, ...]:
        if not self.tile:
            return ()
        icon = REWARD_ICONS[self.tile]
        if icon == "tileback":
            colour = theme.STONE if background == theme.PANEL else theme.STONE_ON_VERDE
        return (kit.Icon(icon, 0, 0, size, colour, background),)

    def _build_seal(self, r: float, size: float) -> tuple[kit.Shape, ...]:
        if not self.tile:
            return kit.Seal("", r).shapes()
        above: tuple[kit.Shape, ...] = ()
        lower = 0.0
        if self.tile.startswith("v_cities"):
            k = r / 29
            above, size, lower = build_arch(k), size * 0.72, 2.5 * k
        return (
            *kit.Seal("", r).shapes(),
            *above,
            kit.Icon(REWARD_ICONS[self.tile], 0, lower, size, theme.INK, kit.GOLD),
        )


def build_arch(k: float, colour: str = theme.INK) -> tuple[kit.Shape, ...]:
    """Build the arch that means "in cities" above a figure on a seal. k: scale, 1 on a seal of radius 29."""
    posts = tuple(kit.Polyline(((x * k, 0), (x * k, 12 * k)), colour, 4 * k) for x in (-17, 17))
    return (kit.Arc(0, 0, 19 * k, 180, 360, colour, 4 * k), *posts)


@dataclass(frozen=True, slots=True)
class Gate:
    """The closed gate of a city that is not in the game, in its arch, from the upper left corner."""

    w: float  # px of the canvas, as wide as the arch
    h: float  # px of the canvas, from the top of the arch to the floor
    beam: tuple[float, float]
    """Upper and lower edge of the beam with the name, below the lunette."""

    relief: ClassVar[kit.Relief] = kit.Relief(2, 0)  # without a shadow, as it stands within its arch

    def shapes(self) -> tuple[kit.Shape, ...]:
        w, h, r = self.w, self.h, self.w / 2
        top, foot = self.beam
        return (
            kit.Disc(r, r, r, theme.GATE_SHADE),
            kit.Box(0, r, w, h - r, 0, theme.GATE_SHADE),
            *self._build_lunette(r),
            *(self._build_panels(12, r - 6, w - 24, top - r, 1) if top - r > _LEAST_PANEL else ()),
            kit.Box(6, top, w - 12, foot - top, 4, theme.GATE_BEAM),
            *self._build_leaf(12, foot + 8, r - 16),
            *self._build_leaf(r + 4, foot + 8, r - 16),
            *(kit.Disc(r + side * 22, (foot + h) / 2, 8, theme.INLAY) for side in (-1, 1)),
        )

    def _build_lunette(self, r: float) -> Iterator[kit.Shape]:
        """Build the window in the arch: dark panes between wooden bars."""
        pane = r - 13
        yield kit.Disc(r, r, pane, theme.GATE_PANE)
        for turn in (pi * i / 6 for i in range(1, 6)):
            points = ((r - cos(turn) * 40, r - sin(turn) * 40), (r - cos(turn) * pane, r - sin(turn) * pane))
            yield kit.Polyline(points, theme.GATE_BEAM, 7)
        yield kit.Arc(r, r, r * 0.66, 180, 360, theme.GATE_BEAM, 6)
        yield kit.Arc(r, r, r - 8, 180, 360, theme.GATE_BEAM, 9)
        yield kit.Disc(r, r, 44, theme.GATE_BEAM)
        yield kit.Box(13, r, 2 * r - 26, 60, 0, theme.GATE_SHADE)

    def _build_leaf(self, x: float, y: float, w: float) -> Iterator[kit.Shape]:
        """Build one leaf of the gate down to the floor."""
        h = self.h - 4 - y
        yield kit.Box(x, y, w, h, 3, theme.GATE)
        yield from self._build_panels(x + 12, y + 4, w - 24, h - 8, max(1, round(h / 150)))

    @staticmethod
    def _build_panels(x: float, y: float, w: float, h: float, count: int) -> Iterator[kit.Shape]:
        """Build raised panels below each other."""
        pitch = h / count
        for i in range(count):
            yield kit.Box(x, y + pitch * i + 8, w, pitch - 16, 4, theme.GATE_BEAM, theme.GATE_SHADE, 3)
            yield kit.Box(x + 12, y + pitch * i + 20, w - 24, pitch - 40, 3, theme.GATE)


@dataclass(frozen=True, slots=True)
class FullArch:
    """The dark edge of a full city's arch, with a lock on its keystone."""

    w: float  # px of the canvas, as wide as the arch within its edge

    def shapes(self) -> tuple[kit.Shape, ...]:
        r = self.w / 2
        return (
            kit.Arc(r, r, r + BAY_EDGE, 180, 360, theme.INK_2, BAY_EDGE),
            kit.Disc(r, 6, 23, theme.INK_2, theme.PANEL, 3),
            kit.Icon("lock", r, 4, 26, kit.WHITE, theme.INK_2),
        )


@dataclass(frozen=True, slots=True)
class VacantSlot(kit.NumberDisc):
    """The value of a vacant city slot, engraved in the floor."""

    relief: ClassVar[kit.Relief] = kit.Relief(0, 0, has_serif_numerals=True)  # flat, with figures in the serif


@dataclass(frozen=True, slots=True)
class NextSlot(kit.NumberDisc):
    """The value of the city slot that the next meeple takes, on a raised disc."""

    relief: ClassVar[kit.Relief] = kit.Relief(1.2, 4, has_serif_numerals=True)  # raised; a vacant slot is flat


@dataclass(frozen=True, slots=True)
class SexSign:
    """An outlined man or woman: the sex of the meeples to be paid."""

    kind: str  # icon: `man` or `woman`
    size: float  # px of the icon's grid at scale 1
    background: str  # colour below, which also fills the outline

    def shapes(self) -> tuple[kit.Shape, ...]:
        return (
            kit.Icon(self.kind, 0, 0, self.size, theme.INK_2, self.background, theme.INK_2, 0.065 * self.size),
            kit.Icon(self.kind, 0, 0, self.size, self.background, self.background),
        )


@dataclass(frozen=True, slots=True)
class TileSign:
    """The small disc with rings or scroll at the lower left of an alliance tile: for a marriage or a mission."""

    kind: str  # `marriage` or `mission`

    relief: ClassVar[kit.Relief] = kit.Relief(1.2, 3)  # lower than the tile it lies on

    def shapes(self) -> tuple[kit.Shape, ...]:
        fill = theme.TERRACOTTA if self.kind == "marriage" else theme.SERPENTINE
        return (
            kit.Disc(0, 0, 25, theme.PANEL),
            kit.Disc(0, 0, 22.5, fill),
            kit.Icon(self.kind, 0, 0, 32, kit.WHITE, fill),
        )


@dataclass(frozen=True, slots=True)
class Bride:
    """A bride: white beside a married man, pale beside a single one."""

    size: float  # px of the icon's grid at scale 1
    is_married: bool  # to the son beside her

    def shapes(self) -> tuple[kit.Shape, ...]:
        if not self.is_married:
            return (kit.Icon("bride", 0, 0, self.size, theme.TO_COME, theme.PANEL),)
        return (kit.Icon("bride", 0, 0, self.size, kit.WHITE, kit.WHITE, theme.INK_2, 4),)


@dataclass(frozen=True, slots=True)
class HiredRing:
    """The disc of a hired helper: white in a ring."""

    colour: str  # of the ring: the seat's, or that of the dice of the column hired into
    r: float  # px at scale 1, with the ring

    relief: ClassVar[kit.Relief] = kit.Relief(1.4, 4)  # the sign on it is a drawing of its own

    def shapes(self) -> tuple[kit.Shape, ...]:
        edge = kit.darken(self.colour, 0.45)
        return (
            kit.Disc(0, 2.5, self.r, edge),
            kit.Disc(0, 0, self.r, self.colour),
            kit.Disc(0, 0, self.r - 7, kit.WHITE),
        )
