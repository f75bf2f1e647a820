"""Pieces that only Signorie has."""

from dataclasses import dataclass
from functools import cache

from render.kit.colour import GOLD, INK, WHITE, darker
from render.kit.scene import Arc, Box, Disc, Icon, Line, Poly, Shape
from render.kit.tokens import Seal
from render.signorie import theme
from render.signorie.layout import BAY_EDGE

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
    """A reward: the current one large in a gold ring, the coming ones quiet."""

    tile: str
    kind: str
    status: str

    def shapes(self) -> tuple[Shape, ...]:
        if self.status == "now":
            ring = Disc(0, 0, 40, theme.PANEL, GOLD, 5)
            return (ring, *(self._seal(29, 34) if self.kind == "vp" else self._icon(52, theme.TERRACOTTA, theme.PANEL)))
        ground = Disc(0, 0, 29, theme.SERPENTINE)
        return (ground, *(self._seal(27, 32) if self.kind == "vp" else self._icon(42, theme.MARBLE, theme.SERPENTINE)))

    def _icon(self, size: float, colour: str, ground: str) -> tuple[Shape, ...]:
        if not self.tile:
            return ()
        icon = REWARD_ICONS[self.tile]
        if icon == "tileback":
            colour = theme.STONE if ground == theme.PANEL else theme.STONE_ON_VERDE
        return (Icon(icon, 0, 0, size, colour, ground),)

    def _seal(self, r: float, size: float) -> tuple[Shape, ...]:
        if not self.tile:
            return Seal("", r).shapes()
        above: tuple[Shape, ...] = ()
        lower = 0.0
        if self.tile.startswith("v_cities"):
            k = r / 29
            above, size, lower = arch(k), size * 0.72, 2.5 * k
        return (*Seal("", r).shapes(), *above, Icon(REWARD_ICONS[self.tile], 0, lower, size, INK, GOLD))


def arch(k: float, colour: str = INK) -> tuple[Shape, ...]:
    """What stands for a city on a seal: the figure below it counts there. k: 1 on a seal of radius 29."""
    posts = tuple(Line(((x * k, 0), (x * k, 12 * k)), colour, 4 * k) for x in (-17, 17))
    return (Arc(0, 0, 19 * k, 180, 360, colour, 4 * k), *posts)


@dataclass(frozen=True, slots=True)
class Gate:
    """The closed bay of a city that is not in the game, from its upper left corner."""

    w: float
    h: float

    def shapes(self) -> tuple[Shape, ...]:
        w, h, r, e = self.w, self.h, self.w / 2, BAY_EDGE
        frame, line = theme.GATE_FRAME, theme.GATE_LINE
        leaves = (
            Box(r - 104, h - 136, 92, 122, 6, None, line, 3),
            Box(r + 12, h - 136, 92, 122, 6, None, line, 3),
        )
        return (
            Disc(r, r, r + e, frame),
            Box(-e, r, w + 2 * e, h - r, 0, frame),
            Disc(r, r, r, theme.LEAF),
            Box(0, r, w, h - r, 0, theme.LEAF),
            Line(((r, h - 148), (r, h - 3)), line, 4),
            Line(((3, h - 148), (w - 3, h - 148)), line, 4),
            *leaves,
            Disc(r - 24, h - 76, 6, line),
            Disc(r + 24, h - 76, 6, line),
        )


@dataclass(frozen=True, slots=True)
class FullArch:
    """The edge of a bay whose city has no free slot any more, with a lock on its keystone."""

    w: float
    h: float

    def shapes(self) -> tuple[Shape, ...]:
        r, e = self.w / 2, BAY_EDGE
        return (
            Arc(r, r, r + e, 180, 360, theme.INK_2, e),
            Box(-e, r - 1, e, self.h - r + 1, 0, theme.INK_2),
            Box(self.w, r - 1, e, self.h - r + 1, 0, theme.INK_2),
            Disc(r, 6, 23, theme.INK_2, theme.PANEL, 3),
            Icon("lock", r, 4, 26, WHITE, theme.INK_2),
        )


@dataclass(frozen=True, slots=True)
class Roundel:
    """An inlaid lozenge in a rose ring between two arches."""

    def shapes(self) -> tuple[Shape, ...]:
        return (
            Disc(0, 0, 21, None, theme.ROSE, 4),
            Poly(((0, -12), (12, 0), (0, 12), (-12, 0)), GOLD),
        )


@dataclass(frozen=True, slots=True)
class SexSign:
    """An outlined man or woman: who must be paid."""

    kind: str
    size: float
    ground: str

    def shapes(self) -> tuple[Shape, ...]:
        return (
            Icon(self.kind, 0, 0, self.size, theme.INK_2, self.ground, theme.INK_2, 0.065 * self.size),
            Icon(self.kind, 0, 0, self.size, self.ground, self.ground),
        )


@dataclass(frozen=True, slots=True)
class TileSign:
    """What an alliance tile is for: the small disc with rings or scroll at its lower left."""

    kind: str

    def shapes(self) -> tuple[Shape, ...]:
        fill = theme.TERRACOTTA if self.kind == "marriage" else theme.SERPENTINE
        return (
            Disc(0, 0, 19, theme.PANEL),
            Disc(0, 0, 17, fill),
            Icon(self.kind, 0, 0, 22, WHITE, fill),
        )


@cache
def dentils(height: float) -> tuple[Box, ...]:
    """The ornament of private pictures: dentils along the upper and lower edge of a canvas 1600 px wide."""
    return tuple(Box(24 + 20 * i, y, 12, 8, 0, theme.SERPENTINE) for y in (0, height - 8) for i in range(78))


@cache
def dentils_at(y: float) -> tuple[Box, ...]:
    """The ornament below the header of the end."""
    return tuple(Box(24 + 20 * i, y, 12, 8, 0, theme.VERDE) for i in range(78))


def outline(colour: str) -> str:
    """The line of an empty die place on its band."""
    return darker(colour, 0.2)


@dataclass(frozen=True, slots=True)
class Bride:
    """A bride: white beside a married man, a ghost of stone where she is still to come."""

    size: float
    married: bool

    def shapes(self) -> tuple[Shape, ...]:
        if not self.married:
            return (Icon("bride", 0, 0, self.size, theme.TO_COME, theme.PANEL),)
        return (Icon("bride", 0, 0, self.size, WHITE, WHITE, theme.INK_2, 4),)


@dataclass(frozen=True, slots=True)
class HiredRing:
    """The disc of a hired helper: white in a ring of the seat's colour."""

    colour: str
    r: float

    def shapes(self) -> tuple[Shape, ...]:
        edge = darker(self.colour, 0.45)
        return (
            Disc(0, 2.5, self.r, edge),
            Disc(0, 0, self.r, self.colour),
            Disc(0, 0, self.r - 7, WHITE),
        )
