"""`python -m tests.faults [--kills N] [--seed S]`: one JSON object; exit code 1 if anything was lost or doubled."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from dataclasses import asdict

from .run import fault_run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    outcome = asyncio.run(fault_run(arguments.kills, arguments.seed))
    print(json.dumps(asdict(outcome)))
    return int(bool(outcome.lost or outcome.pings or outcome.cards or outcome.violations))


if __name__ == "__main__":
    sys.exit(main())
