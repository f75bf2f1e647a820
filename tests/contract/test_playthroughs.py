"""Random games of every title end and keep the contract of the kernel. A question that is asked again after a side
action offers what is legal then.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.kernel import (
    LANGS,
    Decision,
    GameContext,
    Lang,
    Match,
    Message,
    Option,
    Prompt,
    load_catalogue,
    load_games,
)
from tests.contract.cases import Case, build_cases, build_rng, cover_setups, random_decision
from tests.contract.playthrough import WordsChecker, check_prompt, play_case
from tests.discovered import mark_slice
from tests.kernel.toys import Notes, answer, build_options, start_match
from tests.playthroughs import TESTS, iter_cases, write_playthrough

CASES_PER_GAME, SLICED_CASES = 7, 4
CASES = [case for game in load_games() for case in build_cases(game, max(CASES_PER_GAME, len(cover_setups(game))))]
"""At least one game for every pair of table options; the first of each game are in the slice."""

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("case", mark_slice(CASES, lambda case: case.number < SLICED_CASES), ids=str)
def test_a_random_game_keeps_the_contract(case: Case) -> None:
    played = play_case(case, every=7)  # no game's turns have a period of seven decisions
    assert played.match is not None and played.match.is_over


@pytest.mark.release
def test_the_same_games_under_another_hash_seed() -> None:
    def run_fingerprint(hash_seed: str) -> str:
        path = os.pathsep.join([str(ROOT), str(ROOT / "tests" / "example")])
        return subprocess.run(
            [sys.executable, "-m", "tests.contract.fingerprint"],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    first, second = run_fingerprint("1"), run_fingerprint("20261")
    assert first == second
    assert set(load_games()) == {line.split()[0] for line in first.splitlines()}


FILES = [file for game in load_games() for file in iter_cases(game)]


@pytest.mark.parametrize(("case", "lang", "path"), FILES, ids=[str(path.relative_to(TESTS)) for *_, path in FILES])
def test_stored_playthrough_matches_the_rules(case: Case, lang: Lang, path: Path) -> None:
    assert path.exists(), f"{path.name} is missing: run `python -m tests.playthroughs`"
    assert write_playthrough(case, lang).splitlines() == path.read_text("utf-8").splitlines()


@pytest.mark.parametrize("game", load_games())
def test_no_stored_playthrough_is_outdated(game: str) -> None:
    assert set((TESTS / game / "playthroughs").iterdir()) == {path for *_, path in iter_cases(game)}


# ---------------------------------------------------------------------- questions after side actions

MAX_DECISIONS = 1000
"""Decisions of one game: enough for many turns."""


def play_with_side_actions(match: Match[Any], rng: Any) -> bool:
    """Make one decision, every second time a side action if one is offered. Return whether it was one."""
    prompts = [prompt for prompt in match.open_prompts.prompts if prompt.side_actions] if match.open_prompts else []
    if not prompts or rng.pick_below(2):
        match.apply(random_decision(match, rng))
        return False
    prompt = rng.pick(prompts)
    match.apply(Decision(match.step, prompt.seat, (rng.pick(prompt.side_actions).key,)))
    return True


@pytest.mark.parametrize("game", load_games())
def test_every_question_after_a_side_action_fits_what_is_offered(game: str) -> None:
    is_offered, taken = False, 0
    for case in build_cases(game, 5, first=700):
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
    """Return the coins that are left to pay with: three, or two after the side action has taken the first."""
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
