"""`python -m tests.quarter [--tables N] [--people N] [--days N] [--seed S] [--engine NAME ...]`: a quarter of a year.

Prints what happened, what was sent, and every disagreement with the model; 1 if there is one.
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
    parser.add_argument("--engine", action="append")
    parser.add_argument("--show", type=int, default=40, help="disagreements that are printed")
    asked = parser.parse_args()
    if "PYTHONHASHSEED" not in os.environ:  # sets of words are ordered anew in each process: a seed means one run
        os.execve(sys.executable, sys.orig_argv, os.environ | {"PYTHONHASHSEED": "0"})
    logging.getLogger().addHandler(logging.NullHandler())
    plan = Plan(asked.tables, asked.people or max(12, asked.tables * 3 // 4), asked.days, asked.seed)
    plan.slowness = asked.slowness
    if asked.engine:
        plan.engines = tuple(asked.engine)
    began, cpu = time.monotonic(), time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        world = World(plan, Path(folder))
        problems = asyncio.run(world.run())
    print(f"{asked.tables} tables, {plan.people} people, {asked.days} days, seed {asked.seed}:"
          f" {time.monotonic() - began:.0f} s, {time.process_time() - cpu:.0f} s of the processor")  # fmt: skip
    for title, counts in (("done", world.done), ("sent", world.model.counts)):
        print(f"{title}: " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    print(f"charged: {world.model.charged // 120} waking hours; requests to Discord: {world.office.requests}")
    for problem in problems[: asked.show]:
        print(problem)
    print(f"disagreements with the model: {len(problems)}")
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
