"""`python -m tests.counts [--engine NAME ...] [--seats N] [--turns N]`: whole games by clicks, and what a turn cost.

Turns of the person whose turn it is; a menu is two presses; posts, edits and calls as Discord sees them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys

from engines.kernel import games
from tests.discovered import shipped

from .count import count


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.counts", description=__doc__)
    parser.add_argument("--engine", nargs="*", choices=games(), default=None)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--turns", type=int, default=None, help="stop each game after so many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], help="a table option, e.g. wakhan=two")
    arguments = parser.parse_args()
    options = dict(option.split("=", 1) for option in arguments.option)
    failed = False
    for engine in arguments.engine or shipped():
        allowed = games()[engine].seats_with(options)
        seats = min(allowed, key=lambda n: abs(n - arguments.seats))
        found = asyncio.run(count(engine, seats, arguments.seed, arguments.turns, options))
        print(json.dumps(found.row()), flush=True)
        failed |= found.calls != found.called_for or bool(found.bare_edits)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
