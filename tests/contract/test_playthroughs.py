"""The stored playthroughs are what the rules say today. After a wanted change: `python -m tests.playthroughs`."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.kernel import Lang, games
from tests.contract.cases import Case
from tests.playthroughs import TESTS, chosen, written

FILES = [file for game in games() for file in chosen(game)]


@pytest.mark.parametrize(("case", "lang", "path"), FILES, ids=[str(path.relative_to(TESTS)) for *_, path in FILES])
def test_a_stored_playthrough_is_still_true(case: Case, lang: Lang, path: Path) -> None:
    assert path.exists(), f"{path.name} is missing: run `python -m tests.playthroughs`"
    assert written(case, lang).splitlines() == path.read_text("utf-8").splitlines()


@pytest.mark.parametrize("game", games())
def test_no_playthrough_is_left_over(game: str) -> None:
    assert set((TESTS / game / "playthroughs").iterdir()) == {path for *_, path in chosen(game)}
