from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Database
from tests.storage.commits import create_game


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[Database]:
    async with await Database.open(tmp_path / "teban.db") as database:
        yield database


@pytest.fixture
async def game(db: Database) -> int:
    """A game in play with checkpoint 0: Ann (1) on seat 0, Bo (2) on seat 1, in channel 500."""
    return await create_game(db, channel=500)
