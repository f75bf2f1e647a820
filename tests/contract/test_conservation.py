"""`problems` of every game notices each element that vanishes from a State, in whole games.

A game names what may vanish, with the reason, in `tests/<game>/uncounted.toml`: paths in the State, `*` for a number or
a key; a path includes all below it.
"""

from __future__ import annotations

import random
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.kernel import load_games
from tests.contract.cases import build_cases, build_rng, random_decision

TESTS = Path(__file__).parents[1]
GAMES_PLAYED = 3
DECISIONS_BETWEEN = 5
"""At every such decision one element of each kind is removed; no game's turns have a period of five decisions."""

StatePath = tuple[Any, ...]


def iter_elements(node: object, path: StatePath = (), kind: str = "") -> Iterator[tuple[str, StatePath]]:
    """Yield the kind and the path of each element of a list or dict, however deep."""
    if isinstance(node, msgspec.Struct):
        for name in node.__struct_fields__:
            yield from iter_elements(getattr(node, name), (*path, name), f"{kind}.{name}" if kind else name)
    elif isinstance(node, (list, dict)):
        for key, value in enumerate(node) if isinstance(node, list) else node.items():
            yield f"{kind}.*", (*path, key)
            yield from iter_elements(value, (*path, key), f"{kind}.*")


def remove_element(state: object, path: StatePath) -> None:
    *upper, last = path
    node: Any = state
    for key in upper:
        node = getattr(node, key) if isinstance(node, msgspec.Struct) else node[key]
    del node[last]


def is_noticed(list_problems: Callable[[Any], object], state: object) -> bool:
    """Return whether the invariants report the State; one that they cannot even read counts as reported."""
    try:
        return bool(list_problems(state))
    except (LookupError, ValueError, TypeError, AttributeError, StopIteration):
        return True


def list_unnoticed(game: str) -> dict[str, str]:
    """Return the kinds of elements that vanished unnoticed, each with an example."""
    unnoticed, path_rng = dict[str, str](), random.Random(game)
    for case in build_cases(game, GAMES_PLAYED):
        match, rng, decided = case.start(), build_rng(case, "conservation"), 0
        while not match.is_over:
            if decided % DECISIONS_BETWEEN == 0:
                raw, paths = msgspec.json.encode(match.state), defaultdict[str, list[StatePath]](list)
                for kind, path in iter_elements(match.state):
                    paths[kind].append(path)
                for kind, found in paths.items():
                    state, path = msgspec.json.decode(raw, type=match.game.state_type), path_rng.choice(found)
                    remove_element(state, path)
                    if not is_noticed(match.game.problems, state):
                        unnoticed.setdefault(kind, f"{case}, decision {decided}: {path}")
            match.apply(random_decision(match, rng))
            decided += 1
    return unnoticed


@pytest.mark.parametrize("game", load_games())
def test_what_vanishes_is_noticed(game: str) -> None:
    file = TESTS / game / "uncounted.toml"
    reasons = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
    unnoticed = list_unnoticed(game)
    explained = {kind: {path for path in reasons if f"{kind}.".startswith(f"{path}.")} for kind in unnoticed}
    assert {kind: unnoticed[kind] for kind, paths in explained.items() if not paths} == {}
    assert set().union(*explained.values()) == reasons.keys(), "reasons for what cannot vanish unnoticed"
