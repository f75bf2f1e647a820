"""`python -m tests.e2e --game NAME [--seats N ...] [--option NAME=VALUE ...] [--crowded] [--plain]`: whole games by
clicks. Prints one JSON object each.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys

from bot.discord_ui.page.pages import MAX_BYTES
from engines.kernel import load_games

from .whole_game import LONGEST_NAMES, NAMES, build_row, play_whole_game


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.e2e", description=__doc__)
    parser.add_argument("--game", choices=load_games(), required=True)
    parser.add_argument("--seats", type=int, nargs="*")
    parser.add_argument("--option", action="append", default=[], help="a table option, e.g. wakhan=two")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--crowded", action="store_true", help="posts in both languages, names as long as can be")
    parser.add_argument("--plain", action="store_true", help="without drawing pictures")
    arguments = parser.parse_args()
    options = dict(option.split("=", 1) for option in arguments.option)
    failed = False
    for seats in arguments.seats or load_games()[arguments.game].list_seat_counts(options):
        played = asyncio.run(
            play_whole_game(
                arguments.game,
                seats,
                arguments.seed,
                options=options,
                plain=arguments.plain,
                language="both" if arguments.crowded else "en",
                names=LONGEST_NAMES if arguments.crowded else NAMES,
            )
        )
        print(json.dumps(build_row(played), ensure_ascii=False), flush=True)
        failed |= played.shown_scores != played.scores or bool(played.violations) or played.slowest_ms > 3000
        failed |= played.largest_message_bytes > MAX_BYTES
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
