"""Run the long test suites on all cores. Prints one JSON object per suite; exit status 1 if a check failed.

    python -m tests.long random --games 2000      every game: the contract at each step of 2000 random games
    python -m tests.long privacy --games 200      every game: non-interference in 200 games, pixels of a sample
    python -m tests.long pictures --games 6       every game with pictures: all pictures, at each eleventh decision,
                                                  and those of the questions, at each second one
    python -m tests.long reasons --every 8        the bot's own games, one for each number of seats: whether the reasons
                                                  of stars are true; with --games more of them

`--game ID` plays one game only, `--first N` begins with case number N, `--jobs N` sets the processes, `--every N` makes
the costly checks at every Nth decision (2).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Protocol

from engines.kernel import load_games
from render import load_arts
from tests.contract import privacy
from tests.contract.cases import Case, build_cases
from tests.contract.pictures.game_pictures import check_pictures_of_game
from tests.contract.pictures.whole_games import check_question_pictures
from tests.contract.playthrough import play_case
from tests.discovered import list_shipped_games
from tests.reasons.test_whole_games import iter_untrue_reasons, list_cases

Counts = dict[str, int]
SuiteResult = tuple[Counts, str | None]
MAX_SHOWN_FAILURES = 10
PAINTS = 6
"""Number of painted Scenes in a game whose pixels are compared."""


def check_random_game(case: Case, every: int) -> SuiteResult:
    """Check invariants at every step; resuming, undo and the texts of options at every `every`-th step."""
    try:
        played = play_case(case, every, every)
    except AssertionError as broken:
        return {"games": 1}, str(broken)
    return {"games": 1, "decisions": len(played.decisions)}, None


def check_secrets_of_game(case: Case, every: int) -> SuiteResult:
    """Check an imagined world for every seat at every `every`-th decision, Scenes at every 20th of these positions, and
    pixels in one of ten games."""
    try:
        checked = privacy.check_privacy(case, every=every, pictures=20, paints=PAINTS if case.number % 10 == 0 else 0)
    except AssertionError as leak:
        return {"games": 1}, str(leak)
    return {
        "games": 1,
        "worlds": checked.worlds,
        "worlds_that_differ": checked.different,
        "comparisons": checked.comparisons,
        "scenes_painted": checked.painted,
    }, None


def check_pictures_and_questions(case: Case, every: int) -> SuiteResult:
    """Check all pictures in both languages, those of the questions at every `every`-th decision."""
    try:
        check_pictures_of_game(case, sys.maxsize)
        questions = check_question_pictures(case, every)
    except AssertionError as broken:
        return {"games": 1}, f"{case}: {broken}"
    counts = {"games": 1, "question_pictures": questions.count, "with_problems": len(questions.problems)}
    return counts, "\n".join(problem for problems in questions.problems for problem in problems) or None


def check_reasons_of_game(case: Case, every: int) -> SuiteResult:
    """Check the reasons of the stars at one in `every` questions."""
    return {"games": 1}, "\n".join(f"{case}: {line}" for line in iter_untrue_reasons(case, every=every)) or None


class Suite(Protocol):
    def __call__(self, case: Case, every: int) -> SuiteResult: ...


SUITES: dict[str, Suite] = {
    "random": check_random_game,
    "privacy": check_secrets_of_game,
    "pictures": check_pictures_and_questions,
    "reasons": check_reasons_of_game,
}


def run_suite(suite: str, chosen: list[Case], jobs: int, every: int) -> dict[str, object]:
    """Run all cases in `jobs` processes; return the counts by game and the first failures."""
    started = time.monotonic()
    by_game: dict[str, Counts] = {}
    failures: list[str] = []
    for case, (counts, failure) in zip(chosen, _iter_results(suite, chosen, jobs, every), strict=True):
        total = by_game.setdefault(case.game, {})
        for name, count in counts.items():
            total[name] = total.get(name, 0) + count
        if failure is not None:
            failures.append(failure)
    return {
        "suite": suite,
        "games": len(chosen),
        "failures": len(failures),
        "first_failures": failures[:MAX_SHOWN_FAILURES],
        "by_game": by_game,
        "seconds": round(time.monotonic() - started, 1),
        "jobs": jobs,
    }


def _iter_results(suite: str, chosen: list[Case], jobs: int, every: int) -> Iterator[SuiteResult]:
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(partial(SUITES[suite], every=every), chosen)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.long", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("suite", choices=SUITES)
    parser.add_argument("--games", type=int, help="so many of every game; only reasons can go without")
    parser.add_argument("--game", choices=list(load_games()), help="this game only")
    parser.add_argument("--first", type=int, default=1000, help="number of the first case (default 1000)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--every", type=int, default=2, help="costly checks at every Nth decision (default 2)")
    arguments = parser.parse_args()
    if arguments.every < 1:
        parser.error(f"--every: expected 1 or more, not {arguments.every}")
    ids = [arguments.game] if arguments.game else list(load_games())
    if arguments.suite == "pictures":
        ids = [name for name in ids if name in load_arts()]
    elif arguments.suite == "reasons":
        ids = [name for name in ids if name in list_shipped_games()]
    if arguments.games is not None:
        chosen = [case for name in ids for case in build_cases(name, arguments.games, arguments.first)]
    elif arguments.suite == "reasons":
        chosen = [case for case in list_cases() if case.game in ids]
    else:
        parser.error(f"{arguments.suite}: --games is missing")
    result = run_suite(arguments.suite, chosen, arguments.jobs, arguments.every)
    print(json.dumps(result, ensure_ascii=False))
    return 1 if result["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
