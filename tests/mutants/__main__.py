"""Test the test suite: put small faults into the source, one at a time, and see whether it notices each.

    python -m tests.mutants trace [TESTS ...]   which tests enter which functions (once, and after larger changes)
    python -m tests.mutants run [--only REGEX] [--every N] [--new]
    python -m tests.mutants check [--every N]   whether the tests that noticed mutants last time still do
    python -m tests.mutants list [--only REGEX]

A mutant is first run on the test that noticed it last time (`noticed.toml`), then on the tests of its owners that enter
its function, the quickest first. Results are written to `noticed.toml`; one that nothing notices needs a reason there.

A new mutant needs a result (`test_every_site_has_a_result`): give `trace` the test files that should notice it, so that
it takes seconds, then `run --new`.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence

from .noticed import MutantResult, list_unrun, load_results, save_results
from .runs import MutantRunner, list_owners, run_pytest, select_tests
from .sites import Site, list_sites
from .trace import TRACE, TracePlugin, load_trace

SEED = 13
"""Orders the mutants, so that a part of a run is a sample."""


def select_sites(pattern: str | None, every: int, is_new: bool) -> list[Site]:
    """Return the chosen sites in a random order that is always the same."""
    sites: Sequence[Site] = list_sites()
    sites = list_unrun(sites, load_results()) if is_new else sites
    sites = [site for site in sites if pattern is None or re.search(pattern, site.id)]
    random.Random(SEED).shuffle(sites)
    return sites[::every]


def trace_tests(tests: list[str]) -> int:
    """Run tests and store the functions that each enters. Return pytest's exit code. tests: their files or folders;
    empty: those of all owners.
    """
    return run_pytest(TracePlugin(), tests or list_folders(list_sites()), "not release")


def run_mutants(sites: list[Site]) -> int:
    """Run the mutants, print what noticed each, and store the results. Return how many nothing noticed."""
    results, trace, started_at = load_results(), load_trace(), time.monotonic()
    tests: list[str | None] = []

    def select(site: Site) -> list[str]:
        last = results.get(site.id)
        return select_tests(site, trace, None if last is None else last.test)

    def store_result(site: Site, test: str | None) -> None:
        tests.append(test)
        print(f"{len(tests)}/{len(sites)} {site.id} line {site.line}: {test or '*** NOT NOTICED ***'}", flush=True)
        old = results.get(site.id)
        results[site.id] = old.with_test(test) if old else MutantResult(test)
        save_results(results)

    run_pytest(MutantRunner(sites, select, store_result), list_files(test for site in sites for test in select(site)))
    print(f"{len(tests) - tests.count(None)} of {len(sites)} noticed in {time.monotonic() - started_at:.0f} s")
    return len(sites) - len(tests) + tests.count(None)


def check_results(every: int) -> int:
    """Run each mutant that was noticed last time on the test that noticed it, and print the others. Return how many
    were not noticed.
    """
    stored = {id_: result.test for id_, result in load_results().items() if result.test is not None}
    sites = [site for site in list_sites() if site.id in stored][::every]
    missed = []

    def report(site: Site, test: str | None) -> None:
        if test is None:
            missed.append(site.id)
            print(f"{site.id}: {stored[site.id]} does not notice it any more", flush=True)

    run_pytest(
        MutantRunner(sites, lambda site: [stored[site.id]], report),
        list_files(stored[site.id] for site in sites),
    )
    print(f"{len(sites) - len(missed)} of {len(sites)} noticed")
    return len(missed)


def list_files(tests: Iterable[str]) -> list[str]:
    """Return the files of tests."""
    return sorted({test.partition("::")[0] for test in tests})


def list_folders(sites: Sequence[Site]) -> list[str]:
    """Return the folders of the tests that own sites."""
    return sorted({folder for site in sites for folder in list_owners(site.module)})


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    trace = commands.add_parser("trace", help=f"run the owners' tests and store what they enter in {TRACE.name}")
    trace.add_argument("tests", nargs="*", metavar="TESTS", help="only these files or folders")
    run = commands.add_parser("run", help="run the mutants")
    check = commands.add_parser("check", help="run the mutants that were noticed last time on the tests that did")
    listing = commands.add_parser("list", help="list the mutants")
    for command in (run, listing):
        command.add_argument("--only", metavar="REGEX", help="only mutants whose id matches")
    for command in (run, check):
        command.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth mutant")
    run.add_argument("--new", action="store_true", help="only mutants without a stored result")
    arguments = parser.parse_args()
    if arguments.command == "trace":
        return trace_tests(arguments.tests)
    if arguments.command == "run":
        return min(run_mutants(select_sites(arguments.only, arguments.every, arguments.new)), 1)
    if arguments.command == "check":
        return min(check_results(arguments.every), 1)
    sites = [site for site in list_sites() if arguments.only is None or re.search(arguments.only, site.id)]
    for site in sites:
        print(f"{site.id} line {site.line}")
    print(len(sites), dict(Counter(site.kind for site in sites)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
