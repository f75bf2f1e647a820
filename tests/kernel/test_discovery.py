"""Games are discovered as packages, without a registry."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engines.kernel import RANDOM, Refused, list_policies, load_games

ROOT = Path(__file__).parents[2]


def run_with_folder(folder: Path, code: str = "print(*load_games())") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", f"from engines.kernel import load_games; {code}"],
        env={**os.environ, "PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_folder_on_the_python_path_adds_a_game() -> None:
    ran = run_with_folder(ROOT / "tests" / "example")
    assert "flotsam" in ran.stdout.split(), ran.stderr


def test_game_is_absent_without_its_folder(tmp_path: Path) -> None:
    ran = run_with_folder(tmp_path)
    assert ran.returncode == 0 and "flotsam" not in ran.stdout.split(), ran.stderr


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("GAME = 1", "TypeError: engines.odd.GAME: expected a Game, got int"),
        (
            "from dataclasses import replace\nfrom engines.flotsam import GAME as g\nGAME = replace(g, id='even')",
            "ValueError: engines.odd.GAME: its id must be 'odd', got 'even'",
        ),
    ],
)
def test_invalid_game_package_is_reported(tmp_path: Path, source: str, complaint: str) -> None:
    (tmp_path / "engines" / "odd").mkdir(parents=True)
    (tmp_path / "engines" / "odd" / "__init__.py").write_text(source)
    code = f"import sys; sys.path.append({str(ROOT / 'tests' / 'example')!r})"
    ran = subprocess.run(
        [sys.executable, "-c", f"{code}; from engines.kernel import load_games; load_games()"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert complaint in ran.stderr


def test_a_package_without_a_game_is_no_game(tmp_path: Path) -> None:
    (tmp_path / "engines" / "draft").mkdir(parents=True)
    (tmp_path / "engines" / "draft" / "__init__.py").write_text("")
    ran = run_with_folder(tmp_path)
    assert ran.returncode == 0 and "draft" not in ran.stdout.split(), ran.stderr


def test_the_random_player_is_always_there() -> None:
    for game in load_games().values():
        assert list(list_policies(game))[-1] == RANDOM


def test_the_number_of_seats_may_depend_on_the_options() -> None:
    crowded = replace(
        load_games()["flotsam"], seat_counts_for=lambda options: (2,) if options["length"] == "long" else (2, 3, 4)
    )
    assert crowded.build_setup(4).seats == 4
    assert crowded.build_setup(2, (), {"length": "long"}).seats == 2
    with pytest.raises(Refused) as refused:
        crowded.build_setup(4, (), {"length": "long"})
    assert refused.value.reason.args == {"got": 4, "allowed": (2,)}
