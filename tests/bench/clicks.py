"""What a person feels: from the press to the answer, through the real bot in a process of its own and the stand-in."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.standin import StandIn, World
from tests.discovered import shipped
from tests.fleet import Fleet
from tests.remote import RemoteBot

from .report import Figure, Size, percentile


async def clicks(size: Size) -> Iterator[Figure]:
    """200 tables loaded; one press after another at random tables, each with its private picture."""
    tables, presses = size.of((200, 1500), (40, 150), (2, 6))
    with tempfile.TemporaryDirectory() as folder:
        standin = StandIn(World(keep_messages=20), validate=False, settle=0.002)
        async with standin:
            fleet = Fleet(standin, Path(folder) / "bench.db")
            await fleet.fill(shipped(), tables)
            async with RemoteBot(standin, fleet.database):
                await cards_shown(fleet)
                answers, pictures, floor = await _press(fleet, presses)
    text = f"{len(answers)} presses over {tables} tables, the bot in a process of its own"
    return iter(
        [
            Figure("click_ms_p50", percentile(answers, 50), "ms", text),
            Figure("click_ms_p99", percentile(answers, 99), "ms", text),
            Figure("click_picture_ms_p99", percentile(pictures, 99), "ms", f"{len(pictures)} private pictures"),
            Figure("ping_floor_ms_p99", percentile(floor, 99), "ms", f"{len(floor)} times /help in the same run"),
        ]
    )


async def _press(fleet: Fleet, presses: int) -> tuple[list[float], list[float], list[float]]:
    """Milliseconds to the answer, to the private picture, and of a command that touches no table."""
    chance = random.Random(7)
    answers: list[float] = []
    pictures: list[float] = []
    floor: list[float] = []
    while len(answers) < presses or not pictures:
        table = chance.choice(fleet.tables)
        card = fleet.card(table)
        player = chance.choice(list(table.players.values()))
        if card is None:
            continue
        started = time.perf_counter()
        reply = await player.open(card)
        answers.append(reply.latency_ms)
        await _picture(reply, [])
        for _ in range(3):
            before = _attached(reply)
            started = time.perf_counter()
            after = await player.step(reply)
            if after is None:
                break
            reply = after
            answers.append(reply.latency_ms)
            if await _picture(reply, before):
                pictures.append((time.perf_counter() - started) * 1000)
        floor.append((await player.person.slash("help")).latency_ms)
    return answers, pictures, floor


def _attached(reply: Any) -> list[str]:
    return [str(one["id"]) for one in reply.message.get("attachments", [])]


async def _picture(reply: Any, before: list[str]) -> bool:
    """Wait until the panel shows its picture, if it still shows none or the one from before; False if none came."""
    if _attached(reply) not in ([], before):
        return True
    try:
        await reply.next_change(within=3)
    except TimeoutError:
        return False
    return _attached(reply) not in ([], before)


async def cards_shown(fleet: Fleet, within: float = 600) -> None:
    """Wait until every table's card stands in its channel."""
    async with asyncio.timeout(within):
        for table in fleet.tables:
            while fleet.card(table) is None:
                await asyncio.sleep(0.05)


async def memory(size: Size) -> Iterator[Figure]:
    """The bot's process with 1,000 tables in play, after somebody has pressed Play at each."""
    tables = size.of(1000, 100, 3)
    with tempfile.TemporaryDirectory() as folder:
        standin = StandIn(World(keep_messages=4), validate=False, settle=0.002)
        async with standin:
            fleet = Fleet(standin, Path(folder) / "bench.db")
            await fleet.fill(shipped(), tables)
            async with RemoteBot(standin, fleet.database) as bot:
                await cards_shown(fleet)
                for table in fleet.tables:
                    card = fleet.card(table)
                    assert card is not None
                    await next(iter(table.players.values())).open(card)
                value = bot.memory_mb
    text = f"resident memory with {tables} tables in play, every card drawn and every panel opened once"
    return iter([Figure("memory_mb_1000_tables", value, "MB", text)])
