"""Alt texts without a log: the results of a choice, and the differences from an earlier View."""

from __future__ import annotations

import pytest

from engines.kernel import Lang
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.state import PlacedDie, State
from engines.marco_polo_ii.view import View, build_view
from render import RenderContext
from render.marco_polo_ii.words.changes import describe_changes_since
from render.marco_polo_ii.words.phrases import Phrases
from tests.marco_polo_ii.table import B, build_state, own_die, set_player

NAMES = ("Aoi", "Marco")


def describe_differences(before: View, s: State, lang: Lang = "en") -> tuple[str, ...]:
    return describe_changes_since(before, Phrases(build_view(s, None), RenderContext(lang, NAMES)))


def test_foreign_view_is_refused() -> None:
    with pytest.raises(TypeError, match="expected a View of Marco Polo II"):
        describe_changes_since(object(), Phrases(build_view(build_state(2), None), RenderContext("en", NAMES)))


def test_dice_still_lying_at_round_end_are_not_repeated() -> None:
    s = build_state(2, dice={"market_silk": [own_die(B, 4)]})
    before = build_view(s, None)
    s.spaces["contracts"].append(own_die(B, 5))
    s.round += 1
    assert describe_differences(before, s) == ("round 3 began", "B put 5 on contracts")


def test_journey_is_described_before_the_purse() -> None:
    s = build_state(2)
    before = build_view(s, None)
    s.spaces["purse"].append(own_die(B, 2))
    s.spaces["travel_2"] += [own_die(B, 4), own_die(B, 4)]
    set_player(s, B, figures=["xian"], posts=["xian"], walks=[["beijing", "oasis_a", "xian"]])
    [sentence] = describe_differences(before, s)
    assert sentence.startswith("B put 4, 4 on middle travel, travelled Beijing → Xian, ")
    assert sentence.endswith("put 2 on purse")


def test_stops_with_a_new_post_and_turnings_are_named_and_points_have_their_reason() -> None:
    s = build_state(2)
    before = build_view(s, None)
    way = ["beijing", "oasis_a", "xian", "oasis_e", "xian", "oasis_a", "lanzhou"]
    mat = set_player(s, B, figures=["lanzhou"], posts=["xian"], walks=[way])
    mat.points["contracts"] = mat.points.get("contracts", 0) + 4
    [sentence] = describe_differences(before, s)
    assert "travelled Beijing → Xian → oasis T → Lanzhou" in sentence
    assert "+4 VP (contracts)" in sentence


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            "B took 1 black die, changed dice 1 → 6, put 6, black 3 on contracts, +3 VP (bonuses of cities and posts)",
        ),
        (
            "ja",
            "Bは黒ダイスを1個獲得、ダイスの目を1→6に変更、契約の獲得にダイス6、黒3、+3点（都市・交易所のボーナス）",
        ),
    ],
)
def test_black_and_changed_dice_are_named_before_placement(lang: Lang, words: str) -> None:
    s = build_state(2)
    set_player(s, B, dice=[1, 2])
    before = build_view(s, None)
    mat = set_player(s, B, dice=[2])
    mat.points["bonuses"] = mat.points.get("bonuses", 0) + 3
    s.spaces["contracts"] += [own_die(B, 6), PlacedDie(3, "black", B)]
    assert describe_differences(before, s, lang) == (words,)


def test_contract_that_gave_a_move_precedes_the_route() -> None:
    s = build_state(2)
    before = build_view(s, None)
    moving = next(ident for ident, contract in CONTENT.data.contracts.items() if contract.reward.move)
    set_player(s, B, figures=["xian"], fulfilled=[moving], walks=[["beijing", "oasis_a", "xian"]])
    [sentence] = describe_differences(before, s)
    assert sentence.index("fulfilled") < sentence.index("travelled")


def test_starting_contract_is_described_like_any_other() -> None:
    s = build_state(2)
    before = build_view(s, None)
    set_player(s, B, fulfilled=[next(iter(CONTENT.data.starting_contracts))])
    [sentence] = describe_differences(before, s)
    assert sentence.startswith("B fulfilled a contract")
