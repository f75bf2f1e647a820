"""Every question has an answer for the time-out, and games that nobody answers come to an end."""

from __future__ import annotations

import pytest

from engines.kernel import Decision, Match
from engines.marco_polo_ii import GAME


@pytest.mark.parametrize("caravan", ["off", "on"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_that_nobody_answers_ends(seats: int, caravan: str) -> None:
    match = Match.start(GAME, GAME.setup(seats, options={"caravan": caravan}), bytes([seats] * 32))
    while not match.over:
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None and prompt.silence is not None, prompt
        match.apply(Decision(match.step, seat, prompt.silence))
        assert GAME.problems(match.state) == []
    assert match.state.round == 5


def test_standing_answers_are_given_for_income_and_low_rolls() -> None:
    match = Match.start(GAME, GAME.setup(4), bytes(32))
    orders = {topic: standing.choices(match.view(0), 0) for topic, standing in GAME.standing.items()}
    assert {topic: [order.key for order in some] for topic, some in orders.items()} == {
        "income": ["first"],
        "compensation": ["coins", "camels"],
    }
    answered = 0
    while not match.over:
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None and prompt.silence is not None
        keys = prompt.silence
        if prompt.topic is not None:
            order = orders[prompt.topic][-1].value
            keys = GAME.standing[prompt.topic].answer(prompt, order) or keys
            answered += 1
        match.apply(Decision(match.step, seat, keys))
    assert answered > 3
