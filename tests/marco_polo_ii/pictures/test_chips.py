"""The chips below the cities: the signs of a card are legible, also with a die on it, and cover nothing beside them."""

from collections.abc import Iterator

import pytest

from engines.kernel import LANGS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import build_view
from render.kit.bounds import measure_bounds
from render.kit.marks.change_marks import has_overlap
from render.kit.render_context import Lang, RenderContext
from render.kit.scene import Anchor, Icon, Node, Sprite, TextRun
from render.marco_polo_ii.land.chips import draw_chips, measure_max_width
from render.marco_polo_ii.land.cities import draw_city
from render.marco_polo_ii.land.places import LEFT, PLACES, WIDTH
from render.marco_polo_ii.pieces.placed_dice import DiceStack
from render.marco_polo_ii.pieces.plates import CardChip
from tests.marco_polo_ii.table import A, build_state, own_die

CARD_CITIES = [city for city in CONTENT.trade_cities if f"card_{city}_1" in CONTENT.card_spaces]


def draw_row(city: str, card: str, is_used: bool, tile: str | None = None) -> tuple[Node, ...]:
    """Draw the chips of a city with this card, and with a wide one on its second space."""
    spaces = [space for space in CONTENT.card_spaces if CONTENT.data.spaces[space].city == city]
    s = build_state(
        4,
        cards=dict(zip(spaces, (card, "k11"), strict=False)),
        dice={space: [own_die(A, 4)] for space in spaces if is_used},
        outposts={} if tile is None else {city: tile},
    )
    return tuple(draw_chips(build_view(s, None), city, *PLACES[city]))


@pytest.mark.parametrize("city", CARD_CITIES)
def test_die_on_a_card_hides_none_of_its_signs(city: str) -> None:
    """It once lay in the middle of the card."""
    for card in CONTENT.data.city_cards:
        nodes = draw_row(city, card, is_used=True)
        dice = [node for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, DiceStack)]
        signs = [*_iter_signs(nodes)]
        assert dice and len(signs) >= len(dice)
        for die in dice:
            left, top, right, bottom = measure_bounds(die)
            body = left + 4, top + 4, right - 4, bottom - 4  # without its shadow
            assert not any(has_overlap(body, measure_bounds(sign)) for sign in signs), card


def _iter_signs(nodes: tuple[Node, ...]) -> Iterator[Node]:
    for node in nodes:
        if isinstance(node, Icon | TextRun) or (
            isinstance(node, Sprite) and type(node.piece).__name__ in ("CoinDisc", "Seal", "Die", "GuildSeal")
        ):
            yield node


def test_signs_of_cards_are_as_large_as_their_neighbours_leave_room() -> None:
    """They were all of 24 px: 6 px on a phone."""
    heights = {}
    for city in CARD_CITIES:
        for card in CONTENT.data.city_cards:
            icons = [node.size for node in draw_row(city, card, is_used=False) if isinstance(node, Icon)]
            heights[city, card] = max(icons, default=0)
    large = [pair for pair, height in heights.items() if height >= 27]
    assert len(large) >= 0.6 * len(heights)
    assert {city for city, _ in large} == set(CARD_CITIES)


@pytest.mark.parametrize("is_used", [False, True])
def test_no_row_is_wider_than_figures_expect_or_leaves_the_map(is_used: bool) -> None:
    for city in CARD_CITIES:
        for card in CONTENT.data.city_cards:
            for tile in CONTENT.data.outposts:
                chips = [node for node in draw_row(city, card, is_used, tile) if isinstance(node, Anchor)]
                left = min(chip.placement.x for chip in chips)
                right = max(chip.placement.x + chip.placement.w for chip in chips)
                assert right - left <= measure_max_width(city) + 1, (city, card)
                assert left >= LEFT and right <= LEFT + WIDTH, (city, card)


@pytest.mark.parametrize("lang", LANGS)
def test_cards_in_kabul_hide_no_posts_in_jaipur(lang: Lang) -> None:
    """Between them is the least room of all cities with cards."""
    posts = [
        measure_bounds(node)
        for node in draw_city(build_view(build_state(4), None), "jaipur", RenderContext(lang, ("Ann",) * 4))
        if isinstance(node, Anchor) and node.place.startswith("post:")
    ]
    assert len(posts) == 4
    for card in CONTENT.data.city_cards:
        for is_used in (False, True):
            for node in draw_row("kabul", card, is_used):
                if isinstance(node, Sprite) and isinstance(node.piece, CardChip | DiceStack):
                    assert not any(has_overlap(measure_bounds(node), post) for post in posts), (card, is_used)
