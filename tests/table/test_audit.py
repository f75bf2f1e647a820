"""A database is examined, a game leaves it as a file, and the file proves itself."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from bot import audit, operate
from bot.table import Person, TableService
from bot.table.computers.players import ComputerPlayers
from bot.table.fairness import proof
from engines.kernel import Refused
from storage import Database
from storage.play import games as game_rows

from .conftest import AOI, JULES, MARCO, Clock, Players

PAGE = 4096
"""Bytes of a page of the file (SQLite's default)."""
MANY = 30
"""Tables enough for several pages."""


async def test_doctor_finds_a_sound_database_sound(tables: TableService, players: Players) -> None:
    await players.finish(await players.open(AOI, MARCO, channel=7))
    await players.open(MARCO, JULES, channel=8)
    findings = [finding async for finding in audit.doctor(tables.db)]
    assert all(finding.ok for finding in findings), findings
    assert {finding.game for finding in findings} == {None, 1, 2}


async def test_doctor_names_a_game_whose_result_was_changed(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    await players.finish(game)
    async with tables.db.transaction() as tx:
        await tx.run("UPDATE games SET checksum = 'other' WHERE id = ?", (game,))
    wrong = [finding async for finding in audit.doctor(tables.db) if not finding.ok]
    assert [finding.game for finding in wrong] == [game]
    assert "expected other" in wrong[0].text


async def test_a_game_file_proves_itself(tables: TableService, players: Players, tmp_path: Path) -> None:
    game = await players.open(AOI, MARCO, JULES)
    await players.finish(game)
    path = tmp_path / "game.json"
    assert await operate.export(tables.db.path, game, path) == 0
    file = audit.read(path)
    assert all(finding.ok for finding in audit.verify(file))
    assert await operate.verify(path, file.commitment, proof.head(file.commitment, file.decisions)) == 0
    assert await operate.verify(path, "0" * 64, None) == 1
    assert await operate.verify(path, None, "0" * 64) == 1


@pytest.mark.parametrize("lie", ["checksum", "commitment", "decisions"])
async def test_a_changed_file_is_found_out(tables: TableService, players: Players, lie: str) -> None:
    game = await players.open(AOI, MARCO)
    await players.finish(game)
    file = await audit.export(tables.db, game)
    changed = file.decisions[:-1] if lie == "decisions" else "0" * 64
    assert not all(f.ok for f in audit.verify(msgspec.structs.replace(file, **{lie: changed})))


async def test_doctor_goes_on_after_a_damaged_game(tables: TableService, players: Players) -> None:
    bad = await players.open(AOI, MARCO, channel=7)
    good = await players.open(MARCO, JULES, channel=8)
    async with tables.db.transaction() as tx:
        await tx.run("UPDATE games SET setup = x'7b' WHERE id = ?", (bad,))
    findings = {finding.game: finding.ok async for finding in audit.doctor(tables.db)}
    assert findings == {None: True, bad: False, good: True}


@pytest.mark.parametrize(("field", "value"), [("seed", "not hexadecimal"), ("over", False), ("engine", "unknown")])
async def test_a_file_with_anything_in_it_is_a_finding(
    tables: TableService, players: Players, field: str, value: object
) -> None:
    game = await players.open(AOI, MARCO)
    await players.finish(game)
    file = msgspec.structs.replace(await audit.export(tables.db, game), **{field: value})
    assert not all(finding.ok for finding in audit.verify(file))


async def test_what_cannot_be_exported(tables: TableService, tmp_path: Path) -> None:
    with pytest.raises(Refused):
        await audit.export(tables.db, 99)
    other = tmp_path / "no.json"
    other.write_text("{}")
    with pytest.raises(audit.NotAGameFile):
        audit.read(other)
    assert await operate.verify(other) == 1


def with_a_damaged_page(database: Path) -> Path:
    """A copy in which one page of the table of games is garbage, so that it can be read in parts only."""
    content, copy = database.read_bytes(), database.with_name("damaged.db")
    for at in range(PAGE, len(content), PAGE):
        copy.write_bytes(content[:at] + b"\xff" * PAGE + content[at + PAGE :])
        with closing(sqlite3.connect(copy)) as connection:
            try:
                connection.execute("SELECT * FROM sqlite_master").fetchall()
                ((last,),) = connection.execute("SELECT max(game) FROM seats").fetchall()
                connection.execute("SELECT * FROM games WHERE id = ?", (last,)).fetchall()
            except sqlite3.DatabaseError:
                continue  # more than that is gone
            try:
                connection.execute("SELECT * FROM games NOT INDEXED").fetchall()
            except sqlite3.DatabaseError:
                return copy
    raise LookupError("no page of that kind")


async def test_one_damaged_page_of_the_games_hides_only_those_on_it(
    tables: TableService, players: Players, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither the doctor nor the bot stops at it: the other tables are examined, taken up and played."""
    for channel in range(MANY):
        await players.open(*(Person(1000 + 2 * channel + n, "Ann", "en") for n in range(2)), channel=channel)
    await tables.db.merge_log()
    damaged = await asyncio.to_thread(with_a_damaged_page, tables.db.path)
    assert await operate.doctor(damaged) == 1
    said = capsys.readouterr().out
    examined = {n for n in range(1, MANY + 1) if re.search(rf"game {n}: (?!cannot)", said)}
    assert "malformed" in said and 0 < len(examined) < MANY
    async with await Database.open(damaged, create=False) as db:
        rows, wrong = await game_rows.readable(db, "playing")
        assert {row.id for row in rows} == examined and wrong
        again = TableService(db, clock)
        await again.take_up_all()
        computers = ComputerPlayers(again, lambda: ThreadPoolExecutor(1))
        worker = asyncio.create_task(computers.run())
        async with again.at(rows[-1].id) as live:
            await Players(again, clock).step(live)
        await asyncio.sleep(0.1)
        assert not worker.done()
        worker.cancel()
        computers.close()
