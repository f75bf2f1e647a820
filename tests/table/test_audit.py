"""A database is examined, a game leaves it as a file, and the file proves itself."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bot import audit, operate
from bot.table import TableService
from bot.table.fairness import proof
from engines.kernel import Refused

from .conftest import AOI, JULES, MARCO, Players


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
