"""Amounts of goods, coins and points as icons with numbers in a row."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.marco_polo_ii.data.types import COST_KEYS, GAIN_KEYS, Cost, Gain
from render.kit.colour import INK, WHITE
from render.kit.scene import Box, Disc, Icon, Node, Nodes, Numeral, Shape, Sprite, Text, place
from render.kit.text import measure
from render.kit.tokens import Die, Seal
from render.marco_polo_ii import theme

_ORDER = ("vp", "coins", "camels", "pepper", "silk", "gold", "jade", "any_good", "two_different")
KEYS = (*_ORDER, *(key for key in dict.fromkeys((*GAIN_KEYS, *COST_KEYS)) if key not in _ORDER))


@dataclass(frozen=True, slots=True)
class CoinDisc:
    """A sum of money: a copper coin with the number on it."""

    text: str
    r: float

    def shapes(self) -> tuple[Shape, ...]:
        r = self.r
        size = (1.3 if len(self.text) < 2 else 1.05) * r
        discs = (
            Disc(0, 0, r, theme.COPPER_RING),
            Disc(0, 0, 0.91 * r, theme.COPPER),
            Disc(0, 0, 0.74 * r, theme.COPPER_DISC),
        )
        return (*discs, Numeral(0, 0, self.text, size, INK))


@dataclass(frozen=True, slots=True)
class AnyGood:
    """A good of the player's choice: three small goods in a white square."""

    size: float

    def shapes(self) -> tuple[Shape, ...]:
        s = self.size
        small = ((-0.22, -0.2, "pepper"), (0.22, -0.2, "silk"), (0, 0.24, "gold"))
        return (
            Box(-s / 2, -s / 2, s, s, 0.22 * s, WHITE, theme.INK_2, max(1.5, 0.05 * s)),
            *(Icon(name, x * s, y * s, 0.42 * s, theme.GOODS[name], WHITE) for x, y, name in small),
        )


@dataclass(frozen=True, slots=True)
class Different:
    """So many different goods."""

    size: float

    def shapes(self) -> tuple[Shape, ...]:
        s = self.size
        return (
            Box(-0.62 * s, -s / 2, 1.24 * s, s, 0.22 * s, WHITE, theme.INK_2, max(1.5, 0.05 * s)),
            Numeral(0, 0, "2≠", 0.7 * s, INK),
        )


@dataclass(frozen=True, slots=True)
class Run:
    """Nodes from x = 0 on around y = 0, and how wide they are in px."""

    nodes: Nodes
    w: float

    def at(self, x: float, y: float) -> Iterator[Node]:
        """The same nodes from x on around y."""
        for node in self.nodes:
            yield place(node, x, y)

    def centred(self, x: float, y: float) -> Iterator[Node]:
        return self.at(x - self.w / 2, y)


def row(runs: list[Run], gap: float = 8) -> Run:
    """Runs one after the other."""
    nodes: list[Node] = []
    x = 0.0
    for run in runs:
        nodes += run.at(x, 0)
        x += run.w + gap
    return Run(tuple(nodes), max(0, x - gap))


def glyph(piece: Node, w: float) -> Run:
    """One node that is drawn around (0, 0)."""
    return Run((place(piece, w / 2, 0),), w)


def label(text: str, size: int, colour: str = INK) -> Run:
    w = measure(text, size)
    return Run((Text(0, 0, text, size, colour, room=w + 1),), w)


def bundle(what: Cost | Gain, s: float, size: int, ones: bool = True, ground: str = theme.PANEL) -> Run:
    """Everything that is paid or gained; icons of `s` px; ones: also a 1 is written."""
    runs = [_item(key, n, s, size, ones, ground) for key in KEYS if (n := getattr(what, key, 0))]
    return row(runs)


def good(key: str, s: float, ground: str = theme.PANEL) -> Icon:
    return Icon(key, 0, 0, s, theme.GOODS[key], ground)


def _item(key: str, n: int, s: float, size: int, ones: bool, ground: str) -> Run:
    number = [label(str(n), size)] if n > 1 or ones else []
    match key:
        case "vp":
            return glyph(Sprite(0, 0, Seal(str(n), 0.6 * s)), 1.2 * s)
        case "coins":
            return glyph(Sprite(0, 0, CoinDisc(str(n), 0.62 * s)), 1.24 * s)
        case "any_good":
            return row([glyph(Sprite(0, 0, AnyGood(1.1 * s)), 1.1 * s), *number], 0.1 * s)
        case "two_different":
            return glyph(Sprite(0, 0, Different(s)), 1.25 * s)
        case "black_die":
            die = glyph(Sprite(0, 0, Die(theme.BLACK_DIE, 5, 0.9 * s)), 0.95 * s)
            return row([die, *(number if n > 1 else [])], 0.1 * s)
        case "draw_contract" | "take_contract":
            icon = Icon("letter" if key == "draw_contract" else "pick", 0, 0, s, INK, ground)
            return row([glyph(icon, s), *(number if n > 1 else [])], 0.1 * s)
        case "move":
            walk = [glyph(Icon("man", 0, 0, 0.9 * s, INK, ground), 0.7 * s)]
            return row(
                [*walk, glyph(Icon("move", 0, 0, 0.62 * s, INK, ground), 0.62 * s), label(str(n), size)], 0.1 * s
            )
        case "copy_city_bonus":
            return label("?", max(size, 26), theme.RED)
    return row([glyph(good(key, s, ground), s), *number], 0.1 * s)
