"""What a city card does, as a row of icons, and what it does with one die."""

from collections.abc import Callable

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import CityCard, Cost, Gain
from render.kit.colour import INK, WHITE
from render.kit.scene import BODY, DETAIL, HEAD, KEY, MICRO, Box, Icon, Numeral, Poly, Sprite
from render.kit.tokens import Die
from render.marco_polo_ii import theme
from render.marco_polo_ii.pieces.goods import Run, bundle, glyph, label, row
from render.marco_polo_ii.pieces.people import GuildSeal

SIZES = ((64, HEAD), (48, KEY), (38, BODY), (30, DETAIL), (24, MICRO), (19, MICRO))
"""Icons and their text, the largest first."""


def largest(make: Callable[[float, int], Run], room: float, start: int = 0) -> Run:
    """The row in the largest of the sizes that fits; the smallest if none does."""
    runs = (make(*size) for size in SIZES[start:])
    last = Run((), 0)
    for run in runs:
        last = run
        if run.w <= room:
            break
    return last


def arrow(s: float) -> Run:
    """From what is paid to what is gained."""
    h = 0.29 * s
    return Run((Poly(((0, -h), (1.7 * h, 0), (0, h)), theme.INK_2),), 1.7 * h)


def swap(cost: Cost, gain: Gain, s: float, size: int, ones: bool = True, ground: str = WHITE) -> Run:
    """Cost, arrow, gain; only one of them where the other is nothing."""
    runs = [bundle(what, s, size, ones, ground) for what in (cost, gain)]
    if not runs[0].w or not runs[1].w:
        return runs[0] if runs[0].w else runs[1]
    return row([runs[0], arrow(s), runs[1]], 0.25 * s)


def _die(s: float) -> Run:
    return glyph(Sprite(0, 0, Die(WHITE, 5, 0.92 * s)), s)


def _city_bonus(s: float) -> Run:
    """The bonus of any city, as it looks on the map."""
    w, h = 1.5 * s, 1.05 * s
    half = Box(0, -h / 2, 0.55 * w, h, 3, theme.RED, corners=(True, False, False, True))
    sign = Numeral(0.27 * w, 0, "!", 0.8 * s, WHITE)
    return Run((Box(0, -h / 2, w, h, 3, WHITE, theme.RED, 2), half, sign, Numeral(0.78 * w, 0, "?", 0.8 * s, INK)), w)


def card_words(card: CityCard, s: float, size: int, ones: bool = True) -> Run:
    """What a card does."""
    gap = 0.25 * s
    match card.kind:
        case "exchange":
            return swap(card.cost, card.reward, s, size, ones)
        case "choice_exchange":
            halves = [swap(one.cost, one.reward, s, size, ones) for one in card.options]
            return row([halves[0], label("/", size, theme.INK_2), halves[1]], 0.2 * s)
        case "count_posts":
            return row([glyph(Icon("post", 0, 0, s, theme.BROWN, WHITE), 1.1 * s), arrow(s), _many(card, s, size)], gap)
        case "count_contracts":
            return row([glyph(Icon("mission", 0, 0, 1.1 * s, INK, WHITE), s), arrow(s), _many(card, s, size)], gap)
        case "per_pip":
            return row([_die(s), label("×", size), _many(card, s, size)], 0.2 * s)
        case "by_die":
            reward = bundle(card.ranges[0].reward, s, size, ones=False, ground=WHITE)
            return row([_die(s), arrow(s), reward], gap)
        case "city_bonus":
            return row([_die(s), arrow(s), _city_bonus(s)], gap)
        case "guild_one_die":
            seal = glyph(Sprite(0, 0, GuildSeal("farmer", 1.3 * s, "none")), 1.3 * s)
            return row([bundle(card.cost, s, size, ones, WHITE), arrow(s), seal], gap)


def _many(card: CityCard, s: float, size: int) -> Run:
    return bundle(card.per, s, size, ones=False, ground=WHITE)


def with_die(card: CityCard, value: int, posts: int, fulfilled: int, s: float, size: int) -> Run:
    """What a card brings with a die of this value."""
    match card.kind:
        case "count_posts":
            return bundle(card.per.times(min(posts, value)), s, size, ground=WHITE)
        case "count_contracts":
            return bundle(card.per.times(min(fulfilled, value)), s, size, ground=WHITE)
        case "per_pip":
            return bundle(card.per.times(value), s, size, ground=WHITE)
        case "by_die":
            reward = next(r.reward for r in card.ranges if r.min <= value <= r.max)
            return bundle(reward, s, size, ground=WHITE)
        case "city_bonus":
            uses = next(r.times for r in card.ranges if r.min <= value <= r.max)
            return row([_city_bonus(s)] * uses, 0.3 * s)
        case "guild_one_die":
            return seals_up_to(value, s)
        case "exchange" | "choice_exchange":
            return label(f"≤{value}×", size)


def seals_up_to(value: int, s: float, owned: tuple[str, ...] = ()) -> Run:
    """The seals that a value opens, but for those that are owned."""
    return row(
        [
            glyph(Sprite(0, 0, GuildSeal(guild, 1.1 * s)), 1.1 * s)
            for guild, line in CONTENT.data.guilds.items()
            if line.min_value <= value and guild not in owned
        ],
        0.1 * s,
    )
