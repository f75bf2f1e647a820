"""R6.2 Playing a card: the bribe, the end of the court, loyalty, icons from top to bottom."""

from __future__ import annotations

from engines.pax_pamir.menu import list_starts
from engines.pax_pamir.rules.play import play_card
from engines.pax_pamir.table.state import State
from tests.kernel.scripted import Played
from tests.pax_pamir.table import WORDS, A, B, C, build_state, play_rule, set_player


def play_at_end(s: State, card: int, *answers: str, end: str = "right") -> Played:
    return play_rule(s, lambda t: play_card(t, A, card, end), *answers)  # type: ignore[arg-type]


def test_r6_2_left_or_right() -> None:
    s = build_state(2)
    set_player(s, A, hand=[16, 31], court=[4])
    play_at_end(s, 16, end="left")
    play_at_end(s, 31, end="right")
    assert (s.players[A].court, s.players[A].hand, s.current_turn.actions) == ([16, 4, 31], [], 0)


def test_e7_loyalty_change() -> None:
    """E7 A British plays Russian #69: gifts, prize and British patriots go, the debt of two leveraged... is paid."""
    s = build_state(2)
    set_player(s, A, loyalty="british", rupees=1, court=[20, 40, 31], gifts=[2, 4], prizes=[25], hand=[69, 16])
    played = play_at_end(s, 69, "hand:16")
    player = s.players[A]
    assert (player.loyalty, player.court, player.rupees, player.hand) == ("russian", [31, 69], 0, [])
    assert (player.gifts, player.prizes, s.spies) == ([], [], {69: [2, 0]})
    assert played.seat_questions == [(A, "debt.choose")], (
        "the only Persia card in any court is #69: both spies go there"
    )


def test_r15_7_icons_place_blocks_of_the_new_coalition() -> None:
    """R15.7 A loyalty change happens before the icons."""
    s = build_state(2)
    set_player(s, A, loyalty="afghan", hand=[50])
    play_at_end(s, 50)
    assert (s.players[A].loyalty, s.armies["kandahar"]) == ("british", {"british": 2})


def test_r15_8_a_patriot_of_the_own_loyalty_changes_nothing() -> None:
    s = build_state(2)
    set_player(s, A, loyalty="british", hand=[50], gifts=[2])
    play_at_end(s, 50)
    assert s.players[A].gifts == [2]


def test_r6_2_icons_in_order() -> None:
    """R6.2 Top to bottom: tribe, tribe, army, spy of #7; the tribes rule before the army arrives (R15.16)."""
    s = build_state(2)
    set_player(s, A, loyalty="afghan", hand=[7], court=[4])
    played = play_at_end(s, 7, "7")
    assert played.list_option_keys("play.spy") == ["4", "7"], (
        "of the region, in any court, the card just played included"
    )
    assert (s.tribes["kabul"], s.armies["kabul"], s.spies) == ([2, 0], {"afghan": 1}, {7: [1, 0]})
    sentences = played.sentences
    assert sentences.index("Ann now rules Kabul.") < next(i for i, words in enumerate(sentences) if "army" in words)


def test_r6_2_roads_on_any_border_of_the_region() -> None:
    s = build_state(2)
    set_player(s, A, hand=[11])
    played = play_at_end(s, 11, "kabul_punjab", "kabul_punjab")
    assert played.list_option_keys("play.road") == [
        "kabul_transcaspia",
        "herat_kabul",
        "kabul_kandahar",
        "kabul_punjab",
    ]
    assert s.roads["kabul_punjab"] == {"afghan": 2}


def test_r6_2_leverage_and_suit() -> None:
    """R6.2 #85: a spy, two rupees from the bank, and economic is favored."""
    s = build_state(2)
    set_player(s, A, rupees=1, hand=[85])
    play_at_end(s, 85)
    assert (s.players[A].rupees, s.favored, s.spies) == (3, "economic", {85: [1, 0]})


def test_r12_suit_icons_are_ignored_under_pashtunwali() -> None:
    """R12 Event 115: the marker stays."""
    s = build_state(2, globals=[115])
    set_player(s, A, hand=[85])
    play_at_end(s, 85)
    assert s.favored == "political"


def test_r15_17_new_favored_suit_gives_bonus_actions_at_once() -> None:
    """R15.17 After a suit icon the cards of that suit give bonus actions in the same turn."""
    s = build_state(2, actions=1, market={"T0": (30, 1)})
    set_player(s, A, hand=[2], court=[16])
    play_at_end(s, 2, "2", "2")
    assert s.current_turn.actions == 0
    assert "use:16:tax" in {option.key for option in list_starts(s, A)}


def test_e16_the_piece_limit() -> None:
    """E16 All 10 cylinders are out: A takes the last Herat tribe as the spy: #58 is overthrown."""
    s = build_state(2, tribes={"kabul": {A: 3}, "herat": {A: 1}}, spies={4: {A: 4}})
    set_player(s, A, loyalty="afghan", hand=[54], court=[58, 4], gifts=[2, 4])
    played = play_at_end(s, 54, "tribe:herat", "54")
    assert played.list_option_keys("piece.cylinder") == ["tribe:kabul", "tribe:herat", "spy:4", "gift:2", "gift:4"]
    assert (s.players[A].court, s.spies[54], s.discards) == ([4, 54], [1, 0], [58])
    assert s.players[A].rupees == 6, "its leverage is still taken"


def test_e16_the_others_have_no_overthrow() -> None:
    """E16 Taking a Kabul tribe, a spy or a gift instead has no overthrow."""
    for taken in ("tribe:kabul", "spy:4", "gift:2"):
        s = build_state(2, tribes={"kabul": {A: 3}, "herat": {A: 1}}, spies={4: {A: 4}})
        set_player(s, A, loyalty="afghan", hand=[54], court=[58, 4], gifts=[2, 4])
        play_at_end(s, 54, taken, "54")
        assert s.players[A].court == [58, 4, 54]


def test_r4_2_the_spy_goes_home_with_the_card_that_its_own_overthrow_discards() -> None:
    """R4.2 The piece is placed first, then the consequences; a spy on a card that this discards goes home.

    R6.2 The card played has left nothing to resolve then: its other icons are those of a card in court.
    """
    s = build_state(2, tribes={"kabul": {A: 8}, "herat": {A: 1}})
    set_player(s, A, loyalty="afghan", rupees=4, hand=[54], court=[58], gifts=[2])
    play_at_end(s, 54, "tribe:herat", "58")
    assert (s.players[A].court, s.spies, s.count_supply(A)) == ([54], {}, 1)


def test_r6_2_icons_of_a_card_that_has_left() -> None:
    """R6.2 The debt of a loyalty change takes the card just played (R15.12): its icons are not resolved."""
    s = build_state(2)
    set_player(s, A, loyalty="british", rupees=0, court=[40], hand=[84])
    played = play_at_end(s, 84)
    assert (s.players[A].court, s.armies["persia"]) == ([], {})
    assert "play.gone" in played.message_keys


def test_r15_15_a_political_card_is_safe_without_tribes() -> None:
    """R15.15 Overthrow is a matter of loss: #76 without icons of tribes left may stay."""
    s = build_state(3, tribes={"persia": {B: 2}})
    set_player(s, A, hand=[74], court=[77])
    s.players[A].loyalty = "afghan"
    play_at_end(s, 74, "pay")
    assert (s.players[A].court, s.tribes["persia"][C]) == ([77, 74], 0)


def test_r6_2_road_questions_name_their_number() -> None:
    """#11 has two roads."""
    s = build_state(2)
    set_player(s, A, hand=[11])
    first, second = play_at_end(s, 11, "kabul_punjab", "kabul_punjab").prompts
    assert WORDS.render(first.text, "en").endswith(": on which border do you place road 1 of 2?")
    assert WORDS.render(second.text, "ja").endswith("：どの境界線に道（2本のうち2本目）を置きますか？")


def test_r6_2_option_without_effect_names_its_place() -> None:
    """Thus borders and cards can be distinguished."""
    s = build_state(2, armies={"punjab": {"british": 2}}, tribes={"punjab": {B: 1}})
    set_player(s, A, loyalty="afghan", hand=[11])
    played = play_at_end(s, 11, "kabul_punjab", "kabul_punjab")
    detail = played.render_detail("play.road", "kabul_punjab")
    assert detail == "Punjab: ruled by Bela, 2 British armies, 1 tribe of Bela"
    assert played.render_detail("play.road", "herat_kabul") == "Herat: empty"
    assert played.render_detail("play.road", "herat_kabul", "ja") == "ヘラート：駒なし"
    s = build_state(2, spies={29: {B: 2}})
    set_player(s, A, hand=[18], court=[21])
    set_player(s, B, court=[29])
    assert play_at_end(s, 18, "29").render_detail("play.spy", "29") == "so far 2 spies of Bela"


def test_r6_2_border_detail_names_the_effect_of_the_road() -> None:
    """R10.1 With the fourth Afghan block the Afghans dominate, wherever it lies."""
    s = build_state(2, armies={"kabul": {"afghan": 3}})
    set_player(s, A, loyalty="afghan", hand=[11])
    played = play_at_end(s, 11, "kabul_punjab", "kabul_punjab")
    assert played.render_detail("play.road", "herat_kabul") == "the Afghan coalition will dominate"
