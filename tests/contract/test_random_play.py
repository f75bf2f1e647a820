"""Random games of every kind end, and everything holds on the way."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engines.kernel import games
from tests.contract.cases import Case, cases, tables
from tests.contract.playthrough import play

EACH = 7
CASES = [case for game in games() for case in cases(game, max(EACH, len(tables(game))))]
"""At least one game for every pair of choices before the start."""

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_random_game_keeps_the_contract(case: Case) -> None:
    played = play(case, every=7)  # a number that no game's turns have a rhythm of
    assert played.match is not None and played.match.over


def test_the_same_games_under_another_hash_seed() -> None:
    def fingerprint(hash_seed: str) -> str:
        path = os.pathsep.join([str(ROOT), str(ROOT / "tests" / "example")])
        return subprocess.run(
            [sys.executable, "-m", "tests.contract.fingerprint"],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    one, other = fingerprint("1"), fingerprint("20261")
    assert one == other
    assert set(games()) == {line.split()[0] for line in one.splitlines()}
