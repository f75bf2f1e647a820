"""A database that has lost games is detected at the start (R10 of the review of trust)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import maintenance
from storage import Database, DatabaseUnavailable, safeguards
from tests.storage.commits import create_game

pytestmark = pytest.mark.sqlite_only(reason="a server has no such file")


async def create_tables(path: Path, tables: int) -> None:
    """Create tables and record their number in the extent file."""
    async with await Database.open(path) as db:
        for nth in range(tables):
            await create_game(db, channel=500 + nth)
        await maintenance.run_maintenance(db)


async def start_upkeep(path: Path) -> None:
    async with await Database.open(path) as db:
        await maintenance.start_maintenance(db)


async def test_merged_data_needs_no_log(tmp_path: Path) -> None:
    path = tmp_path / "teban.db"
    db = await Database.open(path)
    await create_game(db, channel=500)
    await maintenance.run_maintenance(db)
    assert path.with_name("teban.db-wal").stat().st_size == 0
    copy = tmp_path / "copy.db"
    copy.write_bytes(path.read_bytes())  # as after kill -9 and a lost -wal
    await db.close()
    async with await Database.open(copy) as copied_db:
        assert (await safeguards.measure_usage(copied_db)).tables == 1


async def test_a_database_that_was_emptied_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "teban.db"
    await create_tables(path, 2)
    await start_upkeep(path)
    path.unlink()
    with pytest.raises(DatabaseUnavailable, match=r"once held 2 tables with 0 moves and holds 0 with 0 now"):
        await start_upkeep(path)


async def test_older_copy_is_refused_until_operator_confirms(tmp_path: Path) -> None:
    path = tmp_path / "teban.db"
    await create_tables(path, 1)
    older = path.read_bytes()
    async with await Database.open(path) as db:
        await create_game(db, channel=900)
        await maintenance.run_maintenance(db)
    path.write_bytes(older)
    with pytest.raises(DatabaseUnavailable, match="a backup was restored"):
        await start_upkeep(path)
    safeguards.find_usage_path(path).unlink()
    await start_upkeep(path)


async def test_damaged_extent_file_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "teban.db"
    await create_tables(path, 1)
    safeguards.find_usage_path(path).write_bytes(b"nonsense")
    with pytest.raises(DatabaseUnavailable, match="remove it"):
        await start_upkeep(path)
