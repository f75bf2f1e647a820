"""Drawings of goods and coins, and counts of a supply."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from engines.kilia.data.types import GOODS, Good
from engines.kilia.view import Mat
from render import kit
from render.kilia import theme

RELATIVE_SIZES = {"wheat": 0.94, "coin": 0.92, "any": 0.9}
THINGS_IN_ORDER = ("coin", *GOODS)
"""Coins and goods in the order of the boards."""


def build_stock(mat: Mat) -> dict[str, int]:
    """Return the player's supply by thing."""
    return build_amounts(mat.coins, mat.goods)


def build_amounts(coins: int, goods: Mapping[Good, int]) -> dict[str, int]:
    """Return counts by thing: coins, then goods in printed order."""
    counts: dict[str, int] = {"coin": coins}
    counts |= {good: goods[good] for good in GOODS}
    return counts


@dataclass(frozen=True, slots=True)
class Ware:
    """A good, any good, or a coin, of `size` px."""

    relief: ClassVar[kit.Relief] = kit.Relief(1.2, 2.4, raises_icons=True)
    """Its only shape is an icon, which is lit like a solid piece."""

    thing: str  # one of the four goods, "any" for a good of choice, or "coin"
    size: float  # px at scale 1, before `RELATIVE_SIZES` makes some things smaller
    pale_share: float = 0
    """Share of the background mixed into its colours."""
    background: str = theme.PANEL  # colour below it, shown by cut-outs of the icon and mixed into pale colours

    def shapes(self) -> tuple[kit.Shape, ...]:
        size = self.size * RELATIVE_SIZES.get(self.thing, 1)
        if self.thing == "coin":
            if self.pale_share:
                return (
                    kit.Icon(
                        "taler_pale",
                        0,
                        0,
                        size,
                        kit.mix_colours(theme.TALER, self.background, self.pale_share),
                        self.background,
                    ),
                )
            return (kit.Icon("taler", 0, 0, size, theme.TALER),)
        if self.thing == "any":
            return (kit.Icon("any", 0, 0, size, theme.TALER, self.background, theme.TAR, max(1.5, 0.03 * size)),)
        fill, edge = theme.GOODS[self.thing], theme.EDGES[self.thing]
        name, width = self.thing, max(1.5, 0.045 * size)
        if self.pale_share:
            fill, edge = (
                kit.mix_colours(fill, self.background, self.pale_share),
                kit.mix_colours(edge, self.background, self.pale_share),
            )
            name = "wood_pale" if self.thing == "wood" else self.thing
        return (kit.Icon(name, 0, 0, size, fill, self.background, edge, width),)


@dataclass(frozen=True, slots=True)
class Money:
    """An amount of coins in one silver disc."""

    relief: ClassVar[kit.Relief] = kit.Relief(1.6, 3, has_serif_numerals=True)
    """Rim and silver face stand out; the number is flat."""

    amount: int  # number of coins; from 10 on in smaller figures
    r: float  # radius in px at scale 1

    def shapes(self) -> tuple[kit.Shape, ...]:
        r = self.r
        size = r * (1.25 if self.amount < 10 else 1.0)
        disc = kit.Disc(0, 0, r, theme.TALER, theme.TALER_EDGE, max(2.0, 0.1 * r))
        return (disc, kit.Disc(0, 0, 0.8 * r, theme.SILVER), kit.Numeral(0, 0, str(self.amount), size, theme.TAR))


def draw_centred(
    things: list[str], x: float, y: float, size: float, max_width: float, available: Sequence[bool] = ()
) -> Iterator[kit.Node]:
    """Draw things around (x, y), pressed together to `max_width` px if they are many; coins as one disc with their
    number.

    available: for each thing, whether the player has it. Missing things are pale, missing coins have a struck-out disc.
    """
    coins = things.count("coin")
    icons = [thing for thing in things if thing != "coin"] + (["coin"] if coins else [])
    pitch = min(1.12 * size, (max_width - 24) / max(1, len(icons)))
    left = x - pitch * (len(icons) - 1) / 2
    for i, thing in enumerate(icons):
        if thing == "coin":
            r = 0.46 * min(size, pitch)
            yield kit.Sprite(left + pitch * i, y, Money(coins, r))
            if available and not available[-1]:
                coin_x = left + pitch * i
                yield kit.Polyline(
                    ((coin_x - 0.8 * r, y + 0.8 * r), (coin_x + 0.8 * r, y - 0.8 * r)), theme.BRICK, 0.12 * r
                )
        else:
            pale_share = 0.65 if available and not available[i] else 0
            yield kit.Sprite(left + pitch * i, y, Ware(thing, min(size, pitch), pale_share, kit.WHITE))
