"""Which of the discovered games are the bot's own, and which are examples of the tests (`tests/example`)."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from engines.kernel import Game, games
from tests import EXAMPLE


def is_example(game: Game[Any]) -> bool:
    return Path(str(files(game.package))).is_relative_to(EXAMPLE)


def shipped() -> Mapping[str, Game[Any]]:
    """The games that people get, by id."""
    return {name: game for name, game in games().items() if not is_example(game)}


def a_game(seats: int = 2) -> str:
    """One of the games that people get, for so many; which one must not matter."""
    return next(name for name in sorted(shipped(), reverse=True) if seats in shipped()[name].seats)


def samples(game: str) -> Any:
    """What a game's own folder of tests offers to shared ones: the module `tests.<game>.samples`.

    SHOWPIECE: the `Showpiece` that the README shows (tests/project/pictures.py).
    """
    return importlib.import_module(f"tests.{game}.samples")
