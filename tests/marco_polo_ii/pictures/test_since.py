"""What an alt text says of a time of which no log is at hand: what a choice would lead to, what differs from a View."""

from __future__ import annotations

import pytest

from engines.kernel import Lang
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.state import Placed, State
from engines.marco_polo_ii.view import View, view
from render import Look
from render.marco_polo_ii.words.phrases import Phrases
from render.marco_polo_ii.words.since import since
from tests.marco_polo_ii.table import B, game, own, person

NAMES = ("Aoi", "Marco")


def differs(before: View, s: State, lang: Lang = "en") -> tuple[str, ...]:
    return since(before, Phrases(view(s, None), Look(lang, NAMES)))


def test_what_is_no_view_of_the_game_is_refused() -> None:
    with pytest.raises(TypeError, match="expected a View of Marco Polo II"):
        since(object(), Phrases(view(game(2), None), Look("en", NAMES)))


def test_dice_that_still_lie_when_a_round_ends_are_not_told_again() -> None:
    s = game(2, dice={"market_silk": [own(B, 4)]})
    before = view(s, None)
    s.spaces["contracts"].append(own(B, 5))
    s.round += 1
    assert differs(before, s) == ("round 3 began", "B put 5 on contracts")


def test_a_journey_tells_from_where_to_where_before_the_purse() -> None:
    s = game(2)
    before = view(s, None)
    s.spaces["purse"].append(own(B, 2))
    s.spaces["travel_2"] += [own(B, 4), own(B, 4)]
    person(s, B, figures=["xian"], posts=["xian"], walks=[["beijing", "oasis_a", "xian"]])
    [told] = differs(before, s)
    assert told.startswith("B put 4, 4 on middle travel, travelled Beijing → Xian, ")
    assert told.endswith("put 2 on purse")


def test_stops_with_a_new_post_and_turnings_are_named_and_points_have_their_reason() -> None:
    s = game(2)
    before = view(s, None)
    way = ["beijing", "oasis_a", "xian", "oasis_e", "xian", "oasis_a", "lanzhou"]
    mat = person(s, B, figures=["lanzhou"], posts=["xian"], walks=[way])
    mat.points["contracts"] = mat.points.get("contracts", 0) + 4
    [told] = differs(before, s)
    assert "travelled Beijing → Xian → oasis T → Lanzhou" in told
    assert "+4 VP (contracts)" in told


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            "B took 1 black die, changed dice 1 → 6, put 6, black 3 on contracts, +3 VP (bonuses of cities and posts)",
        ),
        (
            "ja",
            "Bは黒ダイスを1個獲得、ダイスの目を1 → 6に変更、契約の獲得にダイス6、黒3、+3点（都市・交易所のボーナス）",
        ),
    ],
)
def test_black_and_changed_dice_are_named_before_they_are_placed(lang: Lang, words: str) -> None:
    s = game(2)
    person(s, B, dice=[1, 2])
    before = view(s, None)
    mat = person(s, B, dice=[2])
    mat.points["bonuses"] = mat.points.get("bonuses", 0) + 3
    s.spaces["contracts"] += [own(B, 6), Placed(3, "black", B)]
    assert differs(before, s, lang) == (words,)


def test_a_contract_that_gave_a_move_is_told_before_the_way() -> None:
    s = game(2)
    before = view(s, None)
    moving = next(ident for ident, one in CONTENT.data.contracts.items() if one.reward.move)
    person(s, B, figures=["xian"], fulfilled=[moving], walks=[["beijing", "oasis_a", "xian"]])
    [told] = differs(before, s)
    assert told.index("fulfilled") < told.index("travelled")


def test_a_starting_contract_is_told_as_any_other() -> None:
    s = game(2)
    before = view(s, None)
    person(s, B, fulfilled=[next(iter(CONTENT.data.starting_contracts))])
    [told] = differs(before, s)
    assert told.startswith("B fulfilled a contract")
