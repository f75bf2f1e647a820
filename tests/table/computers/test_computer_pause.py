"""The pause of a computer player that could not answer is counted by the steady clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from bot.table import TableService
from bot.table.background.bot_presence import BotPresence
from bot.table.clock.trusted_clock import TrustedClock
from bot.table.computers import computer_players
from bot.table.computers.computer_players import ComputerPlayers
from storage import Database
from tests.table.clock.steps.stepping import STEPS, Machine
from tests.table.conftest import AOI, MARCO, Players


@pytest.mark.parametrize("step", STEPS)
async def test_step_neither_ends_nor_repeats_the_pause_of_a_computer_player(
    database: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    machine, loop = Machine(), asyncio.get_running_loop()
    served: list[int] = []
    pauses: list[tuple[asyncio.TimerHandle, Callable[[], object]]] = []
    call_later = loop.call_later

    async def fail(table_id: int) -> None:
        served.append(table_id)
        raise RuntimeError("a damaged row")

    def record_pause(seconds: float, callback: Callable[..., Any], *args: Any, **named: Any) -> asyncio.TimerHandle:
        handle = call_later(seconds, callback, *args, **named)
        if seconds == computer_players.RETRY_SECONDS:
            pauses.append((handle, lambda: callback(*args)))
        return handle

    async with await Database.open(database, may_create=False) as db:
        service = TableService(db, TrustedClock(lambda: machine.wall, lambda: machine.steady), "en")
        table_id = await Players(service, service.clock).start_table(AOI, MARCO)  # type: ignore[arg-type]
        presence = BotPresence(service, lambda _: True)
        await presence.settle_outage_at_start()
        computers = ComputerPlayers(service, lambda: ThreadPoolExecutor(1))
        monkeypatch.setattr(computers, "serve_table", fail)
        monkeypatch.setattr(loop, "call_later", record_pause)
        worker = asyncio.create_task(computers.run())
        async with asyncio.timeout(60):
            while not pauses:
                await asyncio.sleep(0)
        [(pause, end_pause)] = pauses
        ends_at = pause.when()

        machine.wall += step
        await presence.check_presence()
        service.wake_workers()
        await asyncio.sleep(0.01)
        assert served == [table_id] and len(pauses) == 1
        assert pause.when() == ends_at and not pause.cancelled()

        end_pause()
        async with asyncio.timeout(60):
            while len(pauses) < 2:
                await asyncio.sleep(0)
        assert served == [table_id, table_id]
        for handle, _ in pauses:
            handle.cancel()
        worker.cancel()
        await asyncio.gather(worker, return_exceptions=True)
        computers.close()
