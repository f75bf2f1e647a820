"""The benchmarks run: every measurement once, as small as it can be. No figure is judged here.

Those that are made of each game are made of one of them, each of another: how they are made does not depend on the
game. All of all: `python -m tests.bench --smoke`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import cycle

from tests.bench.__main__ import measures
from tests.bench.report import Size
from tests.discovered import shipped


def each_once() -> list[str]:
    """Every measurement; what is measured of each game, of the next game."""
    kinds = dict.fromkeys(name.partition(".")[2] for name in measures(Size.WHOLE) if "." in name)
    of_games = [f"{game}.{kind}" for game, kind in zip(cycle(shipped()), kinds, strict=False)]
    return [*of_games, *(name for name in measures(Size.WHOLE) if "." not in name)]


def test_every_measurement_runs() -> None:
    command = [sys.executable, "-m", "tests.bench", "--smoke", "--only", *each_once()]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert ran.returncode == 0, ran.stderr
    figures = {row["name"]: row for row in map(json.loads, ran.stdout.splitlines())}
    assert set(each_once()) <= set(figures)
    assert {figures[name]["value"] for name in ("soak_wrong", "soak_wrong_calls", "soak_errors")} == {0}, figures


def test_each_kind_of_measurement_and_each_game_is_among_them() -> None:
    kinds, games = zip(*(name.partition(".")[::-2] for name in each_once() if "." in name), strict=True)
    assert sorted(kinds) == sorted({name.partition(".")[2] for name in measures(Size.WHOLE) if "." in name})
    assert set(games) == set(shipped())


def test_quick_leaves_out_the_soak_run_alone() -> None:
    assert set(measures(Size.WHOLE)) - set(measures(Size.QUICK)) == {"soak_wrong"}


def test_examples_are_not_measured() -> None:
    engines = {name.partition(".")[0] for name in measures(Size.WHOLE) if "." in name}
    assert engines == set(shipped())
