"""R14: the end."""

from __future__ import annotations

import pytest

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.scoring import compute_final_parts, compute_scores, score_contracts, score_crests
from engines.marco_polo_ii.table.state import Caravan, State
from tests.marco_polo_ii.table import A, B, C, build_state, set_player

DATA = CONTENT.data


def build_final_state(players: int = 3) -> State:
    s = build_state(players)
    s.phase, s.playing = "over", None
    return s


@pytest.mark.parametrize(
    ("fulfilled", "players", "points"),
    [
        ((3, 2, 1), 3, [8, 4, 0]),
        ((3, 3, 1), 3, [8, 8, 4]),
        ((3, 1, 1), 3, [8, 4, 4]),
        ((2, 0, 0), 3, [8, 0, 0]),
        ((0, 0, 0), 3, [0, 0, 0]),
        ((2, 1), 2, [8, 0]),
    ],
)
def test_r14_5_most_contracts(fulfilled: tuple[int, ...], players: int, points: list[int]) -> None:
    s = build_final_state(players)
    for seat, number in enumerate(fulfilled):
        set_player(s, seat, fulfilled=[f"c{n:02}" for n in range(number)])
    assert [score_contracts(s, seat) for seat in s.seats] == points


def test_r14_5_vidal_counts_as_four() -> None:
    s = build_final_state()
    set_player(s, A, "vidal")
    set_player(s, B, fulfilled=["c01", "c02", "c03"])
    assert [score_contracts(s, seat) for seat in s.seats] == [8, 4, 0]


def test_r14_2_crests() -> None:
    """R16.34 A crest icon needs the crest itself; a crest counts once."""
    s = build_final_state()
    p = set_player(s, A, "gantulga", posts=["karakorum", "jaipur", "baghdad"], goal="g01")
    assert dict(compute_final_parts(s, A))["crests"] == score_crests(2)  # one crest, and the rooster of the goal
    p.character = "de_wu"
    assert dict(compute_final_parts(s, A))["crests"] == score_crests(3)
    p.character = "tebaldo"
    assert dict(compute_final_parts(s, A))["crests"] == score_crests(3)
    assert [score_crests(n) for n in (0, 1, 13, 14)] == [0, 1, 43, 43]


@pytest.mark.parametrize("goal", DATA.goals)
def test_r14_1_every_goal(goal: str) -> None:
    line = DATA.goals[goal]
    s = build_final_state()
    p = set_player(s, A, goal=goal, posts=[CONTENT.cities_with[crest][0] for crest in line.crests])
    parts = dict(compute_final_parts(s, A))
    assert parts["crests"] == score_crests(2 * len(line.crests)) and parts["goal"] == 0
    p.seals = dict.fromkeys(line.seals, True)
    assert dict(compute_final_parts(s, A))["goal"] == sum(DATA.guilds[guild].goal_vp for guild in line.seals)


def test_r14_3_r14_4_r14_6_coins_goods_and_loads() -> None:
    s = build_final_state()
    set_player(
        s, A, coins=19, camels=9, pepper=1, silk=1, gold=1, jade=2, caravans=[Caravan("xian", ["gold", "pepper"])]
    )
    parts = dict(compute_final_parts(s, A))
    assert (parts["coins"], parts["goods"], parts["caravan_goods"]) == (1, 2, 4)


def test_r14_ties_are_broken_by_camels_and_then_shared() -> None:
    s = build_final_state()
    for seat, camels in enumerate((2, 3, 3)):
        set_player(s, seat, camels=camels, goal="g11")
    assert [(score.seat, score.place) for score in compute_scores(s)] == [(B, 1), (C, 1), (A, 3)]
