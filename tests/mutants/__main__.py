"""Test the test suite: put small faults into the source, one at a time, and see whether it notices each.

    python -m tests.mutants trace               which tests enter which functions (once, and after larger changes)
    python -m tests.mutants run [--only REGEX] [--every N] [--new] [--jobs N]
    python -m tests.mutants list [--only REGEX]

A mutant is first run on the test that noticed it last time (`noticed.toml`), then on the tests of its owners that enter
its function, the quickest first. Results are written to `noticed.toml`; one that nothing notices needs a reason there.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from .noticed import MutantResult, load_results, save_results
from .runs import TRACE, load_trace, run_mutant, trace_tests
from .sites import Site, list_sites

SEED = 13
"""Orders the mutants, so that a part of a run is a sample."""


def select_sites(pattern: str | None, every: int, is_new: bool) -> list[Site]:
    """Return the chosen sites in a random order that is always the same."""
    known = load_results()
    sites = [
        site
        for site in list_sites()
        if (pattern is None or re.search(pattern, site.id)) and not (is_new and site.id in known)
    ]
    random.Random(SEED).shuffle(sites)
    return sites[::every]


def run_all(sites: list[Site], jobs: int) -> int:
    """Run the mutants, print what noticed each, and store the results. Return how many nothing noticed."""
    results, started_at, missed = load_results(), time.monotonic(), 0
    run = partial(run_mutant, trace=load_trace(), results=dict(results))
    with ThreadPoolExecutor(jobs) as executor:
        for number, (site, test) in enumerate(zip(sites, executor.map(run, sites), strict=True), 1):
            missed += test is None
            print(f"{number}/{len(sites)} {site.id} line {site.line}: {test or '*** NOT NOTICED ***'}", flush=True)
            old = results.get(site.id)
            results[site.id] = old.with_test(test) if old else MutantResult(test)
            save_results(results)
    print(f"{len(sites) - missed} of {len(sites)} noticed in {time.monotonic() - started_at:.0f} s")
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    trace = commands.add_parser("trace", help=f"run the owners' tests and store what they enter in {TRACE.name}")
    run = commands.add_parser("run", help="run the mutants")
    listing = commands.add_parser("list", help="list the mutants")
    for command in (trace, run):
        command.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    for command in (run, listing):
        command.add_argument("--only", metavar="REGEX", help="only mutants whose id matches")
    run.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth mutant")
    run.add_argument("--new", action="store_true", help="only mutants without a stored result")
    arguments = parser.parse_args()
    if arguments.command == "trace":
        return trace_tests(arguments.jobs)
    if arguments.command == "run":
        return min(run_all(select_sites(arguments.only, arguments.every, arguments.new), arguments.jobs), 1)
    sites = [site for site in list_sites() if arguments.only is None or re.search(arguments.only, site.id)]
    for site in sites:
        print(f"{site.id} line {site.line}")
    print(len(sites), dict(Counter(site.kind for site in sites)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
