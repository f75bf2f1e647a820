"""The bot with a computer player whose thought never ends: `python -m tests.project.busy_bot`."""

from __future__ import annotations

import asyncio
import sys

from bot.discord_ui.client import Teban
from bot.main import main
from bot.table.computers.thinking import Position
from engines.kernel import SEED_BYTES, Setup


def thinks_for_ever(_: Position) -> None:
    while True:
        pass


def begin(setup_hook: object = Teban.setup_hook) -> None:
    async def busy(bot: Teban) -> None:
        await setup_hook(bot)  # type: ignore[operator]
        nowhere = Position("flotsam", Setup(2, ("red", "blue")), bytes(SEED_BYTES), b"", (), 0)
        bot.thought = asyncio.create_task(bot.computers.thinkers.do(thinks_for_ever, nowhere))  # type: ignore[attr-defined]
        await asyncio.sleep(2.0)  # until it is at it

    Teban.setup_hook = busy  # type: ignore[method-assign, assignment]


if __name__ == "__main__":
    begin()
    sys.exit(main([]))
