"""The operator's commands work while people play, and do not disturb the bot."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from bot.fake_discord import FakeDiscord, FakeUser, World
from storage import Database
from storage.play import games as game_rows
from tests import EXAMPLE
from tests.bot.conftest import (
    TableHarness,
    ada,
    give_first_combination,
    jiro,
    list_custom_ids,
    real_discord_afterwards,
    table,
    wait_for_note,
)
from tests.bot_process import BotProcess
from tests.fleet import Fleet, FleetTable

__all__ = ["ada", "jiro", "real_discord_afterwards", "table"]


async def run_teban(database: Path, *arguments: str) -> tuple[int, str]:
    """Run an operator's command; return its exit code and output."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.main", *arguments,
        env=os.environ | {"TEBAN_DB": str(database), "PYTHONPATH": EXAMPLE, "TEBAN_LOG": "WARNING"},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    output, _ = await process.communicate()
    return await process.wait(), output.decode()


_RUN_EACH = """
import contextlib, io, json, sys
from bot.main import main
results = []
for arguments in json.loads(sys.argv[1]):
    output = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        code = main(arguments)
    results.append((code, output.buffer.getvalue().decode()))
print(json.dumps(results))
"""


async def run_each(database: Path, commands: Sequence[Sequence[str]]) -> list[tuple[int, str]]:
    """Run operator's commands one after the other in one process, which saves starts of Python."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _RUN_EACH, json.dumps(commands),
        env=os.environ | {"TEBAN_DB": str(database), "PYTHONPATH": EXAMPLE, "TEBAN_LOG": "WARNING"},
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    output, _ = await process.communicate()
    assert await process.wait() == 0
    return [(code, text) for code, text in json.loads(output)]


async def press_until_cancelled(fleet: Fleet, table: FleetTable) -> int:
    """Press as all players of the table until cancelled."""
    while True:
        for clicker in table.players.values():
            card = fleet.find_card(table)
            if card is not None:
                panel = await clicker.open_panel(card)
                await clicker.press_next(panel)
        await asyncio.sleep(0)


async def test_debug_log_contains_no_private_content_or_tokens(tmp_path: Path) -> None:
    """The log must contain neither presses on private pages, nor their texts, nor tokens that give access to them."""
    tokens: set[str] = set()
    async with FakeDiscord(World(keeps_files=False), reply_delay=0.002) as fake_discord:
        fleet = Fleet(fake_discord, tmp_path / "teban.db")
        await fleet.fill_tables(["flotsam"], 1, steps=8)
        [table] = fleet.tables
        fake_discord.world.add_listener(lambda event: tokens.add(str(event.d.get("token"))))
        log = tmp_path / "bot.log"
        async with BotProcess(fake_discord, fleet.database, log=log, PYTHONPATH=EXAMPLE, TEBAN_LOG="DEBUG"):
            async with asyncio.timeout(60):
                while not fleet.find_card(table):
                    await asyncio.sleep(0.02)
            playing = asyncio.create_task(press_until_cancelled(fleet, table))
            await asyncio.sleep(2)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
    log_text = await asyncio.to_thread(log.read_text)
    async with await Database.open(fleet.database, may_create=False) as db:
        [[seed]] = await db.fetch_rows("SELECT seed FROM games")
    tokens -= {"None"}
    assert tokens and "teban stops" in log_text
    assert not [token for token in tokens if token in log_text]
    # a failed press is logged as "component p:1.0.45.0:pick"
    pressed = re.findall(r"p:1\.[\d.]+:\w+:[^\" ]*", log_text)
    assert not pressed and "custom_id" not in log_text, "nobody reads what is pressed on a private page"
    assert seed.hex() not in log_text and repr(seed) not in log_text and "remote-test-token" not in log_text


@pytest.mark.release
async def test_doctor_backup_and_export_work_while_people_play(tmp_path: Path) -> None:
    async with FakeDiscord(World(keeps_files=False), reply_delay=0.002) as fake_discord:
        fleet = Fleet(fake_discord, tmp_path / "teban.db")
        await fleet.fill_tables(["flotsam", "meadow"], 2, steps=8)
        bot = BotProcess(
            fake_discord, fleet.database, log=tmp_path / "bot.log", command=("-m", "tests.faults.bot_with", "--plain"),
            PYTHONPATH=os.pathsep.join((".", EXAMPLE)),
        )  # fmt: skip
        async with bot:
            async with asyncio.timeout(60):
                while not all(fleet.find_card(table) for table in fleet.tables):
                    await asyncio.sleep(0.02)
            playing = [asyncio.create_task(press_until_cancelled(fleet, table)) for table in fleet.tables]
            copy, file = tmp_path / "copy.db", tmp_path / "game.json"
            ended = await asyncio.gather(
                run_teban(fleet.database, "doctor"),
                run_teban(fleet.database, "doctor", "--before-upgrade"),
                run_teban(fleet.database, "backup", str(copy)),
                run_teban(fleet.database, "export", str(fleet.tables[0].table_id), "--to", str(file)),
            )
            assert [code for code, _ in ended] == [0, 0, 0, 0], ended
            for task in playing:
                assert not task.done() or task.exception() is None, "a press was not answered"
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            assert sum(len(clicker.latencies) for table in fleet.tables for clicker in table.players.values()) > 10
            assert bot.is_running
        exported = json.loads(await asyncio.to_thread(file.read_text))
        assert exported["engine"] == "flotsam" and exported["decisions"]
        async with await Database.open(copy, may_create=False) as db:
            assert await db.list_problems() == [] and len(await game_rows.load_with_status(db, "playing")) >= 1
        log = await asyncio.to_thread((tmp_path / "bot.log").read_text)
        assert "level=error" not in log and "level=critical" not in log, log[:2000]


@pytest.mark.sqlite_only(reason="locks the file")
async def test_press_is_refused_in_time_while_database_is_locked(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    """Discord waits three seconds; nothing of the press is stored later, and the same press goes on afterwards."""
    await table.open_and_start(ada, jiro)
    panel = await table.open_panel(ada)
    await table.wait_for_outbox()
    with closing(sqlite3.connect(table.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        refused = await give_first_combination(ada, panel)
        note = await wait_for_note(table, ada, refused, 1)
        assert "could not be stored" in note and refused.latency_ms < 2_900
        other.execute("ROLLBACK")
    assert await table.db.fetch_rows("SELECT count(*) FROM decisions") == [(0,)]
    assert list_custom_ids((await give_first_combination(ada, panel)).message, "p:", "back")
    assert await table.db.fetch_rows("SELECT count(*) FROM decisions") == [(1,)]
