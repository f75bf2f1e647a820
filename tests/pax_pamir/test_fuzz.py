"""Random games from late and extreme tables: valid at every step, and they reach an end."""

from __future__ import annotations

import random

import pytest

from engines.kernel import LANGS, Decision, Match, Rng, pick_random_answer, resolve_text
from tests.pax_pamir.extremes import EXTREMES, build_extreme_game
from tests.pax_pamir.table import NAMES, WORDS

SINGLE = [(name,) for name in EXTREMES]
MIXED = [
    ("full_courts", "no_blocks_left", "no_cylinders_left"),
    ("full_courts", "no_cylinders_left", "nobody_has_a_rupee"),
    ("full_courts", "no_blocks_left", "the_bank_is_dry", "the_deck_is_nearly_empty"),
    ("full_courts", "no_cylinders_left", "all_lasting_events", "the_deck_is_nearly_empty"),
    ("full_courts", "no_blocks_left", "no_cylinders_left", "nobody_has_a_rupee", "all_lasting_events"),
]
TABLES = ((1, "alone"), (2, "two"), (3, "alone"), (5, "alone"))
LONGEST = 1200
"""Decisions after which a random game is abandoned."""


@pytest.mark.parametrize("names", [*SINGLE, *MIXED], ids="+".join)
def test_games_go_on_soundly_from_late_and_extreme_tables(names: tuple[str, ...]) -> None:
    for seed, (seats, wakhan) in enumerate(TABLES):
        game = build_extreme_game(names, seed)
        seed_rng = random.Random(f"{names} {seed}")
        match = Match.start(game, game.build_setup(seats, options={"wakhan": wakhan}), seed_rng.randbytes(32))
        rng = Rng(seed_rng.randbytes(32))
        while match.open_prompts is not None and match.step < LONGEST:
            assert game.problems(match.state) == []
            (prompt,) = match.open_prompts.prompts
            prompt.check()
            assert prompt.timeout_answer is not None
            for option in prompt.options:
                resolve_text(option.label)
                if option.detail is not None and match.step % 7 == 0:
                    assert all(WORDS.render(resolve_text(option.detail), lang, NAMES) for lang in LANGS)
            applied = match.apply(Decision(match.step, prompt.seat, pick_random_answer(match, prompt, rng)))
            for event in applied.events:
                assert all(WORDS.render(event.text, lang, NAMES) for lang in LANGS)
        assert game.problems(match.state) == []
