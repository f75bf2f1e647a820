"""Processes that share a server's database: what each of them has, and a look at the server beside them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import asyncpg

from storage import Database, DatabaseAddress, ServerAddress
from storage.persons import guilds
from storage.shards.leases import LeaseSession

SHARDS = 2


class Process:
    """A process: its shared database, and the session for its leases."""

    def __init__(self, db: Database, leases: LeaseSession) -> None:
        self.db = db
        self.leases = leases

    async def take_shards(self, *shards: int, dead_owner: int | None = None) -> list[int]:
        """Take those of the shards that are free, and return them."""
        taken = []
        for shard in shards:
            token = await self.leases.take_lease(shard, dead_owner)
            if token is not None:
                self.db.ownership.tokens[shard] = token
                taken.append(shard)
        return taken

    async def write(self, number: int) -> None:
        async with self.db.transaction() as tx:
            await guilds.set_language(tx, number, "ja")


@asynccontextmanager
async def open_processes(database: DatabaseAddress) -> AsyncIterator[list[Process]]:
    """Yield two processes, which have no lease yet."""
    assert isinstance(database, ServerAddress)
    async with AsyncExitStack() as stack:
        pair = []
        for _ in range(2):
            db = await stack.enter_async_context(await Database.open(database, shard_count=SHARDS))
            pair.append(Process(db, LeaseSession(database, SHARDS)))
            stack.push_async_callback(pair[-1].leases.close)
        yield pair


async def run_on_server(database: DatabaseAddress, sql: str, *values: Any) -> Any:
    assert isinstance(database, ServerAddress)
    connection = await asyncpg.connect(database.secret_url)
    try:
        return await connection.fetchval(sql, *values)
    finally:
        await connection.close()


async def end_leases(database: DatabaseAddress) -> None:
    """Let the time of all leases be over, by the server's clock."""
    await run_on_server(database, "UPDATE shard_leases SET until = 1")
