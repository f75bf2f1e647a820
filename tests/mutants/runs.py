"""Runs the tests that own a mutant.

All tests are collected once, in one process. Each mutant gets a fork of it, in which the code of the mutated function
is replaced, so no start-up is paid per mutant.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import re
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

import pytest

from .code_replacement import ImportedFunctions
from .sites import ROOT, Site, mutate
from .trace import TracedTest

OWNERS = {
    "engines/kernel/": ("tests/kernel", "tests/contract"),
    "engines/(?P<game>\\w+)/": ("tests/{game}", "tests/contract"),
    "bot/table/": ("tests/table", "tests/bot", "tests/attack", "tests/contract"),
    "bot/discord_ui/": ("tests/bot", "tests/attack"),
}
"""By a pattern of modules, the tests that have to notice their mutants."""
MAX_SECONDS = 20.0
"""Tests of one mutant in one folder take at most so long together, the quickest first."""
TIMEOUT = 60.0
"""A mutant counts as noticed if one of its tests takes longer than this, because something waits for ever."""

SelectTests = Callable[[Site], list[str]]
"""Returns the tests that are run on a mutant, in order."""
ReportResult = Callable[[Site, str | None], None]
"""Gets a mutant and the id of the test that noticed it; None if nothing did."""


def run_pytest(plugin: object, folders: Sequence[str], marker_expression: str = "") -> int:
    """Collect the tests of folders in this process and let a plugin run them. Return pytest's exit code.

    marker_expression: only the tests whose markers match it.
    """
    os.chdir(ROOT)
    with TemporaryDirectory(prefix="teban-mutants-") as temporary:
        options = ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:terminal"]
        options.append(f"--override-ini=addopts=--import-mode=importlib -m '{marker_expression}'")  # without -q
        return int(pytest.main([*options, f"--basetemp={Path(temporary, 'tests')}", *folders], plugins=[plugin]))


def list_owners(module: str) -> tuple[str, ...]:
    """Return the folders of tests that own a module. Raises LookupError if none does."""
    for pattern, folders in OWNERS.items():
        if match := re.match(pattern, module):
            return tuple(folder.format(**match.groupdict()) + "/" for folder in folders)
    raise LookupError(module)


def select_tests(site: Site, trace: Sequence[TracedTest], last_test: str | None = None) -> list[str]:
    """Return the tests of a site's owners that enter its function: folder by folder in the order of `OWNERS`, there the
    quickest of each file, then the next of each.

    last_test: the one that noticed the mutant last time comes before them. Tests of one file are alike, so that a
    hundred quick ones of one file would leave no time for those of another.
    """
    function = f"{site.module}::{site.function}"
    selected = [] if last_test is None else [last_test]
    for folder in list_owners(site.module):
        ranks: Counter[str] = Counter()
        ranked: list[tuple[int, float, str]] = []
        for entry in trace:
            if function in entry.functions and entry.test.startswith(folder):
                file = entry.test.partition("::")[0]
                ranked.append((ranks[file], entry.seconds, entry.test))
                ranks[file] += 1
        total_seconds = 0.0
        for _, seconds, test in sorted(ranked):
            total_seconds += seconds
            if selected and total_seconds > MAX_SECONDS:
                break
            if test != last_test:
                selected.append(test)
    return selected


class MutantRunner:
    """Pytest plugin that runs selected tests on mutants instead of all tests once."""

    def __init__(self, sites: Sequence[Site], select: SelectTests, report: ReportResult) -> None:
        self.sites, self.select, self.report = sites, select, report
        self.sound_tests: set[str] = set()
        """Tests that are known to pass without a mutant."""
        self.has_failed = False
        """In a fork: whether the running test has failed."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.has_failed |= report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run every mutant. Return True, so that pytest runs no test itself."""
        self.items = {item.nodeid: item for item in session.items}
        self.functions = ImportedFunctions({site.module for site in self.sites})
        for site in self.sites:
            tests = [test for test in self.select(site) if test in self.items]
            self.report(site, self.find_noticing_test(site, tests))
        return True

    def find_noticing_test(self, site: Site, tests: list[str]) -> str | None:
        """Return the test that fails on a mutant and passes without it; None if there is none."""
        while tests:
            test = self._run_in_fork(tests, site)
            if test is None:
                return None
            if test in self.sound_tests or self._run_in_fork([test], None) is None:
                self.sound_tests.add(test)
                return test
            print(f"*** {test} fails without a mutant too", flush=True)
            tests = tests[tests.index(test) + 1 :]
        return None

    def _run_in_fork(self, tests: list[str], site: Site | None) -> str | None:
        """Run tests until one fails, and return its id; None if all pass."""
        reader, writer = multiprocessing.Pipe(duplex=False)
        child = os.fork()
        if child == 0:
            self._run_as_child(tests, site, writer)
        writer.close()
        try:
            return self._watch(reader)
        finally:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            reader.close()

    def _watch(self, reader: Connection) -> str | None:
        """Follow a fork. Return the test in which it failed, died or waited for ever; None if all pass."""
        test = ""
        try:
            while reader.poll(TIMEOUT):
                match reader.recv():
                    case str(started):
                        test = started
                    case is_passed:
                        return None if is_passed else test
        except EOFError:
            if not test:
                raise RuntimeError("a fork died before its first test") from None
        return test

    def _run_as_child(self, tests: list[str], site: Site | None, writer: Connection) -> NoReturn:
        """Apply the mutant in this fork, run the tests, and end the process."""
        os.setsid()
        try:
            if site is not None:
                source = (ROOT / site.module).read_text("utf-8")
                self.functions.replace_code(site.module, mutate(source, site))
            items = [self.items[test] for test in tests]
            for item, nextitem in itertools.zip_longest(items, items[1:]):
                writer.send(item.nodeid)
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=nextitem)
                if self.has_failed:
                    break
            writer.send(not self.has_failed)
        finally:
            os._exit(0)
