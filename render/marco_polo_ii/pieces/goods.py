"""Amounts of goods, coins and points as rows of icons with numbers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engines.marco_polo_ii.data.types import COST_KEYS, GAIN_KEYS, Cost, Gain
from render import kit
from render.marco_polo_ii import theme

_ORDER = ("vp", "coins", "camels", "pepper", "silk", "gold", "jade", "any_good", "two_different")
KEYS = (*_ORDER, *(key for key in dict.fromkeys((*GAIN_KEYS, *COST_KEYS)) if key not in _ORDER))

_SMALL_ICON = 32
"""px: beside smaller icons, seals and coins are larger, as they hold their number."""


@dataclass(frozen=True, slots=True)
class CoinDisc:
    """A sum of money: a copper coin with the number on it."""

    text: str  # number of coins; from two characters on in smaller figures
    r: float  # radius in px at scale 1

    relief: ClassVar[kit.Relief] = kit.Relief(1.2, 2)  # each ring of the coin is lit

    def shapes(self) -> tuple[kit.Shape, ...]:
        r = self.r
        size = (1.36 if len(self.text) < 2 else 1.1) * r
        discs = (
            kit.Disc(0, 0, r, theme.COPPER_RING),
            kit.Disc(0, 0, 0.91 * r, theme.COPPER),
            kit.Disc(0, 0, 0.74 * r, theme.COPPER_DISC),
        )
        return (*discs, kit.Numeral(0, 0, self.text, size, kit.INK))


@dataclass(frozen=True, slots=True)
class GoodBadge:
    """The good of a place at the corner of this place: its sign on a pale disc."""

    good: str  # name of its icon, and key of its colour
    r: float  # radius in px at scale 1, with the edge

    relief: ClassVar[kit.Relief] = kit.Relief(1.2, 2)  # as flat as a coin

    def shapes(self) -> tuple[kit.Shape, ...]:
        colour = theme.GOODS[self.good]
        return (
            kit.Disc(0, 0, self.r, kit.darken(colour, 0.35)),
            kit.Disc(0, 0, 0.86 * self.r, theme.PANEL),
            kit.Icon(self.good, 0, 0, 1.3 * self.r, colour, theme.PANEL),
        )


@dataclass(frozen=True, slots=True)
class AnyGoodIcon:
    """A good of the player's choice: three small goods in a white square."""

    size: float  # side of the square in px at scale 1

    relief: ClassVar[kit.Relief] = kit.Relief(1, 2)  # the square stands out; the goods are printed on it

    def shapes(self) -> tuple[kit.Shape, ...]:
        s = self.size
        small = ((-0.22, -0.2, "pepper"), (0.22, -0.2, "silk"), (0, 0.24, "gold"))
        return (
            kit.Box(-s / 2, -s / 2, s, s, 0.22 * s, theme.PANEL, theme.INK_2, max(1.5, 0.05 * s)),
            *(kit.Icon(name, x * s, y * s, 0.42 * s, theme.GOODS[name], theme.PANEL) for x, y, name in small),
        )


@dataclass(frozen=True, slots=True)
class DifferentGoodsIcon:
    """Two different goods: "2≠" in a white rectangle."""

    size: float  # height in px at scale 1; the rectangle is 1.24 times as wide

    relief: ClassVar[kit.Relief] = kit.Relief(1, 2)  # the rectangle stands out; its text is flat

    def shapes(self) -> tuple[kit.Shape, ...]:
        s = self.size
        return (
            kit.Box(-0.62 * s, -s / 2, 1.24 * s, s, 0.22 * s, theme.PANEL, theme.INK_2, max(1.5, 0.05 * s)),
            kit.Numeral(0, 0, "2≠", 0.7 * s, kit.INK),
        )


_ROW_SHARE = 1.2  # height of a row of icons, as a share of their size


@dataclass(frozen=True, slots=True)
class Run:
    """A row of icons and texts: nodes that begin at x = 0, with their middle at y = 0."""

    nodes: kit.Nodes  # each already at its place in the row
    w: float
    """Width in px."""

    def draw_at(self, x: float, y: float) -> Iterator[kit.Node]:
        """Yield the nodes moved to begin at x, with their middle at y."""
        for node in self.nodes:
            yield kit.transform_node(node, x, y)

    def draw_centred(self, x: float, y: float) -> Iterator[kit.Node]:
        return self.draw_at(x - self.w / 2, y)


def join_runs(runs: list[Run], gap: float = 8) -> Run:
    """Join runs to one, with gaps of `gap` px."""
    nodes: list[kit.Node] = []
    x = 0.0
    for run in runs:
        nodes += run.draw_at(x, 0)
        x += run.w + gap
    return Run(tuple(nodes), max(0, x - gap))


def join_alternatives(first: Run, second: Run, s: float, size: int, max_h: float = 0) -> Run:
    """Join two runs of icons of `s` px by a stroke: in two rows if they fit into `max_h`, else in one."""
    stroke = build_label("/", size, theme.INK_2)
    if 2 * _ROW_SHARE * s > max_h:
        return join_runs([first, stroke, second], 0.2 * s)
    below = join_runs([stroke, second], 0.2 * s)
    w, dy = max(first.w, below.w), _ROW_SHARE * s / 2
    return Run((*first.draw_at((w - first.w) / 2, -dy), *below.draw_at((w - below.w) / 2, dy)), w)


def wrap_node(piece: kit.Node, w: float) -> Run:
    """Return a run of a single node whose centre is (0, 0). w: its width in px."""
    return Run((kit.transform_node(piece, w / 2, 0),), w)


def build_label(text: str, size: int, colour: str = kit.INK) -> Run:
    """Build a label. On a map that is drawn smaller its letters stay legible and use part of the gap behind it."""
    w = kit.measure_text(text, size)
    return Run((kit.TextRun(0, 0, text, size, colour, max_width=1.6 * w),), w)


def build_amounts(
    amounts: Cost | Gain, s: float, size: int, shows_ones: bool = True, background: str = theme.PANEL
) -> Run:
    """Return the amounts of a cost or gain as icons of `s` px with numbers. shows_ones: also write the number 1."""
    runs = [_build_item(key, n, s, size, shows_ones, background) for key in KEYS if (n := getattr(amounts, key, 0))]
    return join_runs(runs)


def build_good_icon(key: str, s: float, background: str = theme.PANEL) -> kit.Icon:
    return kit.Icon(key, 0, 0, s, theme.GOODS[key], background)


def _build_item(key: str, n: int, s: float, size: int, shows_ones: bool, background: str) -> Run:
    number, is_small = [build_label(str(n), size)] if n > 1 or shows_ones else [], s < _SMALL_ICON
    match key:
        case "vp":
            return wrap_node(
                kit.Sprite(0, 0, kit.Seal(str(n), (0.8 if is_small else 0.6) * s)), (1.5 if is_small else 1.2) * s
            )
        case "coins":
            return wrap_node(
                kit.Sprite(0, 0, CoinDisc(str(n), (0.74 if is_small else 0.62) * s)), (1.46 if is_small else 1.24) * s
            )
        case "any_good":
            return join_runs([wrap_node(kit.Sprite(0, 0, AnyGoodIcon(1.1 * s)), 1.1 * s), *number], 0.1 * s)
        case "two_different":
            return wrap_node(kit.Sprite(0, 0, DifferentGoodsIcon(s)), 1.25 * s)
        case "black_die":
            die = wrap_node(kit.Sprite(0, 0, kit.Die(theme.BLACK_DIE, 5, 0.9 * s)), 0.95 * s)
            return join_runs([die, *(number if n > 1 else [])], 0.1 * s)
        case "draw_contract" | "take_contract":
            icon = kit.Icon("letter" if key == "draw_contract" else "pick", 0, 0, s, kit.INK, background)
            return join_runs([wrap_node(icon, s), *(number if n > 1 else [])], 0.1 * s)
        case "move":
            walk = [wrap_node(kit.Icon("man", 0, 0, 0.9 * s, kit.INK, background), 0.7 * s)]
            return join_runs(
                [
                    *walk,
                    wrap_node(kit.Icon("move", 0, 0, 0.62 * s, kit.INK, background), 0.62 * s),
                    build_label(str(n), size),
                ],
                0.1 * s,
            )
        case "copy_city_bonus":
            return build_label("?", max(size, 26), theme.RED)
    return join_runs([wrap_node(build_good_icon(key, s, background), s), *number], 0.1 * s)
