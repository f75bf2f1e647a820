"""The stored results: by mutant, the test that noticed it, or why none does (`noticed.toml`)."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

RESULTS = Path(__file__).with_name("noticed.toml")


@dataclass(frozen=True, slots=True)
class MutantResult:
    """The result of one mutant."""

    test: str | None
    """Id of the test that noticed it; None: nothing did."""
    reason: str = ""
    """Why nothing can or need notice it, as a sentence."""

    def with_test(self, test: str | None) -> MutantResult:
        """Return the result of a newer run. A reason stays while nothing notices the mutant."""
        return replace(self, test=test, reason="" if test else self.reason)


def load_results(path: Path = RESULTS) -> dict[str, MutantResult]:
    """Return the stored results by the id of the mutant."""
    if not path.exists():
        return {}
    tables = tomllib.loads(path.read_text("utf-8"))
    noticed = {id_: MutantResult(test) for id_, test in tables.get("noticed", {}).items()}
    return noticed | {id_: MutantResult(None, reason) for id_, reason in tables.get("unnoticed", {}).items()}


def save_results(results: Mapping[str, MutantResult], path: Path = RESULTS) -> None:
    """Store the results, sorted by the id of the mutant."""
    lines = ["# Written by `python -m tests.mutants run`. The reasons under [unnoticed] are written by hand."]
    lines += ["", "[unnoticed]"]
    lines += [_format_line(id_, result.reason) for id_, result in sorted(results.items()) if result.test is None]
    lines += ["", "[noticed]"]
    lines += [_format_line(id_, result.test) for id_, result in sorted(results.items()) if result.test is not None]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def _format_line(key: str, value: str) -> str:
    return f"{json.dumps(key)} = {json.dumps(value, ensure_ascii=False)}"
