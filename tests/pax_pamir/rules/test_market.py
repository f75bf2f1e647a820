"""R6.1 Purchase, R8 rupees to the market, R4.3 the bank."""

from __future__ import annotations

import pytest

from engines.kernel import Rng, Table
from engines.pax_pamir.rules.money import action_spaces, gain_from_bank, pay_action
from engines.pax_pamir.rules.purchase import purchase
from engines.pax_pamir.table.market import can_buy, cost_of, payment
from engines.pax_pamir.table.state import State
from tests.pax_pamir.table import A, B, person, play, space, space_name, state

TOP = dict(zip(("T0", "T1", "T2", "T3", "T4", "T5"), (8, 9, 10, 11, 12, 13), strict=True))
BOTTOM = dict(zip(("B0", "B1", "B2", "B3", "B4", "B5"), (30, 31, 33, 34, 35, 38), strict=True))
FULL = TOP | BOTTOM


def rupees(s: State) -> dict[str, int]:
    """Market spaces with rupees."""
    return {space_name(index): there.rupees for index, there in enumerate(s.market) if there.rupees}


def test_e2_purchase_and_vacancy() -> None:
    """E2 A rupee on each card to the left; past a vacant space it goes to the other row."""
    s = state(2, market=FULL)
    person(s, A, rupees=5)
    play(s, lambda t: purchase(t, A, space("B1")))
    assert rupees(s) == {"B0": 1}
    play(s, lambda t: purchase(t, A, space("B3")))
    assert rupees(s) == {"B0": 2, "T1": 1, "B2": 1}
    assert (s.players[A].rupees, s.players[A].hand, s.playing.actions) == (1, [31, 34], 0)
    assert s.playing.locked == [30, 9, 33]
    assert [s.market[space(name)].card for name in ("B1", "B3")] == [None, None]


def test_e3_military_favored() -> None:
    """E3 Twice the price; the rupees on the card come afterwards (R15.19)."""
    s = state(2, favored="military", market=FULL | {"T2": (10, 3)})
    person(s, A, rupees=4)
    play(s, lambda t: purchase(t, A, space("T2")))
    assert (rupees(s), s.players[A].rupees) == ({"T0": 2, "T1": 2}, 3)
    person(s, A, rupees=3)
    s.market[space("T2")].card = 10
    assert not can_buy(s, A, space("T2"))


def test_r6_1_both_vacant() -> None:
    """R6.1 Rupees for a column that is vacant in both rows leave the game."""
    s = state(2, market={"T0": 8, "T3": 11})
    person(s, A, rupees=3)
    assert payment(s, A, space("T3")) == ((0, 1), (None, 1), (None, 1))
    play(s, lambda t: purchase(t, A, space("T3")))
    assert (rupees(s), s.removed) == ({"T0": 1}, 2)


def test_r6_1_what_can_be_bought() -> None:
    """R6.1, R15.18 Not locked, not #111, not too dear; column 0 costs nothing and locks nothing."""
    s = state(2, market=FULL | {"B2": 111})
    person(s, A, rupees=2)
    assert [space_name(i) for i in range(12) if can_buy(s, A, i)] == ["T0", "T1", "T2", "B0", "B1"]
    play(s, lambda t: purchase(t, A, space("T2")))
    assert s.playing.locked == [8, 9]
    assert [space_name(i) for i in range(12) if can_buy(s, A, i)] == ["B0"]


def test_event_111_swallows_rupees() -> None:
    """R6.1, R8 Rupees meant for #111 are removed, by purchases and by actions."""
    s = state(2, market=FULL | {"T0": 111})
    person(s, A, rupees=4)
    play(s, lambda t: purchase(t, A, space("T1")))
    assert (rupees(s), s.removed, s.playing.locked) == ({}, 1, [])
    s = state(2, market=FULL | {"T5": 111})
    person(s, A, rupees=4)
    pay_action(Table(s, Rng(bytes(32))), A, 1)
    assert (rupees(s), s.removed) == ({"B5": 1}, 1)


@pytest.mark.parametrize(("ability", "free"), [(66, [64]), (68, [76, 69]), (70, [86, 69])])
def test_r11_free_cards(ability: int, free: list[int]) -> None:
    """R11 #66, #68, #70: cards of Herat, of Persia, Russian patriots cost 0. Nothing is placed or locked (R15.18)."""
    lying = {"T1": 64, "T2": 76, "T3": 86, "T4": 69, "T5": 90, "B1": 113}
    s = state(2, market={name: (card, 1) for name, card in lying.items()} | {"T0": 5})
    person(s, A, rupees=0, court=[ability])
    assert [card for name, card in lying.items() if cost_of(s, A, space(name)) == 0] == free
    assert [card for name, card in lying.items() if cost_of(s, B, space(name)) == 0] == []
    assert [lying[f"T{n}"] for n in range(1, 6) if can_buy(s, A, n)] == free, "without a rupee"
    index = next(space(name) for name, card in lying.items() if card == free[-1])
    play(s, lambda t: purchase(t, A, index))
    assert (s.players[A].rupees, s.playing.locked, s.market[0].rupees) == (1, [], 0)


def test_e4_action_cost() -> None:
    """E4 Half to each row, on the rightmost cards; what a row cannot take leaves the game (R15.20)."""
    s = state(2, market=TOP | {"B0": 30, "B1": 31})
    person(s, A, rupees=6)
    pay_action(Table(s, Rng(bytes(32))), A, 3)
    assert rupees(s) == {"T5": 1, "T4": 1, "T3": 1, "B1": 1, "B0": 1}
    assert (s.players[A].rupees, s.removed, s.bank()) == (0, 1, 36 - 4 - 6), "it does not return to the bank (R4.3)"
    assert set(s.playing.locked) == {13, 12, 11, 31, 30}


def test_r8_paying_step_by_step() -> None:
    """R8 A cost paid in parts lies where it would lie at once."""
    s = state(2, market=TOP | {"B0": 30, "B4": 35})
    assert action_spaces(s, 1) + action_spaces(s, 2, first=1) == [5, 10, 4, 3, 6, None]


def test_r4_3_the_bank_can_run_dry() -> None:
    """R4.3 A hard limit of 36 coins: the player gets what is there. Without the limit there is always enough."""
    for options, got in ((("coin_limit",), 1), ((), 2)):
        s = state(2, options=options)
        person(s, B, rupees=31)
        assert s.bank() == 1
        played = play(s, lambda t: gain_from_bank_later(t, A))
        assert (played.result, s.players[A].rupees, s.bank()) == (got, 4 + got, 1 - got)


async def gain_from_bank_later(t: Table[State], player: int) -> int:
    return gain_from_bank(t, player, 2)
