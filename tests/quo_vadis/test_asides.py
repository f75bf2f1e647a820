"""S29 beside the questions of the own turn, S30 beside a bid; R12 standing answers to bids."""

from __future__ import annotations

import pytest

from engines.quo_vadis import GAME
from engines.quo_vadis.questions import Bid
from engines.quo_vadis.rules.turn import take_turn
from engines.quo_vadis.rules.war.bids import STANDING
from engines.quo_vadis.rules.war.course import war
from engines.quo_vadis.rules.windfall import windfall_beside
from engines.quo_vadis.rules.workers import place_workers
from tests.quo_vadis.stage import STAGE, A, B, keys, person, play, put, table, town, turn


def test_s29_stands_beside_every_question_up_to_the_building_of_a_town() -> None:
    s = table()
    person(s, A, hand="labour miracle prosperity blessing", stacks=["labour"], skills=["S29"], faith=2)
    put(s, "1-3:a", A)
    played = play(
        s,
        lambda t: take_turn(t, A),
        "area:2-4:2+4",
        "place:a",
        "change:prosperity",
        "",
        "windfall",
        "cube:morale cube:food cube:food cube:food",
        "build:2-4:a",
        "yes",
        *["set:" + next(iter(s.players[A].kept.values())).lower()],
    )
    beside = [(prompt.text.key, [option.key for option in prompt.asides]) for prompt in played.prompts]
    assert beside[:4] == [(key, ["windfall"]) for key in ("area.question", "workers.ask", "card.ask", "extra.ask")]
    cards = [f"discard:{numbers}" for numbers in ("10000", "01000", "00100", "11000", "10100", "01100", "11100")]
    assert beside[4:] == [
        ("build.question", ["windfall", *cards]),
        ("windfall.ask", []),
        ("build.question", cards),
        ("end.ask", cards),
        ("skill.ask", []),
    ]
    assert s.players[A].spent == ["S29"] and s.players[A].stock == {"morale": 1, "food": 3, "faith": 2}


def test_s29_keeps_a_step_open_that_only_it_makes_possible() -> None:
    """R7 Deep One cannot pay in 1-3; with S29 unused the step is not skipped, and may be passed."""
    s = table()
    turn(s, B, "1-3")
    person(s, B, skills=["S29"])

    async def placing(t):  # type: ignore[no-untyped-def]
        with windfall_beside(t, B):
            await place_workers(t, B)

    assert keys(s, placing) == ["stop", "windfall"]
    play(s, placing, "windfall", "cube:food cube:food cube:food cube:food", "place:a+b")
    assert s.players[B].stock["food"] == 1


def test_s29_gains_no_more_than_there_is_room_for() -> None:
    s = table()
    turn(s, B, "1-3")
    person(s, B, skills=["S29"], morale=6, food=5, faith=5)

    async def asking(t):  # type: ignore[no-untyped-def]
        with windfall_beside(t, B):
            await t.confirm(B, "end.ask")

    assert play(s, asking, "windfall", "yes").asked == [(B, "end.ask")] * 2  # what fits is no choice
    assert s.players[B].stock == {"morale": 6, "food": 6, "faith": 6}
    person(s, B, skills=["S29"])
    s.players[B].spent.clear()
    assert keys(s, asking) == ["yes"]


def test_s29_before_the_own_bid_but_not_in_the_turn_of_another() -> None:
    """R7, ruling 43"""
    s = table()
    put(s, "2-4:a", A, B)
    for seat in (A, B):
        person(s, seat, skills=["S29"] if seat == A else ["S30"])
    turn(s, A, "2-4")

    async def fighting(t):  # type: ignore[no-untyped-def]
        with windfall_beside(t, A):
            await war(t, A)

    assert keys(s, fighting) == ["bid:0", "windfall"]
    played = play(
        s,
        fighting,
        "windfall",
        "cube:morale cube:morale cube:morale cube:morale",
        "bid:4",
        "bid:0",
        dice=[1, 2, 6],
    )
    assert played.asked[-1] == (B, "bid.ask")
    assert [option.key for option in played.prompts[-1].asides] == ["levy"]


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
def test_r12_standing_answers_to_bids(order: str, highest: int, morale: int, answer: str) -> None:
    s = table()
    put(s, "2-4:a", A, B)
    person(s, A, morale=6)
    person(s, B, morale=morale)
    turn(s, A, "2-4")
    prompt = STAGE.question(s, lambda t: war(t, A), f"bid:{highest}")
    assert prompt.seat == B and prompt.topic in STANDING
    assert isinstance(prompt.about, Bid) and prompt.about.highest == highest
    standing, view = STANDING[prompt.topic], GAME.view(s, B)
    assert standing.answer_to(prompt, view, order) == (answer,)
    assert standing.answer_to(prompt, view, "no such order") is None


def test_r7_7_the_bidder_sees_all_sides_and_the_highest_bid() -> None:
    s = table()
    put(s, "2-4:a", A, B)
    put(s, "2-4:b", B)
    town(s, "1-3:a", A, 1)
    person(s, A, morale=2)
    person(s, B, morale=2)
    turn(s, A, "2-4")
    prompt = STAGE.question(s, lambda t: war(t, A), "bid:1")
    assert prompt.about == Bid("2-4", 1, ((A, 3), (B, 2)))
