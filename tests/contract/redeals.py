"""The parts of a State that a redeal moves."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from engines.kernel import Game, Match, Rng, Seat
from tests.contract.cases import random_decision

DEALS = 30
"""Deals that are compared; a part that could lie in two ways lies the same in all of them by chance of 1 : 2**29."""


def play_some_turns(game: Game[Any], seats: int, decisions: int = 40) -> Match[Any]:
    """Return a game after so many random decisions."""
    match, rng = Match.start(game, game.build_setup(seats), bytes(32)), Rng(bytes(32))
    for _ in range(decisions):
        match.apply(random_decision(match, rng))
    return match


def count_moved_places(match: Match[Any], seat: Seat | None) -> Counter[str]:
    """Return by field of the State, as `players.hand`, how many places differ between redeals for a seat."""
    states = []
    for n in range(DEALS):
        state = copy.deepcopy(match.state)
        match.game.redeal(state, seat, Rng(bytes(32), 1000 * n))
        states.append(dict(_iter_leaves("", msgspec.to_builtins(state))))
    paths = {path for state in states for path in state}
    moved = [path for path in paths if len({repr(state.get(path)) for state in states}) > 1]
    return Counter(".".join(part for part in path.split("/") if part and not part.isdecimal()) for path in moved)


def _iter_leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the values in nested objects and lists by their path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _iter_leaves(f"{path}/{key}", inner)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _iter_leaves(f"{path}/{index}", inner)
    else:
        yield path, value
