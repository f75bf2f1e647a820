"""What a game is: its rules and its computer players, and how games are found."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

import engines

from .policy import RANDOM, Policy, random_player
from .rules import Rules
from .stars.aids import Aids

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Game(Rules[S]):
    """A game as the bot and the pictures know it: its rules (see Rules), computer players and first-game aids.

    policies: computer players by name, the strongest first; "random" is always there
    aids:     for suggestions to people who play their first game
    """

    policies: Mapping[str, Policy] = field(default_factory=dict)
    aids: Aids | None = None


def policies(game: Game[Any]) -> dict[str, Policy]:
    """The game's computer players by name, the strongest first; "random" is always the last."""
    return {**game.policies, RANDOM: random_player}


@cache
def games() -> Mapping[str, Game[Any]]:
    """Every game by its id: sub-packages of `engines` with a `GAME`. Nothing is registered anywhere."""
    found: dict[str, Game[Any]] = {}
    for module in sorted(pkgutil.iter_modules(engines.__path__), key=lambda m: m.name):
        if module.ispkg and module.name != "kernel":
            game = getattr(importlib.import_module(f"engines.{module.name}"), "GAME", None)
            if game is None:
                continue
            if not isinstance(game, Game):
                raise TypeError(f"engines.{module.name}.GAME: expected a Game, got {type(game).__name__}")
            if game.id != module.name:
                raise ValueError(f"engines.{module.name}.GAME: its id must be {module.name!r}, got {game.id!r}")
            found[game.id] = game
    return found
