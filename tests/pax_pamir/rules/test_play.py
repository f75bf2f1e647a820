"""R6.2 Playing a card: the bribe, the end of the court, loyalty, icons from top to bottom."""

from __future__ import annotations

from engines.pax_pamir.menu import starts
from engines.pax_pamir.rules.play import play as play_card
from engines.pax_pamir.table.state import State
from tests.kernel.scripted import Played
from tests.pax_pamir.table import WORDS, A, B, C, person, play, state


def put(s: State, card: int, *answers: str, end: str = "right") -> Played:
    return play(s, lambda t: play_card(t, A, card, end), *answers)  # type: ignore[arg-type]


def test_r6_2_left_or_right() -> None:
    s = state(2)
    person(s, A, hand=[16, 31], court=[4])
    put(s, 16, end="left")
    put(s, 31, end="right")
    assert (s.players[A].court, s.players[A].hand, s.playing.actions) == ([16, 4, 31], [], 0)


def test_e7_loyalty_change() -> None:
    """E7 A British plays Russian #69: gifts, prize and British patriots go, the debt of two leveraged... is paid."""
    s = state(2)
    person(s, A, loyalty="british", rupees=1, court=[20, 40, 31], gifts=[2, 4], prizes=[25], hand=[69, 16])
    played = put(s, 69, "hand:16")
    who = s.players[A]
    assert (who.loyalty, who.court, who.rupees, who.hand) == ("russian", [31, 69], 0, [])
    assert (who.gifts, who.prizes, s.spies) == ([], [], {69: [2, 0]})
    assert played.asked == [(A, "debt.choose")], "the only Persia card in any court is #69: both spies go there"


def test_r15_7_icons_place_blocks_of_the_new_coalition() -> None:
    """R15.7 A loyalty change happens before the icons."""
    s = state(2)
    person(s, A, loyalty="afghan", hand=[50])
    put(s, 50)
    assert (s.players[A].loyalty, s.armies["kandahar"]) == ("british", {"british": 2})


def test_r15_8_a_patriot_of_the_own_loyalty_changes_nothing() -> None:
    s = state(2)
    person(s, A, loyalty="british", hand=[50], gifts=[2])
    put(s, 50)
    assert s.players[A].gifts == [2]


def test_r6_2_icons_in_order() -> None:
    """R6.2 Top to bottom: tribe, tribe, army, spy of #7; the tribes rule before the army arrives (R15.16)."""
    s = state(2)
    person(s, A, loyalty="afghan", hand=[7], court=[4])
    played = put(s, 7, "7")
    assert played.keys("play.spy") == ["4", "7"], "of the region, in any court, the card just played included"
    assert (s.tribes["kabul"], s.armies["kabul"], s.spies) == ([2, 0], {"afghan": 1}, {7: [1, 0]})
    told = played.sentences
    assert told.index("Ann now rules Kabul.") < next(i for i, words in enumerate(told) if "army" in words)


def test_r6_2_roads_on_any_border_of_the_region() -> None:
    s = state(2)
    person(s, A, hand=[11])
    played = put(s, 11, "kabul_punjab", "kabul_punjab")
    assert played.keys("play.road") == ["kabul_transcaspia", "herat_kabul", "kabul_kandahar", "kabul_punjab"]
    assert s.roads["kabul_punjab"] == {"afghan": 2}


def test_r6_2_leverage_and_suit() -> None:
    """R6.2 #85: a spy, two rupees from the bank, and economic is favored."""
    s = state(2)
    person(s, A, rupees=1, hand=[85])
    put(s, 85)
    assert (s.players[A].rupees, s.favored, s.spies) == (3, "economic", {85: [1, 0]})


def test_r12_suit_icons_are_ignored_under_pashtunwali() -> None:
    """R12 Event 115: the marker stays."""
    s = state(2, globals=[115])
    person(s, A, hand=[85])
    put(s, 85)
    assert s.favored == "political"


def test_r15_17_favored_at_once() -> None:
    """R15.17 After a suit icon the cards of that suit give bonus actions in the same turn."""
    s = state(2, actions=1, market={"T0": (30, 1)})
    person(s, A, hand=[2], court=[16])
    put(s, 2, "2", "2")
    assert s.playing.actions == 0
    assert "use:16:tax" in {option.key for option in starts(s, A)}


def test_e16_the_piece_limit() -> None:
    """E16 All 10 cylinders are out: A takes the last Herat tribe as the spy: #58 is overthrown."""
    s = state(2, tribes={"kabul": {A: 3}, "herat": {A: 1}}, spies={4: {A: 4}})
    person(s, A, loyalty="afghan", hand=[54], court=[58, 4], gifts=[2, 4])
    played = put(s, 54, "tribe:herat", "54")
    assert played.keys("piece.cylinder") == ["tribe:kabul", "tribe:herat", "spy:4", "gift:2", "gift:4"]
    assert (s.players[A].court, s.spies[54], s.discards) == ([4, 54], [1, 0], [58])
    assert s.players[A].rupees == 6, "its leverage is still taken"


def test_e16_the_others_have_no_overthrow() -> None:
    """E16 Taking a Kabul tribe, a spy or a gift instead has no overthrow."""
    for taken in ("tribe:kabul", "spy:4", "gift:2"):
        s = state(2, tribes={"kabul": {A: 3}, "herat": {A: 1}}, spies={4: {A: 4}})
        person(s, A, loyalty="afghan", hand=[54], court=[58, 4], gifts=[2, 4])
        put(s, 54, taken, "54")
        assert s.players[A].court == [58, 4, 54]


def test_r4_2_the_spy_goes_home_with_the_card_that_its_own_overthrow_discards() -> None:
    """R4.2 The piece is placed first, then the consequences; a spy on a card that this discards goes home.

    R6.2 The card played has left nothing to resolve then: its other icons are those of a card in court.
    """
    s = state(2, tribes={"kabul": {A: 8}, "herat": {A: 1}})
    person(s, A, loyalty="afghan", rupees=4, hand=[54], court=[58], gifts=[2])
    put(s, 54, "tribe:herat", "58")
    assert (s.players[A].court, s.spies, s.supply(A)) == ([54], {}, 1)


def test_r6_2_icons_of_a_card_that_has_left() -> None:
    """R6.2 The debt of a loyalty change takes the card just played (R15.12): its icons are not resolved."""
    s = state(2)
    person(s, A, loyalty="british", rupees=0, court=[40], hand=[84])
    played = put(s, 84)
    assert (s.players[A].court, s.armies["persia"]) == ([], {})
    assert "play.gone" in played.keys_told


def test_r15_15_a_political_card_is_safe_without_tribes() -> None:
    """R15.15 Overthrow is a matter of loss: #76 without icons of tribes left may stay."""
    s = state(3, tribes={"persia": {B: 2}})
    person(s, A, hand=[74], court=[77])
    s.players[A].loyalty = "afghan"
    put(s, 74, "pay")
    assert (s.players[A].court, s.tribes["persia"][C]) == ([77, 74], 0)


def test_r6_2_of_several_roads_each_question_says_which_one() -> None:
    """#11 has two roads."""
    s = state(2)
    person(s, A, hand=[11])
    first, second = put(s, 11, "kabul_punjab", "kabul_punjab").prompts
    assert WORDS.render(first.text, "en").endswith(": on which border do you place road 1 of 2?")
    assert WORDS.render(second.text, "ja").endswith("：どの境界線に道（2本のうち2本目）を置きますか？")


def test_r6_2_where_a_road_or_spy_changes_nothing_the_place_is_told() -> None:
    """So that borders, and cards, can be told apart."""
    s = state(2, armies={"punjab": {"british": 2}}, tribes={"punjab": {B: 1}})
    person(s, A, loyalty="afghan", hand=[11])
    played = put(s, 11, "kabul_punjab", "kabul_punjab")
    there = played.detail("play.road", "kabul_punjab")
    assert there == "Punjab: ruled by Bela, 2 British armies, 1 tribe of Bela"
    assert played.detail("play.road", "herat_kabul") == "Herat: empty"
    assert played.detail("play.road", "herat_kabul", "ja") == "ヘラート：駒なし"
    s = state(2, spies={29: {B: 2}})
    person(s, A, hand=[18], court=[21])
    person(s, B, court=[29])
    assert put(s, 18, "29").detail("play.spy", "29") == "so far 2 spies of Bela"


def test_r6_2_a_border_tells_what_the_road_means() -> None:
    """R10.1 With the fourth Afghan block the Afghans dominate, wherever it lies."""
    s = state(2, armies={"kabul": {"afghan": 3}})
    person(s, A, loyalty="afghan", hand=[11])
    played = put(s, 11, "kabul_punjab", "kabul_punjab")
    assert played.detail("play.road", "herat_kabul") == "the Afghan coalition will dominate"
