"""R13: starting a route, moving the caravan, completing the route."""

from __future__ import annotations

import pytest

from engines.marco_polo_ii.table.state import Caravan
from tests.marco_polo_ii.table import (
    A,
    begin_turn,
    build_state,
    list_bonus_actions,
    list_keys,
    set_player,
    take_scripted_turn,
)

MARKET = ("space:market_pepper", "offer:free_2")  # 1 pepper, 3 coins
END = "yes"


def test_r13_possible_loads_and_starting_cities() -> None:
    s = build_state(caravan=True)
    p = set_player(s, A, pepper=1, gold=2, jade=3, dice=[1], figures=["xian"])
    routes = list_keys(s, "bonus:start")
    assert set(routes) == {"route:t02.kabul", "route:t04.lhasa"}
    assert list_keys(s, "bonus:start", "route:t02.kabul") == [
        "load:1.0.0",
        "load:0.0.1",
        "load:1.0.1",
        "load:0.0.2",
    ]
    s.routes["t02"] = False
    assert set(list_keys(s, "bonus:start")) <= {"load:1.0.0", "load:0.0.1", "load:1.0.1", "load:0.0.2"}
    p.pepper = p.gold = 0
    assert "bonus:start" not in list_bonus_actions(s)


def test_r13_mailin_does_not_start_in_her_own_city() -> None:
    s = build_state(caravan=True)
    set_player(s, A, "mailin", pepper=1, dice=[1], figures=["xian", "kabul"])
    assert "route:t02.kabul" not in list_keys(s, "bonus:start")
    s.players[A].character = "abha"
    assert "route:t02.kabul" in list_keys(s, "bonus:start")


@pytest.mark.parametrize(("space", "steps"), [("market_pepper", 1), ("market_silk", 2), ("market_gold_a", 3)])
def test_r13_steps_by_the_book(space: str, steps: int) -> None:
    s = build_state(caravan=True)
    set_player(s, A, dice=[6], caravans=[Caravan("kashgar", ["silk"])], tiles=["t02"])
    option_keys = set(list_keys(s, f"space:{space}", "offer:free_1"))
    assert ("to:oasis_g" in option_keys, "to:lhasa" in option_keys) == (steps >= 2, steps >= 3)


def test_r13_start_move_and_complete_in_one_turn() -> None:
    """R16.31"""
    s = build_state(caravan=True)
    p = set_player(s, A, silk=2, dice=[5], figures=["xian"], seals={})
    p.silk = 2
    take_scripted_turn(
        s,
        "bonus:start",
        "route:t04.lhasa",
        "load:0.2.0",
        "space:market_gold_a",
        "offer:free_1",
        "to:lanzhou",
        END,
    )
    assert p.caravans == [Caravan("lanzhou", ["silk", "silk"])]
    begin_turn(s, A)
    p.dice, p.figures = [1], ["oasis_a"]
    played = take_scripted_turn(s, *MARKET, "to:oasis_a", "complete:0", "good:1.upgrade good:2.double", END)
    assert played.list_option_keys("caravan.unload")[:3] == ["good:1.sell", "good:1.upgrade", "good:1.double"]
    assert p.gold == 3 and p.silk == 2 and p.caravans == [Caravan()]


def test_r13_gold_cannot_be_upgraded() -> None:
    s = build_state(caravan=True)
    set_player(s, A, dice=[1], caravans=[Caravan("beijing", ["gold"])], tiles=["t02"])
    assert list_keys(s, "complete:0") == ["good:1.sell", "good:1.double"]
