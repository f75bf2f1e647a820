"""R19 The worked examples of the rules, E1 to E24, as they are written there."""

from __future__ import annotations

from collections.abc import Callable

from engines.kernel import GameContext
from engines.kilia.council.phase import run_council, sail_ships, settle_markers
from engines.kilia.council.scoring import compute_tally
from engines.kilia.payment.options import can_pay
from engines.kilia.payment.purse import Cost, Purse, build_purse
from engines.kilia.rules.actions import list_actions
from engines.kilia.rules.contracts import list_fulfillable
from engines.kilia.rules.free_moves import list_free_moves, take_free_move
from engines.kilia.rules.market import list_open_spaces
from engines.kilia.rules.offer import refill_offers
from engines.kilia.rules.turn import take_turn
from engines.kilia.table.queries import count_keys, find_ship_number, list_cells, list_usable_numbers
from engines.kilia.table.state import State
from tests.kernel.scripted import Rule
from tests.kilia.stage import (
    BROWN,
    RED,
    WHITE,
    YELLOW,
    bind_rule,
    build_table,
    count_zones,
    list_goods,
    list_used_coins,
    list_zones_with_sprat,
    play,
    set_player,
)


def list_offered_keys(s: State, seat: int) -> list[str]:
    return [option.key for option in list_actions(s, seat)]


def test_e1_price() -> None:
    """Two keys, four coins, the card of slot 3: the whole price of 3, no rebate for the keys held."""
    s = build_table(offer="W01 R13 B05 Y10 W10")
    white = set_player(s, WHITE, zones=(1, 0, 0, 0), coins=4)
    play(s, take_turn, "merchant:3", "space:m1", "good:salt", "yes")
    assert white.coins == 1

    white.coins = 2
    assert "merchant:3" not in list_offered_keys(s, WHITE)


def test_e2_market_support() -> None:
    """Merchants on M2 and M3: M1, M5 and the stacks are legal, M4 and M6 are not."""
    s = build_table(offer="W01 R13 B05 Y10 W10")
    white = set_player(s, WHITE, market="M2:R01 M3:R02")
    assert list_open_spaces(white) == ["M1", "M2", "M3", "M5"]
    played = play(s, take_turn, "space:m5", "yes")
    assert played.list_keys("market.ask") == ["space:m1", "stack:m2", "stack:m3", "space:m5"]
    assert white.coins == 3

    s = build_table(offer="W01 R13 B05 Y10 W10")
    white = set_player(s, WHITE, market="M2:R01 M3:R02")
    play(s, take_turn, "stack:m2", "yes")
    assert white.coins == 0 and [m.card for m in white.market["M2"]] == ["R01", "W01"]


def test_e3_second_expansion() -> None:
    """The second card under the warehouse zone costs two wheat; then a second card may be built."""
    s = build_table(offer="Y05 R13 B05 Y10 W10")
    white = set_player(s, WHITE, zones=(0, 0, 0, 1), goods=(0, 0, 1, 2), coins=1)
    played = play(s, take_turn, "expand:1", "none", "yes")
    assert list_goods(white) == (0, 0, 1, 0) and count_zones(white) == (0, 0, 0, 2)
    assert played.list_keys("build.ask") == ["build:2", "none"]


def test_e4_first_castle() -> None:
    """With the new key contract slots 1 and 2 are free, slot 3 costs 3, slots 4 and 5 cannot be paid."""
    s = build_table(offer="W04 R13 B05 Y10 W10", contracts="C01 C02 C03 C04 C05")
    white = set_player(s, WHITE, goods=(1, 0, 1, 1), coins=3)
    played = play(s, take_turn, "expand:1", "contract:2", "yes")
    assert list_goods(white) == (0, 0, 1, 1) and count_zones(white)[0] == 1 and count_keys(white) == 2
    assert played.list_keys("contract.ask") == ["contract:1", "contract:2", "contract:3", "none"]
    assert (white.coins, white.active) == (3, ["C02"])


def test_e5_university_with_a_bought_ability() -> None:
    s = build_table(offer="W01 R13 B05 Y10 W10", deck="Y21 R02", active=RED)
    red = set_player(s, RED, zones=(1, 0, 0, 0), goods=(0, 1, 0, 0), coins=6)
    play(s, take_turn, "expand:2", "learn:4", "yes")
    assert count_zones(red) == (1, 1, 0, 0) and red.abilities == ["Y10"] and red.coins == 1
    assert s.offer == ["W01", "B05", "W10", "Y21", "R02"]
    assert build_purse(red).swaps == (("salt", "wheat"),)


def test_e6_bigger_ship() -> None:
    """Ship 2 lies where ship 1 lay, on the right with its bow to the left. No second card."""
    s = build_table(offer="B02 R13 B05 Y10 W10")
    white = set_player(s, WHITE, goods=(1, 1, 1, 0), side="right")
    played = play(s, take_turn, "expand:1", "yes")
    assert list_goods(white) == (1, 1, 0, 0)
    assert (find_ship_number(white), white.side) == (2, "right")
    assert played.questions == ["action.main", "turn.confirm"]


def test_e7_warehouse() -> None:
    """R09 on segment 1, turned: empty, coin, salt and wheat, brick."""
    s = build_table(offer="Y03 R09 B05 Y10 W10")
    white = set_player(s, WHITE, zones=(1, 0, 0, 0), goods=(0, 0, 0, 1))
    play(s, take_turn, "expand:1", "build:2", "turned", "yes")

    built = white.canal[0]
    assert built is not None
    assert list_cells(white, built) == ((), ("coin",), ("salt", "wheat"), ("brick",))
    assert white.coins == 0


def test_e8_three_for_one() -> None:
    """Three wood for the third shipyard card: two wood and three brick."""
    s = build_table(offer="B02 R13 B05 Y10 W10")
    white = set_player(s, WHITE, zones=(0, 0, 2, 0), goods=(0, 3, 2, 0))
    play(s, take_turn, "expand:1", "yes")
    assert list_goods(white) == (0, 0, 0, 0) and count_zones(white)[2] == 3 and find_ship_number(white) == 4


def test_e9_shared_number() -> None:
    """Red and white in the same round: both 7. Yellow a round later: 5. With two players the second would be 4."""
    s = build_table(offer="W01 R13 B05 Y10 W10")
    wheel = s.wheels["four_zones_2"]
    for seat in (RED, WHITE):
        s.players[seat].zones = set_player(s, seat, zones=(2, 2, 2, 2)).zones
    assert wheel.markers[0] == [RED] and wheel.markers[1] == [WHITE]  # the stage places them one after the other
    wheel.markers = [[] for _ in wheel.markers]
    wheel.waiting = [RED, WHITE]
    play(s, _run_silently(settle_markers))
    wheel.waiting = [YELLOW]
    play(s, _run_silently(settle_markers))
    assert list_usable_numbers("four_zones_2", wheel, 4)[:2] == (7, 5)
    assert wheel.markers[:3] == [[RED, WHITE], [YELLOW], []]

    assert list_usable_numbers("four_zones_2", build_table(2).wheels["four_zones_2"], 2) == (7, 4, 3, 2)


def _run_silently(rule: Callable[[GameContext[State]], object]) -> Rule:
    """Return a rule that runs without questions."""

    async def run_rule(ctx: GameContext[State]) -> None:
        rule(ctx)

    return run_rule


def test_e10_exchange() -> None:
    """Own wood and swapped salt pay two wood; a delivered salt cannot be swapped."""
    s = build_table(offer="B02 R13 Y05 Y10 W10")
    white = set_player(s, WHITE, zones=(0, 1, 1, 0), goods=(1, 0, 1, 0), abilities="B05")
    play(s, take_turn, "expand:1", "yes")
    assert list_goods(white) == (0, 0, 0, 0) and count_zones(white)[2] == 2

    s = build_table(offer="B02 R13 Y05 Y10 W10")
    white = set_player(s, WHITE, zones=(0, 1, 1, 0), goods=(0, 0, 1, 0), abilities="B05", market="M1:W01", coins=5)
    assert "expand:1" not in list_offered_keys(s, WHITE)


def test_e11_no_mixed_triple() -> None:
    swaps = (("salt", "wood"),)
    brick = Cost(("brick",))
    assert not can_pay(Purse((2, 0, 1, 0), 0, swaps=swaps), brick)  # type: ignore[arg-type]
    assert can_pay(Purse((3, 0, 0, 0), 0, swaps=swaps), brick)  # type: ignore[arg-type]


def test_e12_merchant_limits() -> None:
    """Four wheat: one own, M1 once, M4 twice."""
    s = build_table(offer="Y05 R13 B05 Y10 W10")
    white = set_player(
        s, WHITE, zones=(0, 0, 0, 3), goods=(0, 0, 0, 1), market="M1:Y01 M2:W02 M4:Y04", coins=4, chips=4
    )
    played = play(s, take_turn, "expand:1", "none", "yes")
    assert white.coins == 1 and list_goods(white) == (0, 0, 0, 0) and count_zones(white)[3] == 4
    assert list_used_coins(white) == {"M1": 1, "M4": 2}
    assert s.wheels["one_zone_4"].waiting == [WHITE] and white.chips == 3
    assert "pay.ask" not in played.questions  # there is only this payment


def build_white_with_y02(turned: str = "") -> tuple[State, object]:
    s = build_table(2)
    white = set_player(s, WHITE, zones=(0, 0, 0, 1), canal={1: f"Y02 {turned}".strip()})
    set_player(s, RED)
    return s, white


def test_e13_sailing_ship_1() -> None:
    s, _ = build_white_with_y02()
    white = s.players[WHITE]
    play(s, sail_ships)
    assert (list_goods(white), white.coins, white.side) == ((1, 2, 0, 0), 1, "right")
    play(s, sail_ships)
    assert (list_goods(white), white.coins, white.side) == ((1, 2, 1, 0), 3, "left")


def test_e14_orientation() -> None:
    s, _ = build_white_with_y02("turned")
    white = s.players[WHITE]
    play(s, sail_ships)
    assert (list_goods(white), white.coins) == ((0, 1, 0, 0), 2)
    play(s, sail_ships)
    assert (list_goods(white), white.coins) == ((1, 2, 1, 0), 3)


def test_e15_ship_2() -> None:
    """Position 2 (brick, coin) or 4 (wheat); a second warehouse is chosen separately."""
    s = build_table(2)
    white = set_player(s, WHITE, zones=(0, 0, 1, 0))
    set_player(s, RED)
    play(s, sail_ships, ["window:3:2"])
    assert (list_goods(white), white.coins) == ((0, 1, 0, 0), 1)

    s = build_table(2)
    white = set_player(s, WHITE, zones=(0, 0, 1, 1), canal={5: "Y03"})
    set_player(s, RED)
    played = play(s, sail_ships, ["window:3:2", "window:5:4"])
    assert played.list_keys("sail.ask_all") == ["window:3:2", "window:3:4", "window:5:2", "window:5:4"]
    assert (list_goods(white), white.coins) == ((0, 1, 0, 1), 1)


def test_e16_ship_4_bow_left() -> None:
    s = build_table()
    for seat in range(4):
        set_player(s, seat)
    brown = set_player(s, BROWN, zones=(0, 0, 3, 1), canal={2: "W02"}, side="right", chips=4)
    play(s, sail_ships)
    assert (list_goods(brown), brown.coins) == ((2, 2, 1, 1), 2)


def test_e17_university_chain() -> None:
    s = build_table(offer="R06 R11 Y09 W10 B05", active=RED)
    red = set_player(s, RED, zones=(2, 0, 0, 0), goods=(0, 3, 0, 0), coins=5)
    played = play(s, take_turn, "expand:1", "learn:3", "expand:2", "learn:4", "yes")
    assert count_zones(red) == (2, 2, 0, 0) and list_goods(red) == (0, 0, 0, 0) and red.coins == 0
    assert red.abilities == ["Y09", "W10"]
    assert s.offer[0] == "B05" and None not in s.offer
    assert played.questions == ["action.main", "learn.ask", "action.extra", "learn.ask", "turn.confirm"]


def test_e18_refill() -> None:
    s = build_table(offer="- W01 R13 - B05", deck="Y10 W10")
    play(s, _run_silently(refill_offers))
    assert s.offer == ["W01", "R13", "B05", "Y10", "W10"]


def test_e19_markers_beyond_four() -> None:
    s = build_table(active=YELLOW)
    yellow = set_player(s, YELLOW, coins=17, goods=(0, 0, 0, 2), chips=0)
    play(s, bind_rule(take_free_move, YELLOW, ("claim", "")))
    assert yellow.coins == 2 and list_goods(yellow) == (0, 0, 0, 2)
    assert s.wheels["fifteen_coins"].waiting == [YELLOW] and not s.is_ending


def test_e20_contracts() -> None:
    s = build_table()
    white = set_player(s, WHITE, coins=4, goods=(0, 2, 0, 0), active="C24 SW", fulfilled="C01 C02", chips=4)
    assert list_fulfillable(white) == ["C24"]
    play(s, bind_rule(take_free_move, WHITE, ("fulfil", "C24")))
    assert (white.coins, list_goods(white), white.chips) == (0, (0, 2, 0, 2), 3)
    assert s.wheels["three_contracts"].waiting == [WHITE]
    play(s, bind_rule(take_free_move, WHITE, ("fulfil", "SW")))
    assert (white.coins, list_goods(white), white.chips) == (1, (2, 0, 0, 1), 3)
    assert white.active == [] and len(white.fulfilled) == 4


def test_e21_refresh() -> None:
    s = build_table(offer="W01 R13 B05 Y10 W10", deck="Y21 R02 R03 R04 R05")
    white = set_player(s, WHITE, coins=7)
    played = play(s, bind_rule(take_free_move, WHITE, ("refresh", "")), "refresh")
    assert white.coins == 2 and played.revealed
    assert s.offer == ["Y21", "R02", "R03", "R04", "R05"]
    assert {"W01", "R13", "B05", "Y10", "W10"} <= set(s.deck)
    assert list_free_moves(s, WHITE) == []

    white.coins, s.has_taken_card = 10, True
    assert [option.key for option in list_free_moves(s, WHITE)] == []


def test_e22_end_of_game() -> None:
    """The fourth chip in round 9: that council is normal, round 10 is the last, its council has no sailing."""
    s = build_table(2, in_round=9)
    white = set_player(s, WHITE, coins=15, chips=1)
    set_player(s, RED, chips=1)
    play(s, bind_rule(take_free_move, WHITE, ("claim", "")))
    assert (s.is_ending, white.chips) == (True, 0)
    s.phase = "council"
    played = play(s, run_council)
    assert s.is_final_round and s.round == 10 and not s.is_ending
    assert [msg.key for msg in played.logged].count("sail.done") == 2

    s.players[RED].coins = 15
    play(s, bind_rule(take_free_move, RED, ("claim", "")))
    assert not s.is_ending
    s.phase = "council"
    played = play(s, run_council)
    assert [s.phase] == ["over"]
    assert "sail.done" not in [msg.key for msg in played.logged]


def test_e23_points_ability() -> None:
    """Two own wheat, M1 once, M4 twice: 5 points; a salt and a coin are left for ties."""
    s = build_table()
    set_player(
        s, WHITE, goods=(1, 0, 0, 2), coins=4, zones=(0, 1, 0, 0), abilities="W02", market="M1:Y01 M2:W05 M4:Y04"
    )
    assert (compute_tally(s, WHITE).abilities, compute_tally(s, WHITE).left_over) == (5, 2)


def test_e24_sprat() -> None:
    s = build_table(offer="W01 R13 B05 Y10 W10", active=RED)
    red = set_player(s, RED, zones=(1, 0, 0, 0), goods=(0, 1, 0, 0), sprat="held")
    played = play(s, take_turn, "sprat:university", "learn:2", "yes")
    assert list_zones_with_sprat(red) == ["university"] and red.sprat == "none" and red.abilities == ["R13"]
    assert played.list_keys("learn.ask") == ["learn:1", "learn:2", "none"]
    assert s.offer[:4] == ["W01", "B05", "Y10", "W10"]
