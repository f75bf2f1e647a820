"""A game: its rules, computer players and first-game aids; and the registry of all games."""

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

import engines

from .policy import RANDOM, Policy, play_randomly
from .rules import Rules
from .stars.aids import Aids

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Game(Rules[S]):
    """A game as the bot and the pictures know it: its rules (see Rules), computer players and first-game aids."""

    policies: Mapping[str, Policy] = field(default_factory=dict)
    """Computer players by name, the strongest first; "random" is always added."""
    aids: Aids | None = None
    """First-game aids: suggestions, for the seats that the table option `AIDS` says. None: the game has none."""


def list_policies(game: Game[Any]) -> dict[str, Policy]:
    """Return the game's computer players by name, the strongest first; "random" is always the last."""
    return {**game.policies, RANDOM: play_randomly}


@cache
def load_games() -> Mapping[str, Game[Any]]:
    """Return every game by its id: the sub-packages of `engines` that have a `GAME`. There is no other registration."""
    games_by_id: dict[str, Game[Any]] = {}
    for module in sorted(pkgutil.iter_modules(engines.__path__), key=lambda m: m.name):
        if module.ispkg and module.name != "kernel":
            game = getattr(importlib.import_module(f"engines.{module.name}"), "GAME", None)
            if game is None:
                continue
            if not isinstance(game, Game):
                raise TypeError(f"engines.{module.name}.GAME: expected a Game, got {type(game).__name__}")
            if game.id != module.name:
                raise ValueError(f"engines.{module.name}.GAME: its id must be {module.name!r}, got {game.id!r}")
            games_by_id[game.id] = game
    return games_by_id
