"""R15.34 Every question has an answer for the time-out, so that no table waits for ever."""

from __future__ import annotations

import random

from engines.kernel import Decision, Match, Rng, random_answer
from engines.pax_pamir import GAME


def test_every_question_has_an_answer_for_the_time_out() -> None:
    for seats in GAME.seats:
        for seed in range(3):
            chance = random.Random(f"{seats} {seed}")
            match = Match.start(GAME, GAME.setup(seats), chance.randbytes(32))
            while match.ask is not None:
                (prompt,) = match.ask.prompts
                assert prompt.default is not None, prompt.text.key
                match.apply(Decision(match.step, prompt.seat, random_answer(match, prompt, Rng(chance.randbytes(32)))))


def test_r15_35_only_time_outs_is_no_standstill_for_the_bot() -> None:
    """R15.35 Players who only end turns go round and round; nothing is drawn, and the rules do not end the game."""
    match = Match.start(GAME, GAME.setup(3), bytes(32))
    deck = len(match.state.deck)
    for _ in range(60):
        assert match.ask is not None
        (prompt,) = match.ask.prompts
        assert prompt.silence is not None
        match.apply(Decision(match.step, prompt.seat, prompt.silence))
    assert not match.over
    assert len(match.state.deck) >= deck - 12
    assert GAME.problems(match.state) == []
