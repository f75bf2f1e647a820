"""A database on a PostgreSQL server: one connection that writes and a few that read.

Statements are written once, for SQLite; `postgres_writer` translates them for PostgreSQL. One transaction at
a time writes, as on SQLite. A lock on the server refuses a second program, unless both share the database by leases
(`shards`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Self

from .address import ServerAddress
from .connection import MAX_THREAD_SECONDS
from .dialect import POSTGRES, Row, Values, translate_statement
from .errors import DatabaseUnavailable
from .kinds import Job
from .postgres_driver import ServerConnection, close_connection, connect, translate_postgres_errors
from .postgres_writer import PostgresConnection
from .schema import load_migrations, require_version
from .shards.job_locks import hold_job_lock
from .shards.listening import keep_listening
from .shards.ownership import Ownership
from .shards.upgrade import apply_server_migrations, must_be_alone, read_server_version, upgrade_beside_others
from .table_copy import TableCopy, build_copy_query

READERS = 4
"""Connections that read. A reader is held for one statement."""
READ_SECONDS = MAX_THREAD_SECONDS + 1
"""Limit of the wait for an answer to a query, which the server itself ends before."""
BORROW_SECONDS = READ_SECONDS
"""Limit of the wait for a connection that others hold."""
BEGIN_SNAPSHOT = "SET idle_in_transaction_session_timeout = 0; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
"""Statements that begin a snapshot. It may be idle without limit, since a game may be replayed between two statements.
"""


class ReaderPool:
    """Connections that only read, handed out in the order in which they are asked for.

    is_snapshot: there is one connection, with one transaction, so that all is read as it was at the first query.
    """

    def __init__(self, address: ServerAddress, *, is_snapshot: bool = False) -> None:
        self._address = address
        self._turns = asyncio.Semaphore(1 if is_snapshot else READERS)
        """Limits the number of connections that are lent at the same time."""
        self._idle: list[ServerConnection] = []
        """Open connections that nobody has borrowed."""
        self._is_snapshot = is_snapshot
        self._was_connected = False
        """Whether a connection was opened before, whose snapshot another one would not have."""

    @asynccontextmanager
    async def borrow(self) -> AsyncIterator[ServerConnection]:
        """Lend a connection. A lost one is replaced. Raises DatabaseUnavailable if all are held for too long."""
        try:
            async with asyncio.timeout(BORROW_SECONDS):
                await self._turns.acquire()
        except TimeoutError:
            raise DatabaseUnavailable(f"{self._address}: no connection was free to read") from None
        try:
            while self._idle and self._idle[-1].is_closed():
                self._idle.pop()
            connection = self._idle.pop() if self._idle else await self._connect()
            try:
                yield connection
            finally:
                self._idle.append(connection)
        finally:
            self._turns.release()

    async def _connect(self) -> ServerConnection:
        if self._is_snapshot and self._was_connected:
            raise DatabaseUnavailable(f"{self._address}: the connection was lost, so what was read is out of date")
        limit = str(int(MAX_THREAD_SECONDS * 1000))
        sql = await connect(self._address, READ_SECONDS, default_transaction_read_only="on", statement_timeout=limit)
        self._was_connected = True
        if self._is_snapshot:
            try:
                with translate_postgres_errors(str(self._address)):
                    await sql.execute(BEGIN_SNAPSHOT)
            except BaseException:  # also on cancellation: nothing else would close it
                await close_connection(sql)
                raise
        return sql

    async def close(self) -> None:
        """Close the connections, which nobody may hold any more."""
        while self._idle:
            await close_connection(self._idle.pop())


class PostgresEngine:
    """An open database of a PostgreSQL server."""

    dialect = POSTGRES
    is_on_server = True

    def __init__(
        self,
        address: ServerAddress,
        writer: PostgresConnection | None,
        upgraded_from: int | None,
        ownership: Ownership,
        *,
        is_snapshot: bool = False,
    ) -> None:
        self.name = str(address)
        """For messages."""
        self.address = address
        self.ownership = ownership
        self.writer = writer
        self.upgraded_from = upgraded_from
        self._readers = ReaderPool(address, is_snapshot=is_snapshot)

    @property
    def path(self) -> Path:
        """Raises RuntimeError: a server keeps the rows, and no file."""
        raise RuntimeError(f"{self.name} is no file")

    @classmethod
    async def open(cls, address: ServerAddress, ownership: Ownership) -> Self:
        """Open the database and apply pending migrations, beside older processes that share it if that is possible."""
        if not ownership.is_alone:
            await cls._upgrade_to_share(address)
        writer = PostgresConnection(address, ownership)
        try:
            with translate_postgres_errors(writer.name):
                old_version, new_version = await apply_server_migrations(
                    await writer.open(), is_shared=not ownership.is_alone
                )
            await writer.claim()
        except BaseException:  # also on cancellation: nothing else would close it
            await writer.close()
            raise
        return cls(address, writer, old_version if 0 < old_version < new_version else None, ownership)

    @classmethod
    async def _upgrade_to_share(cls, address: ServerAddress) -> None:
        """Apply pending migrations, while no other program writes if it would not notice that this one is newer.

        Processes that start at once wait for the first of them.
        """
        version = await cls._load_shared_version(address)
        if must_be_alone(version):
            async with hold_job_lock(address, Job.UPGRADE):
                version = await cls._load_shared_version(address)
                if must_be_alone(version):
                    await (await cls.open(address, Ownership())).close()
                    return
        if version < len(load_migrations()):
            await upgrade_beside_others(address, version)

    @classmethod
    async def _load_shared_version(cls, address: ServerAddress) -> int:
        engine = cls(address, None, None, Ownership())
        try:
            return await engine.load_version(is_shared=True)
        finally:
            await engine.close()

    @classmethod
    async def open_to_read(cls, address: ServerAddress, *, is_snapshot: bool) -> Self:
        """Open a database that exists, and change nothing. is_snapshot: read all of it as it is now."""
        engine = cls(address, None, None, Ownership(), is_snapshot=is_snapshot)
        try:
            with translate_postgres_errors(engine.name):
                require_version(await engine.load_version(), len(load_migrations()))
        except BaseException:  # also on cancellation: nothing else would close it
            await engine.close()
            raise
        return engine

    async def load_version(self, *, is_shared: bool = False) -> int:
        """Return the version of the database, 0 for an empty one. Raises ForeignDatabase or FutureDatabase.

        is_shared: as for `read_server_version`.
        """
        async with self._readers.borrow() as connection:
            with translate_postgres_errors(self.name):
                return await read_server_version(connection, len(load_migrations()), is_shared=is_shared)

    async def close(self) -> None:
        """Close the connections."""
        await self._readers.close()
        if self.writer is not None:
            await self.writer.close()

    def try_fetch_rows(self, sql: str, values: Values = ()) -> None:
        """Do nothing: every query waits for the server."""

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query as of the last commit. This never waits for a writer."""
        async with self._readers.borrow() as connection:
            with translate_postgres_errors(self.name):
                return [tuple(row) for row in await connection.fetch(translate_statement(sql), *values)]

    async def copy_table(self, game: int, more_queries: Sequence[str]) -> TableCopy:
        """Return a copy of all rows of a table, read with one statement."""
        async with self._readers.borrow() as connection:
            with translate_postgres_errors(self.name):
                answer = await connection.fetchval(translate_statement(build_copy_query(*more_queries)), game)
        return TableCopy(game, more_queries, answer)

    def hold_job(self, job: Job, place: int) -> AbstractAsyncContextManager[None]:
        """Hold the lock of a job; one that is alone needs none."""
        return nullcontext() if self.ownership.is_alone else hold_job_lock(self.address, job, place)

    async def keep_listening(self, callbacks: Mapping[str, Callable[[str], None]]) -> None:
        """Listen on a connection of its own."""
        await keep_listening(self.address, callbacks)

    async def notify_processes(self, channel: str, text: str) -> None:
        """Send a notification; a query may do that, because it changes nothing."""
        await self.fetch_rows("SELECT pg_notify(?, ?)", (channel, text))

    async def list_problems(self) -> list[str]:
        """Return nothing: the server refuses rows without their parent, and pg_amcheck looks for damaged pages."""
        return []

    def note_commit(self) -> None:
        """Do nothing: the server does this by itself."""

    async def checkpoint_long_log(self) -> None:
        """Do nothing: the server does this by itself."""

    async def truncate_log(self) -> None:
        """Do nothing: the server does this by itself."""
