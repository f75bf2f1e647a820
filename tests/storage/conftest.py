from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from storage import Database, DatabaseAddress
from tests.storage.commits import create_game
from tests.storage.sharing import Process, open_processes


@pytest.fixture
async def db(database: DatabaseAddress) -> AsyncIterator[Database]:
    async with await Database.open(database) as db:
        yield db


@pytest.fixture
async def table_id(db: Database) -> int:
    """A game in play with checkpoint 0: Ann (1) on seat 0, Bo (2) on seat 1, in channel 500."""
    return await create_game(db, channel=500)


@pytest.fixture
async def processes(database: DatabaseAddress) -> AsyncIterator[list[Process]]:
    """Two processes that share a server's database, and have no lease yet."""
    async with open_processes(database) as processes:
        yield processes
