"""The stored results: by mutant, the test that noticed it, or why none does.

The results of a game are in its folder of tests, the others here, each in a file `noticed.toml`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from .sites import Site

TESTS = Path(__file__).parents[1]
FILE_NAME = "noticed.toml"
GAME_MODULE = re.compile(r"engines/(?!kernel/)(\w+)/")


NOT_RUN = "Not run yet on all tests of its owners."
"""The reason of a mutant that is known and still has to be run."""


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


def load_results(tests: Path = TESTS) -> dict[str, MutantResult]:
    """Return all stored results by the id of the mutant. tests: the folder of all tests."""
    results: dict[str, MutantResult] = {}
    for path in sorted(tests.glob(f"*/{FILE_NAME}")):
        tables = tomllib.loads(path.read_text("utf-8"))
        results |= {id_: MutantResult(test) for id_, test in tables.get("noticed", {}).items()}
        results |= {id_: MutantResult(None, reason) for id_, reason in tables.get("unnoticed", {}).items()}
    return results


def list_unrun(sites: Iterable[Site], results: Mapping[str, MutantResult]) -> list[Site]:
    """Return the sites of which no result is stored, or only that they were not run."""
    return [site for site in sites if site.id not in results or results[site.id].reason == NOT_RUN]


def save_results(results: Mapping[str, MutantResult], tests: Path = TESTS) -> None:
    """Store the results, sorted by the id of the mutant."""
    files: dict[Path, dict[str, MutantResult]] = {}
    for id_, result in sorted(results.items()):
        files.setdefault(_find_file(id_, tests), {})[id_] = result
    for path, stored in files.items():
        lines = ["# Written by `python -m tests.mutants run`. The reasons under [unnoticed] are written by hand."]
        lines += ["", "[unnoticed]"]
        lines += [_format_line(id_, result.reason) for id_, result in stored.items() if result.test is None]
        lines += ["", "[noticed]"]
        lines += [_format_line(id_, result.test) for id_, result in stored.items() if result.test is not None]
        path.write_text("\n".join(lines) + "\n", "utf-8")


def _find_file(mutant: str, tests: Path) -> Path:
    """Return the file of a mutant's result: in the tests of its game, or among the shared ones."""
    game = GAME_MODULE.match(mutant)
    return tests / (game[1] if game else "mutants") / FILE_NAME


def _format_line(key: str, value: str) -> str:
    return f"{json.dumps(key)} = {json.dumps(value, ensure_ascii=False)}"
