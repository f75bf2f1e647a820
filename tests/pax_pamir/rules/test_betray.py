"""R8.5 Betray."""

from __future__ import annotations

from engines.pax_pamir.actions.betray import list_targets, perform_betray
from engines.pax_pamir.menu import list_starts
from tests.pax_pamir.table import A, B, build_state, find_space, play_rule, set_player


def test_e17_betray() -> None:
    """E17 A Afghan betrays B's leveraged #80 and takes the Russian prize."""
    s = build_state(2, market={"T5": 30, "B5": 31}, spies={80: {A: 1}})
    set_player(s, A, loyalty="afghan", rupees=4, court=[10, 6], gifts=[2])
    set_player(s, B, loyalty="british", rupees=1, hand=[33], court=[80])
    played = play_rule(s, lambda t: perform_betray(t, A, 10), "take")
    assert (s.market[find_space("T5")].rupees, s.market[find_space("B5")].rupees) == (1, 1)
    assert (s.players[B].court, s.players[B].hand, s.players[B].rupees) == ([], [], 0)
    player = s.players[A]
    assert (player.loyalty, player.rupees, player.gifts, player.court, player.prizes) == ("russian", 2, [], [10], [80])
    assert played.seat_questions == [(A, "betray.prize")], "B has only one card to discard for the debt"


def test_r8_5_a_declined_prize_changes_nothing() -> None:
    """R8.5, R15.10 A declined prize goes to the discard pile; the loyalty stays."""
    s = build_state(2, market={"T5": 30}, spies={80: {A: 1}})
    set_player(s, A, loyalty="afghan", rupees=4, court=[10], gifts=[2])
    set_player(s, B, loyalty="british", rupees=9, court=[80])
    played = play_rule(s, lambda t: perform_betray(t, A, 10), "decline")
    assert (s.players[A].loyalty, s.players[A].gifts, s.players[A].prizes, s.discards) == ("afghan", [2], [], [80])
    assert "you change loyalty to Russian" in played.render_detail("betray.prize", "take")
    assert "you lose 1 gift" in played.render_detail("betray.prize", "take")


def test_r8_5_a_card_without_a_prize_is_only_discarded() -> None:
    s = build_state(2, spies={8: {A: 1}})
    set_player(s, A, rupees=2, court=[10])
    set_player(s, B, court=[8])
    assert play_rule(s, lambda t: perform_betray(t, A, 10)).seat_questions == []
    assert (s.discards, s.players[A].rupees) == ([8], 0)


def test_r8_5_any_court_also_the_card_that_is_used() -> None:
    """R8.5, R15.5 A card with the player's spy in any court, their own included, and the card used."""
    s = build_state(3, spies={10: {A: 1}, 8: {A: 1, B: 2}, 30: {B: 1}})
    set_player(s, A, rupees=2, court=[10])
    set_player(s, B, court=[8, 30])
    assert list_targets(s, A) == [10, 8]
    play_rule(s, lambda t: perform_betray(t, A, 10), "10", "decline")
    assert s.players[A].court == []


def test_r15_11_betraying_an_own_leveraged_card() -> None:
    """R15.11 Two rupees to the market first, then two to the bank."""
    s = build_state(2, market={"T5": 30, "B5": 31}, spies={14: {A: 1}})
    set_player(s, A, rupees=4, court=[10, 14])
    play_rule(s, lambda t: perform_betray(t, A, 10))
    assert (s.players[A].rupees, s.market[find_space("T5")].rupees, s.count_bank_rupees()) == (0, 1, 30)


def test_r11_bodyguards() -> None:
    """R11 #15, #83: political cards of their owner's court cannot be betrayed, by anyone; others can."""
    for bodyguards in (15, 83):
        s = build_state(2, spies={5: {A: 1, B: 1}, 8: {A: 1}})
        set_player(s, B, court=[5, 8])
        assert list_targets(s, A) == [5, 8]
        set_player(s, B, court=[5, 8, bodyguards])
        assert list_targets(s, A) == [8]
        assert list_targets(s, B) == []


def test_r8_5_betrayal_costs_two() -> None:
    s = build_state(2, spies={8: {A: 1}})
    set_player(s, A, rupees=1, court=[10])
    set_player(s, B, court=[8])
    assert "use:10:betray" not in {option.key for option in list_starts(s, A)}
    s.players[A].rupees = 2
    assert "use:10:betray" in {option.key for option in list_starts(s, A)}


def test_r4_9_betraying_the_last_political_card_overthrows_the_tribes() -> None:
    """R4.9 B hits the owner of the betrayed card; the option says so beforehand."""
    s = build_state(2, spies={90: {A: 1}, 8: {A: 1}}, tribes={"transcaspia": {B: 2}})
    set_player(s, A, rupees=2, court=[10])
    set_player(s, B, court=[90, 8])
    played = play_rule(s, lambda t: perform_betray(t, A, 10), "90", "decline")
    assert s.tribes["transcaspia"] == [0, 0]
    detail = played.render_detail("betray.ask", "90")
    for words in (
        "costs 2 rupees, leaves 0",
        "Bela will no longer rule Transcaspia",
        "Bela loses 2 tribes in Transcaspia",
    ):
        assert words in detail


def test_r15_29_no_safe_house_for_a_discarded_card() -> None:
    """R15.29 Spies on a betrayed card go home; Safe House is for battles by another player."""
    s = build_state(2, spies={8: {A: 1, B: 1}})
    set_player(s, A, rupees=2, court=[10])
    set_player(s, B, court=[8, 41])
    assert play_rule(s, lambda t: perform_betray(t, A, 10)).seat_questions == []
    assert (s.spies, s.count_supply(B)) == ({}, 10)


def test_r15_11_the_market_is_paid_before_the_bank() -> None:
    """R8.5, R15.11 With 2 rupees they go to the market; what the leverage owes becomes a debt."""
    s = build_state(2, market={"T5": 30, "B5": 31}, spies={14: {A: 1}})
    set_player(s, A, rupees=2, hand=[61, 33], court=[10, 14])
    play_rule(s, lambda t: perform_betray(t, A, 10), "hand:61", "hand:33")
    assert (s.players[A].hand, s.market[find_space("T5")].rupees, s.market[find_space("B5")].rupees) == ([], 1, 1)


def test_r7_a_hostage_pays_bribe_and_cost() -> None:
    """R7 Of 3 rupees 2 are needed for the betrayal, so 1 remains for the bribe."""
    s = build_state(2, spies={10: {B: 2}, 8: {A: 1}})
    set_player(s, A, rupees=3, court=[10])
    set_player(s, B, court=[8])
    played = play_rule(s, lambda t: perform_betray(t, A, 10), "offer:1", "accept")
    assert played.list_option_keys("bribe.ask") == ["offer:1", "offer:0", "cancel"]
    assert (s.players[A].rupees, s.discards) == (0, [8])
