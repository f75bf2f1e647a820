"""Costs that are nearly payable: the next cards of the zones and active contracts, with the missing units."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import Zone
from engines.kilia.view import Mat
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message
from render.kilia.panels.layout import list_available_units
from render.kilia.pieces.board_pieces import ZoneTile
from render.kilia.pieces.cards import list_units
from render.kilia.pieces.goods import THINGS_IN_ORDER, Money, Ware
from render.kilia.words.phrases import describe_missing

MAX_COSTS = 3
"""Maximum number of costs shown."""


class NearlyPayable(NamedTuple):
    """A cost that is nearly payable."""

    zone: Zone | None
    """Zone whose next card it pays; None for a contract."""
    contract: str | None
    """Contract that it fulfils; None for a zone."""
    units: tuple[str, ...]  # the whole cost, one entry for each unit: goods in printed order, "any", then "coin"
    held_units: tuple[bool, ...]
    """For each unit, whether the player has it."""

    @property
    def missing_units(self) -> tuple[str, ...]:
        """Missing units."""
        return tuple(unit for unit, is_held in zip(self.units, self.held_units, strict=True) if not is_held)

    @property
    def missing_count(self) -> int:
        return len(self.missing_units)

    @property
    def missing_things(self) -> set[str]:
        """Missing things; a unit of any good counts as each of the four goods."""
        things = set(self.missing_units)
        return things | set(THINGS_IN_ORDER[1:]) if "any" in things else things


def list_nearly_payable(mat: Mat, stock_after: Mapping[str, int]) -> list[NearlyPayable]:
    """Return at most three costs, by the things that the player will surely hold (`stock_after`).

    Costs for which the ship may bring a missing thing come first, those with the fewest missing units first; costs that
    can be paid already come last.
    """
    costs: list[tuple[Zone | None, str | None, list[str]]] = [
        (zone.id, None, [zone.good] * zone.cost) for zone in mat.zones if zone.cost is not None
    ]
    costs += [(None, contract, list_units(CONTENT.contracts[contract].cost)) for contract in mat.active_contracts]
    counts = {thing: stock_after.get(thing, 0) for thing in THINGS_IN_ORDER}
    candidates = [
        NearlyPayable(zone, contract, tuple(needed_units), tuple(list_available_units(needed_units, counts)))
        for zone, contract, needed_units in costs
    ]
    offered_things = {thing for choice in mat.next_sailing.choices for _, things in choice.windows for thing in things}
    candidates.sort(
        key=lambda candidate: (
            candidate.missing_count == 0,
            not candidate.missing_things & offered_things,
            candidate.missing_count,
        )
    )
    return candidates[:MAX_COSTS]


@dataclass(frozen=True, slots=True)
class MissingBadge:
    """A light disc with a minus, on the corner of a missing good."""

    r: float = 12  # radius in px at scale 1

    def shapes(self) -> tuple[kit.Shape, ...]:
        r = self.r
        return kit.Disc(0, 0, r, theme.MUTED, theme.TAR_2, 2), kit.Box(-0.5 * r, -0.14 * r, r, 0.28 * r, 0, kit.INK)


def draw_nearly_payable(
    cost: NearlyPayable, x: float, y: float, w: float, ctx: kit.RenderContext
) -> Iterator[kit.Node]:
    """Draw one cost, `w` px wide around y: its purpose, its units, and the number missing."""
    if cost.zone is not None:
        yield kit.Sprite(x + 30, y, ZoneTile(cost.zone, 56))
    else:
        yield kit.Icon("contract", x + 30, y, 56, kit.WHITE, theme.TAR_2)
    counted = Counter(cost.units)
    icons = [unit for unit in cost.units if unit != "coin"] + (["coin"] if counted["coin"] else [])
    pitch = min(60.0, (w - 222) / max(1, len(icons) - 1))
    size = min(50.0, pitch + 6)
    for i, unit in enumerate(icons):
        unit_x = x + 94 + pitch * i
        is_held = cost.held_units[len(cost.held_units) - 1 if unit == "coin" else i]
        if unit == "coin":
            yield kit.Sprite(unit_x, y, Money(counted["coin"], 0.46 * size))
        else:
            yield kit.Sprite(unit_x, y, Ware(unit, size, 0 if is_held else 0.6, theme.TAR_2))
        if not is_held:
            yield kit.Sprite(unit_x + 0.38 * size, y + 0.36 * size, MissingBadge())
    if cost.missing_count:
        short = render_message("short_count", ctx.lang, n=cost.missing_count)  # badges mark which units they are
        words = kit.fit_text(describe_missing(cost.missing_units, ctx.lang), 96, kit.DETAIL, 2, short=short)
        yield from words.build_runs(x + w, y, kit.GOLD, "r", 100)
    else:
        yield kit.Disc(x + w - 22, y, 22, kit.GOLD)
        yield kit.Icon("check", x + w - 22, y, 26, kit.INK, kit.GOLD)
