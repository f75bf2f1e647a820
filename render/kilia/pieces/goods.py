"""Goods, coins and whole amounts of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engines.kilia.data.types import GOODS, Good
from engines.kilia.view import Mat
from render.kilia import theme
from render.kit.colour import WHITE, mix
from render.kit.scene import Disc, Icon, Line, Node, Numeral, Shape, Sprite

SIZES = {"wheat": 0.94, "coin": 0.92, "any": 0.9}
THINGS = ("coin", *GOODS)
"""In the order of the boards."""


def held(mat: Mat) -> dict[str, int]:
    """The personal supply."""
    return amounts(mat.coins, mat.goods)


def amounts(coins: int, goods: Mapping[Good, int]) -> dict[str, int]:
    """Coins, then goods in printed order."""
    found: dict[str, int] = {"coin": coins}
    found |= {good: goods[good] for good in GOODS}
    return found


@dataclass(frozen=True, slots=True)
class Ware:
    """A good, any good, or a coin, of `size` px. pale: how far it has gone towards the ground it lies on."""

    thing: str
    size: float
    pale: float = 0
    ground: str = theme.PANEL

    def shapes(self) -> tuple[Shape, ...]:
        size = self.size * SIZES.get(self.thing, 1)
        if self.thing == "coin":
            if self.pale:
                return (Icon("taler_pale", 0, 0, size, mix(theme.TALER, self.ground, self.pale), self.ground),)
            return (Icon("taler", 0, 0, size, theme.TALER),)
        if self.thing == "any":
            return (Icon("any", 0, 0, size, theme.TALER, self.ground, theme.TAR, max(1.5, 0.03 * size)),)
        fill, edge = theme.GOODS[self.thing], theme.EDGES[self.thing]
        name, width = self.thing, max(1.5, 0.045 * size)
        if self.pale:
            fill, edge = mix(fill, self.ground, self.pale), mix(edge, self.ground, self.pale)
            name = "wood_pale" if self.thing == "wood" else self.thing
        return (Icon(name, 0, 0, size, fill, self.ground, edge, width),)


@dataclass(frozen=True, slots=True)
class Money:
    """An amount of coins in one silver disc."""

    amount: int
    r: float

    def shapes(self) -> tuple[Shape, ...]:
        r = self.r
        size = r * (1.25 if self.amount < 10 else 1.0)
        disc = Disc(0, 0, r, theme.TALER, theme.TALER_EDGE, max(2.0, 0.1 * r))
        return (disc, Disc(0, 0, 0.8 * r, theme.SILVER), Numeral(0, 0, str(self.amount), size, theme.TAR))


def centred(
    things: list[str], x: float, y: float, size: float, room: float, at_hand: Sequence[bool] = ()
) -> Iterator[Node]:
    """Things around (x, y), pressed together to `room` px if they are many; coins as one disc with their number.

    at_hand: of each thing, whether it is there; the others are pale, and coins have a stroke through their disc.
    """
    coins = things.count("coin")
    shown = [thing for thing in things if thing != "coin"] + (["coin"] if coins else [])
    pitch = min(1.12 * size, (room - 24) / max(1, len(shown)))
    left = x - pitch * (len(shown) - 1) / 2
    for i, thing in enumerate(shown):
        if thing == "coin":
            r = 0.46 * min(size, pitch)
            yield Sprite(left + pitch * i, y, Money(coins, r))
            if at_hand and not at_hand[-1]:
                at = left + pitch * i
                yield Line(((at - 0.8 * r, y + 0.8 * r), (at + 0.8 * r, y - 0.8 * r)), theme.BRICK, 0.12 * r)
        else:
            pale = 0.65 if at_hand and not at_hand[i] else 0
            yield Sprite(left + pitch * i, y, Ware(thing, min(size, pitch), pale, WHITE))
