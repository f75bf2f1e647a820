"""Random games of every kind end and keep the contract."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engines.kernel import Lang, load_games
from tests.contract.cases import Case, build_cases, cover_setups
from tests.contract.playthrough import play_case
from tests.discovered import mark_slice
from tests.playthroughs import TESTS, iter_cases, write_playthrough

CASES_PER_GAME = 7
CASES = [case for game in load_games() for case in build_cases(game, max(CASES_PER_GAME, len(cover_setups(game))))]
"""At least one game for every pair of table options; the first of each game are in the slice."""

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("case", mark_slice(CASES, lambda case: case.number < CASES_PER_GAME), ids=str)
def test_a_random_game_keeps_the_contract(case: Case) -> None:
    played = play_case(case, every=7)  # no game's turns have a period of seven decisions
    assert played.match is not None and played.match.is_over


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
