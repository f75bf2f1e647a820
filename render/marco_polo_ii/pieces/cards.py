"""City cards and seals as rows of icons: what they bring, by the value of the die or with one die."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import CityCard, Cost, Gain, Range
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.pieces.goods import (
    KEYS,
    Run,
    build_amounts,
    build_good_icon,
    build_label,
    join_alternatives,
    join_runs,
    wrap_node,
)
from render.marco_polo_ii.pieces.people import GuildSeal

SIZES = ((64, kit.HEAD), (48, kit.KEY), (38, kit.BODY), (30, kit.DETAIL), (24, kit.MICRO), (19, kit.MICRO))
"""Icon size and text size, largest first."""
_TABLE_ROWS = {2: 1.2, 3: 1.06}
"""Height of a row of a table of 2 or 3 rows, as a share of its icon size; coins stand in those of 2 alone."""
_TABLE_GAP = 0.3
"""Width of the gap before a column of a table, as a share of its icon size."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table of die values."""

    values: str
    """Values of the die, as in "3–5" or "4+"."""
    gains: tuple[Run, ...]
    """Gains for these values, one below the other."""
    is_reached: bool = True
    """Whether the viewer's dice reach these values."""


def fit_largest(make: Callable[[float, int], Run], max_width: float, start: int = 0) -> Run:
    """Return the row of icons in the largest of the sizes that fits; in the smallest if none does."""
    runs = (make(*size) for size in SIZES[start:])
    last = Run((), 0)
    for run in runs:
        last = run
        if run.w <= max_width:
            break
    return last


def build_arrow(s: float) -> Run:
    """Return the arrow between cost and gain."""
    h = 0.29 * s
    return Run((kit.Poly(((0, -h), (1.7 * h, 0), (0, h)), theme.INK_2),), 1.7 * h)


def build_exchange(
    cost: Cost, gain: Gain, s: float, size: int, shows_ones: bool = True, background: str = theme.PANEL
) -> Run:
    """Return cost, arrow and gain; only one of them if the other is nothing."""
    runs = [build_amounts(amounts, s, size, shows_ones, background) for amounts in (cost, gain)]
    if not runs[0].w or not runs[1].w:
        return runs[0] if runs[0].w else runs[1]
    return join_runs([runs[0], build_arrow(s), runs[1]], 0.25 * s)


def _build_die(s: float) -> Run:
    return wrap_node(kit.Sprite(0, 0, kit.Die(theme.PANEL, 5, 0.92 * s)), s)


def _build_counted(card: CityCard, s: float) -> Run:
    """Return the sign of what a card counts, none of which is paid: posts, fulfilled contracts, or pips."""
    match card.kind:
        case "count_posts":
            return wrap_node(kit.Icon("post", 0, 0, s, theme.BROWN, theme.PANEL), 1.1 * s)
        case "count_contracts":
            return wrap_node(kit.Icon("mission", 0, 0, 1.1 * s, kit.INK, theme.PANEL), s)
    return _build_die(s)


def _build_city_bonus(s: float) -> Run:
    """Return the icon of an unspecified city bonus, as it looks on the map."""
    w, h = 1.5 * s, 1.05 * s
    half = kit.Box(0, -h / 2, 0.55 * w, h, 3, theme.RED, corners=(True, False, False, True))
    sign = kit.Numeral(0.27 * w, 0, "!", 0.8 * s, theme.PANEL)
    return Run(
        (
            kit.Box(0, -h / 2, w, h, 3, theme.PANEL, theme.RED, 2),
            half,
            sign,
            kit.Numeral(0.78 * w, 0, "?", 0.8 * s, kit.INK),
        ),
        w,
    )


@lru_cache(1 << 9)
def build_card_icons(card: CityCard, s: float, size: int, shows_ones: bool = True, max_h: float = 0) -> Run:
    """Return the effect of a card in icons."""
    gap = 0.25 * s
    match card.kind:
        case "exchange":
            return build_exchange(card.cost, card.reward, s, size, shows_ones)
        case "choice_exchange":
            halves = [build_exchange(exchange.cost, exchange.reward, s, size, shows_ones) for exchange in card.options]
            return join_alternatives(halves[0], halves[1], s, size, max_h)
        case "count_posts" | "count_contracts" | "per_pip":
            return join_runs([_build_counted(card, s), build_label("×", size), _build_reward(card, s, size)], 0.2 * s)
        case "by_die" | "city_bonus":
            if (fit := fit_table(s, 2, max_h)) is not None:
                return build_table([_build_range_column(card, line, *fit) for line in card.ranges], *fit)
            gain = _build_city_bonus(s) if card.kind == "city_bonus" else _build_spread(card.ranges, s, size)
            return join_runs([_build_die(s), build_arrow(s), gain], gap)
        case "guild_one_die":
            seal = wrap_node(kit.Sprite(0, 0, GuildSeal("farmer", 1.3 * s, "none")), 1.3 * s)
            return join_runs([build_amounts(card.cost, s, size, shows_ones, theme.PANEL), build_arrow(s), seal], gap)


def fit_table(s: float, rows: int, max_h: float) -> tuple[float, int] | None:
    """Return the icon size, at most `s`, and the text size of a table of `rows` rows in `max_h` px; None if too low."""
    return next((fit for fit in SIZES if fit[0] <= s and rows * _TABLE_ROWS[rows] * fit[0] <= max_h), None)


def build_table(columns: Sequence[Column], s: float, size: int) -> Run:
    """Return a table: beside a die the values of each column, and below them what they bring."""
    rows = 1 + max(len(column.gains) for column in columns)
    tops = [_TABLE_ROWS[rows] * s * (i - (rows - 1) / 2) for i in range(rows)]
    nodes: list[kit.Node] = [*_build_die(s).draw_at(0, tops[0]), *build_arrow(s).draw_centred(0.5 * s, tops[1])]
    x, half = s, 0.5 * rows * _TABLE_ROWS[rows] * s
    for i, column in enumerate(columns):
        values = build_label(column.values, size, kit.INK if column.is_reached else theme.SMALL)
        cells = (values, *column.gains)
        w, gap = max(cell.w for cell in cells), _TABLE_GAP * s
        if i:
            nodes.append(kit.Polyline(((x + gap / 2, 4 - half), (x + gap / 2, half - 4)), theme.LINE, 2))
        x += gap
        for cell, y in zip(cells, tops, strict=False):
            nodes += cell.draw_centred(x + w / 2, y)
        x += w
    return Run(tuple(nodes), x)


def build_range_label(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _build_range_column(card: CityCard, line: Range, s: float, size: int) -> Column:
    if card.kind == "city_bonus":
        gain = join_runs([_build_city_bonus(s)] * line.times, 0.2 * s)
    else:
        gain = build_amounts(line.reward, s, size, background=theme.PANEL)
    return Column(build_range_label(line.min, line.max), (gain,))


def _build_spread(ranges: Sequence[Range], s: float, size: int) -> Run:
    """Return what the lowest to the highest value brings, as in "pepper 2–4"; equal numbers stand once."""
    low, high = ranges[0].reward, ranges[-1].reward
    numbers = {key: build_range_label(getattr(low, key), n) for key in KEYS if (n := getattr(high, key, 0))}
    groups = groupby(numbers, lambda key: numbers[key])
    return join_runs(
        [join_runs([*(_build_sign(key, s) for key in keys), build_label(text, size)], 0.1 * s) for text, keys in groups]
    )


def _build_sign(key: str, s: float) -> Run:
    icon = kit.Icon("letter", 0, 0, s, kit.INK, theme.PANEL) if key == "draw_contract" else build_good_icon(key, s)
    return wrap_node(icon, s)


def _build_reward(card: CityCard, s: float, size: int) -> Run:
    return build_amounts(card.per, s, size, shows_ones=False, background=theme.PANEL)


def build_die_effect(card: CityCard, value: int, posts: int, fulfilled: int, s: float, size: int) -> Run:
    """Return the effect of a card with a die of this value."""
    match card.kind:
        case "count_posts":
            return build_amounts(card.per.multiply(min(posts, value)), s, size, background=theme.PANEL)
        case "count_contracts":
            return build_amounts(card.per.multiply(min(fulfilled, value)), s, size, background=theme.PANEL)
        case "per_pip":
            return build_amounts(card.per.multiply(value), s, size, background=theme.PANEL)
        case "by_die":
            reward = next(r.reward for r in card.ranges if r.min <= value <= r.max)
            return build_amounts(reward, s, size, background=theme.PANEL)
        case "city_bonus":
            uses = next(r.times for r in card.ranges if r.min <= value <= r.max)
            return join_runs([_build_city_bonus(s)] * uses, 0.3 * s)
        case "guild_one_die":
            return build_seals(value, s)
        case "exchange" | "choice_exchange":
            return build_label(f"≤{value}×", size)


def build_seals(value: int, s: float, owned: tuple[str, ...] = ()) -> Run:
    """Return the seals that can be taken with a value, without those that are owned."""
    return join_runs(
        [
            wrap_node(kit.Sprite(0, 0, GuildSeal(guild, 1.1 * s)), 1.1 * s)
            for guild, line in CONTENT.data.guilds.items()
            if line.min_value <= value and guild not in owned
        ],
        0.1 * s,
    )


@lru_cache(1 << 9)
def build_seal_table(owned: tuple[str, ...], value: int, s: float, max_h: float) -> Run:
    """Return the seals that are not owned, each with its minimum value above it and its jade below; in a row of seals
    alone if a table does not fit into `max_h`. Seals above `value`, the best of the viewer's dice, are pale.
    """
    fit = fit_table(s, 3, max_h)
    if fit is None:
        return build_seals(value, s, owned)
    columns = []
    for guild, line in CONTENT.data.guilds.items():
        if guild not in owned:
            is_reached = line.min_value <= value
            seal = wrap_node(
                kit.Sprite(0, 0, GuildSeal(guild, 1.1 * fit[0], "route" if is_reached else "none")), fit[0]
            )
            jade = build_amounts(Gain(jade=line.jade_on_take), 0.9 * fit[0], fit[1], background=theme.PANEL)
            columns.append(Column(f"{line.min_value}+", (seal, jade), is_reached))
    return build_table(columns, *fit)
