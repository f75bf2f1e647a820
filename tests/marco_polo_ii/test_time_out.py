"""Every question has a time-out answer, and games without any answers come to an end."""

from __future__ import annotations

import pytest

from engines.kernel import Decision, Match
from engines.marco_polo_ii import GAME


@pytest.mark.parametrize("caravan", ["off", "on"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_game_without_answers_ends(seats: int, caravan: str) -> None:
    match = Match.start(GAME, GAME.build_setup(seats, options={"caravan": caravan}), bytes([seats] * 32))
    while not match.is_over:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None and prompt.timeout_answer is not None, prompt
        match.apply(Decision(match.step, seat, prompt.timeout_answer))
        assert GAME.problems(match.state) == []
    assert match.state.round == 5


def test_preset_answers_apply_to_income_and_low_rolls() -> None:
    match = Match.start(GAME, GAME.build_setup(4), bytes(32))
    orders = {topic: standing.choices(match.build_view(0), 0) for topic, standing in GAME.presets.items()}
    assert {topic: [order.key for order in some] for topic, some in orders.items()} == {
        "income": ["first"],
        "compensation": ["coins", "camels"],
    }
    answered = 0
    while not match.is_over:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None and prompt.timeout_answer is not None
        keys = prompt.timeout_answer
        if prompt.topic is not None:
            order = orders[prompt.topic][-1].value
            keys = GAME.presets[prompt.topic].answer(prompt, order) or keys
            answered += 1
        match.apply(Decision(match.step, seat, keys))
    assert answered > 3
