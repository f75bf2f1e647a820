"""R11 The ways to pay: compared with brute force, and as they are offered and told."""

from __future__ import annotations

import random

import pytest

from engines.kernel import read
from engines.kilia.payment.offered import FEW, more, offered
from engines.kilia.payment.pay import pay, way_option
from engines.kilia.payment.purse import Cost, Purse, purse_of
from engines.kilia.payment.ways import missing, payable, undominated
from engines.kilia.table.questions import HowToPay
from tests.kilia.payments import compare, random_cost
from tests.kilia.stage import WHITE, goods, owner, play, seated, table, used, words

ABOUT = HowToPay((), 0)


@pytest.mark.parametrize("late", [False, True], ids=["middle", "late"])
def test_r11_no_better_way_is_missing(late: bool) -> None:
    """Random costs against all legal payments; `python -m tests.kilia.payments 200` makes the long table."""
    chance = random.Random(f"test {late}")
    for number in range(40):
        found = compare(*random_cost(chance, late=late))
        assert found.faults == [], f"cost number {number}"
        assert found.offered <= FEW + 2


def test_r11_an_own_good_pays_its_kind_and_any() -> None:
    assert payable(Purse((0, 1, 0, 0), 0), Cost(("brick",)))
    assert not payable(Purse((0, 1, 0, 0), 0), Cost(("salt",)))
    assert payable(Purse((0, 1, 0, 0), 0), Cost(("any",)))


def test_r11_three_for_one_takes_three_of_one_other_kind() -> None:
    assert payable(Purse((0, 3, 0, 0), 0), Cost(("salt",)))
    assert not payable(Purse((0, 2, 1, 0), 0), Cost(("salt",)))
    assert not payable(Purse((0, 0, 0, 2), 0), Cost(("wheat", "wheat", "wheat")))


def test_r11_a_merchant_delivers_for_a_coin() -> None:
    purse = Purse((0, 0, 0, 0), 1, (0, 2, 0, 0))
    assert payable(purse, Cost(("brick",))) and payable(purse, Cost(("any",)))
    assert not payable(purse, Cost(("brick", "brick")))  # one coin
    assert not payable(purse, Cost(("brick",), coins=1))  # it is needed for the price (R18.20)


def test_r11_coin_costs_are_paid_with_coins_alone() -> None:
    assert missing(Purse((9, 9, 9, 9), 2), Cost((), coins=4)) == 2


def test_r10_a_swap_is_not_chained_and_not_for_merchants() -> None:
    swaps = (("brick", "salt"), ("brick", "wood"))
    assert not payable(Purse((1, 0, 0, 0), 0, swaps=swaps), Cost(("wood",)))  # type: ignore[arg-type]
    assert not payable(Purse((0, 0, 0, 0), 5, (3, 0, 0, 0), swaps), Cost(("brick",)))  # type: ignore[arg-type]


def test_r11_missing_says_how_much_is_short() -> None:
    assert missing(Purse((1, 0, 0, 0), 0), Cost(("salt", "salt", "wheat"))) == 2
    assert missing(Purse((1, 3, 0, 0), 0), Cost(("salt", "salt", "any"))) == 1
    assert missing(Purse((0, 0, 0, 0), 0), Cost(("any",))) == 1


def test_r11_one_way_is_not_asked() -> None:
    s = table()
    white = owner(s, WHITE, goods=(2, 0, 0, 0))
    played = play(s, seated(pay, WHITE, Cost(("salt", "salt")), ABOUT))
    assert played.asked == [] and goods(white) == (0, 0, 0, 0)


def test_r11_the_cheapest_way_comes_first_and_is_what_silence_means() -> None:
    s = table()
    white = owner(s, WHITE, goods=(1, 3, 0, 0), coins=2, market="M1:W01 M2:R01 M4:W02")
    played = play(s, seated(pay, WHITE, Cost(("salt", "salt")), ABOUT), "pay:salt1+m1")
    assert played.keys("pay.ask") == ["pay:salt1+m1", "pay:+m1.m4", "pay:salt1.brick3+", "pay:brick3+m1"]
    assert played.prompt("pay.ask").silence == ("pay:salt1+m1",)
    assert played.label("pay.ask", "pay:salt1+m1") == "1 salt, 1 salt from M1 (1 coin)"
    assert played.detail("pay.ask", "pay:salt1+m1") == "Leaves 3 bricks, 1 coin"
    assert played.detail("pay.ask", "pay:salt1+m1", "ja") == "残り：レンガ3、コイン1"
    assert goods(white) == (0, 3, 0, 0) and white.coins == 1 and used(white) == {"M1": 1}


def test_r11_of_several_merchants_of_a_good_the_lower_row_works_first() -> None:
    s = table()
    white = owner(s, WHITE, coins=3, market="M1:W01 M2:R01 M4:W02")
    play(s, seated(pay, WHITE, Cost(("salt", "salt")), ABOUT))
    assert used(white) == {"M1": 1, "M4": 1}


def test_r11_unit_by_unit_reaches_the_rest() -> None:
    """Two of any good with merchants for two goods: which of them delivers is chosen unit by unit."""
    s = table()
    white = owner(s, WHITE, coins=2, market="M1:W01 M2:R01 M3:Y01")
    played = play(s, seated(pay, WHITE, Cost(("any", "any")), ABOUT), "units", "merchant:brick", "merchant:wheat")
    assert played.asked == ["pay.ask", "pay.unit", "pay.unit"]
    assert played.keys("pay.unit") == ["merchant:salt", "merchant:brick", "merchant:wheat"]
    assert used(white) == {"M2": 1, "M3": 1} and white.coins == 0


def test_r11_activations_may_be_spread_over_several_payments() -> None:
    s = table()
    white = owner(s, WHITE, coins=5, market="M1:W01 M2:R01 M4:W02")
    for _ in range(3):
        play(s, seated(pay, WHITE, Cost(("salt",)), ABOUT))
    assert used(white) == {"M1": 1, "M4": 2}
    assert not payable(purse_of(white), Cost(("salt",)))


def test_r11_all_kinds_of_sources_are_told() -> None:
    s = table()
    white = owner(s, WHITE, zones=(0, 1, 0, 0), goods=(1, 3, 1, 0), coins=1, abilities="B05", market="M1:W01", chips=4)
    told: list[tuple[str, ...]] = []

    async def rule(t):  # type: ignore[no-untyped-def]
        parts = await pay(t, WHITE, Cost(("salt", "wood", "wood", "wheat")), ABOUT)
        told.append(tuple(words(part) for part in parts))
        told.append(tuple(words(part, "ja") for part in parts))

    play(s, rule)
    assert told[0] == (
        "1 wood",
        "1 salt for 1 wood",
        "3 bricks for 1 wheat",
        "1 salt from M1 (1 coin)",
    )
    assert told[1] == ("木材1", "木材1の代わりに塩1", "小麦1の代わりにレンガ3", "M1の塩1（コイン1）")
    assert goods(white) == (0, 0, 0, 0) and white.coins == 0


def test_r11_a_button_that_is_cut_still_tells_the_ways_apart() -> None:
    """What not all ways take stands first, what all take last."""
    player = owner(table(), WHITE, goods=(1, 0, 0, 0), coins=9, market="M1:W02 M2:Y02 M3:Y03 M4:W03")
    ways = offered(purse_of(player), Cost(("salt", "salt", "wheat", "wheat")))
    labels = [words(read(way_option(player, way, ways).label)) for way in ways]
    assert len(labels) > 1 and all(label.endswith(", 2 wheat from M2, M3 (2 coins)") for label in labels)
    assert len({label[:16] for label in labels}) == len(labels)


def test_r11_many_ways_are_cut_to_the_few_that_save_most_of_something() -> None:
    purse = Purse((5, 5, 5, 5), 6, (3, 3, 3, 3))
    cost = Cost(("salt", "brick", "any", "any"))
    ways = offered(purse, cost)
    assert len(undominated(purse, cost)) > 40 and len(ways) <= 7 and more(purse, cost)
    assert max(way.left.coins for way in ways) == 6
    assert max(sum(way.left.goods) for way in ways) == 20
