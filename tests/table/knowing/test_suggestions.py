"""Suggestions are thought out in a thread, once for each seat's question; nobody else's press waits for them."""

from __future__ import annotations

import threading
from typing import Any

import msgspec
import pytest

from bot.table import LiveTable, TableService
from bot.table import live as live_module
from engines.kernel import Match, Prompt, Seat
from engines.kernel.suggestions import Advice
from tests.table.conftest import AOI, JULES, MARCO, Players


async def test_they_are_thought_out_in_a_thread_and_kept_for_each_seat(
    tables: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[tuple[Seat, bool]] = []

    def advice(match: Match[Any], seat: Seat, *_: object) -> Advice:
        threads.append((seat, threading.current_thread() is threading.main_thread()))
        return Advice(match.position, {}, ())

    def marked(prompt: Prompt, _: Advice) -> Prompt:
        return msgspec.structs.replace(prompt, topic="advised")

    monkeypatch.setattr(live_module, "advice", advice)
    monkeypatch.setattr(live_module, "marked", marked)
    monkeypatch.setattr(LiveTable, "aided", lambda *_: True)
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        while len(live.waiting) < 2:
            await players.step(live)
        threads.clear()
        one, other = live.waiting[:2]
        for _ in range(2):
            for seat in (one, other):
                await live.think(seat)
                prompt = live.question(seat)
                assert prompt is not None and prompt.topic == "advised"
        assert threads == [(one, False), (other, False)]
        await players.step(live, one)
        await live.think(other)
        assert threads[2:] == [(other, False)], "another position: thought out anew"
