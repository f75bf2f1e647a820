"""Every benchmark runs once at its smallest size. Figures are not judged here.

Measurements per game run for one game each, because the code does not depend on the game. All of them:
`python -m tests.bench --smoke`.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.bench.__main__ import list_measurements
from tests.bench.report import Size
from tests.discovered import list_shipped_games


def list_measurement_names() -> list[str]:
    """Return the names of all measurements; those per game for one game each, in turn among those that have them."""
    games: dict[str, list[str]] = {}
    for game, kind in (name.split(".") for name in list_measurements(Size.WHOLE) if "." in name):
        games.setdefault(kind, []).append(game)
    game_measurements = [f"{of_kind[turn % len(of_kind)]}.{kind}" for turn, (kind, of_kind) in enumerate(games.items())]
    return [*game_measurements, *(name for name in list_measurements(Size.WHOLE) if "." not in name)]


@pytest.mark.release(is_long=True)
def test_every_measurement_runs() -> None:
    command = [sys.executable, "-m", "tests.bench", "--smoke", "--only", *list_measurement_names()]
    process = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
    assert process.returncode == 0, process.stderr
    figures = {row["name"]: row for row in map(json.loads, process.stdout.splitlines())}
    assert set(list_measurement_names()) <= set(figures)
    assert {figures[name]["value"] for name in ("soak_wrong", "soak_wrong_calls", "soak_errors")} == {0}, figures


def test_names_cover_every_kind_and_game() -> None:
    kinds, games = zip(*(name.partition(".")[::-2] for name in list_measurement_names() if "." in name), strict=True)
    assert sorted(kinds) == sorted({name.partition(".")[2] for name in list_measurements(Size.WHOLE) if "." in name})
    assert set(games) == set(list_shipped_games())


def test_quick_omits_only_the_soak_run() -> None:
    assert set(list_measurements(Size.WHOLE)) - set(list_measurements(Size.QUICK)) == {"soak_wrong"}


def test_examples_are_not_measured() -> None:
    game_ids = {name.partition(".")[0] for name in list_measurements(Size.WHOLE) if "." in name}
    assert game_ids == set(list_shipped_games())
