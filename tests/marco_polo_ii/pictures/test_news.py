"""On the table's card: whose deed bears which letter, whom it waits for; and questions that name whom they ask."""

from __future__ import annotations

import pytest

from engines.kernel import Who, say
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.names import die, space_name
from engines.marco_polo_ii.view import view
from render import Lang, Look, Mark, Step
from render.kit.scene import Sprite, Text
from render.kit.tokens import Fresh, SeatToken, Tick
from render.marco_polo_ii import ART
from tests.marco_polo_ii.table import B, game, own, person

NAMES = ("Aoi", "Marco")
PLACED = say("menu.placed", who=Who(B), dice=die("5"), space=space_name("contracts"))


def test_a_journey_has_a_letter_at_each_end() -> None:
    """The post that it built has none of its own."""
    s = game(2)
    before = view(s, None)
    s.spaces["travel_2"] += [own(B, 4), own(B, 4)]
    person(s, B, figures=["xian"], posts=["xian"], walks=[["beijing", "oasis_a", "xian"]])
    after = view(s, None)
    look = Look("en", NAMES, before=before, turns=(Step(B, before),))
    anchors = ART.draw(after, "board", look).anchors
    marked = [deed.change.anchor.place for deed in ART.deeds(after, "board", look, anchors)]
    assert {place for place in marked if place.endswith(f":{B}")} == {f"figure:xian:{B}", f"figure:beijing:{B}"}


@pytest.mark.parametrize("places", [(), ("offer:pepper.free_1",), ("take:farmer",), ("character:mongke",)])
def test_the_head_of_a_question_bears_the_token_of_whom_it_asks(places: tuple[str, ...]) -> None:
    s = game(2, on=B)
    scene = ART.draw(view(s, B), "panel:ask", Look("en", NAMES, B, tuple(Mark(place, 1) for place in places)))
    tokens = [n.piece for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, SeatToken) and n.y < 140]
    assert [token.seat for token in tokens] == [B]


def test_a_contract_that_another_replaces_leaves_no_letter_on_its_city() -> None:
    s = game(2, on_offer={"xian": ["c01", "c02"]})
    before = view(s, None)
    s.on_offer["xian"] = ["c03", "c02"]
    look = Look("en", NAMES, before=before, turns=(Step(B, before, told=(PLACED,)),))
    live = ART.compose(view(s, None), "board", look).live
    signs = [n.piece for n in live if isinstance(n, Sprite) and isinstance(n.piece, (Tick, Fresh))]
    assert [type(sign) for sign in signs] == [Fresh]


def test_dice_that_go_back_from_the_cards_of_cities_are_nobodys_doing() -> None:
    space = next(space for space, line in CONTENT.data.spaces.items() if line.action == "city_card" and line.city)
    s = game(2, dice={space: [own(B, 4)]})
    before = view(s, None)
    s.spaces[space], s.round = [], s.round + 1
    look = Look("en", NAMES, before=before, turns=(Step(None, before),))
    assert f"space:{space}" not in {deed.change.anchor.place for deed in ART.deeds(view(s, None), "board", look)}


def test_letters_at_dice_stay_off_the_rows_of_players() -> None:
    s = game(2)
    before = view(s, None)
    s.spaces["contracts"].append(own(B, 5))
    look = Look("en", NAMES, before=before, turns=(Step(B, before, told=(PLACED,)),))
    scene = ART.compose(view(s, None), "board", look)
    row = min(anchor.spot.y for place, anchor in scene.anchors.items() if place.startswith("vp:")) - 14
    ticks = [n for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, Tick)]
    assert ticks and all(n.y + n.piece.reach <= row for n in ticks if isinstance(n.piece, Tick))


@pytest.mark.parametrize(("lang", "words"), [("en", "Choosing: all who may"), ("ja", "選べる全員が選択中")])
def test_while_all_choose_at_once_the_header_says_that_somebody_is_waited_for(lang: Lang, words: str) -> None:
    s = game(2)
    s.phase = "round"
    scene = ART.draw(view(s, None), "board", Look(lang, NAMES))
    assert words in {node.text for node in scene.live if isinstance(node, Text)}
    listened = {"en": "the round begins, all who may are choosing", "ja": "ラウンドの開始、選べる全員が選択中"}
    assert listened[lang] in ART.alt(view(s, None), "board", Look(lang, NAMES))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_a_roll_brings_is_a_question_and_points_have_their_name_before_and_after(lang: Lang) -> None:
    s = game(2)
    person(s, B, points={"contracts": 60})
    marks = (Mark("choice/pair:5.2//silk1/", 1), Mark("choice/pair:5.2//vp2/", 2))
    scene = ART.draw(view(s, B), "panel:ask", Look(lang, NAMES, B, marks))
    words = [node.text for node in scene.live if isinstance(node, Text)]
    assert any(text.endswith(("?", "？")) for text in words)
    assert [words[i + 1 : i + 3] for i, text in enumerate(words) if text == "VP"] == [["60", "62"]]
