"""City cards and special cities: their effects, their spaces, and the seats with a post there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import CityCard, Cost, Gain
from engines.marco_polo_ii.view import Mat, View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.board.dice import draw_space
from render.marco_polo_ii.catalogue import render_message, render_noun
from render.marco_polo_ii.pieces.goods import Run, build_amounts, build_label, join_runs, wrap_node
from render.marco_polo_ii.pieces.people import GuildSeal, Post
from render.marco_polo_ii.pieces.plates import draw_head, draw_sheet

_TOP, _W, _H, _PITCH = 526, 130, 196, 138
_HEAD, _USED_COLOUR = 36, "#EDE2CC"


_ORDER = tuple(sorted(CONTENT.card_spaces, key=lambda space: CONTENT.data.spaces[space].city is not None))
"""The card spaces from the left: the common ones, then those of cities."""


def _compute_special_city_x(i: int) -> int:
    return 44 + _PITCH * (len(_ORDER) + i)


@cache
def draw_static(_has_caravan: bool, lang: kit.Lang) -> kit.Nodes:
    """Draw the static part: the fields with their names, and the rewards of special cities."""
    nodes: list[kit.Node] = []
    for i, space in enumerate(_ORDER):
        x, city = 44 + _PITCH * i, CONTENT.data.spaces[space].city
        word = render_message(f"space.{space}", lang) if city is None else render_noun(f"cities.{city}", lang)
        nodes += _draw_field(x, theme.PLUM_2 if city is None else theme.BROWN, word)
        if city is None:
            words = kit.fit_text(render_message("everybody", lang), 62, kit.MICRO)
            nodes += words.build_runs(x + 10, _TOP + _H - 30, theme.INK_2, max_width=62)
    for i, (city, line) in enumerate(CONTENT.data.special_cities.items()):
        x = _compute_special_city_x(i)
        nodes += _draw_field(x, theme.JADE_DARK, render_noun(f"cities.{city}", lang))
        nodes += build_amounts(line.reward, 26, kit.MICRO, background=theme.PANEL).draw_centred(x + _W / 2, _TOP + 60)
        bonus = build_amounts(CONTENT.data.guilds[line.guild].improved_bonus, 20, kit.MICRO, background=theme.PANEL)
        seal = wrap_node(kit.Sprite(0, 0, GuildSeal(line.guild, 34)), 36)
        nodes += join_runs([seal, bonus], 4).draw_centred(x + _W / 2, _TOP + 104)
    return tuple(nodes)


def _draw_field(x: float, head: str, word: str) -> Iterator[kit.Node]:
    yield draw_sheet(x, _TOP, _W, _H, radius=10)
    yield draw_head(x, _TOP, _W, _HEAD, head, radius=10)
    yield from kit.fit_text(word, _W - 8, kit.DETAIL).build_runs(
        x + _W / 2, _TOP + _HEAD / 2, theme.PANEL, "m", max_width=_W - 8
    )


def draw_cards(view: View, _ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the current cards, the posts in their cities, and the dice."""
    for i, space in enumerate(_ORDER):
        yield from _draw_card(view, space, 44 + _PITCH * i)
    for i, spaces in enumerate(CONTENT.special_spaces.values()):
        for j, space in enumerate(spaces):
            yield from draw_space(view, space, _compute_special_city_x(i) + 36 + 57 * j, _TOP + _H - 32, 46, "cards")


@dataclass(frozen=True, slots=True)
class _UsedCard:
    """The background of a used card."""

    def shapes(self) -> tuple[kit.Shape, ...]:
        below = (False, False, True, True)
        return (kit.Box(0, 0, _W, _H - _HEAD, 10, _USED_COLOUR, theme.LINE, 2, corners=below),)


def _draw_card(view: View, space: str, x: float) -> Iterator[kit.Node]:
    city, card = CONTENT.data.spaces[space].city, view.city_cards[space]
    yield kit.Anchor(f"card:{space}", kit.Placement(x, _TOP, _W, _H, 10), card, part="cards", is_from_deck=True)
    if view.spaces[space]:
        yield kit.Sprite(x, _TOP + _HEAD, _UsedCard())
    for i, line in enumerate(build_card_lines(CONTENT.data.city_cards[card])):
        yield from line.draw_centred(x + _W / 2, _TOP + 58 + 32 * i)
    yield from draw_space(view, space, x + _W - 32, _TOP + _H - 32, 46, "cards", kit.Placement(x, _TOP, _W, _H, 10))
    if city is not None:
        owners = [mat for mat in view.mats if city in mat.posts]
        for i in range(0, len(owners), 2):
            y = _TOP + _H - (43 - 13 * i if len(owners) > 2 else 30)
            yield from _draw_row_of_posts(owners[i : i + 2], x + 19, y, 28)


def draw_posts(view: View, city: str, x: float, y: float, pitch: float) -> Iterator[kit.Node]:
    """Draw the posts in a city in a row that begins at x."""
    yield from _draw_row_of_posts([mat for mat in view.mats if city in mat.posts], x, y, pitch)


def _draw_row_of_posts(owners: Sequence[Mat], x: float, y: float, pitch: float) -> Iterator[kit.Node]:
    for i, mat in enumerate(owners):
        yield kit.Sprite(x + pitch * i, y, Post(mat.seat, theme.SEAT[mat.color], 22))


_DOWN = Run((kit.Poly(((0, -6), (18, -6), (9, 6)), theme.INK_2),), 18)
_DIE = wrap_node(kit.Sprite(0, 0, kit.Die(theme.PANEL, 5, 22)), 24)
_TIMES, _AT_MOST = (join_runs([build_label(sign, kit.MICRO, theme.INK_2), _DIE], 3) for sign in "×≤")
"""Signs of an action that is done as often as the value of the die, or at most as often."""


def build_card_lines(card: CityCard) -> list[Run]:
    """Return the effect of a card in up to three lines of icons."""
    match card.kind:
        case "exchange":
            return [
                _build_fitting_amounts(card.cost),
                join_runs([_DOWN, _TIMES], 12),
                _build_fitting_amounts(card.reward),
            ]
        case "choice_exchange":
            arrow = Run((kit.Poly(((0, -7), (12, 0), (0, 7)), theme.INK_2),), 12)
            return [
                join_runs(
                    [
                        build_amounts(exchange.cost, 20, kit.MICRO, background=theme.PANEL),
                        arrow,
                        build_amounts(exchange.reward, 20, kit.MICRO, background=theme.PANEL),
                    ],
                    6,
                )
                for exchange in card.options
            ] + [_TIMES]
        case "count_posts":
            posts = wrap_node(kit.Icon("post", 0, 0, 30, theme.BROWN, theme.PANEL), 32)
            return [posts, _build_each(card.per), _AT_MOST]
        case "count_contracts":
            contracts = wrap_node(kit.Icon("mission", 0, 0, 32, kit.INK, theme.PANEL), 34)
            return [contracts, _build_each(card.per), _AT_MOST]
        case "per_pip":
            return [_DIE, _build_each(card.per)]
        case "by_die":
            return [
                join_runs(
                    [
                        _build_range_label(r.min, r.max),
                        build_amounts(r.reward, 20 if r.reward.coins else 24, kit.MICRO, background=theme.PANEL),
                    ],
                    6,
                )
                for r in card.ranges
            ]
        case "city_bonus":
            bonus = build_label("!", kit.BODY, theme.RED)
            return [join_runs([_build_range_label(r.min, r.max), *[bonus] * r.times], 8) for r in card.ranges]
        case "guild_one_die":
            seal = wrap_node(kit.Sprite(0, 0, GuildSeal("farmer", 38, "none")), 40)
            return [_build_fitting_amounts(card.cost), _DOWN, join_runs([_DIE, seal], 6)]


def _build_range_label(low: int, high: int) -> Run:
    return build_label(str(low) if low == high else f"{low}–{high}", kit.MICRO, theme.INK_2)


def _build_each(gain: Gain) -> Run:
    """Return what each counted thing brings."""
    return join_runs([build_label("×", kit.BODY, theme.INK_2), _build_fitting_amounts(gain)], 4)


def _build_fitting_amounts(amounts: Cost | Gain) -> Run:
    """Return an amount in the larger of two sizes that fits on a card."""
    s = 22 if amounts.vp else 25 if amounts.coins else 30  # a seal and a coin are larger than other icons
    run = build_amounts(amounts, s, kit.BODY, background=theme.PANEL)
    return run if run.w <= _W - 16 else build_amounts(amounts, 22, kit.MICRO, shows_ones=False, background=theme.PANEL)
