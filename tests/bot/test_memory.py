"""What the C library is told about large buffers, and Python about what stays."""

from __future__ import annotations

import asyncio
import platform
from pathlib import Path

from bot.memory import NEW_OBJECTS, give_back_large_buffers
from bot.standin import StandIn
from tests import EXAMPLE
from tests.remote import RemoteBot

BEGIN = """
import gc, sys, pathlib, bot.main, bot.memory
spare = bot.memory.spare_what_stays
def tell():
    spare()
    text = f"{gc.get_freeze_count()} {len(gc.get_objects())} {gc.get_threshold()[0]}"
    pathlib.Path(sys.argv[1]).write_text(text)
bot.memory.spare_what_stays = tell
sys.argv[2:] = []
if __name__ == "__main__":
    sys.exit(bot.main.main([]))
"""


def test_glibc_takes_the_settings() -> None:
    assert give_back_large_buffers() == (platform.libc_ver()[0] == "glibc")


async def test_a_bot_that_stands_is_not_searched_again_and_again(tmp_path: Path) -> None:
    """A full search of all that was ever read held answers up for 60 to 200 ms."""
    told = tmp_path / "told"
    async with StandIn(settle=0.002) as standin:
        command = ("-c", BEGIN, str(told))
        async with RemoteBot(standin, tmp_path / "bot.db", command=command, PYTHONPATH=EXAMPLE), asyncio.timeout(10):
            while not told.exists():
                await asyncio.sleep(0.02)
    frozen, searched, after = map(int, told.read_text().split())
    assert frozen > 50_000 > 10 * searched and after == NEW_OBJECTS
