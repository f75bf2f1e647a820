"""R12 Events, both sides."""

from __future__ import annotations

import pytest

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.rules.events import discarded
from engines.pax_pamir.rules.favor import favor
from engines.pax_pamir.rules.play import play as play_card
from engines.pax_pamir.rules.purchase import purchase
from engines.pax_pamir.table.derived import influence, is_favored
from engines.pax_pamir.table.dominance import dominant, forecast
from engines.pax_pamir.table.state import State
from tests.kernel.scripted import Played
from tests.pax_pamir.table import A, B, C, person, play, space, state


def buy(s: State, event: int, *answers: str, player: int = A) -> Played:
    """The player buys the event from T0."""
    s.market[space("T0")].card = event
    s.unseen.remove(event)
    return play(s, lambda t: purchase(t, player, 0), *answers)


def throw(s: State, event: int, *answers: str) -> Played:
    """The event is discarded in a cleanup."""
    s.unseen.remove(event)
    return play(s, lambda t: discarded(t, event), *answers)


def test_every_event_can_be_bought_and_discarded() -> None:
    """R12 One action each (#111 cannot be bought); the card then lies where it belongs."""
    for event in CONTENT.events.values():
        if event.purchasable:
            s = state(2)
            answers = {108: ["player:1"], 115: ["military"], 116: ["herat"]}
            buy(s, event.id, *answers.get(event.id, []))
            lasting = {"player": s.players[A].events, "target_player": s.players[B].events, "global": s.globals}
            assert event.id in lasting.get(event.purchased_scope, s.discards)
            assert s.playing.actions == 1
        s = state(2)
        throw(s, event.id)
        assert event.id in (s.globals if event.discarded_scope == "global" else s.discards)


def test_101_a_check_that_is_bought() -> None:
    """R10, R15.23 It is resolved at once."""
    s = state(2, tribes={"herat": {B: 1}}, actions=1)
    buy(s, 101)
    assert ([player.vp for player in s.players], s.playing.actions, s.phase) == ([1, 3], 0, "turn")


def test_105_new_tactics() -> None:
    s = state(2)
    person(s, A, court=[31, 8])
    assert not is_favored(s, A, 31)
    buy(s, 105)
    assert is_favored(s, A, 31)
    assert not is_favored(s, A, 8)
    assert not is_favored(s, B, 31)


@pytest.mark.parametrize(("event", "suit"), [(105, "military"), (115, "intelligence"), (116, "political")])
def test_105_115_116_favor_a_suit(event: int, suit: str) -> None:
    s = state(2, favored="economic")
    throw(s, event)
    assert s.favored == suit


def test_106_koh_i_noor() -> None:
    s = state(2)
    person(s, A, loyalty="afghan", gifts=[2, 4])
    person(s, B, gifts=[2, 4])
    buy(s, 106)
    assert (influence(s, A), influence(s, B)) == (5, 3)


def test_106_embarrassment_of_riches() -> None:
    s = state(2)
    person(s, A, loyalty="afghan", gifts=[2, 4])
    throw(s, 106)
    assert influence(s, A) == 1


def test_107_lies_where_bribes_look_for_it() -> None:
    s = state(2)
    buy(s, 107)
    assert (s.players[A].events, s.globals) == ([107], [])
    s = state(2)
    throw(s, 107)
    assert (s.players[A].events, s.globals) == ([], [107])


def test_108_rumor_may_hit_anybody() -> None:
    """R12 Any player, the buyer too; the time-out chooses the next one."""
    s = state(3)
    person(s, C, loyalty="russian", court=[69, 70])
    played = buy(s, 108, "player:2")
    assert played.keys("event.rumor") == ["player:1", "player:2", "player:0"]
    assert played.detail("event.rumor", "player:2") == "loses 2 influence by patriots"
    assert played.detail("event.rumor", "player:1", "ja") == "愛国者による影響力0を失う"
    assert influence(s, C) == 1
    s = state(2)
    buy(s, 108, "player:0")
    assert s.players[A].events == [108]


def test_108_failure_to_impress() -> None:
    """R12 All prizes go, loyalties stay."""
    s = state(2)
    person(s, A, loyalty="british", prizes=[25])
    person(s, B, loyalty="afghan", prizes=[5, 10])
    throw(s, 108)
    assert [(player.prizes, player.loyalty) for player in s.players] == [([], "british"), ([], "afghan")]
    assert sorted(s.discards) == [5, 10, 25, 108]
    s = state(2, active=B)
    person(s, A, loyalty="british", prizes=[25])
    person(s, B, loyalty="afghan", prizes=[5])
    throw(s, 108)
    assert s.discards == [108, 5, 25], "seat order from the active player"


def test_109_conflict_fatigue() -> None:
    s = state(2, armies={"herat": {"british": 2}})
    assert dominant(s) is None
    buy(s, 109)
    assert dominant(s) == "british"
    assert forecast(s, dominant(s), final=False) == [0, 5]


@pytest.mark.parametrize(("event", "region"), [(109, "punjab"), (110, "herat"), (112, "kabul"), (113, "persia")])
def test_riots(event: int, region: str) -> None:
    """R12 Tribes and armies of the region return to supply; elsewhere they stay. Citadels do not help."""
    everywhere = {str(name): {A: 1, B: 1} for name in CONTENT.regions}
    s = state(2, tribes=everywhere, armies={name: {"russian": 1} for name in CONTENT.regions})
    person(s, A, court=[17])
    throw(s, event)
    assert [name for name in CONTENT.regions if not any(s.tribes[name]) and not s.armies[name]] == [region]


def test_111_public_withdrawal_does_nothing_when_discarded() -> None:
    s = state(2)
    told = "An event in the leftmost column is discarded: Public Withdrawal / no effect #111."
    assert throw(s, 111).sentences == [told]


def test_113_persian_aristocracy() -> None:
    """R12 Three rupees, as far as the bank has them (R4.3)."""
    s = state(2)
    buy(s, 113)
    assert s.players[A].rupees == 7
    s = state(2)
    person(s, B, rupees=30)
    buy(s, 113)
    assert s.players[A].rupees == 6


def test_114_other_persuasive_methods() -> None:
    """R12 Entire hands are swapped, and only the two see the cards."""
    s = state(3)
    person(s, A, hand=[8])
    person(s, C, hand=[9, 10])
    played = buy(s, 114, "player:2")
    assert played.keys("event.swap") == ["player:1", "player:2"]
    assert [player.hand for player in s.players] == [[9, 10], [], [8]]
    assert "Ann and Cem swap hands: Ann gets 2 cards, Cem gets 1." in played.sentences


def test_114_wakhan_plays_what_she_gets() -> None:
    """R14.5 Cards that reach her hand are played at once."""
    s = state(1, wakhan=True, active=A, ai=[1, 2])
    person(s, A, loyalty="afghan", hand=[27])
    buy(s, 114)
    assert (s.players[0].hand, s.players[1].hand, s.players[1].court) == ([], [], [27])
    assert s.tribes["punjab"] == [0, 1]


def test_114_confidence_failure() -> None:
    """R12 Everybody with a hand, in seat order from the active player; Wakhan has none."""
    s = state(3, active=B)
    person(s, A, hand=[8, 9])
    person(s, C, hand=[10])
    played = throw(s, 114, "hand:9")
    assert played.asked == [(A, "event.confidence")]
    assert (s.players[A].hand, s.players[C].hand, s.discards) == ([8], [], [114, 10, 9])
    assert played.prompt("event.confidence").silence == ("hand:8",)


def test_115_pashtunwali_values() -> None:
    """R12 The buyer sets the suit; then icons change nothing until the next check, discarded events neither."""
    s = state(2)
    person(s, A, hand=[52])
    buy(s, 115, "economic")
    assert (s.favored, s.globals) == ("economic", [115])
    play(s, lambda t: play_card(t, A, 52, "left"))
    assert s.favored == "economic"
    throw(s, 105)
    assert s.favored == "economic"
    s.globals.remove(115)
    s.unseen.append(115)

    async def icon(t: object) -> None:
        favor(t, "military")  # type: ignore[arg-type]

    told = play(s, icon)
    assert told.sentences == ["The favored suit is now military."]
    assert play(s, icon).sentences == [], "it is military already"


def test_116_rebuke() -> None:
    """R12 A region of choice, also an empty one; overthrow follows."""
    s = state(2, tribes={"punjab": {B: 1}}, armies={"punjab": {"british": 1}})
    person(s, B, court=[24])
    played = buy(s, 116, "punjab")
    assert (s.tribes["punjab"], s.armies["punjab"], s.players[B].court) == ([0, 0], {}, [])
    assert played.keys("event.rebuke") == list(CONTENT.regions)
    assert "#24" in played.detail("event.rebuke", "punjab")
    s = state(2)
    assert buy(s, 116, "herat").keys_told[-1] == "event.riot_empty"


def test_r14_5_events_that_wakhan_buys() -> None:
    """R14.5 Rumor hits the seat of the red arrow; rebuke the first region with pieces; the suit stays."""
    s = state(1, wakhan=True, active=1, ai=[1, 2], tribes={"herat": {0: 1}})
    buy(s, 108, player=1)
    assert s.players[0].events == [108]
    buy(s, 115, player=1)
    assert (s.favored, s.globals) == ("political", [115])
    s.playing.actions = 1
    buy(s, 116, player=1)
    assert s.tribes["herat"] == [0, 0]


# ---------------------------------------------------------------- what the log says of them


def test_a_lasting_event_is_quoted() -> None:
    """It changes nothing yet, so the log says what it will do."""
    for played, told in (
        (
            buy(state(2), 106),
            "Koh-i-noor Recovered takes effect (“At the next check the buyer's gifts count 2 influence each”).",
        ),
        (
            throw(state(2), 107),
            "An event in the leftmost column is discarded: Courtly Manners / Disregard for Customs #107 "
            "(“Until the next check nobody pays bribes”).",
        ),
    ):
        assert played.sentences[-1] == told


def test_a_riot_names_the_pieces() -> None:
    s = state(2, armies={"herat": {"russian": 2}}, tribes={"herat": {B: 1}})
    assert throw(s, 110).sentences[1] == "Back to supply from Herat: 2 Russian armies, 1 tribe of Bela."


def test_108_without_prizes_nothing_changes() -> None:
    assert throw(state(2), 108).sentences[1:] == ["It changes nothing."]
    s = state(2)
    person(s, A, loyalty="british", prizes=[25])
    assert "event.no_change" not in throw(s, 108).keys_told


def test_114_the_log_says_why_a_hand_card_is_discarded() -> None:
    s = state(2)
    person(s, A, hand=[61, 30])
    assert throw(s, 114, "hand:30").sentences[-1] == (
        "Ann discards Sikh Merchants in Lahore #30 from hand (Confidence Failure)."
    )
