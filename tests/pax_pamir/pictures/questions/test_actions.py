"""Actions of cards in a court that can be chosen: each bears its number."""

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS, Lang
from engines.pax_pamir.data.content import CONTENT
from render import Look, Mark, arts
from render.kit.scene import Sprite, Text
from render.kit.tokens import IconDisc
from render.pax_pamir.catalogue import noun
from tests.pax_pamir.pictures import boards
from tests.pax_pamir.pictures.fields import field, within

from .test_questions import MENU, turn

ART = arts()["pax_pamir"]
THREE = next(n for n, card in CONTENT.cards.items() if len(card.actions) == 3)
QUESTIONS: dict[str, tuple[str, ...]] = {
    "regions": tuple(f"region:{region.id}" for region in boards.classic().regions),
    "borders": tuple(f"border:{border.id}" for border in boards.classic().borders),
    "pieces everywhere": ("region:kabul", "court:5", "court:14", "court:26", "court:65", "gift:2"),
    "cards of courts": ("court:5", "court:44", "court:72"),
    "gift spaces": ("gift:2", "gift:4", "gift:6"),
    "loyalties": ("coalition:afghan", "coalition:british", "coalition:russian"),
    "suits": ("suit:economic", "suit:military", "suit:political", "suit:intelligence"),
    "players": ("player:0", "player:1", "player:3", "player:4"),
    "taxes": ("market:1", "market:4", "player:1"),
}
LEAST = 0.45
"""Share of the picture, head and all, that the options of a question without a map take."""
LEAST_OF_CARDS = 0.25
"""The same where hand and market lie below them."""
LARGER = 2.0
"""So many times as large as a card that cannot be chosen is one that can."""


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("crowd", [0, 30])
def test_of_several_actions_of_a_card_each_bears_its_number(crowd: int, lang: Lang) -> None:
    view = turn()
    number = next(n for n, card in CONTENT.cards.items() if card.actions == ("tax", "move"))
    slot = replace(view.players[2].court[0], card=number, spies=(0,) * 5, hostage=None)
    hand = tuple(card for card in CONTENT.cards if card != number)[:crowd]
    view = turn(court=(slot,), hand=hand, held=crowd)
    place, kept = f"court:{number}", [Mark(f"hand:{card}", n) for n, card in enumerate(hand, 3)]
    uses = [Mark(place, 1, key=f"use:{number}:tax"), Mark(place, 2, key=f"use:{number}:move")]
    look = Look(lang, boards.NAMES, 2, (*uses, *kept), question=MENU)
    scene = ART.compose(view, "panel:turn", look)
    assert field(scene, uses[0]) == ("tax", noun("action.tax", lang))
    assert field(scene, uses[1]) == ("move", noun("action.move", lang))


@pytest.mark.parametrize("lang", LANGS)
def test_the_numbers_of_actions_stand_at_them_on_their_card(lang: Lang) -> None:
    numbers = [n for n, card in CONTENT.cards.items() if len(card.actions) > 1][:16]
    court = tuple(replace(turn().players[2].court[0], card=n, spies=(0,) * 5, hostage=None) for n in numbers)
    view = turn(court=court)
    uses = [(n, action) for n in numbers for action in CONTENT.cards[n].actions]
    marks = tuple(Mark(f"court:{n}", i, key=f"use:{n}:{a}") for i, (n, a) in enumerate(uses, 1))
    for most in (3, 9, 40):
        scene = ART.compose(view, "panel:turn", Look(lang, boards.NAMES, 2, marks[:most], question=MENU))
        for mark, (_, action) in zip(marks[:most], uses, strict=False):
            assert field(scene, mark) == (action, noun(f"action.{action}", lang))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("crowd", [0, 30])
def test_an_action_that_cannot_be_taken_is_left_out(crowd: int, lang: Lang) -> None:
    number = next(n for n, card in CONTENT.cards.items() if card.actions == ("tax", "move"))
    slot = replace(turn().players[2].court[0], card=number, spies=(0,) * 5, hostage=None)
    hand = tuple(n for n, card in CONTENT.cards.items() if card.actions and "move" not in card.actions)[:crowd]
    view = turn(court=(slot,), hand=hand, held=crowd)
    marks = (
        Mark(f"court:{number}", 1, key=f"use:{number}:tax"),
        *(Mark(f"hand:{card}", n, key=f"play:{card}:left") for n, card in enumerate(hand, 2)),
    )
    look = Look(lang, boards.NAMES, 2, marks, question=MENU)
    scene = ART.compose(view, "panel:turn", look)
    assert field(scene, marks[0]) == ("tax", noun("action.tax", lang))
    signs = [node for node in within(scene, marks[0].place, Sprite) if isinstance(node.piece, IconDisc)]
    words = [node.text for node in within(scene, marks[0].place, Text)]
    assert len(signs) == 1 and noun("action.move", lang) not in words
    of_hand = {noun(f"action.{action}", lang) for card in hand for action in CONTENT.cards[card].actions}
    assert of_hand <= {node.text for node in scene.live if isinstance(node, Text)}


def test_a_question_that_is_not_about_actions_shows_all_of_a_card() -> None:
    slot = replace(turn().players[2].court[0], card=THREE, spies=(0,) * 5, hostage=None)
    look = Look("en", boards.NAMES, 2, (Mark(f"court:{THREE}", 1),), question=MENU)
    scene = ART.compose(turn(court=(slot,)), "panel:turn", look)
    found = [node.piece for node in within(scene, f"court:{THREE}", Sprite)]
    assert tuple(one.icon for one in found if isinstance(one, IconDisc)) == CONTENT.cards[THREE].actions
