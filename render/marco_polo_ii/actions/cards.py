"""City cards and special cities: what they do, who may use them, their place."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import CityCard, Cost, Gain
from engines.marco_polo_ii.view import View
from render.kit.colour import INK, WHITE
from render.kit.look import Lang, Look
from render.kit.scene import BODY, DETAIL, MICRO, Anchor, Box, Icon, Node, Nodes, Poly, Shape, Sprite
from render.kit.spot import Spot
from render.kit.text import fit
from render.kit.tokens import Die
from render.marco_polo_ii import theme
from render.marco_polo_ii.board.dice import on_space
from render.marco_polo_ii.catalogue import noun, sentence
from render.marco_polo_ii.pieces.goods import Run, bundle, glyph, label, row
from render.marco_polo_ii.pieces.people import GuildSeal, Post

_TOP, _W, _H, _PITCH = 526, 130, 196, 138
_HEAD, _USED = 36, "#EDE2CC"


_ORDER = tuple(sorted(CONTENT.card_spaces, key=lambda space: CONTENT.data.spaces[space].city is not None))
"""The card spaces from the left: what everybody may use, then the cities."""


def _special_at(i: int) -> int:
    return 44 + _PITCH * (len(_ORDER) + i)


@cache
def printed(_caravan: bool, lang: Lang) -> Nodes:
    """What never changes: the fields, whose they are, and what special cities bring."""
    nodes: list[Node] = []
    for i, space in enumerate(_ORDER):
        x, city = 44 + _PITCH * i, CONTENT.data.spaces[space].city
        word = sentence(f"space.{space}", lang) if city is None else noun(f"cities.{city}", lang)
        nodes += _field(x, theme.PLUM_2 if city is None else theme.BROWN, word)
        if city is None:
            words = fit(sentence("everybody", lang), 62, MICRO)
            nodes += words.runs(x + 10, _TOP + _H - 30, theme.INK_2, room=62)
    for i, (city, line) in enumerate(CONTENT.data.special_cities.items()):
        x = _special_at(i)
        nodes += _field(x, theme.JADE_DARK, noun(f"cities.{city}", lang))
        nodes += bundle(line.reward, 26, MICRO, ground=WHITE).centred(x + _W / 2, _TOP + 60)
        bonus = bundle(CONTENT.data.guilds[line.guild].improved_bonus, 20, MICRO, ground=WHITE)
        seal = glyph(Sprite(0, 0, GuildSeal(line.guild, 34)), 36)
        nodes += row([seal, bonus], 4).centred(x + _W / 2, _TOP + 104)
    return tuple(nodes)


def _field(x: float, head: str, word: str) -> Iterator[Node]:
    yield Box(x, _TOP, _W, _H, 10, WHITE, theme.LINE, 2)
    yield Box(x, _TOP, _W, _HEAD, 10, head, corners=(True, True, False, False))
    yield from fit(word, _W - 8, DETAIL).runs(x + _W / 2, _TOP + _HEAD / 2, WHITE, "m", room=_W - 8)


def cards(view: View, _look: Look) -> Iterator[Node]:
    """Which cards lie there now, who may use them, and the dice."""
    for i, space in enumerate(_ORDER):
        yield from _card(view, space, 44 + _PITCH * i)
    for i, spaces in enumerate(CONTENT.special_spaces.values()):
        for j, space in enumerate(spaces):
            yield from on_space(view, space, _special_at(i) + 36 + 57 * j, _TOP + _H - 32, 46, "cards")


@dataclass(frozen=True, slots=True)
class _Used:
    """The ground of a card that was used."""

    def shapes(self) -> tuple[Shape, ...]:
        below = (False, False, True, True)
        return (Box(0, 0, _W, _H - _HEAD, 10, _USED, theme.LINE, 2, corners=below),)


def _card(view: View, space: str, x: float) -> Iterator[Node]:
    city, card = CONTENT.data.spaces[space].city, view.city_cards[space]
    yield Anchor(f"card:{space}", Spot(x, _TOP, _W, _H, 10), card, part="cards", drawn=True)
    if view.spaces[space]:
        yield Sprite(x, _TOP + _HEAD, _Used())
    for i, line in enumerate(_lines(CONTENT.data.city_cards[card])):
        yield from line.centred(x + _W / 2, _TOP + 58 + 32 * i)
    yield from on_space(view, space, x + _W - 32, _TOP + _H - 32, 46, "cards", Spot(x, _TOP, _W, _H, 10))
    if city is not None:
        for mat in view.mats:
            if city in mat.posts:
                at = x + 19 + 28 * (mat.seat % 2), _TOP + _H - (43 if mat.seat < 2 else 17)
                yield Sprite(*at, Post(mat.seat, theme.SEAT[mat.color], 22))


def posts(view: View, city: str, x: float, y: float, pitch: float) -> Iterator[Node]:
    """Who has a post in a city, from x on."""
    owners = [mat for mat in view.mats if city in mat.posts]
    for i, mat in enumerate(owners):
        yield Sprite(x + pitch * i, y, Post(mat.seat, theme.SEAT[mat.color], 22))


_DOWN = Run((Poly(((0, -6), (18, -6), (9, 6)), theme.INK_2),), 18)
_DIE = glyph(Sprite(0, 0, Die(WHITE, 5, 22)), 24)
_TIMES = row([label("×", MICRO, theme.INK_2), _DIE], 3)


def _lines(card: CityCard) -> list[Run]:
    """What a card does, in up to three lines."""
    match card.kind:
        case "exchange":
            return [_fitted(card.cost), row([_DOWN, _TIMES], 12), _fitted(card.reward)]
        case "choice_exchange":
            arrow = Run((Poly(((0, -7), (12, 0), (0, 7)), theme.INK_2),), 12)
            return [
                row([bundle(one.cost, 24, MICRO, ground=WHITE), arrow, bundle(one.reward, 24, MICRO, ground=WHITE)], 6)
                for one in card.options
            ] + [_TIMES]
        case "count_posts":
            return [glyph(Icon("post", 0, 0, 30, theme.BROWN, WHITE), 32), _DOWN, _fitted(card.per)]
        case "count_contracts":
            return [glyph(Icon("mission", 0, 0, 32, INK, WHITE), 34), _DOWN, _fitted(card.per)]
        case "per_pip":
            return [_DIE, _DOWN, row([label("×", MICRO, theme.INK_2), _fitted(card.per)], 4)]
        case "by_die":
            return [row([_range(r.min, r.max), bundle(r.reward, 24, MICRO, ground=WHITE)], 6) for r in card.ranges]
        case "city_bonus":
            bonus = label("!", BODY, theme.RED)
            return [row([_range(r.min, r.max), *[bonus] * r.times], 8) for r in card.ranges]
        case "guild_one_die":
            seal = glyph(Sprite(0, 0, GuildSeal("farmer", 38, "none")), 40)
            return [_fitted(card.cost), _DOWN, row([_DIE, seal], 6)]


def _range(low: int, high: int) -> Run:
    return label(str(low) if low == high else f"{low}–{high}", MICRO, theme.INK_2)


def _fitted(what: Cost | Gain) -> Run:
    """An amount as large as a card allows."""
    run = bundle(what, 30, BODY, ground=WHITE)
    return run if run.w <= _W - 16 else bundle(what, 22, MICRO, ones=False, ground=WHITE)
