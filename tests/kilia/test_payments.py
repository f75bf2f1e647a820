"""R11 Payments: compared with brute force, and as they are offered and described; R7.1 prices of contracts."""

from __future__ import annotations

import random
from itertools import product

import pytest

from engines.kernel import resolve_text
from engines.kilia.payment.options import (
    MAX_AMOUNT,
    MAX_AMOUNTS,
    MAX_OFFERED,
    can_pay,
    count_missing,
    has_at_least,
    has_more_payments,
    list_undominated,
    pack_amounts,
    select_payments,
    unpack_amounts,
)
from engines.kilia.payment.pay import build_payment_option, pay_cost
from engines.kilia.payment.purse import Cost, Purse, build_purse
from engines.kilia.rules.contracts import take_contract
from engines.kilia.table.questions import HowToPay
from tests.check_each import check_each
from tests.kilia.payments import compare_payments, draw_cost
from tests.kilia.stage import WHITE, bind_rule, build_table, list_goods, list_used_coins, play, render_text, set_player

ABOUT = HowToPay((), 0)


@pytest.mark.parametrize("late", [False, True], ids=["middle", "late"])
def test_r11_no_better_payment_is_missing(late: bool) -> None:
    """Random costs against all legal payments; `python -m tests.kilia.payments 200` makes the long table."""
    rng = random.Random(f"test {late}")
    for number in range(40):
        comparison = compare_payments(*draw_cost(rng, late=late))
        assert comparison.faults == [], f"cost number {number}"
        assert comparison.offered_count <= MAX_OFFERED + 2


def test_r11_an_own_good_pays_its_kind_and_any() -> None:
    assert can_pay(Purse((0, 1, 0, 0), 0), Cost(("brick",)))
    assert not can_pay(Purse((0, 1, 0, 0), 0), Cost(("salt",)))
    assert can_pay(Purse((0, 1, 0, 0), 0), Cost(("any",)))


def test_r11_three_for_one_takes_three_of_one_other_kind() -> None:
    assert can_pay(Purse((0, 3, 0, 0), 0), Cost(("salt",)))
    assert not can_pay(Purse((0, 2, 1, 0), 0), Cost(("salt",)))
    assert not can_pay(Purse((0, 0, 0, 2), 0), Cost(("wheat", "wheat", "wheat")))


def test_r11_a_merchant_delivers_for_a_coin() -> None:
    purse = Purse((0, 0, 0, 0), 1, (0, 2, 0, 0))
    assert can_pay(purse, Cost(("brick",))) and can_pay(purse, Cost(("any",)))
    assert not can_pay(purse, Cost(("brick", "brick")))  # one coin
    assert not can_pay(purse, Cost(("brick",), coins=1))  # the coin is needed for the price (R18.20)


def test_r11_coin_costs_are_paid_with_coins_alone() -> None:
    assert count_missing(Purse((9, 9, 9, 9), 2), Cost((), coins=4)) == 2


def test_r10_a_swap_is_not_chained_and_not_for_merchants() -> None:
    swaps = (("brick", "salt"), ("brick", "wood"))
    assert not can_pay(Purse((1, 0, 0, 0), 0, swaps=swaps), Cost(("wood",)))  # type: ignore[arg-type]
    assert not can_pay(Purse((0, 0, 0, 0), 5, (3, 0, 0, 0), swaps), Cost(("brick",)))  # type: ignore[arg-type]


def test_r11_missing_says_how_much_is_short() -> None:
    assert count_missing(Purse((1, 0, 0, 0), 0), Cost(("salt", "salt", "wheat"))) == 2
    assert count_missing(Purse((1, 3, 0, 0), 0), Cost(("salt", "salt", "any"))) == 1
    assert count_missing(Purse((0, 0, 0, 0), 0), Cost(("any",))) == 1


def test_r11_single_payment_needs_no_question() -> None:
    s = build_table()
    white = set_player(s, WHITE, goods=(2, 0, 0, 0))
    played = play(s, bind_rule(pay_cost, WHITE, Cost(("salt", "salt")), ABOUT, may_stack=False))
    assert played.questions == [] and list_goods(white) == (0, 0, 0, 0)


def test_r11_cheapest_payment_comes_first_and_is_the_time_out_answer() -> None:
    s = build_table()
    white = set_player(s, WHITE, goods=(1, 3, 0, 0), coins=2, market="M1:W01 M2:R01 M4:W02")
    played = play(s, bind_rule(pay_cost, WHITE, Cost(("salt", "salt")), ABOUT, may_stack=False), "pay:salt1+m1")
    assert played.list_keys("pay.ask") == ["pay:salt1+m1", "pay:+m1.m4", "pay:salt1.brick3+", "pay:brick3+m1"]
    assert played.find_prompt("pay.ask").timeout_answer == ("pay:salt1+m1",)
    assert played.render_label("pay.ask", "pay:salt1+m1") == "Pay 1 salt, 1 salt from M1 (1 coin)"
    assert played.render_detail("pay.ask", "pay:salt1+m1") == "Leaves 3 bricks, 1 coin"
    assert played.render_detail("pay.ask", "pay:salt1+m1", "ja") == "残り：レンガ3、コイン1"
    assert list_goods(white) == (0, 3, 0, 0) and white.coins == 1 and list_used_coins(white) == {"M1": 1}


def test_r11_of_several_merchants_of_a_good_the_lower_row_works_first() -> None:
    s = build_table()
    white = set_player(s, WHITE, coins=3, market="M1:W01 M2:R01 M4:W02")
    play(s, bind_rule(pay_cost, WHITE, Cost(("salt", "salt")), ABOUT, may_stack=False))
    assert list_used_coins(white) == {"M1": 1, "M4": 1}


def test_r11_unit_by_unit_reaches_the_rest() -> None:
    """Two of any good with merchants for two goods: the delivering one is chosen unit by unit."""
    s = build_table()
    white = set_player(s, WHITE, coins=2, market="M1:W01 M2:R01 M3:Y01")
    played = play(
        s,
        bind_rule(pay_cost, WHITE, Cost(("any", "any")), ABOUT, may_stack=False),
        "units",
        "merchant:brick",
        "merchant:wheat",
    )
    assert played.questions == ["pay.ask", "pay.unit", "pay.unit"]
    assert played.list_keys("pay.unit") == ["merchant:salt", "merchant:brick", "merchant:wheat"]
    assert list_used_coins(white) == {"M2": 1, "M3": 1} and white.coins == 0


def test_r11_activations_may_be_spread_over_several_payments() -> None:
    s = build_table()
    white = set_player(s, WHITE, coins=5, market="M1:W01 M2:R01 M4:W02")
    for _ in range(3):
        play(s, bind_rule(pay_cost, WHITE, Cost(("salt",)), ABOUT, may_stack=False))
    assert list_used_coins(white) == {"M1": 1, "M4": 2}
    assert not can_pay(build_purse(white), Cost(("salt",)))


def test_r11_all_kinds_of_sources_are_named() -> None:
    s = build_table()
    white = set_player(
        s, WHITE, zones=(0, 1, 0, 0), goods=(1, 3, 1, 0), coins=1, abilities="B05", market="M1:W01", chips=4
    )
    logged_parts: list[tuple[str, ...]] = []

    async def rule(t):  # type: ignore[no-untyped-def]
        parts = await pay_cost(t, WHITE, Cost(("salt", "wood", "wood", "wheat")), ABOUT, may_stack=False)
        logged_parts.append(tuple(render_text(part) for part in parts))
        logged_parts.append(tuple(render_text(part, "ja") for part in parts))

    play(s, rule)
    assert logged_parts[0] == (
        "1 wood",
        "1 salt as 1 wood",
        "3 bricks as 1 wheat",
        "1 salt from M1 (1 coin)",
    )
    assert logged_parts[1] == ("木材1", "塩1（木材1の代わり）", "レンガ3（小麦1の代わり）", "M1の塩1（コイン1）")
    assert list_goods(white) == (0, 0, 0, 0) and white.coins == 0


def test_r11_shortened_buttons_still_distinguish_the_payments() -> None:
    """Parts that not all payments share stand first, parts common to all last."""
    player = set_player(build_table(), WHITE, goods=(1, 0, 0, 0), coins=9, market="M1:W02 M2:Y02 M3:Y03 M4:W03")
    ways = select_payments(build_purse(player), Cost(("salt", "salt", "wheat", "wheat")))
    labels = [
        render_text(resolve_text(build_payment_option(player, way, ways, asks_for_merchants=False).label))
        for way in ways
    ]
    assert len(labels) > 1 and all(label.endswith(", 2 wheat from M2, M3 (2 coins)") for label in labels)
    assert len({label[:16] for label in labels}) == len(labels)


def test_r11_many_payments_are_reduced_to_those_that_save_most() -> None:
    purse = Purse((5, 5, 5, 5), 6, (3, 3, 3, 3))
    cost = Cost(("salt", "brick", "any", "any"))
    ways = select_payments(purse, cost)
    assert len(list_undominated(purse, cost)) > 40 and len(ways) <= 7 and has_more_payments(purse, cost)
    assert max(way.remaining.coins for way in ways) == 6
    assert max(sum(way.remaining.goods) for way in ways) == 20


@pytest.mark.parametrize(("slot", "price"), [(1, 0), (2, 1), (3, 3), (4, 5), (5, 5)])
def test_r7_1_a_contract_costs_the_whole_price_of_its_slot(slot: int, price: int) -> None:
    s = build_table(contracts="C01 C02 C03 C04 C05")
    white = set_player(s, WHITE, coins=9)
    play(s, bind_rule(take_contract, WHITE, "castle"), f"contract:{slot}")
    assert (white.coins, white.active) == (9 - price, [f"C0{slot}"])


def test_amounts_can_be_unpacked() -> None:
    amounts = (0, 1, MAX_AMOUNT, 7, 0, 2, MAX_AMOUNT, 3, 9)
    assert len(amounts) == MAX_AMOUNTS and unpack_amounts(pack_amounts(amounts), MAX_AMOUNTS) == amounts


@check_each("one", [*product((0, 1, MAX_AMOUNT), repeat=3)])
def test_amounts_dominate_if_they_have_as_much_of_everything(one: tuple[int, ...]) -> None:
    for other in product((0, 1, MAX_AMOUNT), repeat=3):
        assert has_at_least(pack_amounts(one), pack_amounts(other)) == all(
            a >= b for a, b in zip(one, other, strict=True)
        )
