"""The lines below the board: what was done with the dice, and what came of it."""

from __future__ import annotations

import pytest

from engines.kernel import Lang
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.state import Placed
from engines.marco_polo_ii.view import view
from render import Look, Mark, Step
from render.kit.marks.news import Said, news
from render.kit.scene import Sprite, Text
from render.kit.tokens import Fresh, SeatToken, Tick
from render.marco_polo_ii import ART
from tests.marco_polo_ii.table import B, game, own, person

NAMES = ("Aoi", "Marco")


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", ("put 5 on contracts", "took 2 contracts", "+2 pepper", "−3 coins")),
        ("ja", ("契約の獲得にダイス5", "契約を2枚獲得", "＋2胡椒", "−3コイン")),
    ],
)
def test_dice_have_a_verb_and_what_came_of_them_is_told(lang: Lang, line: tuple[str, ...]) -> None:
    s = game(2)
    person(s, B, coins=8)
    before = view(s, None)
    s.spaces["contracts"].append(own(B, 5))
    person(s, B, coins=5, pepper=2, contracts=["c01", "c02"])
    assert ART.told(Step(B, before), view(s, None), Look(lang, NAMES)) == line


def test_a_new_round_is_told() -> None:
    s = game(2)
    before = view(s, None)
    s.round += 1
    assert ART.told(Step(B, before), view(s, None), Look("en", NAMES)) == (Said("round 3 began", of_all=True),)


def test_what_all_chose_is_told_by_letter_and_of_goal_cards_that_all_keep_one() -> None:
    s = game(2)
    s.phase = "goals"
    person(s, B, coins=3)
    before = view(s, None)
    s.phase = "turns"
    person(s, B, coins=5)
    scene = ART.compose(view(s, None), "board", Look("en", NAMES, before=before, turns=(Step(None, before),)))
    words = " ".join(node.text for node in scene.live if isinstance(node, Text) and node.y > 1200)
    assert "B: +2 coins" in words and "everybody keeps one goal card, face down" in words
    assert not [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Tick)]


@pytest.mark.parametrize("places", [(), ("offer:pepper.free_1",), ("take:farmer",), ("character:mongke",)])
def test_the_head_of_a_question_bears_the_token_of_whom_it_asks(places: tuple[str, ...]) -> None:
    s = game(2, on=B)
    scene = ART.draw(view(s, B), "panel:ask", Look("en", NAMES, B, tuple(Mark(place, 1) for place in places)))
    tokens = [n.piece for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, SeatToken) and n.y < 140]
    assert [token.seat for token in tokens] == [B]


def test_dice_that_still_lie_when_a_round_ends_are_not_told_again() -> None:
    s = game(2, dice={"market_silk": [own(B, 4)]})
    before = view(s, None)
    s.spaces["contracts"].append(own(B, 5))
    s.round += 1
    assert ART.told(Step(B, before), view(s, None), Look("en", NAMES)) == (
        "put 5 on contracts",
        Said("round 3 began", of_all=True),
    )


def test_a_journey_tells_from_where_to_where_before_the_purse_and_has_a_letter_at_each_end() -> None:
    """The post that it built has none of its own."""
    s = game(2)
    before = view(s, None)
    s.spaces["purse"].append(own(B, 2))
    s.spaces["travel_2"] += [own(B, 4), own(B, 4)]
    person(s, B, figures=["xian"], posts=["xian"], walks=[["beijing", "oasis_a", "xian"]])
    after = view(s, None)
    assert ART.told(Step(B, before), after, Look("en", NAMES))[:2] == (
        "put 4, 4 on middle travel",
        "travelled Beijing → Xian",
    )
    assert ART.told(Step(B, before), after, Look("en", NAMES))[-1] == "put 2 on purse"
    look = Look("en", NAMES, before=before, turns=(Step(B, before),))
    anchors = ART.draw(after, "board", look).anchors
    marked = [deed.change.anchor.place for deed in ART.deeds(after, "board", look, anchors)]
    assert {place for place in marked if place.endswith(f":{B}")} == {f"figure:xian:{B}", f"figure:beijing:{B}"}


def test_a_contract_that_another_replaces_leaves_no_letter_on_its_city() -> None:
    s = game(2, on_offer={"xian": ["c01", "c02"]})
    before = view(s, None)
    s.on_offer["xian"] = ["c03", "c02"]
    look = Look("en", NAMES, before=before, turns=(Step(B, before),))
    live = ART.compose(view(s, None), "board", look).live
    signs = [n.piece for n in live if isinstance(n, Sprite) and isinstance(n.piece, (Tick, Fresh))]
    assert [type(sign) for sign in signs] == [Fresh]


def test_each_thing_that_was_paid_has_its_sign() -> None:
    s = game(2)
    person(s, B, camels=3, silk=2)
    before = view(s, None)
    person(s, B, camels=0, silk=0)
    assert set(ART.told(Step(B, before), view(s, None), Look("en", NAMES))) == {"−3 camels", "−2 silk"}


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
    look = Look("en", NAMES, before=before, turns=(Step(B, before),))
    scene = ART.compose(view(s, None), "board", look)
    row = min(anchor.spot.y for place, anchor in scene.anchors.items() if place.startswith("vp:")) - 14
    ticks = [n for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, Tick)]
    assert ticks and all(n.y + n.piece.reach <= row for n in ticks if isinstance(n.piece, Tick))


def test_stops_with_a_new_post_and_turnings_are_named_and_points_have_their_reason() -> None:
    s = game(2)
    before = view(s, None)
    way = ["beijing", "oasis_a", "xian", "oasis_e", "xian", "oasis_a", "lanzhou"]
    mat = person(s, B, figures=["lanzhou"], posts=["xian"], walks=[way])
    mat.points["contracts"] = mat.points.get("contracts", 0) + 4
    told = ART.told(Step(B, before), view(s, None), Look("en", NAMES))
    assert "travelled Beijing → Xian → oasis T → Lanzhou" in told
    assert "+4 VP (contracts)" in told


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


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            (
                "took 1 black die",
                "changed dice 1 → 6",
                "put 6, black 3 on contracts",
                "+3 VP (bonuses of cities and posts)",
            ),
        ),
        (
            "ja",
            (
                "黒ダイスを1個獲得",
                "ダイスの目を1 → 6に変更",
                "契約の獲得にダイス6、黒3",
                "+3点（都市・交易所のボーナス）",
            ),
        ),
    ],
)
def test_black_and_changed_dice_are_named_before_they_are_placed(lang: Lang, words: tuple[str, ...]) -> None:
    """Their price stood there, and nobody knew for what; the bonus of a trading post was told as one of a city."""
    s = game(2)
    person(s, B, dice=[1, 2])
    before = view(s, None)
    mat = person(s, B, dice=[2])
    mat.points["bonuses"] = mat.points.get("bonuses", 0) + 3
    s.spaces["contracts"] += [own(B, 6), Placed(3, "black", B)]
    assert ART.told(Step(B, before), view(s, None), Look(lang, NAMES)) == words


def test_a_contract_that_gave_a_move_is_told_before_the_way() -> None:
    s = game(2)
    before = view(s, None)
    moving = next(ident for ident, one in CONTENT.data.contracts.items() if one.reward.move)
    person(s, B, figures=["xian"], fulfilled=[moving], walks=[["beijing", "oasis_a", "xian"]])
    words = ART.told(Step(B, before), view(s, None), Look("en", NAMES))
    kinds = [str(one).split()[0] for one in words if str(one).startswith(("fulfilled", "travelled"))]
    assert kinds == ["fulfilled", "travelled"]


def test_a_starting_contract_is_told_as_any_other() -> None:
    s = game(2)
    before = view(s, None)
    person(s, B, fulfilled=[next(iter(CONTENT.data.starting_contracts))])
    [words, *_] = ART.told(Step(B, before), view(s, None), Look("en", NAMES))
    assert str(words).startswith("fulfilled a contract")


def test_a_new_round_stands_in_nobodys_line() -> None:
    s = game(2)
    before = view(s, None)
    s.spaces["contracts"].append(own(B, 5))
    s.round += 1
    lines = news(view(s, None), Look("en", NAMES, before=before, turns=(Step(B, before),)), ART.told)
    assert [(one.seat, [said.words for said in one.done]) for one in lines] == [
        (B, ["put 5 on contracts"]),
        (None, ["round 3 began"]),
    ]
