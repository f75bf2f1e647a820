"""R12 Events, both sides."""

from __future__ import annotations

import pytest

from engines.kernel import GameContext, Rng
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.rules.events import apply_discarded_event
from engines.pax_pamir.rules.loyalty import change_favored_suit
from engines.pax_pamir.rules.market_changes import purchase_card
from engines.pax_pamir.rules.play import play_card, play_hand_by_wakhan
from engines.pax_pamir.table.derived import compute_influence, is_favored
from engines.pax_pamir.table.scoring import compute_check_points, find_dominant_coalition
from engines.pax_pamir.table.state import State
from tests.kernel.scripted import Played
from tests.pax_pamir.table import A, B, C, build_state, find_space, play_rule, set_player


def buy_event(s: State, event: int, *answers: str, player: int = A) -> Played:
    """The player buys the event from T0."""
    s.market[find_space("T0")].card = event
    s.unseen.remove(event)
    return play_rule(s, lambda t: purchase_card(t, player, 0), *answers)


def discard_event(s: State, event: int, *answers: str) -> Played:
    """The event is discarded in a cleanup."""
    s.unseen.remove(event)
    return play_rule(s, lambda t: apply_discarded_event(t, event), *answers)


def test_every_event_can_be_bought_and_discarded() -> None:
    """R12 One action each (#111 cannot be bought); the card then lies where it belongs."""
    for event in CONTENT.events.values():
        if event.is_purchasable:
            s = build_state(2)
            answers = {108: ["player:1"], 115: ["military"], 116: ["herat"]}
            buy_event(s, event.id, *answers.get(event.id, []))
            lasting = {"player": s.players[A].events, "target_player": s.players[B].events, "global": s.globals}
            assert event.id in lasting.get(event.purchased_scope, s.discards)
            assert s.current_turn.actions == 1
        s = build_state(2)
        discard_event(s, event.id)
        assert event.id in (s.globals if event.discarded_scope == "global" else s.discards)


def test_101_a_check_that_is_bought() -> None:
    """R10, R15.23 It is resolved at once."""
    s = build_state(2, tribes={"herat": {B: 1}}, actions=1)
    buy_event(s, 101)
    assert ([player.vp for player in s.players], s.current_turn.actions, s.phase) == ([1, 3], 0, "turn")


def test_105_new_tactics() -> None:
    s = build_state(2)
    set_player(s, A, court=[31, 8])
    assert not is_favored(s, A, 31)
    buy_event(s, 105)
    assert is_favored(s, A, 31)
    assert not is_favored(s, A, 8)
    assert not is_favored(s, B, 31)


@pytest.mark.parametrize(("event", "suit"), [(105, "military"), (115, "intelligence"), (116, "political")])
def test_105_115_116_favor_a_suit(event: int, suit: str) -> None:
    s = build_state(2, favored="economic")
    discard_event(s, event)
    assert s.favored == suit


def test_106_koh_i_noor() -> None:
    s = build_state(2)
    set_player(s, A, loyalty="afghan", gifts=[2, 4])
    set_player(s, B, gifts=[2, 4])
    buy_event(s, 106)
    assert (compute_influence(s, A), compute_influence(s, B)) == (5, 3)


def test_106_embarrassment_of_riches() -> None:
    s = build_state(2)
    set_player(s, A, loyalty="afghan", gifts=[2, 4])
    discard_event(s, 106)
    assert compute_influence(s, A) == 1


def test_107_purchased_event_exempts_from_bribes() -> None:
    s = build_state(2)
    buy_event(s, 107)
    assert (s.players[A].events, s.globals) == ([107], [])
    s = build_state(2)
    discard_event(s, 107)
    assert (s.players[A].events, s.globals) == ([], [107])


def test_108_rumor_may_hit_anybody() -> None:
    """R12 Any player including the buyer; the time-out answer is the next player."""
    s = build_state(3)
    set_player(s, C, loyalty="russian", court=[69, 70])
    played = buy_event(s, 108, "player:2")
    assert played.list_option_keys("event.rumor") == ["player:1", "player:2", "player:0"]
    assert played.render_detail("event.rumor", "player:2") == "loses 2 influence from patriots"
    assert played.render_detail("event.rumor", "player:1", "ja") == "愛国者による影響力0を失う"
    assert compute_influence(s, C) == 1
    s = build_state(2)
    buy_event(s, 108, "player:0")
    assert s.players[A].events == [108]


def test_108_failure_to_impress() -> None:
    """R12 All prizes go, loyalties stay."""
    s = build_state(2)
    set_player(s, A, loyalty="british", prizes=[25])
    set_player(s, B, loyalty="afghan", prizes=[5, 10])
    discard_event(s, 108)
    assert [(player.prizes, player.loyalty) for player in s.players] == [([], "british"), ([], "afghan")]
    assert sorted(s.discards) == [5, 10, 25, 108]
    s = build_state(2, active=B)
    set_player(s, A, loyalty="british", prizes=[25])
    set_player(s, B, loyalty="afghan", prizes=[5])
    discard_event(s, 108)
    assert s.discards == [108, 5, 25], "seat order from the active player"


def test_109_conflict_fatigue() -> None:
    s = build_state(2, armies={"herat": {"british": 2}})
    assert find_dominant_coalition(s) is None
    buy_event(s, 109)
    assert find_dominant_coalition(s) == "british"
    assert compute_check_points(s, find_dominant_coalition(s), is_final=False) == [0, 5]


@pytest.mark.parametrize(("event", "region"), [(109, "punjab"), (110, "herat"), (112, "kabul"), (113, "persia")])
def test_riots(event: int, region: str) -> None:
    """R12 Tribes and armies of the region return to supply; elsewhere they stay. Citadels do not help."""
    everywhere = {str(name): {A: 1, B: 1} for name in CONTENT.regions}
    s = build_state(2, tribes=everywhere, armies={name: {"russian": 1} for name in CONTENT.regions})
    set_player(s, A, court=[17])
    discard_event(s, event)
    assert [name for name in CONTENT.regions if not any(s.tribes[name]) and not s.armies[name]] == [region]


def test_111_public_withdrawal_does_nothing_when_discarded() -> None:
    s = build_state(2)
    expected = "An event in the leftmost column is discarded: Public Withdrawal / no effect #111."
    assert discard_event(s, 111).sentences == [expected]


def test_113_persian_aristocracy() -> None:
    """R12 Three rupees, as far as the bank has them (R4.3)."""
    s = build_state(2)
    buy_event(s, 113)
    assert s.players[A].rupees == 7
    s = build_state(2)
    set_player(s, B, rupees=30)
    buy_event(s, 113)
    assert s.players[A].rupees == 6


def test_114_other_persuasive_methods() -> None:
    """R12 Entire hands are swapped, and only the two see the cards."""
    s = build_state(3)
    set_player(s, A, hand=[8])
    set_player(s, C, hand=[9, 10])
    played = buy_event(s, 114, "player:2")
    assert played.list_option_keys("event.swap") == ["player:1", "player:2"]
    assert [player.hand for player in s.players] == [[9, 10], [], [8]]
    assert "Ann and Cem swap hands: Ann gets 2 cards, Cem gets 1." in played.sentences


def test_114_wakhan_plays_what_she_gets() -> None:
    """R14.5 Cards that reach her hand are played at once."""
    s = build_state(1, wakhan=True, active=A, ai=[1, 2])
    set_player(s, A, loyalty="afghan", hand=[27])
    buy_event(s, 114)
    assert (s.players[0].hand, s.players[1].hand, s.players[1].court) == ([], [], [27])
    assert s.tribes["punjab"] == [0, 1]


def test_114_the_order_in_which_wakhan_plays_is_a_reveal() -> None:
    """R14.5 An answer that leads there can no longer be taken back once the order is known."""
    s = build_state(1, wakhan=True, active=A, ai=[1, 2])
    set_player(s, 1, hand=[27])
    table = GameContext(s, Rng(bytes(32)))
    with pytest.raises(StopIteration):
        play_hand_by_wakhan(table).send(None)
    assert table.has_revealed


def test_114_confidence_failure() -> None:
    """R12 All players with a hand, in seat order from the active player; Wakhan has none."""
    s = build_state(3, active=B)
    set_player(s, A, hand=[8, 9])
    set_player(s, C, hand=[10])
    played = discard_event(s, 114, "hand:9")
    assert played.seat_questions == [(A, "event.confidence")]
    assert (s.players[A].hand, s.players[C].hand, s.discards) == ([8], [], [114, 10, 9])
    assert played.find_prompt("event.confidence").timeout_answer == ("hand:8",)


def test_115_pashtunwali_values() -> None:
    """R12 The buyer sets the suit; then icons change nothing until the next check, discarded events neither."""
    s = build_state(2)
    set_player(s, A, hand=[52])
    buy_event(s, 115, "economic")
    assert (s.favored, s.globals) == ("economic", [115])
    play_rule(s, lambda t: play_card(t, A, 52, "left"))
    assert s.favored == "economic"
    discard_event(s, 105)
    assert s.favored == "economic"
    s.globals.remove(115)
    s.unseen.append(115)

    async def play_icon(t: object) -> None:
        change_favored_suit(t, "military")  # type: ignore[arg-type]

    result = play_rule(s, play_icon)
    assert result.sentences == ["The favored suit is now military."]
    assert play_rule(s, play_icon).sentences == [], "it is military already"


def test_116_rebuke() -> None:
    """R12 A region of choice, also an empty one; overthrow follows."""
    s = build_state(2, tribes={"punjab": {B: 1}}, armies={"punjab": {"british": 1}})
    set_player(s, B, court=[24])
    played = buy_event(s, 116, "punjab")
    assert (s.tribes["punjab"], s.armies["punjab"], s.players[B].court) == ([0, 0], {}, [])
    assert played.list_option_keys("event.rebuke") == list(CONTENT.regions)
    assert "#24" in played.render_detail("event.rebuke", "punjab")
    s = build_state(2)
    assert buy_event(s, 116, "herat").message_keys[-1] == "event.riot_empty"


def test_r14_5_events_that_wakhan_buys() -> None:
    """R14.5 Rumor hits the seat of the red arrow; rebuke the first region with pieces; the suit stays."""
    s = build_state(1, wakhan=True, active=1, ai=[1, 2], tribes={"herat": {0: 1}})
    buy_event(s, 108, player=1)
    assert s.players[0].events == [108]
    buy_event(s, 115, player=1)
    assert (s.favored, s.globals) == ("political", [115])
    s.current_turn.actions = 1
    buy_event(s, 116, player=1)
    assert s.tribes["herat"] == [0, 0]


# ---------------------------------------------------------------- log entries of events


def test_a_lasting_event_is_quoted() -> None:
    """It changes nothing yet, so the log describes its later effect."""
    for played, expected in (
        (
            buy_event(build_state(2), 106),
            "Koh-i-noor Recovered takes effect (“At the next check the buyer's gifts count 2 influence each”).",
        ),
        (
            discard_event(build_state(2), 107),
            "An event in the leftmost column is discarded: Courtly Manners / Disregard for Customs #107 "
            "(“Until the next check nobody pays bribes”).",
        ),
    ):
        assert played.sentences[-1] == expected


def test_a_riot_names_the_pieces() -> None:
    s = build_state(2, armies={"herat": {"russian": 2}}, tribes={"herat": {B: 1}})
    assert discard_event(s, 110).sentences[1] == "Back to supply from Herat: 2 Russian armies, 1 tribe of Bela."


def test_108_without_prizes_nothing_changes() -> None:
    assert discard_event(build_state(2), 108).sentences[1:] == ["It changes nothing."]
    s = build_state(2)
    set_player(s, A, loyalty="british", prizes=[25])
    assert "event.no_change" not in discard_event(s, 108).message_keys


def test_114_the_log_says_why_a_hand_card_is_discarded() -> None:
    s = build_state(2)
    set_player(s, A, hand=[61, 30])
    assert discard_event(s, 114, "hand:30").sentences[-1] == (
        "Ann discards Sikh Merchants in Lahore #30 from hand (Confidence Failure)."
    )
