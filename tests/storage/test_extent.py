"""A database that has lost games is noticed at the start (R10 of the review of trust)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import upkeep
from storage import Database, DatabaseUnavailable, extent
from tests.storage.commits import seat_two_people


async def fill(path: Path, tables: int) -> None:
    """So many tables, known to the file beside it."""
    async with await Database.open(path) as db:
        for nth in range(tables):
            await seat_two_people(db, channel=500 + nth)
        await upkeep.once(db)


async def start(path: Path) -> None:
    async with await Database.open(path) as db:
        await upkeep.begin(db)


async def test_what_is_merged_needs_no_log(tmp_path: Path) -> None:
    path = tmp_path / "teban.db"
    db = await Database.open(path)
    await seat_two_people(db, channel=500)
    await upkeep.once(db)
    assert path.with_name("teban.db-wal").stat().st_size == 0
    copy = tmp_path / "copy.db"
    copy.write_bytes(path.read_bytes())  # as after kill -9 and a lost -wal
    await db.close()
    async with await Database.open(copy) as found:
        assert (await extent.measure(found)).tables == 1


async def test_a_database_that_was_emptied_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "teban.db"
    await fill(path, 2)
    await start(path)
    path.unlink()
    with pytest.raises(DatabaseUnavailable, match=r"once held 2 tables with 0 moves and holds 0 with 0 now"):
        await start(path)


async def test_an_older_copy_is_refused_until_the_operator_means_it(tmp_path: Path) -> None:
    path = tmp_path / "teban.db"
    await fill(path, 1)
    older = path.read_bytes()
    async with await Database.open(path) as db:
        await seat_two_people(db, channel=900)
        await upkeep.once(db)
    path.write_bytes(older)
    with pytest.raises(DatabaseUnavailable, match="a backup was restored"):
        await start(path)
    extent.beside(path).unlink()
    await start(path)


async def test_a_damaged_note_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "teban.db"
    await fill(path, 1)
    extent.beside(path).write_bytes(b"nonsense")
    with pytest.raises(DatabaseUnavailable, match="remove it"):
        await start(path)
