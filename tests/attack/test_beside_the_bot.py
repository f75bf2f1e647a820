"""The operator's commands beside a bot at which people play: each does its work, the bot does not notice."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from bot.standin import Person, StandIn, World
from storage import Database
from storage.play import games as game_rows
from tests import EXAMPLE
from tests.bot.conftest import Table, ada, ident, idents, jiro, real_discord_afterwards, table
from tests.fleet import Fleet, FleetTable
from tests.remote import RemoteBot

__all__ = ["ada", "jiro", "real_discord_afterwards", "table"]


async def teban(database: Path, *arguments: str) -> tuple[int, str]:
    """Exit code and all that was said."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.main", *arguments,
        env=os.environ | {"TEBAN_DB": str(database), "PYTHONPATH": EXAMPLE, "TEBAN_LOG": "WARNING"},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    said, _ = await process.communicate()
    return await process.wait(), said.decode()


async def presses(fleet: Fleet, table: FleetTable) -> int:
    """People press until cancelled; how often by then is in `done`."""
    while True:
        for clicker in table.players.values():
            card = fleet.card(table)
            if card is not None:
                panel = await clicker.open(card)
                await clicker.step(panel)
        await asyncio.sleep(0)


async def test_a_log_of_everything_holds_nobodys_hand_and_no_key_to_it(tmp_path: Path) -> None:
    """What is pressed on private pages, what stands there, and the tokens with which anybody could read them."""
    tokens: set[str] = set()
    async with StandIn(World(keep_files=False), settle=0.002) as standin:
        fleet = Fleet(standin, tmp_path / "teban.db")
        await fleet.fill(["flotsam"], 1, steps=8)
        [table] = fleet.tables
        standin.world.listen(lambda event: tokens.add(str(event.d.get("token"))))
        log = tmp_path / "bot.log"
        async with RemoteBot(standin, fleet.database, log=log, PYTHONPATH=EXAMPLE, TEBAN_LOG="DEBUG"):
            async with asyncio.timeout(30):
                while not fleet.card(table):
                    await asyncio.sleep(0.02)
            playing = asyncio.create_task(presses(fleet, table))
            await asyncio.sleep(2)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
    said = await asyncio.to_thread(log.read_text)
    async with await Database.open(fleet.database, create=False) as db:
        [[seed]] = await db.rows("SELECT seed FROM games")
    tokens -= {"None"}
    assert tokens and "teban stops" in said
    assert not [token for token in tokens if token in said]
    assert "p:1." not in said and "custom_id" not in said, "nobody reads what is pressed on a private page"
    assert seed.hex() not in said and repr(seed) not in said and "remote-test-token" not in said


async def test_doctor_backup_and_export_work_while_people_play(tmp_path: Path) -> None:
    async with StandIn(World(keep_files=False), settle=0.002) as standin:
        fleet = Fleet(standin, tmp_path / "teban.db")
        await fleet.fill(["flotsam", "meadow"], 2, steps=8)
        bot = RemoteBot(
            standin, fleet.database, log=tmp_path / "bot.log", command=("-m", "tests.faults.bot_with", "--plain"),
            PYTHONPATH=os.pathsep.join((".", EXAMPLE)),
        )  # fmt: skip
        async with bot:
            async with asyncio.timeout(30):
                while not all(fleet.card(table) for table in fleet.tables):
                    await asyncio.sleep(0.02)
            playing = [asyncio.create_task(presses(fleet, table)) for table in fleet.tables]
            copy, file = tmp_path / "copy.db", tmp_path / "game.json"
            ended = await asyncio.gather(
                teban(fleet.database, "doctor"),
                teban(fleet.database, "doctor", "--before-upgrade"),
                teban(fleet.database, "backup", str(copy)),
                teban(fleet.database, "export", str(fleet.tables[0].game), "--to", str(file)),
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
        async with await Database.open(copy, create=False) as db:
            assert await db.problems() == [] and len(await game_rows.with_status(db, "playing")) >= 1
        log = await asyncio.to_thread((tmp_path / "bot.log").read_text)
        assert "level=error" not in log and "level=critical" not in log, log[:2000]


async def test_while_another_program_holds_the_database_whoever_presses_is_told_in_time(
    table: Table, ada: Person, jiro: Person
) -> None:
    """Discord waits three seconds; nothing of the press is stored later, and the same press goes on afterwards."""
    await table.open(ada, jiro)
    panel = await table.play(ada)
    for _ in range(2):
        panel = await ada.click(panel, next(i for i in idents(panel.message, "p:", "plus") if ":0." in i))
    await table.said()
    ok = ident(panel.message, "p:", "ok")
    with closing(sqlite3.connect(table.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        refused = await ada.click(panel, ok)
        assert "could not be stored" in refused.text and refused.latency_ms < 2_900
        other.execute("ROLLBACK")
    assert await table.db.rows("SELECT count(*) FROM decisions") == [(0,)]
    assert idents((await ada.click(panel, ok)).message, "p:", "back")
    assert await table.db.rows("SELECT count(*) FROM decisions") == [(1,)]
