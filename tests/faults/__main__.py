"""`python -m tests.faults [--seeds 1-50] [--kills N] [--clicks N] [--report FILE]`: a JSON line for each seed, then all
of them together; exit code 1 if anything was wrong. Seeds that the file has are not run again, so a long run can be
made in parts. `python -m tests.faults --faults [NAME ...]` puts faults into the bot and prints what noticed each.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
import traceback
from pathlib import Path

from . import report
from .report import Outcome, RunSettings
from .run import run_with_kills
from .table import run_fault_table


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--seeds", default="1", help="one, or from-to")
    parser.add_argument("--kills", type=int, default=20, help="of the bot, for each seed")
    parser.add_argument("--clicks", type=int, default=0, help="at least so many presses for each seed, after the kills")
    parser.add_argument("--tables", type=int, default=7, help="of all games in turn")
    parser.add_argument("--calm", action="store_true", help="neither Discord nor the gateway fails")
    parser.add_argument("--plain", action="store_true", help="without drawing pictures")
    parser.add_argument("--report", type=Path, default=None, help="file to which each seed's line is added")
    parser.add_argument("--keep", type=Path, default=None, help="folder for what a run that found something leaves")
    parser.add_argument("--faults", nargs="*", default=None, metavar="NAME", help="table of faults (none named: all)")
    arguments = parser.parse_args()
    first, _, last = arguments.seeds.partition("-")
    if arguments.faults is not None:
        rows = run_fault_table(arguments.faults, arguments.kills, int(first), arguments.clicks, arguments.keep)
        return int(any(row.mutant.is_detectable and not row.is_caught for row in rows))
    command = ("-m", "tests.faults.bot_with", *(("--plain",) if arguments.plain else ()))
    outcomes = [] if arguments.report is None else report.load_outcomes(arguments.report)
    for seed in range(int(first), int(last or first) + 1):
        if seed in {outcome.seed for outcome in outcomes}:
            continue
        settings = RunSettings(
            seed,
            arguments.kills,
            arguments.clicks,
            arguments.tables,
            has_troubles=not arguments.calm,
            command=command,
            keep_folder=arguments.keep,
        )
        outcomes.append(asyncio.run(_run_safely(settings)))
        report.append_outcome(arguments.report, outcomes[-1])
    print(report.summarize(outcomes))
    return int(any(outcome.problems for outcome in outcomes))


async def _run_safely(settings: RunSettings) -> Outcome:
    """Make a run; an exception becomes a problem in the outcome, so that the following runs are still made."""
    started_at = time.monotonic()
    try:
        return await run_with_kills(settings)
    except Exception:  # noqa: BLE001 - reported as a problem
        return Outcome(settings.seed, [f"run: {traceback.format_exc(limit=-4)}"], seconds=time.monotonic() - started_at)


if __name__ == "__main__":
    sys.exit(main())
