"""Pieces and ornaments that only Signorie has."""

from dataclasses import dataclass
from typing import ClassVar

from render import kit
from render.signorie.layout import BAY_EDGE

from . import theme

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

    tile: str
    kind: str
    status: str

    relief: ClassVar[kit.Relief] = kit.Relief(1.4, 4)

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

    w: float
    h: float

    def shapes(self) -> tuple[kit.Shape, ...]:
        w, h, r, line = self.w, self.h, self.w / 2, theme.GATE_LINE
        leaves = (
            kit.Box(r - 104, h - 136, 92, 122, 6, None, line, 3),
            kit.Box(r + 12, h - 136, 92, 122, 6, None, line, 3),
        )
        return (
            kit.Disc(r, r, r, theme.LEAF),
            kit.Box(0, r, w, h - r, 0, theme.LEAF),
            kit.Arc(r, r, r - 14, 180, 360, line, 3),
            kit.Polyline(((r, h - 148), (r, h - 3)), line, 4),
            kit.Polyline(((3, h - 148), (w - 3, h - 148)), line, 4),
            *leaves,
            kit.Disc(r - 24, h - 76, 6, theme.INLAY),
            kit.Disc(r + 24, h - 76, 6, theme.INLAY),
        )


@dataclass(frozen=True, slots=True)
class FullArch:
    """The dark edge of a full city's arch, with a lock on its keystone."""

    w: float

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

    relief: ClassVar[kit.Relief] = kit.Relief(0, 0, has_serif_numerals=True)


@dataclass(frozen=True, slots=True)
class NextSlot(kit.NumberDisc):
    """The value of the city slot that the next meeple takes, on a raised disc."""

    relief: ClassVar[kit.Relief] = kit.Relief(1.2, 4, has_serif_numerals=True)


@dataclass(frozen=True, slots=True)
class SexSign:
    """An outlined man or woman: the sex of the meeples to be paid."""

    kind: str
    size: float
    background: str

    def shapes(self) -> tuple[kit.Shape, ...]:
        return (
            kit.Icon(self.kind, 0, 0, self.size, theme.INK_2, self.background, theme.INK_2, 0.065 * self.size),
            kit.Icon(self.kind, 0, 0, self.size, self.background, self.background),
        )


@dataclass(frozen=True, slots=True)
class TileSign:
    """The small disc with rings or scroll at the lower left of an alliance tile: for a marriage or a mission."""

    kind: str

    relief: ClassVar[kit.Relief] = kit.Relief(1.2, 3)

    def shapes(self) -> tuple[kit.Shape, ...]:
        fill = theme.TERRACOTTA if self.kind == "marriage" else theme.SERPENTINE
        return (
            kit.Disc(0, 0, 19, theme.PANEL),
            kit.Disc(0, 0, 17, fill),
            kit.Icon(self.kind, 0, 0, 22, kit.WHITE, fill),
        )


@dataclass(frozen=True, slots=True)
class Bride:
    """A bride: white beside a married man, pale beside a single one."""

    size: float
    married: bool

    def shapes(self) -> tuple[kit.Shape, ...]:
        if not self.married:
            return (kit.Icon("bride", 0, 0, self.size, theme.TO_COME, theme.PANEL),)
        return (kit.Icon("bride", 0, 0, self.size, kit.WHITE, kit.WHITE, theme.INK_2, 4),)


@dataclass(frozen=True, slots=True)
class HiredRing:
    """The disc of a hired helper: white in a ring of the seat's colour."""

    colour: str
    r: float

    relief: ClassVar[kit.Relief] = kit.Relief(1.4, 4)

    def shapes(self) -> tuple[kit.Shape, ...]:
        edge = kit.darken(self.colour, 0.45)
        return (
            kit.Disc(0, 2.5, self.r, edge),
            kit.Disc(0, 0, self.r, self.colour),
            kit.Disc(0, 0, self.r - 7, kit.WHITE),
        )
