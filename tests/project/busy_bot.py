"""The bot with a computer player whose search never ends: `python -m tests.project.busy_bot`."""

from __future__ import annotations

import asyncio
import sys
from unittest.mock import patch

from bot.discord_ui.client import Teban
from bot.main import main
from bot.table.state.suggestions import SearchPosition
from engines.kernel import SEED_BYTES, Setup


def search_forever(_: SearchPosition) -> None:
    while True:
        pass


class BusyBot(Teban):
    """The bot, which after its start runs an endless search."""

    async def setup_hook(self) -> None:
        await super().setup_hook()
        position = SearchPosition("flotsam", Setup(2, ("red", "blue")), bytes(SEED_BYTES), b"", (), 0)
        self.search_task = asyncio.create_task(self.computers.workers.run_search(search_forever, position))
        await asyncio.sleep(2.0)  # until it is at it


if __name__ == "__main__":
    with patch("bot.main.Teban", BusyBot):
        sys.exit(main([]))
