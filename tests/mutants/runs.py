"""Runs the tests that own a mutant, in a process of their own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from .noticed import MutantResult
from .sites import ROOT, Site

TRACE = ROOT / ".mutants" / "trace.jsonl"
"""Where the entered functions of each test are stored."""
OWNERS = {
    "engines/kernel/": ("tests/kernel", "tests/contract"),
    "engines/(?P<game>\\w+)/": ("tests/{game}", "tests/contract"),
    "bot/table/": ("tests/table", "tests/bot", "tests/contract"),
    "bot/discord_ui/": ("tests/bot", "tests/attack"),
}
"""By a pattern of modules, the tests that have to notice their mutants."""
MAX_SECONDS = 60.0
"""Tests of one mutant take at most so long together, the quickest first."""
TIMEOUT = 240.0
"""Seconds after which a mutant counts as noticed, because something waits for ever."""


@dataclass(frozen=True, slots=True)
class TracedTest:
    """The functions that a test enters."""

    test: str
    seconds: float
    functions: frozenset[str]


def trace_tests(jobs: int) -> int:
    """Run all owners' tests and store the functions that each enters. Return pytest's exit code."""
    TRACE.parent.mkdir(exist_ok=True)
    TRACE.unlink(missing_ok=True)
    games = (path.name for path in (ROOT / "engines").iterdir() if (path / "data.toml").exists())
    folders = {
        "tests/kernel",
        "tests/contract",
        "tests/table",
        "tests/bot",
        "tests/attack",
        *(f"tests/{g}" for g in games),
    }
    environment = os.environ | {"TEBAN_MUTANT_TRACE": str(TRACE)}
    command = [*_PYTEST, "--numprocesses", str(jobs), "--dist", "worksteal", *sorted(folders)]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def load_trace() -> list[TracedTest]:
    """Return the stored traces of today's tests, the quickest test first. Exits if there are none."""
    if not TRACE.exists():
        sys.exit(f"there is no {TRACE.relative_to(ROOT)} yet: run `python -m tests.mutants trace` first")
    lines = (json.loads(line) for line in TRACE.read_text("utf-8").splitlines())
    tests = list_tests()
    return sorted(
        (TracedTest(test, seconds, frozenset(names)) for test, seconds, names in lines if test in tests),
        key=lambda trace: trace.seconds,
    )


def list_tests() -> set[str]:
    """Return the ids of today's tests: the trace may be older, and pytest runs nothing if one does not exist."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return set(run.stdout.splitlines())


def run_mutant(site: Site, *, trace: list[TracedTest], results: Mapping[str, MutantResult]) -> str | None:
    """Return the id of the test that notices a mutant; None if nothing does."""
    last = results.get(site.id)
    if last and last.test and (test := run_tests(site, [last.test])):
        return test
    tests = select_tests(site, trace)
    return run_tests(site, tests) if tests else None


def select_tests(site: Site, trace: list[TracedTest]) -> list[str]:
    """Return the tests of a site's owners that enter its function, the quickest first."""
    folders = find_owners(site.module)
    function, seconds = f"{site.module}::{site.function}", 0.0
    selected: list[str] = []
    for entry in trace:
        if function in entry.functions and entry.test.startswith(folders):
            seconds += entry.seconds
            if selected and seconds > MAX_SECONDS:
                break
            selected.append(entry.test)
    return selected


def find_owners(module: str) -> tuple[str, ...]:
    """Return the folders of tests that own a module. Raises LookupError if none does."""
    for pattern, folders in OWNERS.items():
        if match := re.match(pattern, module):
            return tuple(folder.format(**match.groupdict()) + "/" for folder in folders)
    raise LookupError(module)


def run_tests(site: Site, tests: list[str]) -> str | None:
    """Run tests on a mutant until one fails, and return its id; None if all pass."""
    command = [*_PYTEST, "--exitfirst", "--override-ini", "addopts=--import-mode=importlib", "-rfE", *tests]
    environment = os.environ | {"TEBAN_MUTANT": site.id}
    try:
        run = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=TIMEOUT, check=False
        )
    except subprocess.TimeoutExpired:
        return tests[0]
    if run.returncode == 0:
        return None
    failed = re.search(r"^(?:FAILED|ERROR) (.+)$", run.stdout, re.MULTILINE)
    if failed is None:
        raise RuntimeError(f"{site.id}: pytest ended with {run.returncode}\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
    return max((test for test in tests if failed[1].startswith(test)), key=len, default=tests[0])


_PYTEST = (sys.executable, "-m", "pytest", "-p", "tests.mutants.plugin", "-p", "no:cacheprovider")
