"""`python -m tests.faults.bot_with [--plain] [FAULT]`: start the bot as `teban` does, with a deliberate fault.

--plain: every picture is a single grey pixel, because runs about presses and posts need not wait for drawings.
"""

from __future__ import annotations

import argparse
import sys

from bot import main as bot_main
from bot.discord_ui.page.pictures import DrawingRequest, Picture
from bot.discord_ui.page.render_pool import RenderPool

from .mutants import BY_NAME

ONE_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55"
    "0000000a49444154789c636800000082008177cd72b60000000049454e44ae426082"
)
"""A picture of one pixel."""


async def _draw_one_pixel(_: RenderPool, shot: DrawingRequest) -> Picture:
    return Picture(ONE_PIXEL, "")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.bot_with", description=__doc__)
    parser.add_argument("fault", nargs="?", choices=list(BY_NAME))
    parser.add_argument("--plain", action="store_true")
    arguments = parser.parse_args()
    if arguments.plain:
        RenderPool.draw_request = _draw_one_pixel  # type: ignore[method-assign, assignment]
    if arguments.fault is not None:
        BY_NAME[arguments.fault].put_in()
    return bot_main.main([])


if __name__ == "__main__":
    sys.exit(main())
