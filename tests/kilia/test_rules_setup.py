"""R1 to R5: components, setup, open information, scoring."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.kernel import GameContext, Rng, Setup
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS
from engines.kilia.game import GAME, play_turn
from engines.kilia.problems import list_problems
from engines.kilia.redeal import redeal_hidden
from engines.kilia.table.queries import count_keys, find_ship_number, list_usable_numbers
from engines.kilia.table.setup import EXTRA_WHEELS, new_game
from engines.kilia.table.state import Warehouse
from engines.kilia.view import build_view
from tests.kilia.stage import COLORS, RED, WHITE, build_table, list_goods, play, set_player

DATA = CONTENT.data


def test_r1_a_round_is_a_turn_for_each_and_a_council() -> None:
    s = build_table(2, offer="W01 R13 B05 Y10 W10")
    for seat in (WHITE, RED):
        set_player(s, seat)
        play(s, play_turn, "space:m2", "yes")
    assert s.phase == "council" and s.round == 1
    play(s, play_turn)
    assert (s.phase, s.round, s.active) == ("turn", 2, s.start)


def test_r2_components() -> None:
    assert (len(DATA.action_cards), len(DATA.contracts), len(DATA.start_contracts)) == (96, 32, 4)
    assert Counter(card.zone for card in DATA.action_cards.values()) == dict.fromkeys(DATA.zones, 24)
    assert DATA.components.smoke_sprat_cards == 4


def test_r2_1_each_colour_has_a_good_and_a_zone() -> None:
    assert {color: (color_line.good, color_line.zone) for color, color_line in DATA.player_colors.items()} == {
        "white": ("salt", "castle"),
        "red": ("brick", "university"),
        "brown": ("wood", "shipyard"),
        "yellow": ("wheat", "warehouse"),
    }


def test_r2_2_the_back_of_a_card_is_the_good_of_its_zone() -> None:
    assert [CONTENT.find_good(card) for card in ("W01", "R01", "B01", "Y01")] == list(GOODS)
    strips = [(card.zone, card.warehouse, card.ability) for card in DATA.action_cards.values()]
    assert len({str(strip) for strip in strips}) == 96  # R20: no two cards are identical


def test_r3_setup() -> None:
    s = new_game(Setup(3, COLORS[:3], {}), GameContext(None, Rng(bytes(32))))
    assert len(s.deck) == 91 and len(s.contract_deck) == 27 and None not in (*s.offer, *s.contracts)
    for seat, player in enumerate(s.players):
        assert list_goods(player) == tuple(0 if i == seat else 1 for i in range(4)) and player.coins == 3
        assert (player.chips, player.side, find_ship_number(player), count_keys(player)) == (4, "left", 1, 1)
        assert player.active == [DATA.player_colors[player.color].contract]
        assert player.canal == [None, None, Warehouse(None), None, None]
    assert list_problems(s) == []


def test_r3_the_start_player_is_drawn_by_lot() -> None:
    starts = {new_game(Setup(4, COLORS, {}), GameContext(None, Rng(n.to_bytes(32, "big")))).start for n in range(40)}
    assert starts == {0, 1, 2, 3}


def test_r3_two_players_cover_the_second_highest_number() -> None:
    two, three = build_table(2), build_table(3)
    assert list_usable_numbers("one_zone_4", two.wheels["one_zone_4"], 2) == (8, 4, 3, 2)
    assert list_usable_numbers("one_zone_4", three.wheels["one_zone_4"], 3) == (8, 6, 4, 3, 2)
    assert (
        build_view(two, None).wheels[0].covered_index == 1 and build_view(three, None).wheels[0].covered_index is None
    )


@pytest.mark.parametrize("option", EXTRA_WHEELS)
def test_r3_an_extra_wheel_covers_one_achievement(option: str) -> None:
    s = build_table(2, extra_wheel=option)
    covered = {achievement: wheel.extra for achievement, wheel in s.wheels.items() if wheel.extra}
    if option == "off":
        assert covered == {}
        return
    ((achievement, extra),) = covered.items()
    assert option == f"{extra}_{achievement}"
    assert list_usable_numbers(achievement, s.wheels[achievement], 3) == DATA.extra_wheels[extra].wheel
    first, _, *rest = DATA.extra_wheels[extra].wheel
    assert list_usable_numbers(achievement, s.wheels[achievement], 2) == (first, *rest)


def test_r4_only_the_decks_are_hidden_but_for_the_colour_on_top() -> None:
    s = build_table()
    set_player(s, RED, fulfilled="C01")
    seen = [build_view(s, seat) for seat in (None, *range(4))]
    before = (list(s.deck), list(s.contract_deck))
    redeal_hidden(s, WHITE, Rng(bytes(32)))
    assert (s.deck, s.contract_deck) != before and sorted(s.deck) == sorted(before[0])
    assert [build_view(s, seat) for seat in (None, *range(4))] == seen
    assert seen[0].top_zone == CONTENT.cards[before[0][-1]].zone


def test_r4_the_top_card_may_be_any_of_its_colour() -> None:
    s = build_table(deck="W01")
    tops = set()
    for n in range(200):
        redeal_hidden(s, None, Rng(n.to_bytes(32, "big")))
        tops.add(s.deck[-1])
    assert len(tops) > 10 and all(CONTENT.cards[card].zone == "castle" for card in tops)


def test_r4_points_of_fulfilled_contracts_are_their_owners_until_the_end() -> None:
    s = build_table()
    set_player(s, RED, fulfilled="C05")
    mats = [build_view(s, seat).mats[RED] for seat in (None, WHITE, RED)]
    assert [mat.fulfilled_count for mat in mats] == [1, 1, 1]
    assert [mat.contract_points for mat in mats] == [None, None, 5]
    assert [mat.fulfilled_contracts for mat in mats] == [None, None, ("C05",)]
    s.phase = "over"
    assert build_view(s, None).mats[RED].contract_points == 5


def test_r5_keys_and_ship_follow_the_zones() -> None:
    s = build_table()
    white = set_player(s, WHITE, zones=(4, 0, 3, 0))
    assert count_keys(white) == 5 and find_ship_number(white) == 4


def test_seat_counts_and_colours() -> None:
    assert GAME.seat_counts == (2, 3, 4) and GAME.colors == ("white", "red", "brown", "yellow")


def test_r4_forecasts_are_of_the_seat_on_turn() -> None:
    s = build_table(2, offer="W01 R13 B05 Y10 W10", active=RED)
    for seat in (WHITE, RED):
        set_player(s, seat, goods=(9, 9, 9, 9), coins=30)
    white, red = build_view(s, None).mats
    assert all((red.expansion_forecasts, red.contract_forecasts, red.warehouse_forecasts))
    assert not any((white.expansion_forecasts, white.contract_forecasts, white.warehouse_forecasts))
    s.phase = "council"
    assert not any(mat.expansion_forecasts or mat.warehouse_forecasts for mat in build_view(s, None).mats)


def test_r17_the_final_result_is_shown_at_the_end() -> None:
    """It counts contracts, whose points nobody else sees before."""
    s = build_table(2)
    assert build_view(s, RED).scores == ()
    s.phase = "over"
    assert [score.seat for score in build_view(s, RED).scores] == [WHITE, RED]
