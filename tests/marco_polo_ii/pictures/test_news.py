"""The lines below the board: what was done with the dice, and what came of it."""

from __future__ import annotations

import pytest

from engines.kernel import Lang
from engines.marco_polo_ii.view import view
from render import Look, Mark
from render.kit.scene import Sprite
from render.kit.tokens import SeatToken
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
    assert ART.told(before, view(s, None), B, Look(lang, NAMES)) == line


def test_a_new_round_is_told() -> None:
    s = game(2)
    before = view(s, None)
    s.round += 1
    assert ART.told(before, view(s, None), B, Look("en", NAMES)) == ("round 3 began",)


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
    assert ART.told(before, view(s, None), B, Look("en", NAMES)) == ("put 5 on contracts", "round 3 began")
