"""Settings of the C library for large buffers, and of Python's garbage collector for permanent objects."""

from __future__ import annotations

import asyncio
import gc
import platform
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.discord_ui.interaction.first_answer import FirstAnswer, has_no_pending_answers
from bot.fake_discord import FakeDiscord
from bot.memory import (
    FULL_SECONDS,
    MAX_NEW_OBJECTS,
    MIDDLE_ROUNDS,
    NEW_OBJECTS,
    YOUNG_ROUNDS,
    collect_between_answers,
)
from bot.operating_system import give_back_large_buffers
from tests import EXAMPLE
from tests.bot_process import BotProcess

BEGIN = """
import gc, sys, pathlib, bot.main, bot.memory
freeze = bot.memory.freeze_permanent_objects
def freeze_and_write_counts():
    freeze()
    text = f"{gc.get_freeze_count()} {len(gc.get_objects())} {gc.get_threshold()[0]}"
    pathlib.Path(sys.argv[1]).write_text(text)
bot.memory.freeze_permanent_objects = freeze_and_write_counts
sys.argv[2:] = []
if __name__ == "__main__":
    sys.exit(bot.main.main([]))
"""


def test_glibc_accepts_the_settings() -> None:
    assert give_back_large_buffers() == (platform.libc_ver()[0] == "glibc")


@pytest.mark.release
async def test_running_bot_freezes_its_loaded_objects(tmp_path: Path) -> None:
    """A full collection of all loaded data delayed answers by 60 to 200 ms."""
    output = tmp_path / "told"
    async with FakeDiscord(reply_delay=0.002) as fake_discord:
        command = ("-c", BEGIN, str(output))
        async with (
            BotProcess(fake_discord, tmp_path / "bot.db", command=command, PYTHONPATH=EXAMPLE),
            asyncio.timeout(60),
        ):
            while not output.exists():
                await asyncio.sleep(0.02)
    frozen, searched, threshold = map(int, output.read_text().split())
    assert frozen > 50_000 > 10 * searched and threshold == MAX_NEW_OBJECTS


async def test_garbage_is_collected_while_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = [(NEW_OBJECTS, 0, 0), (NEW_OBJECTS - 1, YOUNG_ROUNDS, 0), (NEW_OBJECTS, YOUNG_ROUNDS, 0)]
    counts += [(NEW_OBJECTS, 0, MIDDLE_ROUNDS), (NEW_OBJECTS, 0, 0)]
    waiting = [True, False, False, False]  # not called while there are too few new objects
    collected_generations: list[int] = []
    monkeypatch.setattr("bot.memory.CHECK_SECONDS", 0.0)
    monkeypatch.setattr("bot.memory.FULL_SECONDS", 0.0)
    monkeypatch.setattr(gc, "get_count", lambda: counts.pop(0))
    monkeypatch.setattr(gc, "collect", collected_generations.append)
    with pytest.raises(IndexError):  # the list is exhausted
        await collect_between_answers(lambda: not waiting.pop(0))
    assert collected_generations == [1, 2, 0]


async def test_full_collections_are_rare(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interaction during a full collection waits 60 to 200 ms."""
    counts = [(NEW_OBJECTS, YOUNG_ROUNDS, MIDDLE_ROUNDS)] * 5
    begin = 5000.0  # a whole number: the clock's own, plus 1,200 and minus it again, may be a little less than 1,200
    clock = iter([begin, begin + 1, begin + FULL_SECONDS, begin + FULL_SECONDS, begin + FULL_SECONDS + 1])
    collected_generations: list[int] = []
    monkeypatch.setattr("bot.memory.CHECK_SECONDS", 0.0)
    monkeypatch.setattr("bot.memory.time", SimpleNamespace(monotonic=lambda: next(clock)))
    monkeypatch.setattr(gc, "get_count", lambda: counts.pop(0))
    monkeypatch.setattr(gc, "collect", collected_generations.append)
    with pytest.raises((RuntimeError, StopIteration)):  # the clock is exhausted
        await collect_between_answers(lambda: True)
    assert collected_generations == [1, 2, 1]


async def test_interaction_counts_as_waiting_until_its_answer_is_decided() -> None:
    for known in (True, False):
        first = FirstAnswer(cast("Any", SimpleNamespace(created_at=discord.utils.utcnow())))
        assert has_no_pending_answers()
        async with first.defer_in_time():
            assert not has_no_pending_answers()
            if known:
                first.mark_decided()
                assert has_no_pending_answers()
        assert has_no_pending_answers()
