"""Random games go on soundly to their end from late and extreme tables."""

from __future__ import annotations

import pytest

from engines.kernel import Decision, Rng, pick_random_answer
from engines.quo_vadis import GAME
from tests.quo_vadis.extremes import STACKS, build_extreme_game

MIXED = [
    ("rich",),
    ("poor",),
    ("rich", "crowded"),
    ("rich", "crowded", "towns", "no_tokens"),
    ("poor", "towns", "dry_deck"),
    ("rich", "towns", "dry_deck"),
    ("poor", "crowded", "no_tokens"),
]


@pytest.mark.parametrize("names", MIXED, ids="+".join)
@pytest.mark.parametrize("shape", STACKS)
def test_games_go_on_from_extreme_tables(shape: str, names: tuple[str, ...]) -> None:
    for number, (seats, options) in enumerate(
        ((3, {}), (4, {"rebuild": "optional", "board_side": "custom"}), (5, {"first_worker": "optional"}))
    ):
        match, rng = build_extreme_game(seats, shape, names, **options), Rng(bytes([number]) * 32)
        assert GAME.problems(match.state) == []
        while not match.is_over:
            seat = match.waiting_seats[0]
            prompt = match.find_prompt(seat)
            assert prompt is not None
            match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
            assert GAME.problems(match.state) == []
        assert [score.place for score in match.compute_scores()] == list(range(1, seats + 1))
        assert all(sum(map(len, player.generations)) == 10 for player in match.state.players)


def test_the_sixth_generation_offers_no_change() -> None:
    """R7.5 From an extreme table: with six generations only continuations are offered."""
    match, rng = build_extreme_game(3, "six", ("rich", "crowded")), Rng(bytes(32))
    while not match.is_over:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None and not any(option.key.startswith("change:") for option in prompt.options)
        match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
