"""Actions of court cards that can be chosen: each shows its number."""

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS, Lang
from engines.pax_pamir.data.content import CONTENT
from render import Mark, RenderContext, load_arts
from render.kit.scene import Sprite, TextRun
from render.kit.tokens import IconDisc
from render.pax_pamir.catalogue import render_noun
from tests.pax_pamir.pictures import boards
from tests.pax_pamir.pictures.fields import list_within, read_field

from .test_questions import MENU, build_turn_view

ART = load_arts()["pax_pamir"]
THREE = next(n for n, card in CONTENT.cards.items() if len(card.actions) == 3)
QUESTIONS: dict[str, tuple[str, ...]] = {
    "regions": tuple(f"region:{region.id}" for region in boards.build_classic().regions),
    "borders": tuple(f"border:{border.id}" for border in boards.build_classic().borders),
    "pieces everywhere": ("region:kabul", "court:5", "court:14", "court:26", "court:65", "gift:2"),
    "cards of courts": ("court:5", "court:44", "court:72"),
    "gift spaces": ("gift:2", "gift:4", "gift:6"),
    "loyalties": ("coalition:afghan", "coalition:british", "coalition:russian"),
    "suits": ("suit:economic", "suit:military", "suit:political", "suit:intelligence"),
    "players": ("player:0", "player:1", "player:3", "player:4"),
    "taxes": ("market:1", "market:4", "player:1"),
}
LEAST = 0.45
"""Minimum share of the picture, header included, of the options of a question without a map."""
LEAST_OF_CARDS = 0.25
"""The same if hand and market are below them."""
LARGER = 2.0
"""Minimum ratio of the size of a selectable card to that of another card."""


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("crowd", [0, 30])
def test_each_action_of_a_card_has_its_number(crowd: int, lang: Lang) -> None:
    view = build_turn_view()
    number = next(n for n, card in CONTENT.cards.items() if card.actions == ("tax", "move"))
    slot = replace(view.players[2].court[0], card=number, spies=(0,) * 5, hostage=None)
    hand = tuple(card for card in CONTENT.cards if card != number)[:crowd]
    view = build_turn_view(court=(slot,), hand=hand, hand_size=crowd)
    place, hand_marks = f"court:{number}", [Mark(f"hand:{card}", n) for n, card in enumerate(hand, 3)]
    uses = [Mark(place, 1, key=f"use:{number}:tax"), Mark(place, 2, key=f"use:{number}:move")]
    ctx = RenderContext(lang, boards.NAMES, 2, (*uses, *hand_marks), question=MENU)
    scene = ART.compose(view, "panel:turn", ctx)
    assert read_field(scene, uses[0]) == ("tax", render_noun("action.tax", lang))
    assert read_field(scene, uses[1]) == ("move", render_noun("action.move", lang))


@pytest.mark.parametrize("lang", LANGS)
def test_numbers_of_actions_are_beside_them_on_their_card(lang: Lang) -> None:
    numbers = [n for n, card in CONTENT.cards.items() if len(card.actions) > 1][:16]
    court = tuple(replace(build_turn_view().players[2].court[0], card=n, spies=(0,) * 5, hostage=None) for n in numbers)
    view = build_turn_view(court=court)
    uses = [(n, action) for n in numbers for action in CONTENT.cards[n].actions]
    marks = tuple(Mark(f"court:{n}", i, key=f"use:{n}:{a}") for i, (n, a) in enumerate(uses, 1))
    for max_number in (3, 9, 40):
        scene = ART.compose(view, "panel:turn", RenderContext(lang, boards.NAMES, 2, marks[:max_number], question=MENU))
        for mark, (_, action) in zip(marks[:max_number], uses, strict=False):
            assert read_field(scene, mark) == (action, render_noun(f"action.{action}", lang))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("crowd", [0, 30])
def test_an_action_that_cannot_be_taken_is_left_out(crowd: int, lang: Lang) -> None:
    number = next(n for n, card in CONTENT.cards.items() if card.actions == ("tax", "move"))
    slot = replace(build_turn_view().players[2].court[0], card=number, spies=(0,) * 5, hostage=None)
    hand = tuple(n for n, card in CONTENT.cards.items() if card.actions and "move" not in card.actions)[:crowd]
    view = build_turn_view(court=(slot,), hand=hand, hand_size=crowd)
    marks = (
        Mark(f"court:{number}", 1, key=f"use:{number}:tax"),
        *(Mark(f"hand:{card}", n, key=f"play:{card}:left") for n, card in enumerate(hand, 2)),
    )
    ctx = RenderContext(lang, boards.NAMES, 2, marks, question=MENU)
    scene = ART.compose(view, "panel:turn", ctx)
    assert read_field(scene, marks[0]) == ("tax", render_noun("action.tax", lang))
    signs = [node for node in list_within(scene, marks[0].place, Sprite) if isinstance(node.piece, IconDisc)]
    words = [node.text for node in list_within(scene, marks[0].place, TextRun)]
    assert len(signs) == 1 and render_noun("action.move", lang) not in words
    of_hand = {render_noun(f"action.{action}", lang) for card in hand for action in CONTENT.cards[card].actions}
    assert of_hand <= {node.text for node in scene.live_part if isinstance(node, TextRun)}


def test_question_without_actions_shows_whole_cards() -> None:
    slot = replace(build_turn_view().players[2].court[0], card=THREE, spies=(0,) * 5, hostage=None)
    ctx = RenderContext("en", boards.NAMES, 2, (Mark(f"court:{THREE}", 1),), question=MENU)
    scene = ART.compose(build_turn_view(court=(slot,)), "panel:turn", ctx)
    pieces = [node.piece for node in list_within(scene, f"court:{THREE}", Sprite)]
    assert tuple(piece.icon for piece in pieces if isinstance(piece, IconDisc)) == CONTENT.cards[THREE].actions
