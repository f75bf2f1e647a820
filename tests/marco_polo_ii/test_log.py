"""Sentences of the log: nothing is told twice."""

from __future__ import annotations

from engines.kernel import say
from engines.kernel.catalogue import Weight
from tests.marco_polo_ii.table import WORDS, A, game, person, turn


def test_r11_a_city_bonus_is_told_once() -> None:
    s = game(bonuses={"turfan": "cb3"})
    p = person(s, A, coins=9, camels=9, figures=["karakorum"], dice=[2, 3])
    told = [WORDS.render(msg, "en", ("Ann",)) for msg in turn(s, "space:travel_2", "to:0.turfan", "yes").told]
    assert p.vp == 3
    assert "Ann gains the city bonus: 3 VP." in told
    assert not any("gains 3 VP" in sentence for sentence in told)


def test_a_short_account_keeps_points_and_gives_up_refilled_contracts() -> None:
    points = say("amount.vp", n=3)
    assert WORDS.weight(say("told.gains", gain=points)) == Weight.FIRST
    assert WORDS.weight(say("contract.refilled", contract=points)) == Weight.LAST
