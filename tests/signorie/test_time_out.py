"""Every question has a time-out answer, so that no table waits for ever; a game of time-outs alone ends."""

from __future__ import annotations

import random

import pytest

from engines.kernel import LANGS, Decision, Match, Rng, load_rulebook, pick_random_answer
from engines.signorie import GAME


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_every_question_has_a_time_out_answer(seats: int) -> None:
    question_keys: set[str] = set()
    for seed in range(6):
        rng = random.Random(f"{seats} {seed}")
        options = {option.id: option.values[seed % 2] for option in GAME.options}
        match = Match.start(GAME, GAME.build_setup(seats, options=options), rng.randbytes(32))
        while match.open_prompts is not None:
            (prompt,) = match.open_prompts.prompts
            assert prompt.timeout_answer is not None, prompt.text.key
            prompt.parse_answer(prompt.timeout_answer)
            question_keys.add(prompt.text.key)
            match.apply(Decision(match.step, prompt.seat, pick_random_answer(match, prompt, Rng(rng.randbytes(32)))))
    assert len(question_keys) > 12, question_keys


def test_game_of_time_outs_ends_with_all_passing() -> None:
    match = Match.start(GAME, GAME.build_setup(3), bytes(32))
    question_keys: set[str] = set()
    while match.open_prompts is not None:
        (prompt,) = match.open_prompts.prompts
        assert prompt.timeout_answer is not None
        question_keys.add(prompt.text.key)
        match.apply(Decision(match.step, prompt.seat, prompt.timeout_answer))
        assert GAME.problems(match.state) == []
    assert {"die.choose", "pass.confirm_within", "reward.choose", "purchase.choose"} <= question_keys
    assert all(player.brides == 4 for player in match.state.players)


def test_rulebook_explains_time_outs() -> None:
    for lang in LANGS:
        assert load_rulebook(GAME.package).find_entry("table.time_out", lang) is not None
