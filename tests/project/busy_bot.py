"""The bot with a computer player whose thought never ends: `python -m tests.project.busy_bot`."""

from __future__ import annotations

import asyncio
import sys
from unittest.mock import patch

from bot.discord_ui.client import Teban
from bot.main import main
from bot.table.computers.thinking import Position
from engines.kernel import SEED_BYTES, Setup


def thinks_for_ever(_: Position) -> None:
    while True:
        pass


class BusyBot(Teban):
    """It starts as the bot does, and then somebody thinks."""

    async def setup_hook(self) -> None:
        await super().setup_hook()
        nowhere = Position("flotsam", Setup(2, ("red", "blue")), bytes(SEED_BYTES), b"", (), 0)
        self.thought = asyncio.create_task(self.computers.thinkers.do(thinks_for_ever, nowhere))
        await asyncio.sleep(2.0)  # until it is at it


if __name__ == "__main__":
    with patch("bot.main.Teban", BusyBot):
        sys.exit(main([]))
