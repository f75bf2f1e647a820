"""The table's card: letters of the acting seats, and the seats it waits for; questions name the seat they ask."""

from __future__ import annotations

import pytest

from engines.kernel import SeatRef, message
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.names import describe_die, name_space
from engines.marco_polo_ii.view import build_view
from render import Lang, Mark, RecentStep, RenderContext
from render.kit.marks.badges import AuthorBadge, NewCardCorner
from render.kit.scene import Sprite, TextRun
from render.kit.tokens import SeatToken
from render.marco_polo_ii import ART
from tests.marco_polo_ii.table import B, build_state, own_die, set_player

NAMES = ("Aoi", "Marco")
PLACED = message("menu.placed", who=SeatRef(B), dice=describe_die("5"), space=name_space("contracts"))


def test_a_journey_has_a_letter_at_each_end() -> None:
    """The post that the journey built has no letter of its own."""
    s = build_state(2)
    before = build_view(s, None)
    s.spaces["travel_2"] += [own_die(B, 4), own_die(B, 4)]
    set_player(s, B, figures=["xian"], posts=["xian"], walks=[["beijing", "oasis_a", "xian"]])
    after = build_view(s, None)
    ctx = RenderContext("en", NAMES, view_before=before, turns=(RecentStep(B, before),))
    anchors = ART.draw(after, "board", ctx).anchors
    marked = [deed.change.anchor.place for deed in ART.attribute_changes(after, "board", ctx, anchors)]
    assert {place for place in marked if place.endswith(f":{B}")} == {f"figure:xian:{B}", f"figure:beijing:{B}"}


@pytest.mark.parametrize("places", [(), ("offer:pepper.free_1",), ("take:farmer",), ("character:mongke",)])
def test_question_header_has_the_token_of_the_asked_seat(places: tuple[str, ...]) -> None:
    s = build_state(2, on=B)
    scene = ART.draw(
        build_view(s, B), "panel:ask", RenderContext("en", NAMES, B, tuple(Mark(place, 1) for place in places))
    )
    tokens = [
        n.piece for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, SeatToken) and n.y < 140
    ]
    assert [token.seat for token in tokens] == [B]


def test_replaced_contract_leaves_no_letter_on_its_city() -> None:
    s = build_state(2, on_offer={"xian": ["c01", "c02"]})
    before = build_view(s, None)
    s.on_offer["xian"] = ["c03", "c02"]
    ctx = RenderContext("en", NAMES, view_before=before, turns=(RecentStep(B, before, messages=(PLACED,)),))
    live = ART.compose(build_view(s, None), "board", ctx).live_part
    signs = [n.piece for n in live if isinstance(n, Sprite) and isinstance(n.piece, (AuthorBadge, NewCardCorner))]
    assert [type(sign) for sign in signs] == [NewCardCorner]


def test_dice_returned_from_city_cards_have_no_letter() -> None:
    space = next(space for space, line in CONTENT.data.spaces.items() if line.action == "city_card" and line.city)
    s = build_state(2, dice={space: [own_die(B, 4)]})
    before = build_view(s, None)
    s.spaces[space], s.round = [], s.round + 1
    ctx = RenderContext("en", NAMES, view_before=before, turns=(RecentStep(None, before),))
    assert f"space:{space}" not in {
        deed.change.anchor.place for deed in ART.attribute_changes(build_view(s, None), "board", ctx)
    }


def test_letters_at_dice_stay_off_the_rows_of_players() -> None:
    s = build_state(2)
    before = build_view(s, None)
    s.spaces["contracts"].append(own_die(B, 5))
    ctx = RenderContext("en", NAMES, view_before=before, turns=(RecentStep(B, before, messages=(PLACED,)),))
    scene = ART.compose(build_view(s, None), "board", ctx)
    row = min(anchor.placement.y for place, anchor in scene.anchors.items() if place.startswith("vp:")) - 14
    ticks = [n for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, AuthorBadge)]
    assert ticks and all(n.y + n.piece.outer_radius <= row for n in ticks if isinstance(n.piece, AuthorBadge))


@pytest.mark.parametrize(("lang", "words"), [("en", "Start of the round: choosing"), ("ja", "ラウンド開始の選択中")])
def test_header_names_waiting_seats_of_simultaneous_choices(lang: Lang, words: str) -> None:
    s = build_state(2)
    s.phase = "round"
    scene = ART.draw(build_view(s, None), "board", RenderContext(lang, NAMES))
    assert words in {node.text for node in scene.live_part if isinstance(node, TextRun)}
    listened = {"en": "the round begins, some are still choosing", "ja": "ラウンドの開始、選択中の人あり"}
    assert listened[lang] in ART.describe_picture(build_view(s, None), "board", RenderContext(lang, NAMES))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_roll_results_are_open_and_points_are_named_before_and_after(lang: Lang) -> None:
    s = build_state(2)
    set_player(s, B, points={"contracts": 60})
    marks = (Mark("choice/pair:5.2//silk1/", 1), Mark("choice/pair:5.2//vp2/", 2))
    scene = ART.draw(build_view(s, B), "panel:ask", RenderContext(lang, NAMES, B, marks))
    words = [node.text for node in scene.live_part if isinstance(node, TextRun)]
    assert any(text.endswith(("?", "？")) for text in words)
    assert [words[i + 1 : i + 3] for i, text in enumerate(words) if text == "VP"] == [["60", "62"]]
