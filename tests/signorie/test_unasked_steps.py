"""R9, R11 Unasked happens only what never leaves less than declining it: whole games, each step compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType

import pytest

from engines.kernel import Decision, Match, Prompt, Rng, SearchBudget, choose_line
from engines.signorie import GAME
from engines.signorie.actions import helpers
from engines.signorie.computer.evaluation import greedy
from engines.signorie.phases import rewards
from engines.signorie.table.state import State

from .extremes import build_extreme_game
from .unasked_steps import UnaskedStep, iter_unasked_steps

SEEDS, GREEDY_TRIES = 2, 8
KINDS = {"y_mid", "r_mid", "r_bot", "p_mid", "b_mid", "b_bot", "wedding", "purchase"}
"""The steps that may happen unasked: helpers that only gain, weddings with florins, the purchase of the last round."""
Answer = Callable[[Match[State], Prompt, Rng], tuple[str, ...]]


def answer_at_random(_: Match[State], prompt: Prompt, rng: Rng) -> tuple[str, ...]:
    """Hire often and pass rarely, so that many helpers work."""
    keys = [option.key for option in prompt.options]
    hires = [key for key in keys if key.startswith("hire:")]
    likely = hires if hires and rng.pick_below(2) else [key for key in keys if key != "pass"] or keys
    return (rng.pick(likely),)


def answer_greedily(match: Match[State], prompt: Prompt, rng: Rng) -> tuple[str, ...]:
    return choose_line(match, prompt.seat, greedy, rng, SearchBudget(GREEDY_TRIES))[0]


def play_game(seats: int, seed: int, answer: Answer, extremes: Sequence[str] = ()) -> list[UnaskedStep]:
    """Play a game to its end and return its unasked steps."""
    game = build_extreme_game(extremes, seed)
    match, rng = Match.start(game, game.build_setup(seats), bytes([seed]) * 32), Rng(bytes([seed]) * 32)
    steps: list[UnaskedStep] = []
    while match.open_prompts is not None:
        (prompt,) = match.open_prompts.prompts
        decision = Decision(match.step, prompt.seat, answer(match, prompt, rng))
        steps += iter_unasked_steps(match, decision)
        match.apply(decision)
    return steps


@pytest.mark.parametrize("seats", GAME.seat_counts)
@pytest.mark.parametrize("extremes", [(), ("empty_stocks",), ("empty_stack", "all_helpers")], ids="+".join)
def test_declining_an_unasked_step_never_leaves_more(seats: int, extremes: tuple[str, ...]) -> None:
    assert_sound([step for seed in range(SEEDS) for step in play_game(seats, seed, answer_at_random, extremes)])


@pytest.mark.release
@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_greedy_players_would_decline_no_unasked_step(seats: int) -> None:
    assert_sound(play_game(seats, 0, answer_greedily))


def assert_sound(steps: list[UnaskedStep]) -> None:
    assert [step for step in steps if step.losses] == []
    assert steps and {step.name for step in steps} <= KINDS


@pytest.mark.parametrize(
    ("module", "rule", "fault", "game", "found"),
    [
        (helpers, "takes_last", lambda *_: False, (2, 0, ("empty_stocks",)), "p_mid"),
        (helpers, "takes_last", lambda *_: False, (2, 2, ("all_helpers",)), "r_bot"),
        (rewards, "asks_before_wedding", lambda state: state.asks_every_step, (2, 0, ()), "wedding"),
    ],
    ids=["last person", "last tile", "wedding without florins"],
)
def test_a_step_that_should_be_asked_for_is_found(
    module: ModuleType,
    rule: str,
    fault: Callable[..., bool],
    game: tuple[int, int, tuple[str, ...]],
    found: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, rule, fault)
    seats, seed, extremes = game
    assert found in {step.name for step in play_game(seats, seed, answer_at_random, extremes) if step.losses}
