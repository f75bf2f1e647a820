"""A server that is cut off without a word is given up: by each wait of the driver, and by the system."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from storage import (
    Database,
    DatabaseAddress,
    DatabaseUnavailable,
    ServerAddress,
    postgres_driver,
    postgres_engine,
    postgres_writer,
)
from storage.persons import guilds
from storage.shards.leases import LeaseSession

pytestmark = pytest.mark.postgres_only

LIMIT = 0.3
"""Seconds that each wait may take here."""


class Wire:
    """A way to the server through a port of this machine, which can be cut: what is sent then is taken and lost."""

    def __init__(self, address: ServerAddress) -> None:
        match = re.search(r"host=([^&]+)", address.secret_url)
        assert match is not None
        self._path = f"{match[1]}/.s.PGSQL.5432"
        self.is_cut = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def connect(self, client: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
        """Connect a client with the server."""
        server, requests = await asyncio.open_unix_connection(self._path)
        for source, target in ((client, requests), (server, answers)):
            self._tasks.add(asyncio.create_task(self._pass_on(source, target)))

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while data := await source.read(65_536):
            if not self.is_cut:
                target.write(data)
        if not self.is_cut:
            target.close()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@pytest.fixture
async def wire(database: DatabaseAddress, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Wire, Database]]:
    """A database behind a wire."""
    assert isinstance(database, ServerAddress)
    for module in (postgres_driver, postgres_writer):
        monkeypatch.setattr(module, "CLOSE_SECONDS", LIMIT)
    wire = Wire(database)
    async with await asyncio.start_server(wire.connect, "127.0.0.1") as listener:
        port = listener.sockets[0].getsockname()[1]
        db = await Database.open(ServerAddress(f"postgresql://postgres@127.0.0.1:{port}/postgres"))
        yield wire, db
        await db.close()
        await wire.close()


async def test_no_wait_for_a_silent_server_is_endless(
    wire: tuple[Wire, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    way, db = wire
    monkeypatch.setattr(postgres_engine, "READ_SECONDS", 1.0)
    await db.fetch_rows("SELECT 1")
    with monkeypatch.context() as short:
        short.setattr(postgres_writer, "COMMIT_SECONDS", LIMIT)
        for module in (postgres_driver, postgres_writer):
            short.setattr(module, "CONNECT_SECONDS", LIMIT)
        with pytest.raises(DatabaseUnavailable):
            async with db.transaction() as tx:
                await guilds.set_language(tx, 1, "en")
                way.is_cut = True
        with pytest.raises(DatabaseUnavailable):  # a new connection
            async with db.transaction():
                pass
        with pytest.raises(DatabaseUnavailable):
            await db.fetch_rows("SELECT 2")
    way.is_cut = False
    async with db.transaction() as tx:
        await guilds.set_language(tx, 1, "en")
    way.is_cut = True  # the goodbye of the fixture is not answered


async def test_a_silent_server_does_not_hold_up_the_end_of_a_failed_transaction(wire: tuple[Wire, Database]) -> None:
    way, db = wire
    db.transaction_seconds = LIMIT
    with pytest.raises(DatabaseUnavailable):
        async with db.transaction() as tx:
            await guilds.set_language(tx, 1, "en")
            await tx.fetch_rows("SELECT version FROM teban_version")
            way.is_cut = True
            await tx.fetch_rows("SELECT version FROM teban_version")


async def test_a_silent_server_does_not_hold_up_the_end_of_a_lease_session(
    wire: tuple[Wire, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    way, db = wire
    assert isinstance(db.engine, postgres_engine.PostgresEngine)
    session = LeaseSession(db.engine.address, 1)
    await session.list_orphans()
    way.is_cut = True
    async with asyncio.timeout(20 * LIMIT):
        await session.close()
    assert session._sql is not None and session._sql.is_closed()


async def test_a_reader_that_never_comes_free_is_not_waited_for(
    wire: tuple[Wire, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, db = wire
    monkeypatch.setattr(postgres_engine, "BORROW_SECONDS", LIMIT)
    assert isinstance(db.engine, postgres_engine.PostgresEngine)
    async with AsyncExitStack() as stack:
        for _ in range(postgres_engine.READERS):
            await stack.enter_async_context(db.engine._readers.borrow())
        with pytest.raises(DatabaseUnavailable, match="no connection was free to read"):
            await db.fetch_rows("SELECT 1")
    assert await db.fetch_rows("SELECT 1") == [(1,)]


async def test_the_system_gives_up_a_connection_that_nobody_acknowledges(wire: tuple[Wire, Database]) -> None:
    writer = wire[1].engine.writer
    assert isinstance(writer, postgres_writer.PostgresConnection)
    connection = await writer.open()
    assert isinstance(connection, postgres_driver.WatchedConnection)
    assert connection.wire.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == postgres_driver.SILENCE_MS
    assert connection.wire.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)


async def test_the_server_gives_up_a_connection_that_nobody_acknowledges(wire: tuple[Wire, Database]) -> None:
    """Else it would keep the lock of the program, which could not open its database again. Here no network is cut."""
    own = "SELECT name FROM pg_settings WHERE source = 'client' AND name LIKE 'tcp%'"
    assert {name for (name,) in await wire[1].fetch_rows(own)} == {*postgres_driver.SERVER_OPTIONS}
