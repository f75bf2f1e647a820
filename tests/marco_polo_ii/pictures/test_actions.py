"""The picture of the action spaces: whole words, and an anchor for every space, offer and contract."""

import pytest

from engines.kernel import LANGS
from engines.marco_polo_ii.data.content import CONTENT, GOODS
from engines.marco_polo_ii.view import view
from render.kit.extent import extent
from render.kit.look import Lang, Look
from render.kit.scene import Anchor, Scene, Sprite, Text
from render.kit.text import measure
from render.marco_polo_ii.actions.overview import actions
from render.marco_polo_ii.pieces.people import DiePlace, Post
from tests.marco_polo_ii.table import A, B, game, own, person

COMMON = ("card_common_1", "card_common_2")


def picture(lang: Lang, *cards: str, offers: dict[str, str] | None = None) -> Scene:
    """With a post of everybody in every city, and these cards as common ones."""
    s = game(
        4,
        caravan=True,
        cards=dict(zip(COMMON, cards, strict=False)),
        offers=offers,
        dice={"guild": [own(A, 3), own(B, 4)]},
    )
    for seat in s.seats:
        person(s, seat, posts=list(CONTENT.trade_cities))
    return actions(view(s, None), Look(lang, ("Bartholomew",) * 4))


def check_words(scene: Scene) -> None:
    for node in scene.live:
        if isinstance(node, Text):
            assert node.room is not None
            assert measure(node.text, node.size) <= node.room, node.text
            assert "..." not in node.text
            assert "…" not in node.text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("card", CONTENT.data.city_cards)
def test_every_card_has_whole_words_that_stay_on_it(lang: Lang, card: str) -> None:
    scene = picture(lang, card)
    check_words(scene)
    spot = scene.anchors["card:card_common_1"].spot
    for node in scene.live:
        if isinstance(node, Text) and spot.x <= node.x < spot.x + spot.w and spot.y <= node.y <= spot.y + spot.h:
            assert extent(node)[2] <= spot.x + spot.w


@pytest.mark.parametrize("number", range(1, 7))
def test_every_offer_stays_in_its_book(number: int) -> None:
    scene = picture("en", offers={book: f"{book}_{number}" for book in GOODS})
    check_words(scene)
    for node in scene.live:
        if isinstance(node, Text) and node.y < 510 and node.y > 230 and node.x < 806:
            book = int((node.x - 44) // 254)
            assert extent(node)[2] <= 44 + 254 * book + 240, node.text


def test_every_space_offer_and_contract_has_an_anchor() -> None:
    scene = picture("ja")
    s = game(4, caravan=True)
    shown = {node.place for node in scene.live if isinstance(node, Anchor)}
    assert {f"space:{space}" for space in CONTENT.data.spaces} <= shown
    assert {f"offer:{book}.{offer}" for book in GOODS for offer in ("free_1", "free_2", "left", "right")} <= shown
    assert {f"contract:{one}" for ids in s.on_offer.values() for one in ids} <= shown
    places = [node.place for node in scene.live if isinstance(node, Anchor)]
    assert len(places) == len(set(places))


def test_everybodys_post_is_seen_whole_beside_the_place_of_a_city_card() -> None:
    """Nothing of a house lies under the place for the die, or under another house."""
    sprites = [node for node in picture("en").live if isinstance(node, Sprite)]
    houses = [node for node in sprites if isinstance(node.piece, Post) and 526 < node.y < 722]
    places = [node for node in sprites if isinstance(node.piece, DiePlace) and 526 < node.y < 722]
    cities = [space for space in CONTENT.card_spaces if CONTENT.data.spaces[space].city is not None]
    assert len(houses) == 4 * len(cities)
    for house in houses:
        left, top, right, bottom = extent(house)
        for other in (*places, *houses):
            a, b, c, d = extent(other)
            assert other is house or right <= a or c <= left or bottom <= b or d <= top


def test_the_tile_below_the_line_is_said_to_be_of_the_next_round() -> None:
    """In place of a bare "next", which could be the next book, turn or player."""
    shown = [node.text for node in picture("en").live if isinstance(node, Text)]
    assert shown.count("3/5") == len(GOODS)
