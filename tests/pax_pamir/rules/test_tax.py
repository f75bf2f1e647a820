"""R8.1 Tax."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel import resolve_text
from engines.pax_pamir.actions.tax import MarketSource, PlayerSource, list_taxable, perform_tax
from engines.pax_pamir.menu import list_starts
from engines.pax_pamir.table.names import name_card
from engines.pax_pamir.table.state import State
from tests.pax_pamir.table import WORDS, A, B, C, build_state, play_rule, set_player


def test_e9_shelter() -> None:
    """E9 Only rupees above the tax shelter of players with a card of a ruled region, and rupees of the market."""
    s = build_state(3, tribes={"kabul": {A: 1}}, market={"T1": (30, 1)})
    set_player(s, A, rupees=0, court=[11])
    set_player(s, B, rupees=3, court=[8])
    set_player(s, C, rupees=9, court=[31])
    assert list_taxable(s, A) == {MarketSource(1): 1, PlayerSource(B): 1}
    played = play_rule(s, lambda t: perform_tax(t, A, 11), "market:1 player:1")
    assert [player.rupees for player in s.players] == [2, 2, 9]
    assert (s.market[1].rupees, s.current_turn.actions) == (0, 1)
    taken = "Ann takes 1 rupee from Sikh Merchants in Lahore #30 (market), 1 rupee from Bela."
    assert played.sentences == ["Ann uses the tax action of Lapis Lazuli Mine #11.", taken]


def test_r8_1_up_to_the_rank_from_any_mix() -> None:
    """R8.1 Up to rank rupees, at least 1; one may stop earlier."""
    s = build_state(2, tribes={"kabul": {A: 1}}, market={"T1": (30, 2), "B5": (31, 4)})
    set_player(s, A, rupees=0, court=[13])
    set_player(s, B, rupees=2, court=[4])
    played = play_rule(s, lambda t: perform_tax(t, A, 13), "market:11 player:1")
    limits = {option.key: option.limit for option in played.find_prompt("tax.ask").options}
    assert limits == {"market:1": 2, "market:11": 2, "player:1": 2}
    assert played.find_prompt("tax.ask").timeout_answer == ("market:1", "market:1"), (
        "the time-out takes all that it can"
    )
    assert (s.players[A].rupees, s.players[B].rupees, s.market[11].rupees) == (2, 1, 3)
    s.current_turn.used_cards = []
    play_rule(s, lambda t: perform_tax(t, A, 13), "market:11")
    assert (s.players[A].rupees, s.market[11].rupees) == (3, 2)


def test_r8_1_the_question_says_how_much_is_within_reach() -> None:
    s = build_state(2, market={"T1": (30, 2), "B5": (31, 4)})
    set_player(s, A, rupees=0, court=[13])
    (prompt,) = play_rule(s, lambda t: perform_tax(t, A, 13), "market:1 market:11").prompts
    assert WORDS.render(prompt.text, "en").endswith(": tax up to 2 of the 6 rupees within reach. From where?")
    assert WORDS.render(prompt.text, "ja").endswith(
        "：最大2ルピーを徴税できます（対象は計6ルピー）。どこから取りますか？"
    )
    label = resolve_text(prompt.options[0].label)  # the bot appends the number taken, in brackets
    assert WORDS.render(label, "en") == "From Sikh Merchants in Lahore #30 (market)"
    assert WORDS.render(label, "ja") == "市場のSikh Merchants in Lahore #30から"


def test_r8_1_single_rupee_is_taken_without_a_question() -> None:
    s = build_state(2, market={"T1": (30, 1)})
    set_player(s, A, rupees=0, court=[13])
    assert play_rule(s, lambda t: perform_tax(t, A, 13)).seat_questions == []
    assert s.players[A].rupees == 1


def test_r15_18_a_locked_card_may_be_taxed_and_stays_locked() -> None:
    """R8.1, R15.18"""
    s = build_state(2, market={"T1": (30, 1)})
    set_player(s, A, court=[13])
    s.current_turn.locked_cards = [30]
    play_rule(s, lambda t: perform_tax(t, A, 13))
    assert s.current_turn.locked_cards == [30]


def test_r9_4_rupees_on_a_vacant_space_cannot_be_taxed() -> None:
    s = build_state(2, market={"T1": (None, 3)})
    set_player(s, A, court=[13])
    assert list_taxable(s, A) == {}
    assert "use:13:tax" not in {option.key for option in list_starts(s, A)}, "legal only if there is a rupee to take"
    s.market[1].card = 30
    assert "use:13:tax" in {option.key for option in list_starts(s, A)}


def test_r8_1_taxed_player_needs_a_card_of_a_ruled_region() -> None:
    s = build_state(2, tribes={"kabul": {A: 1}})
    set_player(s, B, rupees=5, court=[25])
    assert list_taxable(s, A) == {}
    set_player(s, B, rupees=5, court=[25, 4])
    assert list_taxable(s, A) == {PlayerSource(B): 5}
    s.rulers["kabul"] = None
    assert list_taxable(s, A) == {}


def test_r11_claim_of_ancient_lineage() -> None:
    """R11 #5: any other player with a court card can be taxed; shelter applies; an empty court protects."""
    s = build_state(3)
    set_player(s, A, court=[5])
    set_player(s, B, rupees=5, court=[8])
    set_player(s, C, rupees=9)
    assert list_taxable(s, A) == {PlayerSource(B): 3}
    s.players[A].court = []
    assert list_taxable(s, A) == {}


def test_r15_27_wakhan_is_taxed_by_the_same_rule() -> None:
    """R15.27 She needs a card of a ruled region."""
    s = build_state(1, wakhan=True, tribes={"kabul": {A: 1}}, ai=[1, 2])
    set_player(s, 1, rupees=5, court=[30])
    assert list_taxable(s, A) == {}
    set_player(s, 1, rupees=5, court=[4])
    assert list_taxable(s, A) == {PlayerSource(B): 5}


def test_r8_1_tax_is_legal_with_a_player_as_the_only_source() -> None:
    """R8.1 Legal if there is a rupee to take anywhere, also if the market is bare."""
    s = build_state(2, tribes={"kabul": {A: 1}})
    set_player(s, A, court=[13])
    set_player(s, B, rupees=1, court=[4])
    assert "use:13:tax" in {option.key for option in list_starts(s, A)}


def build_hostage(rupees: int = 2, spies: int = 1, market: Mapping[str, tuple[int, int]] | None = None) -> State:
    """A's rank 2 tax card is held hostage by B's spies; B has #4 of Kabul, which A rules, and a shelter of 2 by #8."""
    s = build_state(2, tribes={"kabul": {A: 1}}, spies={13: {B: spies}}, market=market)
    set_player(s, A, rupees=rupees, court=[13])
    set_player(s, B, rupees=2, court=[4, 8])
    return s


def test_r7_1_bribe_paid_for_a_hostage_can_be_taxed() -> None:
    """R7.1, R8.1 The bribe is paid first, and lifts B above the shelter."""
    s = build_hostage()
    assert list_taxable(s, A) == {}
    assert "use:13:tax" in {option.key for option in list_starts(s, A)}
    played = play_rule(s, lambda t: perform_tax(t, A, 13), "pay")
    assert (s.players[A].rupees, s.players[B].rupees) == (2, 2)
    assert played.sentences[-1] == "Ann takes 1 rupee from Bela."


def test_r7_1_declared_rupees_that_are_missing_are_not_taken() -> None:
    """R7.1 It is declared as if the bribe were paid in full; B waives it, and has nothing above the shelter."""
    s = build_hostage()
    played = play_rule(s, lambda t: perform_tax(t, A, 13), "offer:0", "accept")
    assert (s.players[A].rupees, s.players[B].rupees, s.current_turn.used_cards) == (2, 2, [13])
    assert played.sentences[-1] == "Ann takes nothing: the rupees are no longer there."


SOURCES = {"T1": (30, 2), "B5": (31, 4)}
"""Rupees in the market, beside those of B."""


def test_r7_1_only_the_missing_part_is_chosen_anew_after_a_lowered_bribe() -> None:
    """R7.1 Of 2 rupees declared from B, 1 is there at the lower price; it stays declared, the other is chosen anew."""
    s = build_hostage(spies=2, market=SOURCES)
    played = play_rule(s, lambda t: perform_tax(t, A, 13), "player:1 player:1", "offer:1", "accept", "market:11")
    assert (s.players[A].rupees, s.players[B].rupees, s.market[1].rupees, s.market[11].rupees) == (3, 2, 2, 3)
    prompt = played.find_prompt("tax.again")
    assert {option.key: option.limit for option in prompt.options} == {"market:1": 1, "market:11": 1}
    assert (prompt.min, prompt.max, prompt.timeout_answer) == (0, 1, ("market:1",)), "tax of 1 rupee is enough"
    assert (prompt.seat, prompt.rule) == (A, "R8.1")
    assert WORDS.render(prompt.text, "en").endswith(
        ": after the lower bribe, 1 rupee of your tax is missing. Where do you take up to 1 instead?"
    )
    assert WORDS.render(prompt.text, "ja").endswith(
        "：賄賂が下がり、徴税するはずの1ルピーがありません。代わりにどこから取りますか（最大1ルピー）？"
    )
    assert played.sentences[-2:] == [
        "Ann takes 1 rupee from Bela.",
        f"Ann takes 1 rupee from {WORDS.render(name_card(31), 'en')} (market).",
    ]


def test_r7_1_tax_is_chosen_anew_if_the_bribe_is_waived() -> None:
    """R7.1, R8.1 Nothing that was declared is left, so at least 1 rupee must be taken elsewhere."""
    s = build_hostage(spies=2, market=SOURCES)
    played = play_rule(
        s, lambda t: perform_tax(t, A, 13), "player:1 player:1", "offer:0", "accept", "market:1 market:11"
    )
    assert (s.players[A].rupees, s.players[B].rupees, s.market[1].rupees, s.market[11].rupees) == (4, 2, 1, 3)
    assert (played.find_prompt("tax.again").min, played.find_prompt("tax.again").max) == (1, 2)
    assert s.current_turn.used_cards == [13]


def test_r7_1_what_is_still_possible_is_not_chosen_anew() -> None:
    """R7.1 The market part of the declaration stays, and nothing is asked about a bribe that was paid in full."""
    s = build_hostage(spies=2, market=SOURCES)
    played = play_rule(s, lambda t: perform_tax(t, A, 13), "market:1 player:1", "offer:0", "accept", "")
    assert (s.players[A].rupees, s.market[1].rupees, s.market[11].rupees) == (3, 1, 4)
    assert {option.key: option.limit for option in played.find_prompt("tax.again").options} == {
        "market:1": 1,
        "market:11": 1,
    }
    paid = play_rule(
        build_hostage(spies=2, market=SOURCES), lambda t: perform_tax(t, A, 13), "player:1 player:1", "pay"
    )
    assert [question for _, question in paid.seat_questions] == ["tax.ask", "bribe.ask"]
