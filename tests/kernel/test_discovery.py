"""Games are found, not registered."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engines.kernel import RANDOM, Refused, games, policies

ROOT = Path(__file__).parents[2]


def found_with(folder: Path, code: str = "print(*games())") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", f"from engines.kernel import games; {code}"],
        env={**os.environ, "PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_folder_on_the_python_path_adds_a_game() -> None:
    ran = found_with(ROOT / "tests" / "example")
    assert "flotsam" in ran.stdout.split(), ran.stderr


def test_without_the_folder_the_game_is_not_there(tmp_path: Path) -> None:
    ran = found_with(tmp_path)
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
def test_what_is_not_a_game_is_named(tmp_path: Path, source: str, complaint: str) -> None:
    (tmp_path / "engines" / "odd").mkdir(parents=True)
    (tmp_path / "engines" / "odd" / "__init__.py").write_text(source)
    code = f"import sys; sys.path.append({str(ROOT / 'tests' / 'example')!r})"
    ran = subprocess.run(
        [sys.executable, "-c", f"{code}; from engines.kernel import games; games()"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert complaint in ran.stderr


def test_a_package_without_a_game_is_no_game(tmp_path: Path) -> None:
    (tmp_path / "engines" / "draft").mkdir(parents=True)
    (tmp_path / "engines" / "draft" / "__init__.py").write_text("")
    ran = found_with(tmp_path)
    assert ran.returncode == 0 and "draft" not in ran.stdout.split(), ran.stderr


def test_the_random_player_is_always_there() -> None:
    for game in games().values():
        assert list(policies(game))[-1] == RANDOM


def test_the_number_of_seats_may_depend_on_the_options() -> None:
    crowded = replace(games()["flotsam"], seats_for=lambda options: (2,) if options["length"] == "long" else (2, 3, 4))
    assert crowded.setup(4).seats == 4
    assert crowded.setup(2, (), {"length": "long"}).seats == 2
    with pytest.raises(Refused) as refused:
        crowded.setup(4, (), {"length": "long"})
    assert refused.value.reason.args == {"got": 4, "allowed": (2,)}
