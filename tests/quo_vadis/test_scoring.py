"""R8, R9 The end and the final scoring, with S25 to S28."""

from __future__ import annotations

import pytest

from engines.quo_vadis.table.board import find_maximum
from engines.quo_vadis.table.scoring import (
    compute_final_points,
    compute_points,
    compute_population_bonus,
    compute_scores,
    compute_style_bonus,
)
from tests.quo_vadis.stage import A, B, C, build_table, place_town, put_workers, set_player

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
    assert compute_style_bonus(tops) == vp


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
    assert compute_style_bonus(tops, has_wild_card=True) == vp


def test_e17_final_scoring() -> None:
    """E17 City 3 x 3 = 9, population 7 -> 3, style specialist 2 = 2, S25 2 x 3 = 6: 20."""
    s = build_table()
    set_player(s, A, stacks=["labour", "labour", "miracle miracle miracle"], skills=["S25"])
    for space, population in (("2-4:a", 4), ("1-3:a", 2), ("1-4:a", 1), ("1-5:a", 0)):
        place_town(s, space, A, population)
    assert compute_final_points(s, A) == {"city": 9, "population": 3, "style": 2, "skill_bonus": 6}
    assert sum(compute_points(s, A).values()) == 0  # not before the end
    s.phase = "over"
    assert sum(compute_points(s, A).values()) == 20


def test_s26_population_scores_one_each() -> None:
    s = build_table()
    place_town(s, "2-4:a", A, 3)
    place_town(s, "1-3:a", A, 2)
    assert compute_population_bonus(s, A) == 2
    set_player(s, A, skills=["S26"])
    assert compute_population_bonus(s, A) == 5


def test_s27_vp_for_control_and_s24_does_not_help() -> None:
    s = build_table()
    place_town(s, "2-4:a", A, 1)
    put_workers(s, "1-3:a", A)
    put_workers(s, "1-3:b", A)
    put_workers(s, "1-4:a", A)
    assert compute_final_points(s, A)["skill_bonus"] == 0
    set_player(s, A, skills=["S27", "S24"])
    assert compute_final_points(s, A)["skill_bonus"] == 2


def test_r9_face_down_skills_do_not_count() -> None:
    s = build_table()
    place_town(s, "2-4:a", A, 1)
    set_player(s, A, stacks=["labour"], skills=[])
    assert compute_final_points(s, A)["skill_bonus"] == 0


def test_r9_a_tie_goes_clockwise_from_the_start_player() -> None:
    s = build_table(first=B)
    s.phase = "over"
    for seat in (A, C):
        s.players[seat].vp["war"] = 6
    assert [(score.seat, score.place, score.total) for score in compute_scores(s)] == [(C, 1, 6), (A, 2, 6), (B, 3, 0)]


def test_s28_and_s08_work_from_the_skill_area() -> None:
    """S28 Two Labours and a Miracle that counts as a third: specialist 3. S08 Two more of each resource."""
    s = build_table()
    stacks = ["labour", "labour", "miracle"]
    set_player(s, A, stacks=stacks)
    assert compute_final_points(s, A)["style"] == 2 and find_maximum(s, s.players[A], "food") == 6
    set_player(s, A, stacks=stacks, skills=["S28", "S08"])
    assert compute_final_points(s, A)["style"] == 4 and find_maximum(s, s.players[A], "food") == 8
