"""Time from a press to its answer, with the real bot in its own process and the fake Discord server."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bot.discord_ui.page.render_pool import FIRST_BOARDS_DELAY_SECONDS
from bot.fake_discord import FakeDiscord, Reply, World
from tests.bot_process import BotProcess
from tests.discovered import list_shipped_games
from tests.fleet import Fleet

from .report import Figure, Size, compute_percentile

WARM_UP_SECONDS = FIRST_BOARDS_DELAY_SECONDS + 2
"""Time after the cards until drawing processes have drawn their first boards, and what presses will show."""


async def measure_clicks(size: Size) -> Iterator[Figure]:
    """Measure successive presses at random tables out of 200, with their private pictures."""
    tables, presses = size.choose((200, 1500), (40, 150), (2, 6))
    with tempfile.TemporaryDirectory() as folder:
        fake_discord = FakeDiscord(World(keep_messages=20), is_strict=False, reply_delay=0.002)
        async with fake_discord:
            fleet = Fleet(fake_discord, Path(folder) / "bench.db")
            await fleet.fill_tables(list_shipped_games(), tables)
            async with BotProcess(fake_discord, fleet.database, TEBAN_PICTURES="processes"):
                await wait_for_cards(fleet, with_pictures=True)
                await asyncio.sleep(WARM_UP_SECONDS)
                answers, pictures, floor = await _press_buttons(fleet, presses)
    text = f"{len(answers)} presses over {tables} tables, the bot and its drawing in processes of their own"
    return iter(
        [
            Figure("click_ms_p50", compute_percentile(answers, 50), "ms", text),
            Figure("click_ms_p99", compute_percentile(answers, 99), "ms", text),
            Figure("click_picture_ms_p99", compute_percentile(pictures, 99), "ms", f"{len(pictures)} private pictures"),
            Figure(
                "ping_floor_ms_p99", compute_percentile(floor, 99), "ms", f"{len(floor)} times /help in the same run"
            ),
        ]
    )


async def _press_buttons(fleet: Fleet, presses: int) -> tuple[list[float], list[float], list[float]]:
    """Return milliseconds of answers, of private pictures, and of a command without a table."""
    rng = random.Random(7)
    answers: list[float] = []
    pictures: list[float] = []
    floor: list[float] = []
    while len(answers) < presses or not pictures:
        table = rng.choice(fleet.tables)
        card = fleet.find_card(table)
        player = rng.choice(list(table.players.values()))
        if card is None:
            continue
        started = time.perf_counter()
        reply = await player.open_panel(card)
        answers.append(reply.latency_ms)
        await _wait_for_picture(reply, [])
        for _ in range(3):
            before = _list_attachments(reply)
            started = time.perf_counter()
            after = await player.press_next(reply)
            if after is None:
                break
            reply = after
            answers.append(reply.latency_ms)
            if await _wait_for_picture(reply, before):
                pictures.append((time.perf_counter() - started) * 1000)
        floor.append((await player.person.send_command("help")).latency_ms)
    return answers, pictures, floor


def _list_attachments(reply: Reply) -> list[str]:
    return [str(attachment["id"]) for attachment in reply.message.get("attachments", [])]


async def _wait_for_picture(reply: Reply, before: list[str]) -> bool:
    """Wait until the panel shows a new picture. Return False if none came."""
    if _list_attachments(reply) not in ([], before):
        return True
    try:
        await reply.wait_for_change(max_seconds=3)
    except TimeoutError:
        return False
    return _list_attachments(reply) not in ([], before)


async def wait_for_cards(fleet: Fleet, max_seconds: float = 600, *, with_pictures: bool = False) -> None:
    """Wait until every table's card is posted in its channel. with_pictures: and none is in words any more."""
    async with asyncio.timeout(max_seconds):
        for table in fleet.tables:
            while (card := fleet.find_card(table)) is None or (with_pictures and not card["attachments"]):
                await asyncio.sleep(0.05)


async def measure_memory(size: Size) -> Iterator[Figure]:
    """Measure the memory of the bot with 1,000 tables in play, after opening one panel at each."""
    tables = size.choose(1000, 100, 3)
    with tempfile.TemporaryDirectory() as folder:
        fake_discord = FakeDiscord(World(keep_messages=4), is_strict=False, reply_delay=0.002)
        async with fake_discord:
            fleet = Fleet(fake_discord, Path(folder) / "bench.db")
            await fleet.fill_tables(list_shipped_games(), tables)
            async with BotProcess(fake_discord, fleet.database) as bot:
                await wait_for_cards(fleet)
                for table in fleet.tables:
                    card = fleet.find_card(table)
                    assert card is not None
                    await next(iter(table.players.values())).open_panel(card)
                value = bot.memory_mb
    text = f"resident memory with {tables} tables in play, every card drawn and every panel opened once"
    return iter([Figure("memory_mb_1000_tables", value, "MB", text)])
