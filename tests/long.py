"""The full counts of the long suites, on all cores. One JSON object per suite; exit status 1 if anything was found.

    python -m tests.long random --games 2000      every game: the contract at each step of so many random games
    python -m tests.long privacy --games 200      every game: non-interference over so many, pixels on a sample

`--game ID` plays one game only, `--first N` begins with case number N, `--jobs N` sets the processes.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from engines.kernel import games
from tests.contract import privacy
from tests.contract.cases import Case, cases
from tests.contract.playthrough import play

Counts = dict[str, int]
Found = tuple[Counts, str | None]
SHOWN = 10


def random_game(case: Case) -> Found:
    """Invariants at every step, resuming and undo at every second."""
    try:
        played = play(case, every=2)
    except AssertionError as broken:
        return {"games": 1}, str(broken)
    return {"games": 1, "decisions": len(played.decisions)}, None


def private_game(case: Case, paints: int) -> Found:
    """Worlds for every seat at every second decision, Scenes at every 20th of these moments."""
    try:
        checked = privacy.check(case, every=2, pictures=20, paints=paints if case.number % 10 == 0 else 0)
    except AssertionError as leak:
        return {"games": 1}, str(leak)
    return {
        "games": 1,
        "worlds": checked.worlds,
        "worlds_that_differ": checked.different,
        "comparisons": checked.comparisons,
        "scenes_painted": checked.painted,
    }, None


SUITES: dict[str, Callable[[Case], Found]] = {"random": random_game, "privacy": partial(private_game, paints=6)}


def run(suite: str, chosen: list[Case], jobs: int) -> dict[str, object]:
    """All cases over the processes; counts by game, and the first failures in words."""
    started = time.monotonic()
    by_game: dict[str, Counts] = {}
    failures: list[str] = []
    for case, (counts, failure) in zip(chosen, _results(suite, chosen, jobs), strict=True):
        total = by_game.setdefault(case.game, {})
        for name, count in counts.items():
            total[name] = total.get(name, 0) + count
        if failure is not None:
            failures.append(failure)
    return {
        "suite": suite,
        "games": len(chosen),
        "failures": len(failures),
        "first_failures": failures[:SHOWN],
        "by_game": by_game,
        "seconds": round(time.monotonic() - started, 1),
        "jobs": jobs,
    }


def _results(suite: str, chosen: list[Case], jobs: int) -> Iterator[Found]:
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(SUITES[suite], chosen, chunksize=4)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.long", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("suite", choices=SUITES)
    parser.add_argument("--games", type=int, required=True, help="so many of every game")
    parser.add_argument("--game", choices=list(games()), help="this game only")
    parser.add_argument("--first", type=int, default=1000, help="number of the first case (default 1000)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    wanted = parser.parse_args()
    ids = [wanted.game] if wanted.game else list(games())
    chosen = [case for id in ids for case in cases(id, wanted.games, wanted.first)]
    result = run(wanted.suite, chosen, wanted.jobs)
    print(json.dumps(result, ensure_ascii=False))
    return 1 if result["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
