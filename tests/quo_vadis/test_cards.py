"""R7.5 Playing a card, R7.6 its actions, and the skills that bend them (S01 to S07, B02)."""

from __future__ import annotations

import pytest

from engines.kernel import load_catalogue, resolve_text
from engines.quo_vadis.rules.card_play import count_actions, list_plays, may_change, play_card
from engines.quo_vadis.rules.conversion import offer_exchange
from engines.quo_vadis.rules.discards import discard_after_change
from engines.quo_vadis.rules.revelation import ask_moves
from engines.quo_vadis.rules.turn import take_turn
from tests.quo_vadis.stage import (
    STAGE,
    A,
    B,
    C,
    build_table,
    has_question,
    list_keys,
    place_town,
    play,
    put_workers,
    set_player,
    start_turn,
)

HAND = "blessing labour miracle revelation"


def test_e6_blessing_with_cap() -> None:
    """E6 Three actions from 4 of 6: one is lost; wrath once."""
    s = build_table()
    set_player(s, A, hand=HAND, stacks=["labour labour"], morale=4, wrath=1)
    start_turn(s, A, "2-4")
    sentences = play(s, lambda t: play_card(t, A), "continue:blessing").sentences
    assert (s.players[A].stock["morale"], s.players[A].wrath) == (6, 2)
    assert sentences == [
        "Ann plays Blessing as card 3 of generation I: 3 actions.",
        "Ann gains 2 morale (now 6).",
        "Ann gains 1 wrath (now 2).",
    ]


@pytest.mark.parametrize(("kind", "resource"), [("blessing", "morale"), ("labour", "food"), ("miracle", "faith")])
def test_r7_6_one_for_each_card_of_the_stack(kind: str, resource: str) -> None:
    s = build_table()
    set_player(s, A, hand=kind, stacks=["prosperity"])
    start_turn(s, A, "2-4")
    play(s, lambda t: play_card(t, A))
    gained = {resource: 2}
    assert s.players[A].stock == {"morale": 0, "food": 0, "faith": 0} | gained
    assert s.players[A].wrath == (kind == "blessing")


def test_r7_6_prosperity_brings_vp() -> None:
    s = build_table()
    set_player(s, A, hand="prosperity", stacks=["labour labour labour"])
    start_turn(s, A, "2-4")
    play(s, lambda t: play_card(t, A))
    assert s.players[A].vp["prosperity"] == 4


def test_r7_5_the_first_card_opens_the_first_generation() -> None:
    s = build_table()
    set_player(s, A, hand=HAND)
    put_workers(s, "2-4:a", A)
    start_turn(s, A, "2-4")
    played = play(s, lambda t: play_card(t, A), "continue:labour")
    assert played.list_option_keys("card.ask_first") == [f"continue:{kind}" for kind in HAND.split()]
    assert s.players[A].generations == [["labour"]] and not s.playing.is_change


def test_r7_5_a_change_opens_the_next_generation() -> None:
    s = build_table()
    set_player(s, A, hand=HAND, stacks=["labour labour"], faith=0)
    put_workers(s, "2-4:a", A)
    start_turn(s, A, "2-4")
    played = play(s, lambda t: play_card(t, A), "change:miracle")
    assert s.players[A].generations == [["labour", "labour"], ["miracle"]]
    assert (s.playing.is_change, s.playing.old_size, s.playing.actions) == (True, 2, 1)
    said = played.render_detail("card.ask", "change:miracle")
    assert said.startswith("territory bonus 2 × 0 = 0 VP (2 VP with the new town in a new area), style bonus")
    assert "style bonus 0 → 1 VP (all different)" in said, "two on top"
    assert "style" not in played.render_detail("card.ask", "continue:miracle"), (
        "one card on top is worth as much as another"
    )
    set_player(s, A, hand="labour", stacks=["labour labour"])
    same = play(s, lambda t: play_card(t, A), "change:labour").render_detail("card.ask", "change:labour")
    assert "style bonus 0 → 2 VP (some equal)" in same


def test_r7_5_conditions_of_a_change() -> None:
    """R7.5 Not in the first turn, not from the sixth generation, only with a worker on a space without a town."""
    s = build_table()
    assert not may_change(s, A)
    put_workers(s, "2-4:a", A)
    assert not may_change(s, A)
    set_player(s, A, stacks=["labour"])
    assert may_change(s, A)
    place_town(s, "2-4:a", B, 0)
    assert not may_change(s, A)  # a destroyed town of any player blocks
    put_workers(s, "4-5:c", A)
    assert may_change(s, A)
    set_player(s, A, stacks=["labour"] * 6)
    assert not may_change(s, A)


def test_e19_petition() -> None:
    """E19 Labour as Miracle: faith 3 -> 1, then three actions; the card stays a Labour."""
    s = build_table()
    set_player(s, C, hand="labour", stacks=["miracle miracle"], faith=3)
    start_turn(s, C, "2-4")
    played = play(s, lambda t: play_card(t, C), "petition", "card:labour continue:miracle")
    assert s.players[C].stock == {"morale": 0, "food": 0, "faith": 4}
    assert s.players[C].generations == [["miracle", "miracle", "labour"]]
    assert s.playing.counts_as == "miracle"
    assert "by petition it counts as Miracle" in played.sentences[0]


def test_r7_5_petition_needs_the_option_and_2_faith() -> None:
    s = build_table()
    set_player(s, A, hand=HAND, faith=1)
    start_turn(s, A, "2-4")
    assert "petition" not in list_keys(s, lambda t: play_card(t, A))
    set_player(s, A, faith=2)
    assert "petition" in list_keys(s, lambda t: play_card(t, A))
    s.options["petition"] = "off"
    assert "petition" not in list_keys(s, lambda t: play_card(t, A))


def test_r7_5_petition_and_change_in_one_answer() -> None:
    s = build_table()
    set_player(s, A, hand=HAND, stacks=["labour"], faith=2)
    put_workers(s, "2-4:a", A)
    start_turn(s, A, "2-4")
    play(s, lambda t: play_card(t, A), "petition", "card:labour change:blessing")
    assert s.players[A].generations == [["labour"], ["labour"]] and s.playing.is_change
    assert s.players[A].stock["morale"] == 1


def test_e7_revelation() -> None:
    """E7 Out to 1-2 C, then the other worker by C to 1-4 A; a worker that left may not move on; no cost is paid."""
    s = build_table()
    put_workers(s, "2-4:a", C)
    put_workers(s, "2-4:b", C)
    start_turn(s, C, "2-4", actions=3)
    played = play(s, lambda t: ask_moves(t, C), "move:2-4:b:1-2:c", "move:2-4:a:2-4:c", "move:2-4:c:1-4:a")
    assert s.find_space("1-2:c").workers[C] == s.find_space("1-4:a").workers[C] == 1
    assert not any(option.key.startswith("move:1-2") for option in played.prompts[1].options)
    assert s.players[C].stock["food"] == 0


def test_r7_6_a_far_space_for_two_actions() -> None:
    s = build_table()
    put_workers(s, "2-4:a", C)
    start_turn(s, C, "2-4", actions=2)
    near = list_keys(s, lambda t: ask_moves(t, C))
    assert "move:2-4:a:1-4:a" in near  # 1-4 touches B and C only
    played = play(s, lambda t: ask_moves(t, C), "move:2-4:a:1-4:a")
    assert played.render_detail("move.ask", "move:2-4:a:1-4:a").startswith("2 actions")
    start_turn(s, C, "2-4", actions=1)
    put_workers(s, "2-4:a", C)
    assert "move:2-4:a:1-4:a" not in list_keys(s, lambda t: ask_moves(t, C))


def test_r7_6_revelation_may_stop_and_needs_a_worker() -> None:
    s = build_table()
    start_turn(s, C, "2-4", actions=2)
    put_workers(s, "1-3:a", C)
    assert not has_question(s, lambda t: ask_moves(t, C))
    put_workers(s, "2-4:a", C)
    play(s, lambda t: ask_moves(t, C), "stop")
    assert s.find_space("2-4:a").workers[C] == 1


def test_r7_6_move_says_its_rivals_and_gains() -> None:
    s = build_table()
    put_workers(s, "2-4:a", C)
    put_workers(s, "1-2:b", C)
    put_workers(s, "1-2:c", B)
    start_turn(s, C, "2-4", actions=2)
    played = play(s, lambda t: ask_moves(t, C), "stop")
    assert played.render_detail("move.ask", "move:2-4:a:1-2:c") == "2 actions, sea, meets Bela, wins control of 1-2"


def test_r7_6_after_a_change_any_hand_cards_may_go() -> None:
    """The last thing of the card, after the exchange of B02 and before war; nothing is drawn yet."""
    s = build_table()
    set_player(s, A, hand="blessing blessing labour labour", stacks=["miracle"], skills=["B02"], food=1)
    put_workers(s, "1-3:a", A)
    put_workers(s, "1-3:b", A)
    put_workers(s, "2-4:b", B)
    played = play(
        s,
        lambda t: take_turn(t, A),
        *("area:2-4:2+4", "place:b", "change:labour", "pass", "discard:blessing discard:blessing"),
        *("yes", "build:1-3:a", "set:" + next(iter(s.players[A].face_down.values())).lower()),
        dice=[6, 1],
    )
    assert played.question_keys[3:7] == ["exchange.ask", "discard.ask", "war.ask", "build.question"]
    assert s.deck.discard == ["blessing", "blessing"] and len(s.players[A].hand) == 4


def test_r7_6_a_discard_leaves_every_choice_of_hand_cards_open() -> None:
    s = build_table()
    set_player(s, A, hand="blessing blessing labour")
    start_turn(s, A, "2-4", is_change=True)
    prompt = STAGE.find_prompt(s, lambda t: discard_after_change(t, A))
    assert {option.key: option.limit for option in prompt.options} == {"discard:blessing": 2, "discard:labour": 1}
    assert (prompt.min, prompt.max, prompt.timeout_answer) == (0, 3, ())
    play(s, lambda t: discard_after_change(t, A), "")
    assert s.players[A].hand == ["blessing", "blessing", "labour"] and not s.deck.discard


@pytest.mark.parametrize(("hand", "change"), [("blessing", False), ("", True)])
def test_r7_6_no_discard_without_a_change_or_without_cards(hand: str, change: bool) -> None:
    s = build_table()
    set_player(s, A, hand=hand)
    start_turn(s, A, "2-4", is_change=change)
    assert not has_question(s, lambda t: discard_after_change(t, A))


@pytest.mark.parametrize(
    ("skill", "kind", "gained"),
    [
        ("S01", "labour", {"food": 3}),
        ("S02", "blessing", {"morale": 3}),
        ("S03", "miracle", {"faith": 3}),
    ],
)
def test_s01_to_s03_two_more_after_the_actions(skill: str, kind: str, gained: dict[str, int]) -> None:
    s = build_table()
    set_player(s, A, hand=kind, skills=[skill])
    start_turn(s, A, "2-4")
    play(s, lambda t: play_card(t, A))
    assert {resource: n for resource, n in s.players[A].stock.items() if n} == gained


def test_s04_prosperity_brings_2_more_vp() -> None:
    s = build_table()
    set_player(s, A, hand="prosperity", skills=["S04"])
    start_turn(s, A, "2-4")
    play(s, lambda t: play_card(t, A))
    assert s.players[A].points == 3 and s.players[A].vp["skill"] == 2


def test_s01_uses_the_kind_that_the_card_counts_as() -> None:
    s = build_table()
    set_player(s, A, hand="labour", skills=["S01", "S03"], faith=2)
    start_turn(s, A, "2-4")
    play(s, lambda t: play_card(t, A), "petition", "card:labour continue:miracle")
    assert s.players[A].stock == {"morale": 0, "food": 0, "faith": 3}


@pytest.mark.parametrize(
    ("skill", "card", "counts_as", "change", "expected"),
    [
        (None, "labour", "labour", False, 3),
        (None, "labour", "labour", True, 1),
        ("S05", "revelation", "revelation", False, 5),
        ("S05", "labour", "revelation", False, 5),
        ("S05", "revelation", "labour", False, 3),
        ("S06", "labour", "labour", True, 3),
        ("S06", "labour", "labour", False, 3),
        ("S07", "miracle", "miracle", False, 5),
        ("S07", "labour", "miracle", False, 5),
        ("S07", "miracle", "labour", False, 3),
        ("S07", "miracle", "miracle", True, 1),
    ],
)
def test_r7_6_number_of_actions(skill: str | None, card: str, counts_as: str, change: bool, expected: int) -> None:
    """R7.6, S05, S06, S07 On a stack of two with a Miracle on top."""
    s = build_table()
    set_player(s, A, hand=card, stacks=["labour miracle"], skills=[skill] if skill else [])
    assert count_actions(s, A, counts_as, change) == expected


def test_s07_not_for_the_very_first_card() -> None:
    s = build_table()
    set_player(s, A, hand="labour", skills=["S07"])
    assert count_actions(s, A, "labour", False) == 1


def test_b02_one_conversion_after_the_card() -> None:
    s = build_table()
    set_player(s, A, morale=1)
    start_turn(s, A, "2-4")
    assert not has_question(s, lambda t: offer_exchange(t, A))
    set_player(s, A, skills=["B02"])
    play(s, lambda t: offer_exchange(t, A), "convert:morale:faith")
    assert s.players[A].stock == {"morale": 0, "food": 0, "faith": 1}
    play(s, lambda t: offer_exchange(t, A), "pass")


def test_r12_a_time_out_plays_the_first_card_as_a_continuation() -> None:
    s = build_table()
    set_player(s, A, hand=HAND, stacks=["labour"], faith=2)
    put_workers(s, "2-4:a", A)
    start_turn(s, A, "2-4")
    assert STAGE.find_prompt(s, lambda t: play_card(t, A)).timeout_answer == ("continue:blessing",)


def test_card_with_two_uses_says_the_rarer_use_first() -> None:
    """ "1. Blessing" and "4. Blessing" looked alike; each use has a page of its own."""
    s = build_table()
    set_player(s, A, hand="blessing blessing labour", stacks=["labour"])
    put_workers(s, "2-4:a", A)
    start_turn(s, A, "2-4")
    words = load_catalogue("engines.quo_vadis")
    assert [words.render(resolve_text(option.label), "en") for option in list_plays(s, A)] == [
        "Play Blessing (you have 2)",
        "Play Labour",
        "Change with Blessing (you have 2)",
        "Change with Labour",
    ]
