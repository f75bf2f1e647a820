"""S29 beside the questions of a seat's own turn, S30 beside a bid; R12 preset answers to bids."""

from __future__ import annotations

import pytest

from engines.quo_vadis import GAME
from engines.quo_vadis.questions import Bid
from engines.quo_vadis.rules.conversion import use_extras
from engines.quo_vadis.rules.turn import take_turn
from engines.quo_vadis.rules.war.bids import PRESETS
from engines.quo_vadis.rules.war.course import play_war
from engines.quo_vadis.rules.windfall import offer_windfall
from engines.quo_vadis.rules.workers import place_workers
from tests.quo_vadis.stage import (
    STAGE,
    A,
    B,
    build_table,
    list_keys,
    place_town,
    play,
    put_workers,
    set_player,
    start_turn,
)


def test_s29_stands_beside_every_question_up_to_the_building_of_a_town() -> None:
    s = build_table()
    set_player(s, A, hand="labour miracle prosperity blessing", stacks=["labour"], skills=["S29"], faith=2)
    put_workers(s, "1-3:a", A)
    played = play(
        s,
        lambda t: take_turn(t, A),
        "area:2-4:2+4",
        "place:a",
        "change:prosperity",
        "",
        "discard:labour",
        "windfall",
        "cube:morale cube:food cube:food cube:food",
        "build:2-4:a",
        "yes",
        *["set:" + next(iter(s.players[A].face_down.values())).lower()],
    )
    beside = [(prompt.text.key, [option.key for option in prompt.side_actions]) for prompt in played.prompts]
    asked = ("area.question", "workers.ask", "card.ask", "extra.ask", "discard.ask", "build.question")
    assert beside == [
        *((key, ["windfall"]) for key in asked),
        ("windfall.ask", []),
        ("build.question", []),
        ("end.ask", []),
        ("skill.ask", []),
    ]
    assert s.players[A].spent == ["S29"] and s.players[A].stock == {"morale": 1, "food": 3, "faith": 2}


def test_s29_keeps_a_step_open_that_only_it_makes_possible() -> None:
    """R7 Deep One cannot pay in 1-3; with S29 unused the step is not skipped, and may be passed."""
    s = build_table()
    start_turn(s, B, "1-3")
    set_player(s, B, skills=["S29"])

    async def place_with_windfall(t):  # type: ignore[no-untyped-def]
        with offer_windfall(t, B):
            await place_workers(t, B)

    assert list_keys(s, place_with_windfall) == ["stop", "windfall"]
    play(s, place_with_windfall, "windfall", "cube:food cube:food cube:food cube:food", "place:a+b")
    assert s.players[B].stock["food"] == 1


def test_s29_gain_is_limited_by_the_capacity() -> None:
    s = build_table()
    start_turn(s, B, "1-3")
    set_player(s, B, skills=["S29"], morale=6, food=5, faith=5)

    async def confirm_with_windfall(t):  # type: ignore[no-untyped-def]
        with offer_windfall(t, B):
            await t.confirm(B, "end.ask")

    # everything fits, so there is no choice
    assert play(s, confirm_with_windfall, "windfall", "yes").seat_questions == [(B, "end.ask")] * 2
    assert s.players[B].stock == {"morale": 6, "food": 6, "faith": 6}
    set_player(s, B, skills=["S29"])
    s.players[B].spent.clear()
    assert list_keys(s, confirm_with_windfall) == ["yes"]


def test_s29_before_own_bid_but_not_in_turn_of_another_seat() -> None:
    """R7, ruling 43"""
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    for seat in (A, B):
        set_player(s, seat, skills=["S29"] if seat == A else ["S30"])
    start_turn(s, A, "2-4")

    async def fight_with_windfall(t):  # type: ignore[no-untyped-def]
        with offer_windfall(t, A):
            await play_war(t, A)

    assert list_keys(s, fight_with_windfall) == ["bid:0", "windfall"]
    played = play(
        s,
        fight_with_windfall,
        "windfall",
        "cube:morale cube:morale cube:morale cube:morale",
        "bid:4",
        "bid:0",
        dice=[1, 2, 6],
    )
    assert played.seat_questions[-1] == (B, "bid.ask")
    assert [option.key for option in played.prompts[-1].side_actions] == ["levy"]


def test_s29_at_the_spoils_leaves_only_what_still_fits() -> None:
    """After four morale only one food fits: the number, the time-out's answer and the words are built again."""
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    for space in ("2-4:b", "2-4:c"):
        place_town(s, space, B, 3)
    set_player(s, A, skills=["S29"], morale=2, food=5, faith=6)
    start_turn(s, A, "2-4")

    async def fight_with_windfall(t):  # type: ignore[no-untyped-def]
        with offer_windfall(t, A):
            await play_war(t, A)

    played = play(
        s,
        fight_with_windfall,
        "bid:0",
        "windfall",
        "cube:morale cube:morale cube:morale cube:morale",
        "cube:food",
        dice=[6, 1],
    )
    before, after = [prompt for prompt in played.prompts if prompt.text.key == "spoils.ask"]
    assert (before.max, after.max, after.timeout_answer) == (2, 1, ("cube:food",))
    assert after.text.args["most"] == 1 and after.subject.max_count == 1
    assert s.players[A].stock == {"morale": 6, "food": 6, "faith": 6}


def test_s29_between_the_questions_of_prosperity_spends_nothing_that_no_longer_fits() -> None:
    """Three morale are given for food or faith; Windfall then fills both but for one space of faith."""
    s = build_table()
    set_player(s, A, hand="", skills=["S29"], morale=3, food=4, faith=3)
    start_turn(s, A, "2-4", actions=3)

    async def convert_with_windfall(t):  # type: ignore[no-untyped-def]
        with offer_windfall(t, A):
            await use_extras(t, A)

    played = play(
        s,
        convert_with_windfall,
        "give:morale give:morale give:morale",
        "windfall",
        "cube:food cube:food cube:faith cube:faith",
        "cube:faith cube:morale cube:morale",
    )
    assert played.question_keys[1:] == ["extra.into", "windfall.ask", "extra.into_rest"]
    assert s.players[A].stock == {"morale": 2, "food": 6, "faith": 6}


@pytest.mark.parametrize(
    ("order", "highest", "morale", "answer"),
    [
        ("zero", 3, 5, "bid:0"),
        ("match:3", 0, 5, "bid:0"),
        ("match:3", 3, 5, "bid:3"),
        ("match:3", 4, 5, "bid:0"),
        ("match:3", 3, 2, "bid:0"),
        ("beat:3", 0, 5, "bid:1"),
        ("beat:3", 2, 5, "bid:3"),
        ("beat:3", 3, 5, "bid:0"),
        ("beat:4", 3, 3, "bid:0"),
    ],
)
def test_r12_preset_answers_to_bids(order: str, highest: int, morale: int, answer: str) -> None:
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    set_player(s, A, morale=6)
    set_player(s, B, morale=morale)
    start_turn(s, A, "2-4")
    prompt = STAGE.find_prompt(s, lambda t: play_war(t, A), f"bid:{highest}")
    assert prompt.seat == B and prompt.topic in PRESETS
    assert isinstance(prompt.subject, Bid) and prompt.subject.highest == highest
    standing, view = PRESETS[prompt.topic], GAME.view(s, B)
    assert standing.find_answer(prompt, view, order) == (answer,)
    assert standing.find_answer(prompt, view, "no such order") is None


def test_r7_7_the_bidder_sees_all_sides_and_the_highest_bid() -> None:
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    put_workers(s, "2-4:b", B)
    place_town(s, "1-3:a", A, 1)
    set_player(s, A, morale=2)
    set_player(s, B, morale=2)
    start_turn(s, A, "2-4")
    prompt = STAGE.find_prompt(s, lambda t: play_war(t, A), "bid:1")
    assert prompt.subject == Bid("2-4", 1, ((A, 3), (B, 2)))
