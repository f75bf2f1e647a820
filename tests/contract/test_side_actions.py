"""A question that a side action has changed is asked anew as a whole: default, `max` and words fit what is offered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from engines.kernel import LANGS, Decision, GameContext, Match, Message, Option, Prompt, load_catalogue, load_games
from tests.contract.cases import build_cases, build_rng, random_decision
from tests.contract.playthrough import WordsChecker, check_prompt
from tests.kernel.toys import Notes, answer, build_options, start_match

MAX_DECISIONS = 1000
"""Decisions of one game: enough for many turns."""


def play_with_side_actions(match: Match[Any], rng: Any) -> bool:
    """Make one decision, every second time a side action if one is offered. Return whether it was one."""
    prompts = [prompt for prompt in match.open_prompts.prompts if prompt.side_actions] if match.open_prompts else []
    if not prompts or rng.draw_below(2):
        match.apply(random_decision(match, rng))
        return False
    prompt = rng.pick(prompts)
    match.apply(Decision(match.step, prompt.seat, (rng.pick(prompt.side_actions).key,)))
    return True


@pytest.mark.parametrize("game", load_games())
def test_every_question_after_a_side_action_fits_what_is_offered(game: str) -> None:
    is_offered, taken = False, 0
    for case in build_cases(game, 15, first=700):
        match, rng, words = case.start(), build_rng(case, "side actions"), WordsChecker(case, set())
        while not match.is_over and match.position < MAX_DECISIONS:
            prompts = () if match.open_prompts is None else match.open_prompts.prompts
            is_offered |= any(prompt.side_actions for prompt in prompts)
            if play_with_side_actions(match, rng) and match.open_prompts is not None:
                taken += 1
                for prompt in match.open_prompts.prompts:
                    prompt.check_reachable()
                    check_prompt(prompt, words, with_option_texts=True)
    assert taken > 0 or not is_offered


def list_coins(ctx: GameContext[Notes]) -> list[Option]:
    """Return three coins to pay with, of which help takes the first."""
    return build_options("copper", "silver", "gold")[len(ctx.state.entries) :]


async def ask_with_old_max(ctx: GameContext[Notes]) -> None:
    question = ctx.build_choice_prompt(0, "kernel.confirm", lambda: list_coins(ctx), 0, 3)
    await ctx.ask(lambda: msgspec.structs.replace(question, options=tuple(list_coins(ctx))))


async def ask_with_old_default(ctx: GameContext[Notes]) -> None:
    await ctx.choose(0, "kernel.confirm", lambda: list_coins(ctx), default="copper")


async def ask_with_old_words(ctx: GameContext[Notes]) -> None:
    await ctx.choose(0, "kernel.confirm", lambda: list_coins(ctx), n=lambda: {"copper": 1}[list_coins(ctx)[0].key])


@pytest.mark.parametrize(
    ("ask", "error", "problem"),
    [
        (ask_with_old_max, RuntimeError, "may choose up to 3, but only 2"),
        (ask_with_old_default, RuntimeError, "cannot answer its default"),
        (ask_with_old_words, KeyError, "silver"),
    ],
)
def test_a_question_that_keeps_what_was_offered_before_is_noticed(
    ask: Callable[[GameContext[Notes]], Awaitable[None]], error: type[Exception], problem: str
) -> None:
    async def play_turn(ctx: GameContext[Notes]) -> None:
        async def take(value: str) -> None:
            ctx.state.entries.append(value)

        def list_help() -> list[Option]:
            return [] if ctx.state.entries else [Option("help", "help", Message("help"))]

        with ctx.side_actions(0, list_help, take):
            await ask(ctx)
        await ctx.confirm(0, "kernel.confirm")

    match = start_match(play_turn)
    with pytest.raises(error, match=problem):
        answer(match, 0, "help")
        render_question(match)


def render_question(match: Match[Notes]) -> None:
    """Render the open question in both languages."""
    prompt: Prompt | None = match.find_prompt(0)
    assert prompt is not None
    for lang in LANGS:
        load_catalogue("engines.kernel").render(prompt.text, lang)
