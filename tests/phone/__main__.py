"""`python -m tests.phone [--engine NAME ...] [--games N | --each-count] [--every N] [--shots FOLDER]`: measure a phone.

Plays whole games and prints, for each of them, how many questions fit the screen without scrolling, and those that do
not, the highest first; in the end the number of all pages and the height of the highest.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engines.kernel import load_games
from tests.contract.cases import Case, build_cases
from tests.discovered import list_shipped_games

from .questions import iter_questions, turn_aids_off, turn_aids_on
from .screen import USABLE_HEIGHT, PhoneScreen, open_phone

MAX_SHOWN = 12
"""Number of kinds of questions in the list of the highest."""


async def measure_game(phone: PhoneScreen, case: Case, every: int, shots: Path | None) -> dict[str, Any]:
    """Return the counts of a game."""
    heights: list[int] = []
    highest: dict[str, tuple[int, str]] = {}
    too_high: Counter[str] = Counter()
    for question in iter_questions(case, every, in_all_states=True):
        height = round(await phone.measure_height(question))
        heights.append(height)
        kind = " ".join(filter(None, (question.prompt.text.key, question.lang, question.state)))
        too_high[kind] += height > USABLE_HEIGHT
        if height > highest.get(kind, (0, ""))[0]:
            highest[kind] = (height, question.name)
            if shots is not None:
                await phone.take_screenshot(str(shots / f"{case.game} {kind}.png"))
    heights.sort()
    return {
        "game": str(case),
        "questions": len(heights),
        "too high": sum(too_high.values()),
        "median": heights[len(heights) // 2],
        "highest": heights[-1],
        "kinds": [
            f"{height} px, {too_high[kind]} times: {kind} ({name})"
            for kind, (height, name) in sorted(highest.items(), key=lambda item: -item[1][0])[:MAX_SHOWN]
            if too_high[kind]
        ],
    }


def iter_each_count(engine: str, number: int) -> Iterator[Case]:
    """Yield one game with stars and the usual options for each number of seats."""
    game = load_games()[engine]
    usual = tuple((option.id, option.default) for option in game.options)
    for seats in game.find_seat_counts(dict(usual)):
        yield turn_aids_on(Case(engine, seats, usual, number))


def list_cases(engine: str, arguments: argparse.Namespace) -> list[Case]:
    if arguments.each_count:
        return list(iter_each_count(engine, arguments.first))
    cases = build_cases(engine, arguments.games, arguments.first)
    return [turn_aids_off(case) for case in cases] if arguments.without_aids else cases


async def _measure_all(arguments: argparse.Namespace) -> int:
    rows = []
    async with open_phone() as phone:
        for engine in arguments.engine or list_shipped_games():
            for case in list_cases(engine, arguments):
                rows.append(await measure_game(phone, case, arguments.every, arguments.shots))
                print(json.dumps(rows[-1], ensure_ascii=False, indent=1), flush=True)
    totals = {name: sum(row[name] for row in rows) for name in ("questions", "too high")}
    print(json.dumps({"games": len(rows), **totals, "highest": max(row["highest"] for row in rows)}))
    return int(totals["too high"] > 0)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.phone", description=__doc__)
    parser.add_argument("--engine", nargs="*", choices=load_games(), default=None)
    parser.add_argument("--games", type=int, default=1, help="so many of every game")
    parser.add_argument("--each-count", action="store_true", help="one with stars of each number of seats instead")
    parser.add_argument("--first", type=int, default=1, help="number of the first case")
    parser.add_argument("--every", type=int, default=3, help="measure every Nth decision")
    parser.add_argument("--shots", type=Path, help="folder for a screenshot of the highest of each kind")
    parser.add_argument("--without-aids", action="store_true", help="as experienced players see them: more buttons")
    return asyncio.run(_measure_all(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
