"""The market of the overview: cards, prices and events."""

from itertools import combinations, pairwise

import msgspec
import pytest

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import CourtCard
from engines.pax_pamir.view import MarketSpace
from render.kit.bounds import measure_bounds
from render.kit.placement import Placement
from render.kit.render_context import Lang
from render.kit.scene import Box, Icon, Numeral, Sprite, TextRun, describe_node
from render.kit.text import measure_text
from render.pax_pamir import layout
from render.pax_pamir.board import header
from render.pax_pamir.board.event_signs import LastingEvent
from render.pax_pamir.board.market import build_anchors
from render.pax_pamir.board.overview import PARTS, draw_zoom
from render.pax_pamir.board.turn_pill import find_awaited_player
from render.pax_pamir.cards.described import CARD_H, draw_open_card
from render.pax_pamir.cards.market import CardState, draw_market_card
from render.pax_pamir.catalogue import render_effect
from render.pax_pamir.layout import CARD_W, SPACE_H
from render.pax_pamir.pieces import AbilityStar, PriceTag, PrizeRibbon

from . import boards, notation
from .scenes import (
    build_context,
    build_view,
    draw_overview,
    has_overlap,
    list_texts,
    list_words,
)

SPACE = Placement(0, 0, CARD_W, SPACE_H)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_card_fits_its_space_in_both_sizes(lang: Lang) -> None:
    cards = (*CONTENT.cards, *CONTENT.events)
    base = build_view("start of two")
    for first in range(0, len(cards), 12):
        dealt = cards[first : first + 12]
        spaces = notation.build_market(
            (*dealt, *[None] * (12 - len(dealt))), dict.fromkeys(range(12), 12), locked=range(12)
        )
        view = msgspec.structs.replace(base, market=spaces)
        for scene in (
            draw_overview(view, build_context(view, lang)),
            *(draw_zoom(view, part, build_context(view, lang)) for part in PARTS[1:]),
        ):
            for text in list_texts(scene):
                assert text.max_width is not None and measure_text(text.text, text.size) <= text.max_width, (
                    describe_node(text)
                )
                assert not text.text.endswith(("...", "…")), describe_node(text)


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("rupees", [0, 2])
def test_names_are_large_and_neither_a_new_cards_corner_nor_a_prize_lies_on_words(rupees: int, lang: Lang) -> None:
    space = MarketSpace(0, None, rupees, 0, False)
    tip = 8.0 + CARD_W, -8.0
    small, hidden = 0, []
    for number, card in CONTENT.cards.items():
        nodes = draw_market_card(number, 0, 0, lang, CardState(rupees))
        (anchor,) = [a for a in build_anchors(msgspec.structs.replace(space, card=number), SPACE) if a.is_from_deck]
        assert anchor.placement.author_badge_centre == tip
        region, *names = reversed([node for node in nodes if isinstance(node, TextRun)])
        small += names[0].size < 26
        for text in (region, *names):
            _, _, right, _ = measure_bounds(text)
            top = text.y - 0.36 * text.size
            if right > tip[0] - 36 + max(0.0, top - tip[1]):
                hidden.append(f"{text.text}: the corner of a new card")
        box = (region.x, region.y - 8, measure_bounds(region)[2], region.y + 8)
        signs = [
            node for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, PrizeRibbon | AbilityStar)
        ]
        hidden += [f"{card.name}: {node.piece}" for node in signs if has_overlap(box, measure_bounds(node), 6)]
    crowded = ["Mir Murad Beg: PrizeRibbon(coalition='british', size=34)"] * (lang == "ja" and rupees > 0)
    assert small <= 12 and hidden == crowded, "three actions, a prize and a coin beside the longest region"


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_market_event_has_a_description(lang: Lang) -> None:
    for card, event in CONTENT.events.items():
        text = "".join(
            node.text for node in draw_market_card(card, 0, 0, lang, CardState()) if isinstance(node, TextRun)
        )
        if event.discarded == "no_effect" and not event.is_check:
            assert render_effect(event.purchased, lang).replace(" ", "") in text.replace(" ", "")


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_open_event_describes_both_sides(lang: Lang) -> None:
    for card, event in CONTENT.events.items():
        if event.is_check:
            continue
        texts = [node for node in draw_open_card(card, 0, 0, lang, CardState(rupees=2), 5) if isinstance(node, TextRun)]
        joined_text = "".join(text.text for text in texts).replace(" ", "")
        sides = {event.purchased, event.discarded} - {"no_effect"}
        assert all(render_effect(side, lang).replace(" ", "") in joined_text for side in sides), joined_text
        lines = sorted(measure_bounds(text)[1::2] for text in texts)
        assert lines[0][0] > 0 and lines[-1][1] < CARD_H + 7, "the price ends between the rows"
        assert all(lower[0] - upper[1] > -6 for upper, lower in pairwise(lines)), f"{event.purchased}: {lines}"


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_price_covers_no_word_of_an_event(lang: Lang) -> None:
    for card, event in CONTENT.events.items():
        nodes = draw_open_card(card, 0, 0, lang, CardState(rupees=2), 10)
        *_, pill = (node for node in nodes if isinstance(node, Box))
        below = nodes[: nodes.index(pill)]
        for text in (node for node in below if isinstance(node, TextRun)):
            _, _, right, foot = measure_bounds(text)
            assert foot < pill.y or right < pill.x - 70, f"{event.purchased}: {text.text}"  # a coin is left of it


def test_market_shows_the_figures_of_its_cards_and_coins() -> None:
    view = msgspec.structs.replace(build_view("classic"), discards=(12, 30), removed=5)
    labels = list_words(draw_zoom(view, "market_top", build_context(view)))
    for label, number in (("Deck", "27"), ("Discards", "2"), ("Checks left", "3"), ("Bank", "10"), ("Removed", "5")):
        assert labels[labels.index(label) + 1] == number
    assert "Removed" not in list_words(draw_zoom(build_view("classic"), "market_top", build_context(view)))


def test_price_for_the_player_on_turn_is_on_the_card_for_all() -> None:
    """It follows from the public special abilities in that court; the column header once showed a different price."""
    spaces = tuple(msgspec.structs.replace(s, cost=0) if s.index == 2 else s for s in build_view("classic").market)
    view = msgspec.structs.replace(build_view("classic"), market=spaces)

    def list_tags(seat: int, private: bool) -> list[int]:
        nodes = draw_overview(view, build_context(view, viewer=seat), private).live_part
        return [node.piece.price for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, PriceTag)]

    assert list_tags(2, True) == list_tags(2, False) == list_tags(1, True) == [0]


@pytest.mark.parametrize("name", ["classic", "alone"])
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_event_that_changes_the_required_lead_is_on_the_score_track(name: str, lang: Lang) -> None:
    view = msgspec.structs.replace(build_view(name), globals=(109, 115))
    at = {
        node.piece.effect: measure_bounds(node)
        for node in draw_overview(view, build_context(view, lang)).live_part
        if isinstance(node, Sprite) and isinstance(node.piece, LastingEvent)
    }
    assert (
        header.COALITIONS_X
        < at["conflict_fatigue"][0]
        < at["conflict_fatigue"][2]
        <= header.find_coalitions_end(view, lang)
    )
    assert at["pashtunwali_values"][0] > header.find_coalitions_end(view, lang)


@pytest.mark.parametrize(
    ("card", "lang", "word"),
    [(109, "en", "lead"), (109, "ja", "個差"), (115, "en", "suit"), (115, "ja", "スート")],
)
def test_a_lasting_event_says_what_it_is_about(card: int, lang: Lang, word: str) -> None:
    for name in ("classic", "alone", "start of five"):
        view = msgspec.structs.replace(build_view(name), globals=(card,))
        scene = draw_overview(view, build_context(view, lang))
        [sign] = [
            n for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, LastingEvent) and n.y < 124
        ]
        [caption] = [text for text in list_texts(scene) if text.text == word]
        assert 0 <= measure_bounds(caption)[0] - measure_bounds(sign)[2] < 12


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("cards", [(106,), (107, 115), (107, 115, 106), (109, 107, 115, 106)])
def test_lasting_events_can_be_read_on_a_phone_and_leave_room_for_a_name(cards: tuple[int, ...], lang: Lang) -> None:
    for name in ("classic", "fullest"):
        view = msgspec.structs.replace(build_view(name), globals=cards)
        scene = draw_overview(view, build_context(view, lang))
        signs = [
            n for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, LastingEvent) and n.y < 124
        ]
        assert len(signs) == len(cards)
        for sign in signs:
            for shape in sign.piece.shapes():
                if isinstance(shape, Icon | Numeral):
                    assert shape.size >= 32, "8 px on a phone"
        boxes = [measure_bounds(sign) for sign in signs]
        assert not any(has_overlap(a, b, 0) for a, b in combinations(boxes, 2))
        assert not any(has_overlap(a, measure_bounds(text), 0) for a in boxes for text in list_texts(scene))
        player_name = boards.NAMES[find_awaited_player(view.turn) or view.turn.player] if view.turn else ""
        assert any(player_name in text.text for text in list_texts(scene) if text.y < 124), "the name is cut"


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("name", ["classic", "fullest", "alone", "bribe"])
def test_words_above_the_numbers_of_the_header_are_large_beside_events_and_answers(name: str, lang: Lang) -> None:
    for cards in ((), (109,), (115,), (109, 107, 115, 106)):
        view = msgspec.structs.replace(build_view(name), globals=cards)
        scene = draw_overview(view, build_context(view, lang))
        sizes = {text.text: text.size for text in list_texts(scene) if text.y < 60 and text.x < 1250}
        captions = {"ja": ("山札", "残り判定"), "en": ("Deck", "Checks")}[lang]
        assert all(sizes[caption] >= 26 for caption in captions), sizes
        if view.dominant is None:
            assert sizes[{"ja": "優勢まで", "en": "To dominance"}[lang]] >= 26


def test_costs_double_with_military_favored() -> None:
    def list_costs(name: str) -> list[str]:
        y = layout.MARKET_COSTS + layout.find_board_sizes(build_view(name)).strip_h
        return [
            text.text
            for text in list_texts(draw_overview(build_view(name), build_context(build_view(name))))
            if text.y == y
        ]

    assert list_costs("classic") == ["0", "2", "4", "6", "8", "10"]
    assert list_costs("alone") == ["0", "1", "2", "3", "4", "5"]


def test_the_market_in_words_names_every_action_and_ability() -> None:
    view = build_view("classic")
    joined_text = " ".join(
        text for part in PARTS[1:] for text in list_words(draw_zoom(view, part, build_context(view)))
    )
    cards = [CONTENT.cards[space.card] for space in view.market if space.card in CONTENT.cards]
    terms = list_terms(cards)
    assert all(term in joined_text for term in terms), [term for term in terms if term not in joined_text]


def list_terms(cards: list[CourtCard]) -> set[str]:
    actions = {action for card in cards if len(card.actions) < 3 for action in card.actions}
    return actions | {"Infrastructure", "Charismatic", "Blackmail"}
