"""Checks of a database by `doctor`, and the export and verification of game files."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from bot import audit, operator_commands
from bot.audit import PostedValues
from bot.table import Person, TableService
from bot.table.computers.computer_players import ComputerPlayers
from bot.table.state import fairness_proof
from engines.kernel import Refused
from storage import Database, DatabaseAddress, DatabaseReader, DatabaseUnavailable
from storage.engine import Source
from storage.play import decisions
from storage.play import games as game_rows

from .conftest import AOI, JULES, MARCO, Clock, Players

PAGE = 4096
"""Page size of the database file (SQLite's default)."""
TABLE_COUNT = 30
"""Number of tables that fill several pages."""


async def test_doctor_accepts_a_sound_database(
    service: TableService, players: Players, database: DatabaseAddress, capsys: pytest.CaptureFixture[str]
) -> None:
    await players.play_to_end(await players.start_table(AOI, MARCO, channel=7))
    await players.start_table(MARCO, JULES, channel=8)
    findings = [finding async for finding in audit.check_database(service.db)]
    assert all(finding.is_ok for finding in findings), findings
    assert {finding.table_id for finding in findings} == {None, 1, 2}
    assert await operator_commands.run_doctor(database) == 0, "beside the bot, on a server, too"
    assert "all is well" in capsys.readouterr().out


@pytest.mark.postgres_only
@pytest.mark.parametrize("is_snapshot", [True, False])
async def test_doctor_sees_no_half_of_a_change(
    service: TableService,
    players: Players,
    database: DatabaseAddress,
    monkeypatch: pytest.MonkeyPatch,
    is_snapshot: bool,
) -> None:
    """All decisions of a finished game are taken back while it is read."""
    await players.play_to_end(await players.start_table(AOI, MARCO))
    load_active = decisions.load_active

    async def undo_and_load(source: Source, table_id: int) -> list[decisions.DecisionRow]:
        async with service.db.transaction() as tx:
            await tx.execute("UPDATE decisions SET undone_at = 1 WHERE game = ? AND undone_at IS NULL", (table_id,))
        return await load_active(source, table_id)

    monkeypatch.setattr(decisions, "load_active", undo_and_load)
    if is_snapshot:
        assert await operator_commands.run_doctor(database) == 0
    else:
        async with await DatabaseReader.open_to_read(database) as db:
            assert not all([finding.is_ok async for finding in audit.check_database(db)])


@pytest.mark.parametrize("is_over", [False, True])
async def test_doctor_calls_no_game_damaged_if_the_database_goes_away(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch, is_over: bool
) -> None:
    table_id = await players.start_table(AOI, MARCO)
    if is_over:
        await players.play_to_end(table_id)

    async def be_away(*_: object) -> None:
        raise DatabaseUnavailable("cut off")

    monkeypatch.setattr(decisions, "load_active", be_away)
    monkeypatch.setattr(audit, "load_stored_match", be_away)
    with pytest.raises(DatabaseUnavailable, match="cut off"):
        [finding async for finding in audit.check_database(service.db)]


async def test_doctor_names_a_game_whose_result_was_changed(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    await players.play_to_end(table_id)
    async with service.db.transaction() as tx:
        await tx.execute("UPDATE games SET checksum = 'other' WHERE id = ?", (table_id,))
    wrong = [finding async for finding in audit.check_database(service.db) if not finding.is_ok]
    assert [finding.table_id for finding in wrong] == [table_id]
    assert "expected other" in wrong[0].text


@pytest.mark.sqlite_only(reason="the command reads a file")
async def test_game_file_verifies(service: TableService, players: Players, tmp_path: Path) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    await players.play_to_end(table_id)
    path = tmp_path / "game.json"
    assert await operator_commands.export_game(service.db.path, table_id, path) == 0
    with pytest.raises(DatabaseUnavailable, match="the database itself"):
        await operator_commands.export_game(service.db.path, table_id, service.db.path)
    file = audit.read_game_file(path)
    assert all(finding.is_ok for finding in audit.verify_game_file(file))
    head = fairness_proof.compute_chain_head(file.commitment, file.decisions)
    seal = fairness_proof.compute_seal(file.commitment, file.shares)
    for commitment in (file.commitment, file.commitment[:32].upper()):
        assert await operator_commands.verify_file(path, PostedValues(commitment, seal, file.shares, head)) == 0
    for lie in (
        PostedValues(commitment="0" * 64),
        PostedValues(commitment=file.commitment[:31]),  # too few digits prove nothing
        PostedValues(seal=file.commitment[:32]),
        PostedValues(words=()),
        PostedValues(head="0" * 64),
    ):
        assert await operator_commands.verify_file(path, lie) == 1, lie


@pytest.mark.parametrize("lie", ["checksum", "commitment", "decisions"])
async def test_changed_file_fails_verification(service: TableService, players: Players, lie: str) -> None:
    table_id = await players.start_table(AOI, MARCO)
    await players.play_to_end(table_id)
    file = await audit.export_game(service.db, table_id)
    changed = file.decisions[:-1] if lie == "decisions" else "0" * 64
    assert not all(f.is_ok for f in audit.verify_game_file(msgspec.structs.replace(file, **{lie: changed})))


async def test_doctor_names_no_option_of_a_game_in_play(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Options may be hidden cards, and what it prints is copied into reports."""
    await players.start_table(AOI, MARCO)

    async def refuse(*_: object) -> None:
        raise Refused("kernel.refused.option", options=("hand:77",))

    async def crash(*_: object) -> None:
        raise KeyError("hand:77")

    for fail in (refuse, crash):
        monkeypatch.setattr(audit, "load_stored_match", fail)
        [wrong] = [finding for finding in [f async for f in audit.check_database(service.db)] if not finding.is_ok]
        assert "hand:77" not in wrong.text
        assert wrong.text.endswith("KeyError" if fail is crash else "Refused: kernel.refused.option")


async def test_doctor_goes_on_after_a_damaged_game(service: TableService, players: Players) -> None:
    bad = await players.start_table(AOI, MARCO, channel=7)
    good = await players.start_table(MARCO, JULES, channel=8)
    async with service.db.transaction() as tx:
        await tx.execute("UPDATE games SET setup = ? WHERE id = ?", (b"{", bad))
    findings = {finding.table_id: finding.is_ok async for finding in audit.check_database(service.db)}
    assert findings == {None: True, bad: False, good: True}


@pytest.mark.parametrize(("field", "value"), [("seed", "not hexadecimal"), ("is_over", False), ("game_id", "unknown")])
async def test_invalid_field_values_are_findings(
    service: TableService, players: Players, field: str, value: object
) -> None:
    table_id = await players.start_table(AOI, MARCO)
    await players.play_to_end(table_id)
    file = msgspec.structs.replace(await audit.export_game(service.db, table_id), **{field: value})
    assert not all(finding.is_ok for finding in audit.verify_game_file(file))


async def test_unknown_game_and_invalid_file_are_refused(service: TableService, tmp_path: Path) -> None:
    with pytest.raises(Refused):
        await audit.export_game(service.db, 99)
    other = tmp_path / "no.json"
    other.write_text("{}")
    with pytest.raises(audit.NotAGameFile):
        audit.read_game_file(other)
    assert await operator_commands.verify_file(other) == 1


def copy_with_damaged_page(database: Path) -> Path:
    """Return a copy in which one page of the `games` table is garbage, so that only part of it is readable."""
    content, copy = database.read_bytes(), database.with_name("damaged.db")
    for offset in range(PAGE, len(content), PAGE):
        copy.write_bytes(content[:offset] + b"\xff" * PAGE + content[offset + PAGE :])
        with closing(sqlite3.connect(copy)) as connection:
            try:
                connection.execute("SELECT * FROM sqlite_master").fetchall()
                ((last,),) = connection.execute("SELECT max(game) FROM seats").fetchall()
                connection.execute("SELECT * FROM games WHERE id = ?", (last,)).fetchall()
            except sqlite3.DatabaseError:
                continue  # too much is unreadable
            try:
                connection.execute("SELECT * FROM games NOT INDEXED").fetchall()
            except sqlite3.DatabaseError:
                return copy
    raise LookupError("no page of that kind")


@pytest.mark.sqlite_only(reason="damages a file")
async def test_one_damaged_page_of_the_games_hides_only_those_on_it(
    service: TableService, players: Players, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither the doctor nor the bot stops: the other tables are examined, loaded and played."""
    for channel in range(TABLE_COUNT):
        await players.start_table(*(Person(1000 + 2 * channel + n, "Ann", "en") for n in range(2)), channel=channel)
    await service.db.truncate_wal()
    damaged = await asyncio.to_thread(copy_with_damaged_page, service.db.path)
    assert await operator_commands.run_doctor(damaged) == 1
    output = capsys.readouterr().out
    examined = {n for n in range(1, TABLE_COUNT + 1) if re.search(rf"table {n}: (?!cannot)", output)}
    assert "malformed" in output and 0 < len(examined) < TABLE_COUNT
    async with await Database.open(damaged, may_create=False) as db:
        rows, wrong = await game_rows.load_readable(db, "playing")
        assert {row.id for row in rows} == examined and wrong
        again = TableService(db, clock)
        await again.load_games_in_play()
        computers = ComputerPlayers(again, lambda: ThreadPoolExecutor(1))
        worker = asyncio.create_task(computers.run())
        async with again.lock_table(rows[-1].id) as table:
            await Players(again, clock).answer_randomly(table)
        await asyncio.sleep(0.1)
        assert not worker.done()
        worker.cancel()
        computers.close()
