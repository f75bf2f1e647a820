"""Every question has an answer for the time-out, so that no table waits for ever; a game of silence alone ends."""

from __future__ import annotations

import random

import pytest

from engines.kernel import LANGS, Decision, Match, Rng, random_answer, rulebook
from engines.signorie import GAME


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_question_has_an_answer_for_the_time_out(seats: int) -> None:
    asked: set[str] = set()
    for seed in range(6):
        chance = random.Random(f"{seats} {seed}")
        options = {option.id: option.values[seed % 2] for option in GAME.options}
        match = Match.start(GAME, GAME.setup(seats, options=options), chance.randbytes(32))
        while match.ask is not None:
            (prompt,) = match.ask.prompts
            assert prompt.silence is not None, prompt.text.key
            prompt.read(prompt.silence)
            asked.add(prompt.text.key)
            match.apply(Decision(match.step, prompt.seat, random_answer(match, prompt, Rng(chance.randbytes(32)))))
    assert len(asked) > 12, asked


def test_a_game_of_silence_alone_ends_with_everybody_passing() -> None:
    match = Match.start(GAME, GAME.setup(3), bytes(32))
    asked: set[str] = set()
    while match.ask is not None:
        (prompt,) = match.ask.prompts
        assert prompt.silence is not None
        asked.add(prompt.text.key)
        match.apply(Decision(match.step, prompt.seat, prompt.silence))
        assert GAME.problems(match.state) == []
    assert {"die.choose", "pass.confirm_within", "reward.choose", "purchase.choose"} <= asked
    assert all(player.brides == 4 for player in match.state.players)


def test_the_rulebook_says_what_silence_means() -> None:
    for lang in LANGS:
        assert rulebook(GAME.package).get("table.time_out", lang) is not None
