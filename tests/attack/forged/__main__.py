"""Press every forged control and print the answers that differ from `expected_answers.txt`.

python -m tests.attack.forged [--write FILE]
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import sys
import tempfile
import time
from pathlib import Path

from tests.bot.conftest import run_bot

from .presses import (
    ALL_VERBS,
    EXPECTED_FILE,
    FAILED,
    MALFORMED,
    list_leaks,
    press_forged,
    press_malformed,
    read_expected,
    write_expected,
)
from .stage import PERSONS, STATES, TWINS, Stage


async def press_all() -> tuple[dict[tuple[str, str, str], str], list[str]]:
    """Return the answer of every press by verb, state and person; and what else is wrong, in words."""
    letters: dict[tuple[str, str, str], str] = {}
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        async with run_bot(Path(folder) / "teban.db") as table:
            stage = Stage(table)
            await stage.prepare()
            started_at = time.monotonic()
            for state in STATES:
                await stage.restore(state)
                for verb, person in itertools.product(ALL_VERBS, PERSONS):
                    letters[verb, state, person] = (await press_forged(stage, verb, state, person)).letter
            for state in TWINS:
                wrong += [f"{state} {key}: tells a secret" for key in await list_leaks(stage, state, ALL_VERBS)]
            for state in ("counting", "bidding"):
                await stage.restore(state)
                for verb, text in itertools.product(ALL_VERBS, MALFORMED):
                    if FAILED in await press_malformed(stage, verb, state, text):
                        wrong.append(f"{state} {verb} {text!r}: fails")
            print(f"{len(letters)} presses, secrets and malformed ids in {time.monotonic() - started_at:.0f} s")
    return letters, wrong


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.attack.forged", description=__doc__.splitlines()[0])
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the answers as they are into this file")
    arguments = parser.parse_args()
    letters, wrong = asyncio.run(press_all())
    if arguments.write:
        arguments.write.write_text(write_expected(letters), "utf-8")
        print("\n".join(wrong))
        return 0
    expected = read_expected(EXPECTED_FILE.read_text("utf-8"))
    wrong += [
        f"{' '.join(key)}: expected {expected.get(key)!r}, got {letter!r}"
        for key, letter in letters.items()
        if letter != expected.get(key)
    ]
    print("\n".join(wrong))
    return min(len(wrong), 1)


if __name__ == "__main__":
    sys.exit(main())
