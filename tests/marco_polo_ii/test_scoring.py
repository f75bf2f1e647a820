"""R14: the end."""

from __future__ import annotations

import pytest

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.scoring import contracts_vp, crest_vp, final_parts, scores
from engines.marco_polo_ii.table.state import Caravan, State
from tests.marco_polo_ii.table import (
    A,
    B,
    C,
    game,
    person,
)

DATA = CONTENT.data


def ended(players: int = 3) -> State:
    s = game(players)
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
    s = ended(players)
    for seat, number in enumerate(fulfilled):
        person(s, seat, fulfilled=[f"c{n:02}" for n in range(number)])
    assert [contracts_vp(s, seat) for seat in s.seats] == points


def test_r14_5_vidal_counts_as_four() -> None:
    s = ended()
    person(s, A, "vidal")
    person(s, B, fulfilled=["c01", "c02", "c03"])
    assert [contracts_vp(s, seat) for seat in s.seats] == [8, 4, 0]


def test_r14_2_crests() -> None:
    """R16.34 A crest icon needs the crest itself; a crest counts once."""
    s = ended()
    p = person(s, A, "gantulga", posts=["karakorum", "jaipur", "baghdad"], goal="g01")
    assert dict(final_parts(s, A))["crests"] == crest_vp(2)  # one crest, and the rooster of the goal
    p.character = "de_wu"
    assert dict(final_parts(s, A))["crests"] == crest_vp(3)
    p.character = "tebaldo"
    assert dict(final_parts(s, A))["crests"] == crest_vp(3)
    assert [crest_vp(n) for n in (0, 1, 13, 14)] == [0, 1, 43, 43]


@pytest.mark.parametrize("goal", DATA.goals)
def test_r14_1_every_goal(goal: str) -> None:
    line = DATA.goals[goal]
    s = ended()
    p = person(s, A, goal=goal, posts=[CONTENT.cities_with[crest][0] for crest in line.crests])
    parts = dict(final_parts(s, A))
    assert parts["crests"] == crest_vp(2 * len(line.crests)) and parts["goal"] == 0
    p.seals = dict.fromkeys(line.seals, True)
    assert dict(final_parts(s, A))["goal"] == sum(DATA.guilds[guild].goal_vp for guild in line.seals)


def test_r14_3_r14_4_r14_6_coins_goods_and_loads() -> None:
    s = ended()
    person(s, A, coins=19, camels=9, pepper=1, silk=1, gold=1, jade=2, caravans=[Caravan("xian", ["gold", "pepper"])])
    parts = dict(final_parts(s, A))
    assert (parts["coins"], parts["goods"], parts["caravan_goods"]) == (1, 2, 4)


def test_r14_ties_are_broken_by_camels_and_then_shared() -> None:
    s = ended()
    for seat, camels in enumerate((2, 3, 3)):
        person(s, seat, camels=camels, goal="g11")
    assert [(score.seat, score.place) for score in scores(s)] == [(B, 1), (C, 1), (A, 3)]
