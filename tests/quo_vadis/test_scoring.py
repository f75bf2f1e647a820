"""R8, R9 The end and the final scoring, with S25 to S28."""

from __future__ import annotations

import pytest

from engines.quo_vadis.table.board import maximum
from engines.quo_vadis.table.scoring import final, points, population_bonus, scores, style_bonus
from tests.quo_vadis.stage import A, B, C, person, put, table, town

b, w, m, r, p = "blessing", "labour", "miracle", "revelation", "prosperity"


@pytest.mark.parametrize(
    ("tops", "vp"),
    [
        ([b, b, b, r, r], 4),
        ([b, w, m, p], 12),
        ([b, b], 2),
        ([w, m], 1),
        ([b, w, m, r, p], 18),
        ([b, w, m, r, p, w], 2),
        ([b], 0),
        ([], 0),
        ([b, w, m], 3),
        ([b] * 4, 8),
        ([b] * 5, 12),
        ([b] * 6, 14),
    ],
)
def test_e16_style_bonus(tops: list[str], vp: int) -> None:
    assert style_bonus(tops) == vp


@pytest.mark.parametrize(
    ("tops", "vp"),
    [
        ([b], 0),
        ([b, b], 2),
        ([b, w], 2),
        ([b, b, w, m], 12),
        ([b, b, w], 4),
        ([b, w, m, r, p], 18),
        ([b, b, w, m, r], 18),
        ([b, b, b, b, w], 12),
        ([b, b, b, b, b, w], 14),
    ],
)
def test_s28_one_top_card_counts_as_any_kind(tops: list[str], vp: int) -> None:
    assert style_bonus(tops, wild=True) == vp


def test_e17_final_scoring() -> None:
    """E17 City 3 x 3 = 9, population 7 -> 3, style specialist 2 = 2, S25 2 x 3 = 6: 20."""
    s = table()
    person(s, A, stacks=["labour", "labour", "miracle miracle miracle"], skills=["S25"])
    for space, population in (("2-4:a", 4), ("1-3:a", 2), ("1-4:a", 1), ("1-5:a", 0)):
        town(s, space, A, population)
    assert final(s, A) == {"city": 9, "population": 3, "style": 2, "skill_bonus": 6}
    assert sum(points(s, A).values()) == 0  # not before the end
    s.phase = "over"
    assert sum(points(s, A).values()) == 20


def test_s26_population_scores_one_each() -> None:
    s = table()
    town(s, "2-4:a", A, 3)
    town(s, "1-3:a", A, 2)
    assert population_bonus(s, A) == 2
    person(s, A, skills=["S26"])
    assert population_bonus(s, A) == 5


def test_s27_vp_for_control_and_s24_does_not_help() -> None:
    s = table()
    town(s, "2-4:a", A, 1)
    put(s, "1-3:a", A)
    put(s, "1-3:b", A)
    put(s, "1-4:a", A)
    assert final(s, A)["skill_bonus"] == 0
    person(s, A, skills=["S27", "S24"])
    assert final(s, A)["skill_bonus"] == 2


def test_r9_face_down_skills_do_not_count() -> None:
    s = table()
    town(s, "2-4:a", A, 1)
    person(s, A, stacks=["labour"], skills=[])
    assert final(s, A)["skill_bonus"] == 0


def test_r9_a_tie_goes_clockwise_from_the_start_player() -> None:
    s = table(first=B)
    s.phase = "over"
    for seat in (A, C):
        s.players[seat].vp["war"] = 6
    assert [(score.seat, score.place, score.total) for score in scores(s)] == [(C, 1, 6), (A, 2, 6), (B, 3, 0)]


def test_s28_and_s08_work_from_the_skill_area() -> None:
    """S28 Two Labours and a Miracle that counts as a third: specialist 3. S08 Two more of each resource."""
    s = table()
    stacks = ["labour", "labour", "miracle"]
    person(s, A, stacks=stacks)
    assert final(s, A)["style"] == 2 and maximum(s, s.players[A], "food") == 6
    person(s, A, stacks=stacks, skills=["S28", "S08"])
    assert final(s, A)["style"] == 4 and maximum(s, s.players[A], "food") == 8
