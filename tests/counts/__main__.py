"""`python -m tests.counts [--game NAME ...] [--seats N] [--turns N] [--stars]`: play whole games, print counts.

Answers and presses are those of the seat on turn; a menu counts as two presses; opening the panel counts, also again
after others answered within the turn. Posts, edits and notifications are counted at the fake Discord server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys

from engines.kernel import load_games
from tests.discovered import list_shipped_games

from .count import count_game


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.counts", description=__doc__)
    parser.add_argument("--game", nargs="*", choices=load_games(), default=None)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--turns", type=int, default=None, help="stop each game after this many turns")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], help="a table option, e.g. wakhan=two")
    parser.add_argument("--stars", action="store_true", help="everybody presses the stars of a first game")
    parser.add_argument("--aids", action="store_true", help="everybody sees stars and presses none, unless --stars")
    parser.add_argument("--plain", action="store_true", help="without drawing pictures; the presses are the same")
    arguments = parser.parse_args()
    options = dict(option.split("=", 1) for option in arguments.option)
    failed = False
    for game_id in arguments.game or list_shipped_games():
        allowed = load_games()[game_id].list_seat_counts(options)
        seats = min(allowed, key=lambda n: abs(n - arguments.seats))
        counts = asyncio.run(
            count_game(
                game_id,
                seats,
                arguments.seed,
                arguments.turns,
                options,
                follows_stars=arguments.stars,
                has_aids=arguments.aids or arguments.stars,
                plain=arguments.plain,
            )
        )
        print(json.dumps(counts.build_row()), flush=True)
        failed |= counts.notifications != counts.notified_questions or bool(counts.bare_edits)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
