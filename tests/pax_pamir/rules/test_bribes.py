"""R7 Bribes: payees, the protocol by post, exemptions, and preset answers."""

from __future__ import annotations

from typing import Any

import pytest

from engines.kernel import LANGS, GameContext
from engines.pax_pamir import GAME
from engines.pax_pamir.actions.gift import perform_gift
from engines.pax_pamir.actions.tax import perform_tax
from engines.pax_pamir.menu import list_starts
from engines.pax_pamir.presets import PRESETS
from engines.pax_pamir.rules.play import play_card
from engines.pax_pamir.table.bribes import Offer, find_hostage_bribe, find_play_bribe
from engines.pax_pamir.table.state import State
from tests.kernel.scripted import Played
from tests.pax_pamir.table import NAMES, WORDS, A, B, C, build_state, play_rule, set_player, update_derived

KARAKUL, GHILZAI = 61, 13


def build_herat(rupees: int = 3, **more: Any) -> State:
    """E6 B rules Herat with 2 tribes and 3 armies; A holds Karakul Sheep #61 of Herat."""
    s = build_state(2, armies={"herat": {"british": 3}}, tribes={"herat": {B: 2}}, **more)
    set_player(s, A, rupees=rupees, hand=[KARAKUL])
    return s


def play_karakul(s: State, *answers: str) -> Played:
    return play_rule(s, lambda t: play_card(t, A, KARAKUL, "left"), *answers)


def build_hostage(s: State, rupees: int, spies: dict[int, int] | None = None) -> State:
    """E8 A's Ghilzai Nomads #13 (tax, rank 2) carries 2 spies of B and 1 of A."""
    set_player(s, A, rupees=rupees, court=[GHILZAI])
    s.spies[GHILZAI] = [(spies or {A: 1, B: 2}).get(player, 0) for player in range(len(s.players))]
    return s


ROADS = ("herat_kabul", "herat_persia")


def test_e6_b_counters_with_nothing() -> None:
    """E6 The full bribe is 2; A offers 1, B counters 0: A pays 0."""
    s = build_herat()
    played = play_karakul(s, "offer:1", "counter:0", *ROADS)
    assert played.seat_questions[:2] == [(A, "bribe.ask"), (B, "bribe.reply")]
    assert (s.players[A].rupees, s.players[B].rupees, s.current_turn.actions) == (3, 4, 1)
    assert s.roads["herat_kabul"] == s.roads["herat_persia"] == {"afghan": 1}
    assert "Bela waives Ann's bribe of 2 rupees." in played.sentences


def test_e6_a_cancels() -> None:
    """E6 Instead A cancels: #61 is in hand, both actions are left, and nothing was logged."""
    s = build_herat()
    played = play_karakul(s, "cancel")
    assert (s.players[A].hand, s.players[A].court, s.current_turn.actions) == ([KARAKUL], [], 2)
    assert played.messages == [] and s.current_turn.request is None and s.current_turn.requests == 0


def test_bribe_request_names_its_purpose_and_the_payable_amount() -> None:
    """Ann has 1 rupee, so asking for 2 is a refusal. The option that allows the play names the card's effects."""
    s = build_herat(rupees=1)
    played = play_karakul(s, "offer:0", "accept", *ROADS)
    question_text = WORDS.render(played.find_prompt("bribe.reply").text, "en", NAMES)
    assert "Ann can pay at most 1" in question_text
    assert "2 roads" in played.render_detail("bribe.reply", "accept")
    assert [o.key for o in played.find_prompt("bribe.reply").options if o.detail is None] == ["counter:1"]
    assert "it would not happen" in played.render_detail("bribe.reply", "refuse")


def test_r7_armies_do_not_count() -> None:
    """R6.2 The price is the ruler's tribes in the region; R15.6 so at least 1."""
    assert find_play_bribe(build_herat(), A, KARAKUL) == (B, 2)
    s = build_state(2, armies={"herat": {"british": 5}}, tribes={"herat": {B: 1}})
    assert find_play_bribe(s, A, KARAKUL) == (B, 1)
    assert find_play_bribe(s, B, KARAKUL) is None, "the ruler owes nothing"


def test_r7_pay_in_full() -> None:
    s = build_herat()
    play_karakul(s, "pay", *ROADS)
    assert (s.players[A].rupees, s.players[B].rupees, s.current_turn.actions) == (1, 6, 1)


def test_r7_2_offers_below_the_full_bribe_that_can_be_paid() -> None:
    """R7.2 offer k: 0 <= k < full, and k + cost <= rupees."""
    s = build_herat(rupees=1)
    assert play_karakul(s, "cancel").list_option_keys("bribe.ask") == ["offer:1", "offer:0", "cancel"]
    assert play_karakul(build_herat(), "cancel").list_option_keys("bribe.ask") == [
        "pay",
        "offer:1",
        "offer:0",
        "cancel",
    ]


def test_r7_3_a_reply_is_any_sum_or_no() -> None:
    """R7.3 The payee accepts, names a sum below the full bribe, or refuses (also the time-out answer)."""
    played = play_karakul(build_herat(), "offer:0", "accept", *ROADS)
    assert played.list_option_keys("bribe.reply") == ["accept", "counter:1", "refuse"]
    prompt = played.find_prompt("bribe.reply")
    assert (prompt.default, prompt.topic) == (("refuse",), "bribe_a")


def test_r7_3_a_counter_below_the_offer_is_an_acceptance() -> None:
    """R7.3 `counter m` with m <= k counts as accepting at m: A is not asked again."""
    s = build_state(2, tribes={"herat": {B: 3}})
    set_player(s, A, rupees=3, hand=[KARAKUL])
    played = play_karakul(s, "offer:2", "counter:1", *ROADS)
    assert ("bribe.countered" in dict(played.seat_questions).values(), s.players[A].rupees) == (False, 2)


@pytest.mark.parametrize(("answer", "left"), [("pay:1", 2), ("pay", 1)])
def test_r7_4_counter_leaves_paying_it_or_the_full_bribe(answer: str, left: int) -> None:
    s = build_herat()
    played = play_karakul(s, "offer:0", "counter:1", answer, *ROADS)
    assert played.list_option_keys("bribe.countered") == ["pay:1", "pay", "cancel"]
    assert (s.players[A].rupees, s.current_turn.requests) == (left, 0)


def test_r7_4_refusal_leaves_paying_in_full_or_cancelling() -> None:
    s = build_herat()
    played = play_karakul(s, "offer:1", "refuse", "cancel")
    assert played.list_option_keys("bribe.refused") == ["pay", "cancel"]
    assert (s.players[A].hand, s.current_turn.actions, s.current_turn.requests) == ([KARAKUL], 2, 1)
    assert played.sentences[-1] == "Ann gives up playing Karakul Sheep #61 at the left end."


def test_r7_4_no_second_round_for_a_payer_who_cannot_pay() -> None:
    """R7 After a counter above A's rupees the play is cancelled without another question."""
    s = build_herat(rupees=0)
    played = play_karakul(s, "offer:0", "counter:1")
    assert played.seat_questions == [(A, "bribe.ask"), (B, "bribe.reply")]
    assert (s.players[A].hand, s.current_turn.actions, s.current_turn.requests) == ([KARAKUL], 2, 1)


def test_r7_5_three_failed_requests() -> None:
    """R7.5 After three refused, or countered and cancelled, requests only the full bribe is left."""
    s = build_herat()
    for answers in (
        ["offer:0", "refuse", "cancel"],
        ["offer:0", "counter:1", "cancel"],
        ["offer:1", "refuse", "cancel"],
    ):
        play_karakul(s, *answers)
    assert s.current_turn.requests == 3
    assert play_karakul(s, "cancel").list_option_keys("bribe.ask") == ["pay", "cancel"]
    s.players[A].rupees = 1
    assert not [option for option in list_starts(s, A) if option.key.startswith("play")], "out of reach now"


def test_r7_5_a_successful_request_is_not_counted() -> None:
    s = build_herat()
    play_karakul(s, "offer:0", "accept", *ROADS)
    assert s.current_turn.requests == 0


def test_r7_6_an_open_request_is_public() -> None:
    """R7.6 While B decides, all players see the request; nothing else has changed."""
    s = build_herat()
    script = play_card(GameContext(s, None), A, KARAKUL, "left")  # type: ignore[arg-type]
    script.send(None)
    script.send(Offer(0))
    request = s.current_turn.request
    assert request is not None
    assert (request.kind, request.payer, request.payee, request.card) == ("play", A, B, KARAKUL)
    assert (request.full, request.offer, request.counter) == (2, 0, None)
    assert (s.players[A].hand, s.current_turn.actions) == ([KARAKUL], 2)
    script.send(1)
    assert request.counter == 1
    script.close()


# ---------------------------------------------------------------- hostages


def test_e8_lowered_to_one() -> None:
    """E8 B lowers to 1: A pays 1 and takes up to 2 from T0."""
    s = build_hostage(build_state(3, market={"T0": (30, 4)}), rupees=1)
    played = play_rule(s, lambda t: perform_tax(t, A, GHILZAI), "market:0 market:0", "offer:1", "accept")
    assert (s.players[A].rupees, s.players[B].rupees, s.market[0].rupees) == (2, 5, 2)
    assert (s.current_turn.actions, s.current_turn.used_cards) == (1, [GHILZAI])
    assert played.find_prompt("bribe.reply").text.args["full"] == 2


def test_r7_the_question_says_what_the_action_itself_will_cost() -> None:
    """#11 is held by two spies of B: of five rupees two are for the gift."""
    s = build_state(2, spies={11: {B: 2}})
    set_player(s, A, rupees=5, court=[11], gifts=[4, 6])
    (prompt,) = play_rule(s, lambda t: perform_gift(t, A, 11), "cancel").prompts
    said = [WORDS.render(prompt.text, lang, NAMES) for lang in LANGS]
    assert "（所持5ルピーのうち、アクション自体に2ルピーが必要）" in said[0]
    assert "You have 5 rupees, of which 2 are for the action itself." in said[1]
    (prompt,) = play_rule(build_herat(), lambda t: play_card(t, A, KARAKUL, "left"), "cancel").prompts
    assert "You have 3 rupees. Pay " in WORDS.render(prompt.text, "en", NAMES)


def test_e8_without_a_waiver_impossible() -> None:
    """E8 With 1 rupee and no waiver the action does not happen; the card may be tried again."""
    s = build_hostage(build_state(3, market={"T0": (30, 4)}), rupees=1)
    play_rule(s, lambda t: perform_tax(t, A, GHILZAI), "market:0 market:0", "offer:1", "refuse")
    assert (s.players[A].rupees, s.market[0].rupees, s.current_turn.actions, s.current_turn.used_cards) == (1, 4, 2, [])


def test_e8_equal_numbers_hold_nothing() -> None:
    """E8, R15.4 If B had 2 and C 2: no bribe. R15.5 So do the player's own spies on that card."""
    for spies, due in (
        ({B: 2, C: 2}, None),
        ({A: 2, B: 2}, None),
        ({A: 3, B: 2}, None),
        ({A: 2, B: 1}, None),
        ({B: 2, C: 1}, (B, 2)),
    ):
        s = build_hostage(build_state(3), 1, spies)
        assert find_hostage_bribe(s, A, GHILZAI) == due, spies


def test_r8_the_cost_must_remain() -> None:
    """R7 Bribe and cost together must not exceed the rupees: with 4, a gift of 2 leaves 2 for a bribe of 3."""
    s = build_state(2)
    set_player(s, A, rupees=4, court=[4])
    s.spies[4] = [0, 3]
    played = play_rule(s, lambda t: perform_gift(t, A, 4), "2", "offer:2", "refuse")
    assert played.list_option_keys("gift.ask") == ["2", "4"]
    assert played.list_option_keys("bribe.ask") == ["offer:2", "offer:1", "offer:0", "cancel"]
    assert (s.players[A].gifts, s.players[A].rupees) == ([], 4)


# ---------------------------------------------------------------- exemptions


def test_r11_charismatic_courtiers() -> None:
    """R11 #42 in court: no bribe for playing cards; not while it is itself being played (R17), not for hostages."""
    s = build_herat()
    s.players[A].court = [42]
    assert find_play_bribe(s, A, KARAKUL) is None
    s.spies[42] = [0, 1]
    assert find_hostage_bribe(s, A, 42) == (B, 1)
    s = build_state(2, tribes={"kandahar": {B: 1}})
    set_player(s, A, hand=[42])
    assert find_play_bribe(s, A, 42) == (B, 1)


def test_r11_civil_service_reforms() -> None:
    """R11 #24 in court: no bribe for hostages, but for playing cards."""
    s = build_herat()
    s.players[A].court = [24]
    s.spies[24] = [0, 2]
    assert find_hostage_bribe(s, A, 24) is None
    assert find_play_bribe(s, A, KARAKUL) == (B, 2)


def test_r12_disregard_for_customs() -> None:
    """R12 Event 107 discarded: nobody pays bribes."""
    s = build_hostage(build_herat(globals=[107]), 0)
    assert find_play_bribe(s, A, KARAKUL) is find_hostage_bribe(s, A, GHILZAI) is None


def test_r12_courtly_manners() -> None:
    """R12 Event 107 purchased: its holder may decline to pay, and nobody else."""
    s = build_herat(rupees=0)
    s.players[A].events = [107]
    update_derived(s)
    played = play_karakul(s, "decline", *ROADS)
    assert played.list_option_keys("bribe.ask") == ["decline", "offer:0", "cancel"]
    assert (s.players[A].court, s.players[B].rupees) == ([KARAKUL], 4)
    s = build_herat()
    s.players[B].events = [107]
    update_derived(s)
    assert "decline" not in play_karakul(s, "cancel").list_option_keys("bribe.ask")


def test_r7_8_wakhan_is_never_asked() -> None:
    """R7.8 She never lowers a bribe: pay in full or cancel; without the rupees the play is not offered."""
    s = build_state(1, wakhan=True, tribes={"herat": {1: 2}}, ai=[1, 2])
    set_player(s, A, rupees=2, hand=[KARAKUL])
    assert play_karakul(s, "cancel").list_option_keys("bribe.ask") == ["pay", "cancel"]
    play_karakul(s, "pay", *ROADS)
    assert (s.players[A].rupees, s.players[1].rupees) == (0, 6)
    s = build_state(1, wakhan=True, tribes={"herat": {1: 2}}, ai=[1, 2])
    set_player(s, A, rupees=1, hand=[KARAKUL])
    assert not [option for option in list_starts(s, A) if option.key.startswith("play")]


# ---------------------------------------------------------------- preset answers


@pytest.mark.parametrize(
    ("order", "answers"),
    [
        ("never", ("refuse", "refuse", "refuse")),
        ("upto:1", ("counter:2", "counter:2", "accept")),
        ("upto:2", ("counter:1", "accept", "accept")),
        ("upto:3", ("accept", "accept", "accept")),
        ("always", ("accept", "accept", "accept")),
    ],
)
def test_r7_7_presets(order: str, answers: tuple[str, ...]) -> None:
    """R7.7 Full bribe 3, A offers 0, 1, 2: a preset accepts within its limit, else names its minimum."""
    for offer, answer in enumerate(answers):
        s = build_state(2, tribes={"herat": {B: 3}})
        set_player(s, A, rupees=9, hand=[KARAKUL])
        prompt = play_karakul(s, f"offer:{offer}", "accept", *ROADS).find_prompt("bribe.reply")
        assert prompt.topic == "bribe_a"
        assert PRESETS["bribe_a"].find_answer(prompt, GAME.view(s, B), order) == (answer,)
        assert answer in {option.key for option in prompt.options}


def test_r7_7_presets_for_each_opponent() -> None:
    """R7.7 One topic for each payer; none for oneself, an empty seat or Wakhan."""
    view = GAME.view(build_state(2, wakhan=True, ai=[1, 2]), B)
    offered = {topic: [option.key for option in standing.choices(view, B)] for topic, standing in GAME.presets.items()}
    orders = ["never", "upto:1", "upto:2", "upto:3", "always"]
    assert offered == {"bribe_a": orders, "bribe_b": [], "bribe_c": [], "bribe_d": [], "bribe_e": []}
