"""Previews are computed when a player reads a question, never at a decision of a computer player or a replay."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from inspect import unwrap
from pkgutil import walk_packages
from types import CodeType, FrameType, FunctionType, MethodType
from typing import Any

import pytest

from engines.kernel import Match, Option, Prompt, load_games, resolve_text
from engines.kernel import context as asking
from engines.kernel.messages import Wording
from tests.contract.cases import build_cases, build_rng, random_decision
from tests.discovered import list_shipped_games

GAMES = sorted(list_shipped_games())
PREVIEW = re.compile(r"preview|forecast")
"""A module whose name says this holds previews only; so does a function whose name begins with it."""
CASES_PER_GAME = 3


# ---------------------------------------------------------------------- functions that compute previews


def list_named_previews(game: str) -> set[CodeType]:
    """Return the code of the functions of a game that are previews by their name or that of their module."""
    package = import_module(load_games()[game].package)
    modules = [import_module(info.name) for info in walk_packages(package.__path__, f"{package.__name__}.")]
    return {
        function.__code__
        for module in modules
        for name, value in vars(module).items()
        if isinstance(function := unwrap(value), FunctionType)
        and function.__module__ == module.__name__
        and (PREVIEW.search(module.__name__) or PREVIEW.match(name.lstrip("_")))
    }


def iter_reading_functions(prompt: Prompt) -> Iterator[CodeType]:
    """Iterate over the code of the functions that compute a text of the question when it is read."""
    arguments = prompt.question.args.values()
    texts = (
        text
        for option in (*prompt.options, *prompt.side_actions)
        for text in (option.label, option.detail, option.group)
    )
    for function in (*arguments, *texts):
        if callable(function):
            yield find_code(function)


def find_code(function: Any) -> CodeType:
    """Return the code behind a function, a partial, a cached function or a method."""
    while isinstance(function, partial):
        function = function.func
    function = unwrap(function)
    code: CodeType = (function.__func__ if isinstance(function, MethodType) else function).__code__
    return code


@contextmanager
def watch_calls(codes: set[CodeType], calls: set[str]) -> Iterator[None]:
    """Add the names of the functions with this code that are called inside to `calls`."""

    def note_call(frame: FrameType, event: str, _arg: object) -> None:
        if event == "call" and frame.f_code in codes:
            calls.add(f"{frame.f_globals['__name__']}.{frame.f_code.co_qualname}")

    earlier = sys.getprofile()
    sys.setprofile(note_call)
    try:
        yield
    finally:
        sys.setprofile(earlier)


# ---------------------------------------------------------------------- whole random games


def list_eager_previews(game: str, count: int = 1) -> set[str]:
    """Return the previews that `Match.apply` computes in `count` whole random games.

    Functions that earlier questions gave for reading are watched too, whatever they are called.
    """
    codes, calls = list_named_previews(game), set[str]()
    for case in build_cases(game, count, first=500):
        match, rng = case.start(), build_rng(case, "reading")
        while not match.is_over:
            decision = random_decision(match, rng)
            assert match.open_prompts is not None
            for prompt in match.open_prompts.prompts:
                codes.update(iter_reading_functions(prompt))
            with watch_calls(codes, calls):
                match.apply(decision)
    assert codes, "a game with nothing to watch"
    return calls


@pytest.mark.parametrize("game", GAMES)
def test_decisions_compute_no_preview(game: str) -> None:
    assert list_eager_previews(game, CASES_PER_GAME) == set()


def compute_arguments(key: str, args: dict[str, Any]) -> Wording:
    """Build the sentence of a question with all arguments computed at once."""
    return Wording(key, {name: arg() if callable(arg) else arg for name, arg in args.items()})


def read_details(list_options: Callable[..., Any], *given: Any) -> Any:
    """List options, and read their details at once."""
    listed, renew = list_options(*given)
    for option in listed:
        read_detail(option)
    return listed, renew


def read_detail(option: Option) -> None:
    if option.detail is not None:
        resolve_text(option.detail)


def test_eager_argument_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "Wording", compute_arguments)
    assert any(list_eager_previews(game) for game in GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_eager_detail_is_noticed(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "_list_options", partial(read_details, asking._list_options))
    assert list_eager_previews(game)


# ---------------------------------------------------------------------- the State of the open question


def list_questions(match: Match[Any]) -> list[Any]:
    return [] if match.open_prompts is None else [prompt.text for prompt in match.open_prompts.prompts]


@pytest.mark.parametrize("game", GAMES)
def test_question_reads_the_same_in_replays_and_imagined_worlds(game: str) -> None:
    """Arguments that are computed on reading depend on the open question's State, and there on public knowledge."""
    for case in build_cases(game, CASES_PER_GAME, first=600):
        match, rng = case.start(), build_rng(case, "reading")
        while not match.is_over:
            if not match.step % 5:
                questions = list_questions(match)
                assert list_questions(match.fork()) == questions
                for seat in (None, *range(case.seats)):
                    assert list_questions(match.imagine_world(seat, rng)) == questions, f"{case}, step {match.step}"
            match.apply(random_decision(match, rng))
