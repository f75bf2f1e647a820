"""Windows and orientation: what is nearly payable, and the stock after the council."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS, Lang, say
from engines.kilia.data.content import CONTENT
from engines.kilia.game import GAME
from engines.kilia.table.state import State
from render import Look, Mark, Step
from render.kilia import ART
from render.kilia.panels.near import Missing, nearly
from render.kilia.pieces.goods import Ware, held
from render.kit.colour import GOLD, INK
from render.kit.extent import extent
from render.kit.marks.signals import meet
from render.kit.scene import Box, Disc, Icon, Sprite, Text
from render.kit.tokens import SeatToken, Tick
from tests.kilia.pictures.boards import crowded, seen
from tests.kilia.stage import RED, WHITE, owner, table

NAMES = ("Aoi", "Marco")


def _sailing() -> State:
    """Ship 2 at the left end with the printed warehouse (salt | brick, coin | coin, wood | wheat) alone."""
    s = table(2)
    owner(s, WHITE, zones=(0, 0, 1, 0), goods=(0, 1, 0, 0), active="SW C24", coins=1)
    s.phase = "council"
    return s


def test_what_is_nearly_payable_is_told_with_what_is_missing() -> None:
    """What a window may bring comes first; whatever can be paid stands last."""
    s = _sailing()
    mat = GAME.view(s, WHITE).mats[WHITE]
    found = nearly(mat, held(mat))
    assert [(near.zone or near.contract, near.short) for near in found] == [
        ("warehouse", 1),
        ("SW", 2),
        ("C24", 3),
    ]
    assert found[1].units == ("brick", "brick", "wheat") and found[1].there == (True, False, False)
    richer = {**held(mat), "brick": 3, "wheat": 2, "salt": 2, "wood": 2, "coin": 9}
    assert all(near.short == 0 for near in nearly(mat, richer))
    assert len(nearly(mat, richer)) == 3


def test_a_chosen_window_counts_in_the_list_of_what_is_nearly_payable() -> None:
    s = _sailing()
    view = GAME.view(s, WHITE)
    choice = view.mats[WHITE].sailing.choices[0]
    places = [f"window:{choice.segment}:{cell}" for cell, _ in choice.windows]
    missing = {}
    for chosen in (None, *places):
        marks = tuple(Mark(place, n, place == chosen) for n, place in enumerate(places, 1))
        live = ART.draw(view, "panel:sail", Look("en", NAMES, WHITE, marks)).live
        missing[chosen] = sum(isinstance(node, Sprite) and isinstance(node.piece, Missing) for node in live)
    assert missing == {None: 4, places[0]: 3, places[1]: 3}  # coins are one disc


def test_who_chooses_a_window_sees_what_the_way_back_brings() -> None:
    """Ship 2 shows 2 and 4 now, 3 and 1 on the way back; with few choices the canal is drawn as it will be seen."""
    s = _sailing()
    view = GAME.view(s, WHITE)
    marks = tuple(
        Mark(f"window:{choice.segment}:{cell}", n)
        for choice in view.mats[WHITE].sailing.choices
        for n, (cell, _) in enumerate(choice.windows, 1)
    )
    look = Look("en", NAMES, WHITE, marks)
    live = ART.draw(view, "panel:sail", look).live
    at = next(node.y for node in live if isinstance(node, Text) and node.text == "Way back")
    assert [node.text for node in live if isinstance(node, Text) and node.y == at] == ["Way back", "×1"]
    cells = sorted(node.x for node in live if isinstance(node, Box) and node.fill == GOLD and node.y > at + 40)
    first = 62 + 216 * 2 + 6
    assert cells == [first, first + 2 * 49]
    assert "the way back brings" in ART.alt(view, "panel:sail", look)


def test_the_stock_after_the_council_is_told_for_either_way_round() -> None:
    """A card that costs coins is paid in it, and the better of two numbers is gold."""
    s = table(2, offer="W01 R13 Y02 Y10 W10")
    owner(s, WHITE, coins=7, goods=(1, 0, 0, 0), zones=(0, 0, 0, 1))
    s.building = "Y02"
    live = ART.draw(GAME.view(s, WHITE), "panel:way", Look("en", NAMES, WHITE)).live
    table_ = [node for node in live if isinstance(node, Text) and node.x > 1260 and node.y > 560]
    rows = {y: [node.text for node in table_ if node.y == y] for y in sorted({node.y for node in table_})}
    assert list(rows.values()) == [["4", "5", "6"], ["1", "2", "1"], ["0", "2", "1"], ["0", "0", "0"], ["0", "0", "0"]]
    gold = [(node.text, node.x) for node in table_ if node.colour == GOLD]
    assert sorted(text for text, _ in gold) == ["2", "2", "6"]


def test_what_the_expansion_cost_is_drawn_beside_the_card() -> None:
    """R9 The first card under the warehouse costs one wheat, the third three; alt text too."""
    for cards in (1, 3):
        s = table(2, offer="W01 R13 Y02 Y10 W10")
        owner(s, WHITE, coins=7, zones=(0, 0, 0, cards))
        s.building = "Y02"
        view, look = GAME.view(s, WHITE), Look("en", NAMES, WHITE)
        cost = CONTENT.data.zones["warehouse"].costs[cards - 1]
        live = ART.draw(view, "panel:way", look).live
        paid = [node for node in live if isinstance(node, Sprite) and node.x > 1180 and 200 < node.y < 280]
        assert [node.piece.thing for node in paid if isinstance(node.piece, Ware)] == ["wheat"] * cost
        assert f"the expansion cost {cost} wheat" in ART.alt(view, "panel:way", look)


def test_before_the_final_round_nothing_is_promised_for_a_way_back() -> None:
    """R17 After a fourth chip the ships sail once more, then never again: picture, words and alt text say so."""
    s = _sailing()
    s.ending = True
    view = GAME.view(s, WHITE)
    choice = view.mats[WHITE].sailing.choices[0]
    marks = tuple(Mark(f"window:{choice.segment}:{cell}", n) for n, (cell, _) in enumerate(choice.windows, 1))
    look = Look("en", NAMES, WHITE, marks)
    words = [node.text for node in ART.draw(view, "panel:sail", look).live if isinstance(node, Text)]
    assert "No ship sails in the final round" in words and "Way back" not in words
    assert "the way back" not in ART.alt(view, "panel:sail", look)


def test_the_card_names_all_whom_the_council_asks_and_frames_their_rows() -> None:
    """Whether somebody has answered in secret is no part of it."""
    s = _sailing()
    view = GAME.view(s, None)
    asked = [mat.seat for mat in view.mats if mat.sailing.choices]
    scene = ART.draw(view, "board", Look("en", NAMES))
    above = (n for n in scene.live if isinstance(n, Sprite) and n.x > 1200 and n.y < 90)
    assert asked and sorted(n.piece.seat for n in above if isinstance(n.piece, SeatToken)) == asked
    for seat in view.order:
        spot = scene.anchors[f"seat:{seat}"].spot
        row = next(n for n in scene.live if isinstance(n, Box) and (n.x, n.y, n.w) == (spot.x, spot.y, spot.w))
        assert (row.edge == INK) == (seat in asked)


@pytest.mark.parametrize("lang", LANGS)
def test_the_card_names_whom_alone_the_council_asks_and_says_so_of_several(lang: Lang) -> None:
    """Tokens alone would not say what is meant."""
    view = GAME.view(_sailing(), None)
    choices = view.mats[WHITE].sailing.choices

    def head(*asked: int) -> str:
        mats = tuple(
            replace(mat, sailing=mat.sailing._replace(choices=choices if mat.seat in asked else ()))
            for mat in view.mats
        )
        live = ART.draw(replace(view, mats=mats), "board", Look(lang, NAMES)).live
        return "".join(n.text for n in live if isinstance(n, Text) and n.x > 1150 and n.y < 100)

    assert head(WHITE) == {"en": f"Council: {NAMES[WHITE]}", "ja": f"評議会：{NAMES[WHITE]}"}[lang]
    assert head(WHITE, RED).replace(" ", "") == {"en": "Council:choosing", "ja": "評議会で選択中"}[lang]


@pytest.mark.parametrize("lang", LANGS)
def test_the_points_of_the_header_stand_apart_and_the_end_has_a_word(lang: Lang) -> None:
    """Four equal scores: no token on another one, or on the numbers of the line."""
    view = GAME.view(table(4), None)
    live = ART.draw(view, "board", Look(lang, ("Aoi", "Marco", "Jules", "Nina"))).live
    tokens = [n for n in live if isinstance(n, Sprite) and isinstance(n.piece, SeatToken) and n.y < 100 and n.x < 820]
    ends = [n for n in live if isinstance(n, Text) and n.y == 82 and n.text.isdigit()]
    assert len(tokens) == 4 and len(ends) == 2
    assert all(abs(a.x - b.x) >= 38 for a, b in combinations(tokens, 2))
    assert all(min(n.x for n in ends) + 19 < token.x < max(n.x for n in ends) - 19 for token in tokens)
    flag = next(n for n in live if isinstance(n, Icon) and n.name == "flag")
    assert [n.text for n in live if isinstance(n, Text) and n.y == flag.y and n.x < flag.x] == [
        {"en": "to the end", "ja": "終了まで"}[lang]
    ]


def test_the_signs_of_a_row_stand_apart() -> None:
    """Chips, deeds of the last turn, and the cards of each zone, in the fullest rows."""
    view = seen(crowded())
    scene = ART.draw(view, "board", Look("en", ("Aoi", "Marco", "Jules", "Nina")))
    for seat in view.order:
        row = scene.anchors[f"seat:{seat}"].spot
        signs = [
            extent(n)
            for n in scene.live
            if isinstance(n, Sprite | Icon) and row.y < n.y < row.y + 60 and row.x + 100 < n.x < row.x + 520
        ]
        boxes = [extent(anchor) for place, anchor in scene.anchors.items() if place.startswith(f"zone:{seat}:")]
        assert len(boxes) == 4 and len(signs) >= 2
        assert all(min(abs(a[0] - b[2]), abs(b[0] - a[2])) >= 4 for a, b in combinations(boxes, 2))
        assert not [1 for sign in signs for box in boxes if meet(sign, box)]


def test_the_letter_of_who_laid_cards_leaves_the_last_number_of_a_goal_bare() -> None:
    """In the last row, beside fifteen coins."""
    s = table(4)
    before = GAME.view(s, None)
    last = before.order[-1]
    owner(s, last, zones=(1, 0, 0, 0))
    look = Look(
        "en", ("Aoi", "Marco", "Jules", "Nina"), turns=(Step(last, before, told=(say("expand.keys", keys=2),)),)
    )
    scene = ART.compose(GAME.view(s, None), "board", look)
    [tick] = [n for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, Tick) and n.x < 1000]
    discs = [n for n in scene.live if isinstance(n, Disc) and n.y > 724 and n.x < 920]
    right = max(disc.x + disc.r for disc in discs)
    assert right < extent(tick)[0]


def test_the_head_of_a_question_bears_the_readers_token() -> None:
    view = GAME.view(_sailing(), WHITE)
    live = ART.draw(view, "panel:sail", Look("en", NAMES, WHITE)).live
    tokens = [n.piece for n in live if isinstance(n, Sprite) and isinstance(n.piece, SeatToken) and n.y < 130]
    assert [token.seat for token in tokens] == [WHITE]


def test_chips_on_goals_are_ten_px_on_a_phone_and_none_covers_another() -> None:
    s = table(4)
    s.wheels["three_contracts"].placed[:2] = [[0, 1, 2, 3], [0, 1, 2]]
    s.wheels["full_market"].placed[0] = [2, 3]
    s.wheels["one_zone_4"].waiting = [0, 1, 2, 3]
    s.wheels["four_zones_2"].waiting = [1, 2]
    live = ART.draw(GAME.view(s, None), "board", Look("en", ("Aoi", "Marco", "Jules", "Nina"))).live
    chips = [n for n in live if isinstance(n, Sprite) and isinstance(n.piece, SeatToken) and n.y > 720 and n.x < 920]
    assert len(chips) == 15
    assert all(isinstance(n.piece, SeatToken) and n.piece.r >= 20 for n in chips)
    assert all(max(abs(a.x - b.x), abs(a.y - b.y)) >= 40 for a, b in combinations(chips, 2))
