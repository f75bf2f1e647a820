"""R9 Cleanup, refill and instability."""

from __future__ import annotations

from typing import Any

from engines.kernel import GameContext, Rng
from engines.pax_pamir.rules.cleanup import (
    discard_excess_court_cards,
    discard_excess_hand_cards,
    discard_leftmost_events,
    perform_cleanup,
)
from engines.pax_pamir.rules.market_changes import fill_spaces, refill_market
from engines.pax_pamir.table.state import State
from tests.pax_pamir.table import A, B, build_state, find_space, play_rule, set_player

BOTTOM: dict[str, Any] = {"B0": 1, "B1": 2, "B2": 3, "B3": 4, "B4": 5, "B5": 6}
TOP: dict[str, Any] = {"T0": 14, "T1": 15, "T2": 16, "T3": 17, "T4": 18, "T5": 19}


def list_row(s: State, row: str) -> list[tuple[int | None, int]]:
    first = find_space(f"{row}0")
    return [(slot.card, slot.rupees) for slot in s.market[first : first + 6]]


def test_r9_1_court_limit() -> None:
    """R9.1 3 + political stars, counted anew after each discard."""
    s = build_state(2)
    set_player(s, A, court=[8, 9, 24, 31, 10, 33])
    played = play_rule(s, lambda t: discard_excess_court_cards(t, A), "court:24", "court:8", "court:33")
    assert [prompt.text.args["over"] for prompt in played.prompts] == [1, 2, 1]
    assert s.players[A].court == [9, 31, 10]
    assert played.find_prompt("cleanup.court").default == ("court:8",)


def test_r9_1_a_discard_may_cost_more() -> None:
    """R9.1 A leveraged card is paid for."""
    s = build_state(2)
    set_player(s, A, rupees=0, hand=[61], court=[30, 9, 31, 10])
    play_rule(s, lambda t: discard_excess_court_cards(t, A), "court:30", "hand:61", "court:9")
    assert (s.players[A].hand, s.players[A].court) == ([], [31, 10])


def test_r9_2_hand_limit() -> None:
    """R9.2 2 + intelligence stars (R15.32: counted after the court discards). The default fits any hand."""
    s = build_state(2)
    set_player(s, A, hand=[61, 9, 40, 8, 12], court=[2])
    played = play_rule(s, lambda t: discard_excess_hand_cards(t, A), "hand:8")
    assert played.list_option_keys("cleanup.hand") == ["hand:61", "hand:9", "hand:40", "hand:8", "hand:12"]
    assert played.find_prompt("cleanup.hand").timeout_answer == ("hand:8",)
    assert (s.players[A].hand, s.discards) == ([61, 9, 40, 12], [8])


def test_r9_2_two_over_the_limit_are_one_question() -> None:
    s = build_state(2)
    set_player(s, A, hand=[61, 9, 40, 12])
    played = play_rule(s, lambda t: discard_excess_hand_cards(t, A), "hand:61 hand:12")
    assert played.seat_questions == [(A, "cleanup.hand")]
    assert played.find_prompt("cleanup.hand").timeout_answer == ("hand:9", "hand:12"), "the lowest numbers"
    assert (s.players[A].hand, s.discards) == ([9, 40], [61, 12])


def test_r9_4_a_drawn_card_is_a_reveal() -> None:
    s = build_state(2)
    s.market[0].card, s.deck = None, [61]
    table = GameContext(s, Rng(bytes(32)))
    fill_spaces(table)
    assert not s.deck and table.has_revealed


def test_e13_market_cleanup() -> None:
    """E13 The event is resolved, its rupees stay on the space; cards move left and collect them."""
    lying: dict[str, Any] = {"T0": (109, 2), "T1": (30, 1), "T3": 61, "T4": 9}
    s = build_state(2, tribes={"punjab": {B: 1}}, market=BOTTOM | lying, deck=[20, 21, 22, 23])
    set_player(s, A)
    played = play_rule(s, lambda t: perform_cleanup(t, A), "yes")
    assert played.seat_questions == [(A, "cleanup.confirm")]
    assert list_row(s, "T") == [(30, 3), (61, 0), (9, 0), (20, 0), (21, 0), (22, 0)]
    assert list_row(s, "B") == [(card, 0) for card in BOTTOM.values()]
    assert (s.tribes["punjab"], s.discards, s.deck) == ([0, 0], [109], [23])


def test_r9_1_r9_2_the_log_says_that_a_discard_is_for_the_limit() -> None:
    """Otherwise it would look like an attack."""
    s = build_state(2)
    set_player(s, A, hand=[61, 62, 63], court=[8, 9, 11, 13])
    played = play_rule(s, lambda t: perform_cleanup(t, A), "court:9", "hand:61", "yes")
    assert "Ann discards Afghan Handicrafts #9 from court (over the limit)." in played.sentences
    assert "Ann discards Karakul Sheep #61 from hand (over the limit)." in played.sentences


def test_r9_3_top_before_bottom() -> None:
    """R9.3 Both events of column 0, the top one first; others are not touched."""
    s = build_state(2, market={"T0": 116, "B0": 105, "T1": 109}, favored="economic")
    played = play_rule(s, discard_leftmost_events)
    assert (s.favored, s.discards, s.market[1].card) == ("military", [116, 105], 109)
    assert [key for key in played.message_keys if key == "event.suit"] == ["event.suit", "event.suit"]


def test_r9_4_draw_by_columns() -> None:
    """R9.4(b) Column 0 first, top before bottom; rupees that lie on a space belong to the card drawn there."""
    s = build_state(2, market={"T0": 14, "T1": 15, "B0": 1, "B3": (None, 2)}, deck=list(range(61, 71)))
    play_rule(s, refill_market)
    assert list_row(s, "T") == [(14, 0), (15, 0), (62, 0), (64, 0), (66, 0), (68, 0)]
    assert list_row(s, "B") == [(1, 0), (61, 0), (63, 0), (65, 2), (67, 0), (69, 0)]
    assert s.deck == [70]


def test_r9_4_an_empty_deck() -> None:
    """R9.4(b) Spaces stay vacant, and rupees wait there."""
    s = build_state(2, market={"T1": (14, 1), "B5": (None, 1)})
    play_rule(s, refill_market)
    assert list_row(s, "T") == [(14, 1), *[(None, 0)] * 5]
    assert list_row(s, "B") == [*[(None, 0)] * 5, (None, 1)]


def test_r9_4_event_111_loses_rupees() -> None:
    """R9.4(c) Shifted onto a space with rupees, or drawn onto one."""
    s = build_state(2, market={"T0": (None, 2), "T1": 111, "B0": 1})
    play_rule(s, refill_market)
    assert (s.market[0].card, s.market[0].rupees, s.removed) == (111, 0, 2)
    s = build_state(2, market=TOP | BOTTOM | {"B4": (None, 3), "B5": None}, deck=[111, 61])
    play_rule(s, refill_market)
    assert (list_row(s, "B")[4:], s.removed) == ([(111, 0), (61, 0)], 3)


def build_unstable(first: int, second: int, discards: list[int]) -> State:
    lying: dict[str, Any] = TOP | BOTTOM | {"T2": (first, 1), "T3": (17, 2), "B5": None}
    return build_state(2, market=lying, deck=[second, 61, 62, 63], discards=discards)


def test_e14_instability() -> None:
    """E14 Both checks leave, one is resolved, the market closes up again; rupees are taken over."""
    s = build_unstable(101, 102, [])
    played = play_rule(s, refill_market)
    assert list_row(s, "T") == [(14, 0), (15, 0), (17, 3), (18, 0), (19, 0), (61, 0)]
    assert list_row(s, "B")[5] == (62, 0)
    assert (s.discards, len(s.checks), s.checks[0].is_final, s.phase) == ([101, 102], 1, False, "turn")
    assert "market.instability" in played.message_keys


def test_e14_the_final_check() -> None:
    """E14 No check is left: doubled values, and the game ends."""
    s = build_unstable(103, 104, [101, 102])
    set_player(s, A, gifts=[2])
    play_rule(s, refill_market)
    assert (s.phase, s.checks[0].is_final, s.players[A].vp) == ("over", True, 6)
    assert s.deck == [63, 62, 61], "nothing is drawn any more"


def test_r9_instability_again() -> None:
    """R9 Four checks in a row: two instabilities, the second is final."""
    s = build_state(2, market={"T0": 5}, deck=[101, 102, 103, 104, 61])
    play_rule(s, refill_market)
    assert [check.is_final for check in s.checks] == [False, True]
    assert s.phase == "over"


def test_r15_24_the_count_restarts() -> None:
    """R15.24 A check drawn in the refill after a discarded check is alone: no instability."""
    s = build_state(2, market={"T0": 101, "B0": 1}, deck=[102, *range(61, 75)])
    play_rule(s, lambda t: perform_cleanup(t, A), "yes")
    assert (len(s.checks), s.discards, s.market[0].card) == (1, [101], 102)


def test_r9_the_reveal_comes_after_the_confirmation() -> None:
    """Undo ends where new cards are seen."""
    s = build_state(2, market={"T0": 5, "B0": 1}, deck=[61, 62])
    t = GameContext(s, Rng(bytes(32)))
    script = perform_cleanup(t, A)
    (prompt,) = script.send(None).prompts
    assert (prompt.kind, prompt.default, t.has_revealed, len(s.deck)) == ("confirm", ("yes",), False, 2)
    script.close()


def test_r14_8_wakhan_discards_by_her_order() -> None:
    s = build_state(1, wakhan=True, active=1, market={"T0": 5, "B0": 1}, ai=[1, 2])
    set_player(s, 1, court=[24, 20, 9, 12, 11, 14])
    assert play_rule(s, lambda t: perform_cleanup(t, 1)).seat_questions == []
    assert s.players[1].court == [24, 20, 12, 11, 14], "political, patriot and leverage stay, then the higher rank"


def test_r15_32_the_hand_limit_counts_stars_after_court_discards() -> None:
    """R9.1, R9.2, R15.32 Discarding #2 from court takes two from the hand limit."""
    s = build_state(2)
    set_player(s, A, hand=[61, 9, 40], court=[8, 31, 2, 10])
    played = play_rule(s, lambda t: perform_cleanup(t, A), "court:2", "hand:9", "yes")
    assert [key for _, key in played.seat_questions] == ["cleanup.court", "cleanup.hand", "cleanup.confirm"]
    assert s.discards == [2, 9]


def test_r9_3_last_check_ends_the_game_at_once() -> None:
    """R9.3, R10.4 The check in the top space is the last: the game ends before the bottom space and the refill."""
    s = build_state(2, market={"T0": 104, "B0": 105, "T2": 8}, deck=[61, 62], discards=[101, 102, 103])
    set_player(s, A, gifts=[2])
    play_rule(s, lambda t: perform_cleanup(t, A), "yes")
    assert (s.phase, s.favored, s.market[find_space("B0")].card, s.market[find_space("T2")].card) == (
        "over",
        "political",
        105,
        8,
    )
    assert s.deck == [62, 61]
