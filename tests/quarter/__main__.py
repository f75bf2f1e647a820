"""Simulate a quarter of a year: `python -m tests.quarter [--tables N] [--people N] [--days N] [--seed S] ...`.

Prints counts of events and messages, and every disagreement with the model; exits with 1 if there is one.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
import tempfile
import time
from pathlib import Path

from .plan import Plan
from .world import World


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.quarter", description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--people", type=int, default=0, help="default: as many as three quarters of the tables")
    parser.add_argument("--days", type=int, default=91)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slowness", type=float, default=1.0)
    parser.add_argument("--game", action="append")
    parser.add_argument("--show", type=int, default=40, help="disagreements that are printed")
    args = parser.parse_args()
    if "PYTHONHASHSEED" not in os.environ:  # a fixed order of sets makes a seed reproducible
        os.execve(sys.executable, sys.orig_argv, os.environ | {"PYTHONHASHSEED": "0"})
    logging.getLogger().addHandler(logging.NullHandler())
    plan = Plan(args.tables, args.people or max(12, args.tables * 3 // 4), args.days, args.seed)
    plan.slowness = args.slowness
    if args.game:
        plan.game_ids = tuple(args.game)
    started_at, cpu = time.monotonic(), time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        world = World(plan, Path(folder))
        problems = asyncio.run(world.run())
    print(f"{args.tables} tables, {plan.people} people, {args.days} days, seed {args.seed}:"
          f" {time.monotonic() - started_at:.0f} s, {time.process_time() - cpu:.0f} s of the processor")  # fmt: skip
    for title, counts in (("done", world.event_counts), ("sent", world.model.counts)):
        print(f"{title}: " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    print(f"charged: {world.model.charged // 120} waking hours; requests to Discord: {world.office.requests}")
    for problem in problems[: args.show]:
        print(problem)
    print(f"disagreements with the model: {len(problems)}")
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
