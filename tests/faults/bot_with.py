"""`python -m tests.faults.bot_with [--plain] [FAULT]`: the bot as `teban` starts it, with a fault put in.

--plain: pictures are one grey point, because a run that is about presses and posts need not wait for drawings.
"""

from __future__ import annotations

import argparse
import sys

from bot import main as bot_main
from bot.discord_ui.page.pictures import Drawing, Picture
from bot.discord_ui.page.studio import Studio

from .mutants import BY_NAME

POINT = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55"
    "0000000a49444154789c636800000082008177cd72b60000000049454e44ae426082"
)
"""A picture of one pixel."""


async def _plain(_: Studio, shot: Drawing) -> Picture:
    return Picture(POINT, "")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.bot_with", description=__doc__)
    parser.add_argument("fault", nargs="?", choices=list(BY_NAME))
    parser.add_argument("--plain", action="store_true")
    arguments = parser.parse_args()
    if arguments.plain:
        Studio.draw = _plain  # type: ignore[method-assign, assignment]
    if arguments.fault is not None:
        BY_NAME[arguments.fault].put_in()
    return bot_main.main([])


if __name__ == "__main__":
    sys.exit(main())
