"""R6, R7, R14, R15 and the rulings about turns (R18)."""

from __future__ import annotations

import re

from engines.kernel import Rng, resolve_text
from engines.kilia.council.phase import sail_ships
from engines.kilia.data.content import CONTENT
from engines.kilia.rules.actions import list_actions
from engines.kilia.rules.free_moves import list_free_moves, list_sprat_zones, take_free_move
from engines.kilia.rules.market import build_space_option
from engines.kilia.rules.offer import find_price, list_affordable, refill_offers
from engines.kilia.rules.turn import describe_turn_changes, take_snapshot, take_turn
from engines.kilia.table.state import State
from tests.kilia.stage import (
    RED,
    WHITE,
    WORDS,
    bind_rule,
    build_table,
    count_zones,
    list_goods,
    list_zones_with_sprat,
    play,
    set_player,
)

OFFER = "W01 R13 B05 Y10 W10"


def list_action_keys(s: State, seat: int = WHITE) -> list[str]:
    return [option.key for option in list_actions(s, seat)]


def list_free_keys(s: State, seat: int = WHITE) -> list[str]:
    return [option.key for option in list_free_moves(s, seat)]


def test_r6_a_turn_ends_with_a_confirmation_and_the_refill() -> None:
    s = build_table(offer=OFFER)
    set_player(s, WHITE, goods=(1, 0, 0, 0))
    played = play(s, take_turn, "expand:1", "none", "yes")
    assert played.questions[-1] == "turn.confirm" and None not in s.offer
    assert s.active == RED and not (s.has_taken_card or s.is_action_over or s.has_extra_action)


def test_r6_confirmation_lists_only_changes() -> None:
    s = build_table(offer=OFFER, contracts="C01 C02 C03 C04 C05")
    set_player(s, WHITE, goods=(2, 0, 0, 0), coins=1)
    played = play(s, take_turn, "expand:1", "contract:1", "yes")
    detail = played.render_detail("turn.confirm", "yes")
    assert detail == (
        "points from your own zone 0 → 3, salt 2 → 1, castle cards 0 → 1, active contracts 0 → 1 · "
        "you have 2 keys · next ship: 1 brick, 1 coin"
    )
    assert "コイン" not in played.render_detail("turn.confirm", "yes", "ja").split(" · ")[0]


def test_r17_confirmation_says_points_of_the_own_zone() -> None:
    """Three points for each card under the zone of the player's own colour; the test uses two coins for the plural."""
    s = build_table(offer=OFFER, contracts="C01 C02 C03 C04 C05")
    zone = CONTENT.data.player_colors[s.players[WHITE].color].zone
    was = take_snapshot(s.players[WHITE])
    s.players[WHITE].zones[zone].append("W01")
    s.players[WHITE].coins = was.coins + 2
    sentence = WORDS.render(describe_turn_changes(s, WHITE, was), "en")
    assert sentence.startswith(f"points from your own zone 0 → 3, coins {was.coins} → {was.coins + 2}, ")


def test_r17_points_of_contracts_stand_apart_from_the_open_points() -> None:
    """R4 The medal counts no contracts: one number for both would never agree with it."""
    s = build_table(offer=OFFER)
    was = take_snapshot(s.players[WHITE])
    s.players[WHITE].fulfilled = ["C01"]
    points = CONTENT.contracts["C01"].points
    sentence = WORDS.render(describe_turn_changes(s, WHITE, was), "en")
    assert sentence.startswith(f"points from contracts 0 → {points}, contracts fulfilled 0 → 1 ")


def test_r17_only_options_that_place_the_fourth_chip_say_so() -> None:
    """All routes to a marker: four cards in a zone, three contracts, a full market, fifteen coins."""
    warning = "4枚目のチップ：次のラウンドが最終ラウンド。"
    s = build_table(offer="W01 R13 B05 Y10 W10")
    full = "M1:Y01 M2:W02 M3:R03 M4:Y04 M5:W05"
    set_player(s, WHITE, zones=(3, 0, 0, 0), goods=(9, 9, 9, 9), coins=30, fulfilled="C01 C02", active="SW", chips=1)
    set_player(s, RED, market=full, goods=(9, 9, 9, 9), chips=1)

    def list_warned_keys(seat: int) -> set[str]:
        options = [
            *list_actions(s, seat),
            *list_free_moves(s, seat),
            *(build_space_option(s, seat, space) for space in ("M1", "M6")),
        ]
        details = {o.key: WORDS.render(resolve_text(o.detail), "ja") for o in options if o.detail is not None}
        return {key for key, detail in details.items() if detail.startswith(warning)}

    assert list_warned_keys(WHITE) == {"expand:1", "expand:5", "fulfil:sw", "claim"}
    assert list_warned_keys(RED) == {"space:m6"}
    s.players[WHITE].chips = 2
    assert list_warned_keys(WHITE) == set()
    s.players[WHITE].chips, s.is_ending = 1, True
    assert list_warned_keys(WHITE) == set(), "the next round is the final one already"


def test_r6_the_last_player_leads_to_the_council() -> None:
    s = build_table(2, offer=OFFER, active=RED)
    set_player(s, RED)
    play(s, take_turn, "space:m2", "yes")
    assert s.phase == "council"


def test_r6_1_free_moves_stand_beside_the_choice_of_an_action_and_the_confirmation() -> None:
    s = build_table(offer=OFFER)
    set_player(s, WHITE, goods=(1, 2, 0, 1), coins=20, active="SW", sprat="held")
    played = play(s, take_turn, "merchant:1", "space:m2", "yes")
    assert played.list_side_actions("action.main") == ["fulfil:sw", "claim", "relief", "refresh"]
    assert played.list_side_actions("market.ask") == []
    assert played.list_side_actions("turn.confirm") == ["fulfil:sw", "claim", "relief"]


def test_r6_1_nothing_is_offered_inside_an_action() -> None:
    s = build_table(offer="Y14 R13 B05 Y10 W10")
    set_player(s, WHITE, goods=(0, 2, 0, 4), coins=20, active="SW", market="M1:Y01")
    played = play(s, take_turn, "expand:1", "pay:wheat1+", "build:2", "printed", "yes")
    inside = ("pay.ask", "build.ask", "build.way")
    assert [played.list_side_actions(key) for key in inside] == [[], [], []]


def test_r6_1_a_free_move_before_the_action_may_make_it_possible() -> None:
    """The contract brings two salt, with which the castle is expanded (R18.9: before, not inside)."""
    s = build_table(offer=OFFER)
    white = set_player(s, WHITE, goods=(0, 2, 0, 1), active="SW")
    assert "expand:1" not in list_action_keys(s)
    play(s, take_turn, "fulfil:sw", "expand:1", "none", "yes")
    assert count_zones(white) == (1, 0, 0, 0) and list_goods(white) == (1, 0, 0, 0)


def test_r6_2_only_zones_of_the_cards_colour_with_goods_and_room() -> None:
    s = build_table(offer="W01 R13 B05 Y10 -")
    set_player(s, WHITE, goods=(1, 1, 1, 1), coins=9, zones=(0, 4, 0, 0))
    # R18.3
    assert [key for key in list_action_keys(s) if key.startswith("expand")] == ["expand:1", "expand:3", "expand:4"]


def test_r6_2_price_and_merchants_draw_on_the_same_coins() -> None:
    """R18.20: two coins pay the price of slot 2 or the merchant, but three would be needed for slot 3."""
    s = build_table(offer="R13 W01 W10 Y10 B05")
    set_player(s, WHITE, coins=3, market="M1:W02")
    assert "expand:2" in list_action_keys(s) and "expand:3" not in list_action_keys(s)


def test_r6_2_expansion_options_name_the_cheapest_payment() -> None:
    s = build_table(offer=OFFER)
    set_player(s, WHITE, goods=(1, 1, 1, 1), coins=9)
    details = {option.key: option for option in list_actions(s, WHITE)}
    played = play(s, take_turn, "expand:2", "none", "yes")
    assert played.render_detail("action.main", "expand:2") == "For 1 brick, 1 coin (card): an ability; university 1/4"
    own_goods_detail = "For 1 salt: +3 points, 2 keys, a contract; castle 1/4"
    assert played.render_detail("action.main", "expand:1") == own_goods_detail
    assert played.render_detail("action.main", "merchant:2").startswith("1 coin; bonus: M1 any good, M2 3 coins")
    assert len(details) == 10


def test_r6_2_time_out_takes_the_leftmost_card_as_a_merchant() -> None:
    s = build_table(offer=OFFER)
    set_player(s, WHITE, goods=(1, 1, 1, 1), coins=9, market="M1:W02")
    played = play(s, take_turn, "merchant:1", "space:m2", "yes")
    assert played.find_prompt("action.main").timeout_answer == ("merchant:1",)
    assert played.find_prompt("market.ask").timeout_answer == ("space:m2",)
    assert played.find_prompt("turn.confirm").timeout_answer == ("yes",)


def test_r7_1_the_whole_price_or_none() -> None:
    s = build_table()
    white = set_player(s, WHITE)
    assert [find_price(white, slot) for slot in range(1, 6)] == [0, 1, 3, 5, 5]
    white = set_player(s, WHITE, zones=(2, 0, 0, 0))
    assert [find_price(white, slot) for slot in range(1, 6)] == [0, 0, 0, 5, 5]


def test_r7_2_an_emptied_slot_stays_empty() -> None:
    """R18.1: slot 1 cannot be had twice."""
    s = build_table(offer="Y14 R13 B05 Y10 W10")
    set_player(s, WHITE, goods=(0, 0, 0, 1), coins=1)
    played = play(s, take_turn, "expand:1", "none", "yes")
    assert played.list_keys("build.ask") == ["build:2", "none"]


def test_r7_3_new_cards_as_long_as_none_was_taken() -> None:
    s = build_table(offer=OFFER)
    white = set_player(s, WHITE, coins=11, goods=(0, 0, 0, 0))
    assert "refresh" in list_free_keys(s)
    played = play(s, take_turn, "refresh", "refresh", "refresh", "refresh", "merchant:1", "space:m2", "yes")
    assert white.coins == 11 - 10 + 3 and played.revealed
    s = build_table(offer=OFFER)
    set_player(s, WHITE, coins=11)
    s.has_taken_card = True
    assert "refresh" not in list_free_keys(s)


def test_r7_3_can_be_cancelled_before_cards_are_revealed() -> None:
    s = build_table(offer=OFFER)
    white = set_player(s, WHITE, coins=5)
    played = play(s, bind_rule(take_free_move, WHITE, ("refresh", "")), "keep")
    assert white.coins == 5 and not played.revealed
    assert played.find_prompt("refresh.ask").timeout_answer == ("keep",)


def test_r7_3_a_short_deck_is_dealt_out_and_made_anew() -> None:
    s = build_table(offer=OFFER, deck="Y21 R02")
    del s.deck[:-2]
    set_player(s, WHITE, coins=5)
    play(s, bind_rule(take_free_move, WHITE, ("refresh", "")), "refresh", rng=Rng(bytes(32)))
    assert s.offer[:2] == ["Y21", "R02"] and None not in s.offer
    rest = [card for card in s.offer if card is not None][2:]
    assert sorted([*rest, *s.deck]) == sorted(OFFER.split())


def test_r7_3_no_new_cards_without_a_deck() -> None:
    s = build_table(offer=OFFER)
    set_player(s, WHITE, coins=9)
    s.deck.clear()
    assert "refresh" not in list_free_keys(s)


def test_r14_a_sprat_waits_for_the_next_turn() -> None:
    s = build_table(offer=OFFER)
    white = set_player(s, WHITE, goods=(1, 1, 1, 1), market="M1:W02 M2:W03")
    played = play(s, take_turn, "merchant:1", "space:m4", "yes")
    assert played.list_side_actions("turn.confirm") == [] and white.sprat == "held" and s.sprats == 3
    assert list_sprat_zones(white) == ["castle", "university", "shipyard", "warehouse"]


def test_r14_the_sprat_expands_any_zone_and_leaves_the_offer_alone() -> None:
    s = build_table(offer=OFFER)
    white = set_player(s, WHITE, goods=(1, 0, 0, 2), zones=(0, 0, 0, 1), sprat="held")
    assert [key for key in list_action_keys(s) if key.startswith("sprat")] == ["sprat:castle", "sprat:warehouse"]
    play(s, take_turn, "sprat:warehouse", "build:1", "printed", "yes")
    assert (
        list_zones_with_sprat(white) == ["warehouse"]
        and list_goods(white) == (1, 0, 0, 0)
        and count_zones(white)[3] == 2
    )


def test_r14_sprat_may_bring_a_coin_or_a_good() -> None:
    for thing, coins, goods_after in (("coin", 1, (0, 0, 0, 0)), ("wood", 0, (0, 0, 1, 0))):
        s = build_table(offer=OFFER)
        white = set_player(s, WHITE, sprat="held")
        played = play(s, bind_rule(take_free_move, WHITE, ("relief", "")), thing)
        assert (white.coins, list_goods(white), white.sprat) == (coins, goods_after, "none")
        assert played.find_prompt("relief.ask").timeout_answer == ("coin",)


def test_r15_the_offers_slide_and_are_filled() -> None:
    s = build_table(offer="- W01 - R13 -", deck="Y10 W10 B05", contracts="C01 - C02 - C03", contract_deck="C04 C05")

    async def rule(t):  # type: ignore[no-untyped-def]
        refill_offers(t)

    played = play(s, rule)
    assert s.offer == ["W01", "R13", "Y10", "W10", "B05"] and s.contracts == ["C01", "C02", "C03", "C04", "C05"]
    assert played.revealed and played.sentences[0] == "New action cards: warehouse, castle, shipyard."
    assert re.fullmatch(r"New contracts: \(.+ → .+\), \(.+ → .+\)\.", played.sentences[1])


def test_r18_22_without_cards_the_holder_of_a_sprat_may_do_nothing() -> None:
    s = build_table(offer="- - - - -", active=RED)
    s.deck.clear()
    red = set_player(s, RED, goods=(2, 2, 2, 2), sprat="held")
    played = play(s, take_turn, "skip", "yes")
    assert {"skip", "sprat:university"} <= set(played.list_keys("action.main"))
    assert red.sprat == "held"


def test_r15_where_a_deck_has_run_out_slots_stay_empty() -> None:
    s = build_table(offer="- W01 - R13 -", deck="Y10")
    del s.deck[:-1]

    async def rule(t):  # type: ignore[no-untyped-def]
        refill_offers(t)

    play(s, rule)
    assert s.offer == ["W01", "R13", "Y10", None, None]


def test_r18_2_the_new_key_counts_for_its_own_contract() -> None:
    s = build_table(offer=OFFER, contracts="C01 C02 C03 C04 C05")
    white = set_player(s, WHITE, goods=(1, 0, 0, 0))
    played = play(s, take_turn, "expand:1", "contract:2", "yes")
    assert played.list_keys("contract.ask") == ["contract:1", "contract:2", "none"] and white.active == ["C02"]


def test_r18_4_a_merchant_although_an_expansion_is_possible() -> None:
    s = build_table(offer=OFFER)
    set_player(s, WHITE, goods=(1, 0, 0, 0))
    assert list_action_keys(s) == ["expand:1", "merchant:1"]


def test_r18_5_an_extra_action_for_another_zone_waits() -> None:
    """W01 gives an extra action for the university; R08 one for the castle, which was not expanded."""
    s = build_table(offer="R13 R08 B05 Y10 W10", active=RED)
    red = set_player(s, RED, goods=(1, 1, 0, 0), coins=1)
    played = play(s, take_turn, "expand:1", "learn:2", "yes")
    assert "action.extra" not in played.questions and red.abilities == ["R08"]


def test_r18_6_an_extra_action_lapses_with_the_turn() -> None:
    s = build_table(offer="W01 R13 B05 Y10 W10")
    set_player(s, WHITE, zones=(0, 1, 0, 0), goods=(1, 0, 0, 0), coins=1, abilities="R08")
    played = play(s, take_turn, "expand:1", "none", "end", "yes")
    assert played.questions == ["action.main", "contract.ask", "action.extra", "turn.confirm"]
    assert played.find_prompt("action.extra").timeout_answer == ("end",)
    assert not s.has_extra_action


def test_r18_7_a_merchant_ends_the_chain() -> None:
    s = build_table(offer="W01 W10 B05 Y10 R13")
    set_player(s, WHITE, zones=(0, 1, 0, 0), goods=(1, 0, 0, 0), coins=1, abilities="R08")
    played = play(s, take_turn, "expand:1", "none", "merchant:2", "space:m2", "yes")
    assert played.questions.count("action.extra") == 1


def test_r18_8_new_cards_after_a_sprat_expansion() -> None:
    s = build_table(offer=OFFER)
    white = set_player(s, WHITE, zones=(0, 1, 0, 0), goods=(1, 0, 0, 0), coins=5, abilities="R08", sprat="held")
    played = play(s, take_turn, "sprat:castle", "none", "refresh", "refresh", "end", "yes")
    assert played.list_side_actions("contract.ask") == [] and played.list_side_actions("action.extra") == ["refresh"]
    assert white.coins == 0


def test_r18_9_contracts_wait_until_the_action_is_over() -> None:
    s = build_table(offer="W01 R13 B05 Y10 W10", contracts="C01 C02 C03 C04 C05")
    white = set_player(s, WHITE, goods=(4, 0, 0, 0))
    played = play(s, take_turn, "expand:1", "contract:1", "fulfil:c01", "good:salt", "yes")
    assert played.list_side_actions("turn.confirm") == ["fulfil:c01"] and white.fulfilled == ["C01"]


def test_r18_16_a_ship_and_a_warehouse_count_from_the_same_round() -> None:
    s = build_table(2, offer="B02 R13 B05 Y10 W10", active=RED)
    red = set_player(s, RED, goods=(0, 0, 1, 0))
    play(s, take_turn, "expand:1", "yes")

    played = play(s, sail_ships, ["window:3:4"])
    assert "sail.ask_all" in played.questions and list_goods(red) == (1, 0, 0, 0)


def test_r18_17_no_contract_left_to_take() -> None:
    s = build_table(offer=OFFER, contracts="- - - - -")
    set_player(s, WHITE, goods=(1, 0, 0, 0))
    played = play(s, take_turn, "expand:1", "yes")
    assert "contract.ask" not in played.questions


def test_r18_18_prices_go_to_the_supply() -> None:
    s = build_table(offer=OFFER)
    set_player(s, WHITE, coins=1, goods=(0, 1, 0, 0))
    others = [(player.coins, list_goods(player)) for player in s.players[1:]]
    play(s, take_turn, "expand:2", "none", "yes")
    assert [(player.coins, list_goods(player)) for player in s.players[1:]] == others


def test_r18_21_play_continues_without_chips() -> None:
    s = build_table(offer=OFFER, final=True)
    white = set_player(s, WHITE, goods=(1, 0, 0, 0), chips=0)
    play(s, take_turn, "expand:1", "none", "yes")
    assert count_zones(white) == (1, 0, 0, 0)


def test_r18_22_without_cards_the_main_action_is_skipped() -> None:
    s = build_table(2, offer="- - - - -")
    s.deck.clear()
    white = set_player(s, WHITE)
    played = play(s, take_turn, "yes")
    assert played.logged[0].key == "action.skipped" and not s.has_acted and count_zones(white) == (0, 0, 0, 0)


def test_r18_22_a_sprat_can_be_played_without_cards() -> None:
    s = build_table(2, offer="- - - - -")
    s.deck.clear()
    white = set_player(s, WHITE, goods=(1, 0, 0, 0), sprat="held")
    played = play(s, take_turn, "sprat:castle", "none", "yes")
    assert list_zones_with_sprat(white) == ["castle"] and s.has_acted
    assert played.list_keys("action.main") == ["sprat:castle", "skip"]


def test_r18_22_a_sprat_may_be_kept_without_cards_and_is_kept_on_time_out() -> None:
    s = build_table(2, offer="- - - - -")
    s.deck.clear()
    white = set_player(s, WHITE, goods=(1, 0, 0, 0), sprat="held")
    played = play(s, take_turn, "skip", "yes")
    assert played.find_prompt("action.main").timeout_answer == ("skip",)
    assert played.logged[0].key == "action.skipped" and not s.has_acted
    assert white.sprat == "held" and list_goods(white) == (1, 0, 0, 0)


def test_affordable_counts_only_available_resources() -> None:
    s = build_table(offer="- W01 - R13 -")
    assert list_affordable(set_player(s, WHITE, coins=5), s.offer) == [(2, "W01"), (4, "R13")]
