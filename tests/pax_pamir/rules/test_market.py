"""R6.1 Purchase, R8 rupees to the market, R4.3 the bank."""

from __future__ import annotations

import pytest

from engines.kernel import GameContext, Rng
from engines.pax_pamir.rules.market_changes import purchase_card
from engines.pax_pamir.rules.payments import gain_from_bank, list_action_spaces, pay_for_action
from engines.pax_pamir.table.market import can_buy, compute_cost, plan_payment
from engines.pax_pamir.table.state import State
from tests.pax_pamir.table import A, B, build_state, find_space, name_space, play_rule, set_player

TOP = dict(zip(("T0", "T1", "T2", "T3", "T4", "T5"), (8, 9, 10, 11, 12, 13), strict=True))
BOTTOM = dict(zip(("B0", "B1", "B2", "B3", "B4", "B5"), (30, 31, 33, 34, 35, 38), strict=True))
FULL = TOP | BOTTOM


def list_rupees(s: State) -> dict[str, int]:
    """Return the rupees of market spaces that have any."""
    return {
        name_space(index): market_space.rupees for index, market_space in enumerate(s.market) if market_space.rupees
    }


def test_e2_purchase_and_vacancy() -> None:
    """E2 A rupee on each card to the left; past a vacant space it goes to the other row."""
    s = build_state(2, market=FULL)
    set_player(s, A, rupees=5)
    play_rule(s, lambda t: purchase_card(t, A, find_space("B1")))
    assert list_rupees(s) == {"B0": 1}
    play_rule(s, lambda t: purchase_card(t, A, find_space("B3")))
    assert list_rupees(s) == {"B0": 2, "T1": 1, "B2": 1}
    assert (s.players[A].rupees, s.players[A].hand, s.current_turn.actions) == (1, [31, 34], 0)
    assert s.current_turn.locked_cards == [30, 9, 33]
    assert [s.market[find_space(name)].card for name in ("B1", "B3")] == [None, None]


def test_e3_military_favored() -> None:
    """E3 Twice the price; the rupees on the card come afterwards (R15.19)."""
    s = build_state(2, favored="military", market=FULL | {"T2": (10, 3)})
    set_player(s, A, rupees=4)
    play_rule(s, lambda t: purchase_card(t, A, find_space("T2")))
    assert (list_rupees(s), s.players[A].rupees) == ({"T0": 2, "T1": 2}, 3)
    set_player(s, A, rupees=3)
    s.market[find_space("T2")].card = 10
    assert not can_buy(s, A, find_space("T2"))


def test_r6_1_both_vacant() -> None:
    """R6.1 Rupees for a column that is vacant in both rows leave the game."""
    s = build_state(2, market={"T0": 8, "T3": 11})
    set_player(s, A, rupees=3)
    assert plan_payment(s, A, find_space("T3")) == ((0, 1), (None, 1), (None, 1))
    play_rule(s, lambda t: purchase_card(t, A, find_space("T3")))
    assert (list_rupees(s), s.removed) == ({"T0": 1}, 2)


def test_r6_1_cards_that_can_be_bought() -> None:
    """R6.1, R15.18 Not locked, not #111, not too dear; column 0 costs nothing and locks nothing."""
    s = build_state(2, market=FULL | {"B2": 111})
    set_player(s, A, rupees=2)
    assert [name_space(i) for i in range(12) if can_buy(s, A, i)] == ["T0", "T1", "T2", "B0", "B1"]
    play_rule(s, lambda t: purchase_card(t, A, find_space("T2")))
    assert s.current_turn.locked_cards == [8, 9]
    assert [name_space(i) for i in range(12) if can_buy(s, A, i)] == ["B0"]


def test_event_111_swallows_rupees() -> None:
    """R6.1, R8 Rupees meant for #111 are removed, by purchases and by actions."""
    s = build_state(2, market=FULL | {"T0": 111})
    set_player(s, A, rupees=4)
    play_rule(s, lambda t: purchase_card(t, A, find_space("T1")))
    assert (list_rupees(s), s.removed, s.current_turn.locked_cards) == ({}, 1, [])
    s = build_state(2, market=FULL | {"T5": 111})
    set_player(s, A, rupees=4)
    pay_for_action(GameContext(s, Rng(bytes(32))), A, 1)
    assert (list_rupees(s), s.removed) == ({"B5": 1}, 1)


@pytest.mark.parametrize(("ability", "free"), [(66, [64]), (68, [76, 69]), (70, [86, 69])])
def test_r11_free_cards(ability: int, free: list[int]) -> None:
    """R11 #66, #68, #70: cards of Herat, of Persia, Russian patriots cost 0. Nothing is placed or locked (R15.18)."""
    lying = {"T1": 64, "T2": 76, "T3": 86, "T4": 69, "T5": 90, "B1": 113}
    s = build_state(2, market={name: (card, 1) for name, card in lying.items()} | {"T0": 5})
    set_player(s, A, rupees=0, court=[ability])
    assert [card for name, card in lying.items() if compute_cost(s, A, find_space(name)) == 0] == free
    assert [card for name, card in lying.items() if compute_cost(s, B, find_space(name)) == 0] == []
    assert [lying[f"T{n}"] for n in range(1, 6) if can_buy(s, A, n)] == free, "without a rupee"
    index = next(find_space(name) for name, card in lying.items() if card == free[-1])
    play_rule(s, lambda t: purchase_card(t, A, index))
    assert (s.players[A].rupees, s.current_turn.locked_cards, s.market[0].rupees) == (1, [], 0)


def test_e4_action_cost() -> None:
    """E4 Half to each row, on the rightmost cards; rupees that a row cannot take leave the game (R15.20)."""
    s = build_state(2, market=TOP | {"B0": 30, "B1": 31})
    set_player(s, A, rupees=6)
    pay_for_action(GameContext(s, Rng(bytes(32))), A, 3)
    assert list_rupees(s) == {"T5": 1, "T4": 1, "T3": 1, "B1": 1, "B0": 1}
    assert (s.players[A].rupees, s.removed, s.count_bank_rupees()) == (0, 1, 36 - 4 - 6), (
        "it does not return to the bank (R4.3)"
    )
    assert set(s.current_turn.locked_cards) == {13, 12, 11, 31, 30}


def test_r8_paying_step_by_step() -> None:
    """R8 A cost paid in parts is placed like the same cost paid at once."""
    s = build_state(2, market=TOP | {"B0": 30, "B4": 35})
    assert list_action_spaces(s, 1) + list_action_spaces(s, 2, first=1) == [5, 10, 4, 3, 6, None]


def test_r4_3_the_bank_can_run_dry() -> None:
    """R4.3 A hard limit of 36 coins: the player gets the available rupees. Without the limit all are paid."""
    for options, got in ((("coin_limit",), 1), ((), 2)):
        s = build_state(2, options=options)
        set_player(s, B, rupees=31)
        assert s.count_bank_rupees() == 1
        played = play_rule(s, lambda t: gain_from_bank_later(t, A))
        assert (played.result, s.players[A].rupees, s.count_bank_rupees()) == (got, 4 + got, 1 - got)


async def gain_from_bank_later(ctx: GameContext[State], player: int) -> int:
    return gain_from_bank(ctx, player, 2)
