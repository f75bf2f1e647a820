"""The discovered games: the bot's own games, and the examples of the tests (`tests/example`)."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import pytest

from engines.kernel import Game, load_games

from . import EXAMPLE

T = TypeVar("T")


def is_example(game: Game[Any]) -> bool:
    return Path(str(files(game.package))).is_relative_to(EXAMPLE)


def list_shipped_games() -> Mapping[str, Game[Any]]:
    """Return the bot's own games by id, without the examples."""
    return {name: game for name, game in load_games().items() if not is_example(game)}


def pick_game(seats: int = 2) -> str:
    """Return the id of one of the bot's own games for this number of seats; tests must not depend on which one."""
    return next(
        name for name in sorted(list_shipped_games(), reverse=True) if seats in list_shipped_games()[name].seat_counts
    )


def mark_slice(cases: Iterable[T], is_in_slice: Callable[[T], bool]) -> list[Any]:
    """Return the cases as parameters of a test; those outside the slice are marked `release`, for `.ci/run` alone."""

    def build_parameter(case: T) -> Any:
        if is_in_slice(case):
            return case
        values = case if isinstance(case, tuple) else (case,)  # a tuple has a value for each parameter
        return pytest.param(*values, marks=pytest.mark.release)

    return [build_parameter(case) for case in cases]


def load_samples(game: str) -> Any:
    """Return the module `tests.<game>.samples`, in which a game offers data to shared tests.

    Its SHOWPIECE is the `Showpiece` that the README shows (tests/project/pictures.py).
    """
    return importlib.import_module(f"tests.{game}.samples")
