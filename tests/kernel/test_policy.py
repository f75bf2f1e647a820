"""Random answers: any legal one can come."""

from __future__ import annotations

from collections import Counter

from engines.kernel import GameContext, Message, Option, Rng, pick_random_answer
from tests.kernel.toys import SEED, Notes, Script, build_options, start_match


async def choose_some(ctx: GameContext[Notes]) -> None:
    await ctx.choose_some(0, "ask", build_options("a", "b", "c"), 1, 2)


async def choose_or_act(ctx: GameContext[Notes]) -> None:
    async def take(value: str) -> None:
        ctx.state.entries.append(value)

    with ctx.side_actions(0, lambda: [Option("help", "help", Message("help"))], take):
        await ctx.choose(0, "ask", lambda: build_options("a", "b"))


def count_answers(script: Script) -> Counter[tuple[str, ...]]:
    match, rng = start_match(script), Rng(SEED)
    prompt = match.find_prompt(0)
    assert prompt is not None
    return Counter(tuple(sorted(pick_random_answer(match, prompt, rng))) for _ in range(300))


def test_every_number_of_options_is_chosen() -> None:
    assert set(count_answers(choose_some)) == {("a",), ("b",), ("c",), ("a", "b"), ("a", "c"), ("b", "c")}


def test_one_answer_in_four_is_a_side_action() -> None:
    counts = count_answers(choose_or_act)
    assert 50 < counts["help",] < 100 and min(counts["a",], counts["b",]) > 80


def test_a_single_choice_draws_as_often_as_one_among_several() -> None:
    """Random games are stored by their seed: the quick path must not change their course."""
    match, rng = start_match(choose_or_act), Rng(SEED)
    prompt = match.find_prompt(0)
    assert prompt is not None
    for _ in range(20):
        start = rng.counter
        answer = pick_random_answer(match, prompt, rng)
        assert rng.counter - start == (2 if answer == ("help",) else 3)
