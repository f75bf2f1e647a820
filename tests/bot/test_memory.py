"""What the C library is told about large buffers, and Python about what stays."""

from __future__ import annotations

import asyncio
import gc
import platform
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.discord_ui.interaction.first_answer import FirstAnswer, nobody_waits
from bot.memory import (
    AT_LATEST,
    FULL_SECONDS,
    MIDDLE_ROUNDS,
    NEW_OBJECTS,
    YOUNG_ROUNDS,
    give_back_large_buffers,
    search_between_answers,
)
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
    assert frozen > 50_000 > 10 * searched and after == AT_LATEST


async def test_circles_are_searched_while_nobody_waits_for_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = [(NEW_OBJECTS, 0, 0), (NEW_OBJECTS - 1, YOUNG_ROUNDS, 0), (NEW_OBJECTS, YOUNG_ROUNDS, 0)]
    counts += [(NEW_OBJECTS, 0, MIDDLE_ROUNDS), (NEW_OBJECTS, 0, 0)]
    waiting = [True, False, False, False]  # nobody is asked while too little is new
    looked: list[int] = []
    monkeypatch.setattr("bot.memory.LOOK_SECONDS", 0.0)
    monkeypatch.setattr("bot.memory.FULL_SECONDS", 0.0)
    monkeypatch.setattr(gc, "get_count", lambda: counts.pop(0))
    monkeypatch.setattr(gc, "collect", looked.append)
    with pytest.raises(IndexError):  # the list has come to its end
        await search_between_answers(lambda: not waiting.pop(0))
    assert looked == [1, 2, 0]


async def test_a_full_search_is_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever presses within it waits 60 to 200 ms."""
    counts = [(NEW_OBJECTS, YOUNG_ROUNDS, MIDDLE_ROUNDS)] * 5
    begin = 5000.0  # a whole number: the clock's own, plus 1,200 and minus it again, may be a little less than 1,200
    clock = iter([begin, begin + 1, begin + FULL_SECONDS, begin + FULL_SECONDS, begin + FULL_SECONDS + 1])
    looked: list[int] = []
    monkeypatch.setattr("bot.memory.LOOK_SECONDS", 0.0)
    monkeypatch.setattr("bot.memory.time", SimpleNamespace(monotonic=lambda: next(clock)))
    monkeypatch.setattr(gc, "get_count", lambda: counts.pop(0))
    monkeypatch.setattr(gc, "collect", looked.append)
    with pytest.raises((RuntimeError, StopIteration)):  # the clock has come to its end
        await search_between_answers(lambda: True)
    assert looked == [1, 2, 1]


async def test_whoever_has_pressed_waits_until_the_answer_is_known() -> None:
    for known in (True, False):
        first = FirstAnswer(cast("Any", SimpleNamespace(created_at=discord.utils.utcnow())))
        assert nobody_waits()
        async with first.in_time():
            assert not nobody_waits()
            if known:
                first.is_known()
                assert nobody_waits()
        assert nobody_waits()
