"""The benchmarks run: every measurement once, as small as it can be. No figure is judged here."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.bench.__main__ import measures
from tests.bench.report import Size
from tests.discovered import shipped


def test_every_measurement_runs() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.bench", "--smoke"], capture_output=True, text=True, check=False, timeout=300
    )
    assert ran.returncode == 0, ran.stderr
    figures = {row["name"]: row for row in map(json.loads, ran.stdout.splitlines())}
    assert set(measures(Size.WHOLE)) <= set(figures)
    assert {figures[name]["value"] for name in ("soak_wrong", "soak_wrong_calls", "soak_errors")} == {0}, figures


def test_quick_leaves_out_the_soak_run_alone() -> None:
    assert set(measures(Size.WHOLE)) - set(measures(Size.QUICK)) == {"soak_wrong"}


def test_examples_are_not_measured() -> None:
    engines = {name.partition(".")[0] for name in measures(Size.WHOLE) if "." in name}
    assert engines == set(shipped())
