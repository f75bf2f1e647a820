"""What could nearly be paid: the next cards of the zones and active contracts, with what of their cost is at hand."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import Zone
from engines.kilia.view import Mat
from render.kilia import theme
from render.kilia.panels.frame import lit
from render.kilia.pieces.board_pieces import ZoneTile
from render.kilia.pieces.cards import units
from render.kilia.pieces.goods import THINGS, Money, Ware
from render.kilia.words.phrases import short
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, Box, Disc, Icon, Node, Shape, Sprite
from render.kit.text import fit

MOST = 3
"""So many are told."""


class Near(NamedTuple):
    """A cost. zone: whose next card it pays; contract: or which one; there: of each unit, whether it is held."""

    zone: Zone | None
    contract: str | None
    units: tuple[str, ...]
    there: tuple[bool, ...]

    @property
    def lacks(self) -> tuple[str, ...]:
        return tuple(unit for unit, there in zip(self.units, self.there, strict=True) if not there)

    @property
    def short(self) -> int:
        return len(self.lacks)

    @property
    def wants(self) -> set[str]:
        """What is missing, as things; of any good each of the four."""
        missing = set(self.lacks)
        return missing | set(THINGS[1:]) if "any" in missing else missing


def nearly(mat: Mat, have: Mapping[str, int]) -> list[Near]:
    """At most three costs: first those for which the ship may bring something, the least missing first; then what can
    be paid already. have: what will be held, by thing."""
    costs: list[tuple[Zone | None, str | None, list[str]]] = [
        (zone.id, None, [zone.good] * zone.cost) for zone in mat.zones if zone.cost is not None
    ]
    costs += [(None, contract, units(CONTENT.contracts[contract].cost)) for contract in mat.active]
    stock = {thing: have.get(thing, 0) for thing in THINGS}
    found = [Near(zone, contract, tuple(of), tuple(lit(of, stock))) for zone, contract, of in costs]
    offered = {thing for choice in mat.sailing.choices for _, things in choice.windows for thing in things}
    found.sort(key=lambda near: (near.short == 0, not near.wants & offered, near.short))
    return found[:MOST]


@dataclass(frozen=True, slots=True)
class Missing:
    """A light disc with a minus, on the corner of a good that is not there."""

    r: float = 12

    def shapes(self) -> tuple[Shape, ...]:
        r = self.r
        return Disc(0, 0, r, theme.MUTED, theme.TAR_2, 2), Box(-0.5 * r, -0.14 * r, r, 0.28 * r, 0, INK)


def near_row(near: Near, x: float, y: float, w: float, look: Look) -> Iterator[Node]:
    """One of them, `w` px wide around y: what for, its cost, and how much is missing."""
    if near.zone is not None:
        yield Sprite(x + 30, y, ZoneTile(near.zone, 56))
    else:
        yield Icon("contract", x + 30, y, 56, WHITE, theme.TAR_2)
    counted = Counter(near.units)
    shown = [unit for unit in near.units if unit != "coin"] + (["coin"] if counted["coin"] else [])
    pitch = min(60.0, (w - 222) / max(1, len(shown) - 1))
    size = min(50.0, pitch + 6)
    for i, unit in enumerate(shown):
        at = x + 94 + pitch * i
        there = near.there[len(near.there) - 1 if unit == "coin" else i]
        if unit == "coin":
            yield Sprite(at, y, Money(counted["coin"], 0.46 * size))
        else:
            yield Sprite(at, y, Ware(unit, size, 0 if there else 0.6, theme.TAR_2))
        if not there:
            yield Sprite(at + 0.38 * size, y + 0.36 * size, Missing())
    if near.short:
        words = fit(short(near.lacks, look.lang), 96, BODY, 2)
        yield from words.runs(x + w, y, GOLD, "r", 100)
    else:
        yield Disc(x + w - 22, y, 22, GOLD)
        yield Icon("check", x + w - 22, y, 26, INK, GOLD)
