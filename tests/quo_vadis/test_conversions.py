"""R7.6 Conversions of resources, the extras of Prosperity."""

from __future__ import annotations

import pytest

from engines.quo_vadis.rules.conversion import offer_exchange, use_extras
from tests.quo_vadis.stage import (
    STAGE,
    A,
    build_table,
    has_question,
    list_keys,
    play,
    set_player,
    start_turn,
)


def test_e8_prosperity_extras() -> None:
    """E8 Four extras: a discard, food to faith, morale to food, none. In the balance morale became faith."""
    s = build_table()
    set_player(s, A, hand="blessing labour", morale=2, food=1, faith=0)
    start_turn(s, A, "2-4", actions=4)
    played = play(s, lambda t: use_extras(t, A), "give:morale discard:blessing", "cube:faith")
    sentences, into = played.sentences, played.catalogue.render(played.prompts[1].text, "en")
    assert into == "What does your morale become?", "of one, no number"
    assert s.players[A].stock == {"morale": 1, "food": 1, "faith": 1}
    assert s.players[A].hand == ["labour"] and s.deck.discard == ["blessing"]
    assert sentences == ["Ann discards Blessing.", "Ann turns 1 morale into 1 faith."]


@pytest.mark.parametrize(
    ("given", "into", "stock"),
    [
        ("", "", (3, 3, 3)),
        ("give:food give:food give:food", "cube:morale cube:faith cube:faith", (4, 0, 5)),
        ("give:morale give:food", "", (2, 2, 5)),  # two become the third: nothing to ask
        ("give:morale give:food give:food give:faith", "cube:morale", (4, 2, 3)),  # a round trip is none
    ],
)
def test_r7_6_every_balance_of_conversions_can_be_had(given: str, into: str, stock: tuple[int, int, int]) -> None:
    s = build_table()
    set_player(s, A, hand="", morale=3, food=3, faith=3)
    start_turn(s, A, "2-4", actions=4)
    play(s, lambda t: use_extras(t, A), given, *([into] if into else []))
    assert tuple(s.players[A].stock.values()) == stock


def test_r7_6_conversions_that_do_not_exclude_each_other_are_one_answer() -> None:
    """Two actions: two of each resource and room for two of each will do; with one of food they exclude each other."""
    s = build_table()
    set_player(s, A, hand="", morale=2, food=2, faith=4)
    start_turn(s, A, "2-4", actions=2)
    played = play(s, lambda t: use_extras(t, A), "convert:morale:food convert:faith:food")
    assert len(played.question_keys) == 1 and played.prompts[0].options[0].limit == 2
    assert tuple(s.players[A].stock.values()) == (1, 4, 3)
    set_player(s, A, morale=2, food=1, faith=4)
    assert list_keys(s, lambda t: use_extras(t, A))[:3] == ["give:morale", "give:food", "give:faith"]
    set_player(s, A, morale=2, food=5, faith=4)  # room for one of food
    assert list_keys(s, lambda t: use_extras(t, A))[:3] == ["give:morale", "give:food", "give:faith"]


def test_r7_6_extras_are_limited_by_actions_and_capacity() -> None:
    """Two actions; faith has room for one, morale for none: food can be given once."""
    s = build_table()
    set_player(s, A, hand="labour", morale=6, food=2, faith=5)
    start_turn(s, A, "2-4", actions=2)
    prompt = STAGE.find_prompt(s, lambda t: use_extras(t, A))
    limits = {option.key: option.limit for option in prompt.options}
    assert (prompt.min, prompt.max) == (0, 2) and prompt.timeout_answer == ()
    assert limits == {"give:morale": 5, "give:food": 1, "give:faith": 4, "discard:labour": 1}
    set_player(s, A, hand="labour", morale=0, food=0, faith=0)
    assert STAGE.find_prompt(s, lambda t: use_extras(t, A)).max == 1
    set_player(s, A, hand="")
    assert not has_question(s, lambda t: use_extras(t, A))


@pytest.mark.parametrize(
    ("start", "into", "stock"),
    [
        ((2, 2, 5), "cube:morale cube:faith", (2, 1, 6)),
        ((2, 2, 5), "cube:food cube:faith", (1, 2, 6)),
        ((2, 2, 5), "cube:food cube:food", (1, 3, 5)),
        ((5, 5, 6), "cube:morale cube:morale", (6, 4, 6)),
        ((5, 5, 6), "cube:morale cube:food", (5, 5, 6)),
    ],
)
def test_r7_6_the_player_chooses_what_stays_if_not_all_fits(
    start: tuple[int, int, int], into: str, stock: tuple[int, int, int]
) -> None:
    """Morale and food are given, and faith has space for fewer: none is spent unasked, and a time-out spends none."""
    s = build_table()
    set_player(s, A, hand="", morale=start[0], food=start[1], faith=start[2])
    start_turn(s, A, "2-4", actions=3)
    question = STAGE.find_prompt(s, lambda t: use_extras(t, A), "give:morale give:food")
    assert question.question_key == "extra.into_rest"
    assert question.timeout_answer == ("cube:morale", "cube:food")
    play(s, lambda t: use_extras(t, A), "give:morale give:food", into)
    assert tuple(s.players[A].stock.values()) == stock


def test_r7_6_no_conversion_into_a_full_resource_nor_of_wrath() -> None:
    s = build_table()
    set_player(s, A, hand="", skills=["B02"], morale=6, food=1, faith=0, wrath=3)
    start_turn(s, A, "2-4", actions=1)
    assert list_keys(s, lambda t: use_extras(t, A)) == [
        "convert:morale:food",
        "convert:morale:faith",
        "convert:food:faith",
    ]
    assert list_keys(s, lambda t: offer_exchange(t, A)) == [
        "convert:morale:food",
        "convert:morale:faith",
        "convert:food:faith",
        "pass",
    ]
    set_player(s, A, morale=0, food=0, faith=0)
    assert not has_question(s, lambda t: use_extras(t, A))
