"""The rules of Flotsam by paragraph: a State as it lies on the table, scripted answers, and the resulting State."""

from __future__ import annotations

import pytest
from engines.flotsam import GAME
from engines.flotsam.auction import play_turn, post_prices, run_auction
from engines.flotsam.scoring import compute_scores, is_over, list_problems
from engines.flotsam.state import Merchant, State, new_game

from engines.kernel import GameContext, Refused, Rng
from tests.kernel.scripted import Rule, Stage

ADA, BEN, CLEO = range(3)
STAGE = Stage(GAME.package, ("Ada", "Ben", "Cleo"))


def build_table(*holds: str, coins: int = 12, crier: int = ADA, rounds: int = 6) -> State:
    """Return three merchants with these holds ("tea silk"), every price 2, four crates in the pile, salt on top."""
    merchants = [Merchant(color, coins, hold.split(), []) for color, hold in zip(GAME.colors, holds, strict=False)]
    pile = ["tea", "silk", "spice", "salt"]
    return State(merchants, pile, dict.fromkeys(("tea", "silk", "spice", "salt"), 2), rounds, round=crier)


def play(state: State, rule: Rule, *answers: str) -> list[str]:
    """Play a rule with these answers; return the log in English."""
    return STAGE.play(state, rule, *answers).sentences


@pytest.mark.parametrize(("seats", "length", "rounds"), [(2, "short", 4), (3, "short", 6), (4, "long", 12)])
def test_r1_setup(seats: int, length: str, rounds: int) -> None:
    """R1 12 coins, 3 crates that the others do not see, prices of 2; 2 or 3 rounds for each seat."""
    t: GameContext[State] = GameContext(None, Rng(bytes(32)))  # type: ignore[arg-type]
    state = new_game(GAME.build_setup(seats, options={"length": length}), t)
    assert [(m.coins, len(m.hold), m.quay) for m in state.merchants] == [(12, 3, [])] * seats
    assert len(state.pile) == 24 - 3 * seats
    assert list_problems(state) == []  # six crates of each good
    assert set(state.prices.values()) == {2}
    assert state.rounds == rounds
    assert [event.to for event in t.events] == [(seat,) for seat in range(seats)]


def test_r2_the_crier_spreads_two_marks() -> None:
    """R2 On two goods or both on one."""
    state = build_table("", "", "", crier=BEN)
    assert play(state, post_prices, "raise:tea raise:salt") == ["Ben raises tea to 3.", "Ben raises salt to 3."]
    play(state, post_prices, "raise:tea raise:tea")
    assert state.prices == {"tea": 5, "silk": 2, "spice": 2, "salt": 3}


def test_r2_no_price_rises_above_9() -> None:
    """R2 A good at 9 takes no mark, one at 8 takes one."""
    state = build_table("", "", "")
    state.prices |= {"tea": 9, "silk": 8}
    for marks in ("raise:tea raise:salt", "raise:silk raise:silk"):
        with pytest.raises(Refused):
            play(state, post_prices, marks)
    state.prices |= {"spice": 9, "salt": 9}
    assert play(state, post_prices) == ["Ada raises silk to 9."], "only one way is left: nobody is asked"


def test_r3_the_top_crate_is_opened_for_all() -> None:
    """R3 After the price marks; then the next seat is the crier."""
    state = build_table("", "", "")
    sentences = play(state, play_turn, "raise:tea raise:tea", "yes", "bid:0", "bid:0", "bid:0")
    assert sentences[1] == "A crate of salt drifts ashore."
    assert state.pile == ["tea", "silk", "spice"]
    assert (state.round, state.crier, state.lot) == (1, BEN, None)


def test_r4_the_highest_bid_is_paid() -> None:
    """R4 The crate comes to the buyer's quay; the others keep their coins."""
    state = build_table("", "", "")
    play(state, lambda t: run_auction(t, "silk"), "bid:3", "bid:5", "bid:4", "pass", "pass")
    assert [m.coins for m in state.merchants] == [12, 7, 12]
    assert [m.quay for m in state.merchants] == [[], ["silk"], []]


@pytest.mark.parametrize(("crier", "buyer"), [(ADA, BEN), (BEN, BEN), (CLEO, CLEO)])
def test_r4_first_clockwise_from_the_crier_wins_equal_bids(crier: int, buyer: int) -> None:
    """R4 Ben and Cleo bid the same."""
    state = build_table("", "", "", crier=crier)
    bids = ["bid:1", "bid:6", "bid:6"]
    play(state, lambda t: run_auction(t, "silk"), *bids[crier:], *bids[:crier], "pass", "pass")
    assert [seat for seat, m in enumerate(state.merchants) if m.quay] == [buyer]


def test_r4_unwanted_crate_goes_to_the_sea() -> None:
    """R4 All bid 0."""
    state = build_table("silk", "silk", "silk")
    sentences = play(state, lambda t: run_auction(t, "silk"), "bid:0", "bid:0", "bid:0")
    assert sentences[-1] == "Nobody wants the silk: it goes back to the sea."
    assert state.sea == ["silk"]


def test_r4_bids_are_limited_by_coins() -> None:
    """R4 From 0 to all the coins."""
    with pytest.raises(Refused):
        play(build_table("", "", "", coins=3), lambda t: run_auction(t, "silk"), "bid:4", "bid:0", "bid:0")


def test_r5_a_claim_is_paid_instead_of_the_harbour() -> None:
    """R5 The shown crate goes to the sea, and players further clockwise are not asked any more."""
    state = build_table("tea silk", "silk", "silk")
    sentences = play(state, lambda t: run_auction(t, "silk"), "bid:1", "bid:4", "bid:0", "claim")
    assert sentences[-1] == "Cleo shows silk from the hold: Ben pays the 4 to Cleo."
    assert [m.coins for m in state.merchants] == [12, 8, 16]
    assert [m.hold for m in state.merchants] == [["tea", "silk"], ["silk"], []]
    assert state.merchants[BEN].quay == ["silk"]
    assert state.sea == ["silk"]


def test_r5_all_are_asked_but_only_the_same_good_can_be_shown() -> None:
    """R5 Cleo has no silk and can only pass; Ada has."""
    state = build_table("tea silk", "", "tea")
    with pytest.raises(Refused):
        play(state, lambda t: run_auction(t, "silk"), "bid:1", "bid:4", "bid:0", "claim")
    state = build_table("tea silk", "", "tea")
    play(state, lambda t: run_auction(t, "silk"), "bid:1", "bid:4", "bid:0", "pass", "claim")
    assert state.merchants[ADA].hold == ["tea"]


def test_r6_after_the_last_round_all_holds_are_opened() -> None:
    """R6 An empty hold gets no sentence."""
    state = build_table("tea silk", "", "salt", crier=5, rounds=6)
    sentences = play(state, play_turn, "raise:tea raise:tea", "yes", "bid:0", "bid:0", "bid:0")
    assert sentences[-2:] == ["Ada opens the hold: tea, silk.", "Cleo opens the hold: salt."]
    assert is_over(state)


def test_r6_points_are_coins_and_crates_at_their_price() -> None:
    """R6 1 for each coin, the price of the good for each crate on the quay and in the hold."""
    state = build_table("tea silk", "", "")
    state.prices["tea"] = 7
    state.merchants[ADA].quay = ["tea", "tea"]
    first = compute_scores(state)[0]
    assert (first.seat, first.place, first.total) == (ADA, 1, 12 + 14 + 9)
    assert [points for _, points in first.parts] == [12, 14, 9]


def test_r6_fuller_hold_comes_first_in_a_tie() -> None:
    """R6 Players with equal holds share the place."""
    state = build_table("tea", "", "")
    state.merchants[BEN].coins = state.merchants[CLEO].coins = 14
    assert [(score.seat, score.place, score.total) for score in compute_scores(state)] == [
        (ADA, 1, 14),
        (BEN, 2, 14),
        (CLEO, 2, 14),
    ]
