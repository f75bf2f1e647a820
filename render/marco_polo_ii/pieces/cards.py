"""City cards as rows of icons: the general effect, and the effect with one die."""

from collections.abc import Callable

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import CityCard, Cost, Gain
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.pieces.goods import Run, build_amounts, build_label, join_alternatives, join_runs, wrap_node
from render.marco_polo_ii.pieces.people import GuildSeal

SIZES = ((64, kit.HEAD), (48, kit.KEY), (38, kit.BODY), (30, kit.DETAIL), (24, kit.MICRO), (19, kit.MICRO))
"""Icon size and text size, largest first."""


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


def build_card_icons(card: CityCard, s: float, size: int, shows_ones: bool = True, max_h: float = 0) -> Run:
    """Return the effect of a card in icons."""
    gap = 0.25 * s
    match card.kind:
        case "exchange":
            return build_exchange(card.cost, card.reward, s, size, shows_ones)
        case "choice_exchange":
            halves = [build_exchange(exchange.cost, exchange.reward, s, size, shows_ones) for exchange in card.options]
            return join_alternatives(halves[0], halves[1], s, size, max_h)
        case "count_posts":
            return join_runs(
                [
                    wrap_node(kit.Icon("post", 0, 0, s, theme.BROWN, theme.PANEL), 1.1 * s),
                    build_arrow(s),
                    _build_reward(card, s, size),
                ],
                gap,
            )
        case "count_contracts":
            return join_runs(
                [
                    wrap_node(kit.Icon("mission", 0, 0, 1.1 * s, kit.INK, theme.PANEL), s),
                    build_arrow(s),
                    _build_reward(card, s, size),
                ],
                gap,
            )
        case "per_pip":
            return join_runs([_build_die(s), build_label("×", size), _build_reward(card, s, size)], 0.2 * s)
        case "by_die":
            reward = build_amounts(card.ranges[0].reward, s, size, shows_ones=False, background=theme.PANEL)
            return join_runs([_build_die(s), build_arrow(s), reward], gap)
        case "city_bonus":
            return join_runs([_build_die(s), build_arrow(s), _build_city_bonus(s)], gap)
        case "guild_one_die":
            seal = wrap_node(kit.Sprite(0, 0, GuildSeal("farmer", 1.3 * s, "none")), 1.3 * s)
            return join_runs([build_amounts(card.cost, s, size, shows_ones, theme.PANEL), build_arrow(s), seal], gap)


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
