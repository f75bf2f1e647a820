"""Interface of a database engine: an open SQLite file, or connections to a PostgreSQL server."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from .dialect import Dialect, Row, Values
from .kinds import Job
from .scopes import MirroredScope
from .shards.ownership import Ownership
from .table_copy import TableCopy


class Source(Protocol):
    """Anything rows can be read from: the Database (committed data) or an open Transaction (its own writes too)."""

    @property
    def ownership(self) -> Ownership:
        """The tables that belong to this process. Queries over all tables leave the others out."""
        ...

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query."""
        ...


class Catalogue(Source, Protocol):
    """A source that knows its SQL tables, too."""

    async def list_tables(self) -> list[str]:
        """Return the names of all SQL tables, in order."""
        ...

    async def list_key_columns(self, table: str) -> list[str]:
        """Return the columns of an SQL table's primary key, or else of its unique constraint."""
        ...

    async def load_last_id(self, table: str) -> int:
        """Return the last id that an SQL table has given out, deleted rows included; 0 before the first."""
        ...

    async def list_references(self, table: str) -> list[tuple[str, str]]:
        """Return (table, column) of every column that refers to this SQL table, in order."""
        ...

    async def list_columns(self, table: str) -> list[tuple[str, str]]:
        """Return (column, type) of an SQL table, without generated columns. Types: INTEGER, TEXT, BLOB."""
        ...


class WriterConnection(Protocol):
    """A connection on which one transaction at a time writes."""

    @property
    def name(self) -> str:
        """File or server, for messages; without a password."""
        ...

    @property
    def dialect(self) -> Dialect: ...

    @property
    def in_transaction(self) -> bool: ...

    @property
    def foreign_version(self) -> int:
        """A number that changes when no cached row can be trusted: another connection has written the file, or this
        process has other shards than before.
        """
        ...

    async def begin(self, *, needs_lease: bool = True) -> None:
        """Begin a transaction. needs_lease: it writes rows that belong to a shard, if several processes share them."""
        ...

    def try_execute(self, sql: str, values: Values = ()) -> list[Row] | None:
        """Run one statement at once and return its rows; None: nothing was done, because it must wait."""
        ...

    async def execute(self, sql: str, values: Values = ()) -> list[Row]:
        """Run one statement, waiting for what it needs, and return its rows."""
        ...

    async def read_ahead(self, scopes: Collection[MirroredScope]) -> None:
        """Read rows that the next statements ask for, if that saves waits for a server."""
        ...

    def forget_game(self, game: int) -> None:
        """Read the rows of a game from the database again: another process has changed them."""
        ...

    async def insert_rows(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Insert many rows, whose values are in the order of the columns."""
        ...

    async def commit(self) -> None:
        """Commit. The commit has finished when this returns, even if the task was cancelled."""
        ...

    async def roll_back(self) -> None:
        """Discard everything that is not committed. Without an open transaction this does nothing."""
        ...


class Engine(Protocol):
    """An open SQLite file, or connections to a PostgreSQL server."""

    @property
    def path(self) -> Path:
        """The file. An engine without one raises RuntimeError."""
        ...

    @property
    def name(self) -> str:
        """File or server, for messages; without a password."""
        ...

    @property
    def dialect(self) -> Dialect: ...

    @property
    def is_on_server(self) -> bool:
        """Whether a server keeps the rows, and no file."""
        ...

    @property
    def writer(self) -> WriterConnection | None:
        """None: the database was opened to be read."""
        ...

    @property
    def ownership(self) -> Ownership:
        """The tables that belong to this process."""
        ...

    @property
    def upgraded_from(self) -> int | None:
        """The schema version before migration, if opening migrated an existing database; else None."""
        ...

    def try_fetch_rows(self, sql: str, values: Values = ()) -> list[Row] | None:
        """Return the rows of a query at once; None: it must wait."""
        ...

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return the rows of a query, waiting for what it needs."""
        ...

    async def copy_table(self, game: int, more_queries: Sequence[str]) -> TableCopy | None:
        """Return a copy of all rows of a table, read with one statement; None: reading one by one is as quick.

        more_queries: further queries whose answers the copy has, each of two columns with the game as its only value.
        """
        ...

    def hold_job(self, job: Job, place: int) -> AbstractAsyncContextManager[None]:
        """Return a context in which no other process that shares the database does this job at this place."""
        ...

    async def keep_listening(self, callbacks: Mapping[str, Callable[[str], None]]) -> None:
        """Call the callback of a channel with the text of each of its notifications, until cancelled."""
        ...

    async def notify_processes(self, channel: str, text: str) -> None:
        """Send a notification to all processes that share the database. One that is not connected now misses it."""
        ...

    async def list_problems(self) -> list[str]: ...

    def note_commit(self) -> None:
        """Count a commit, after which the log is longer."""
        ...

    async def checkpoint_long_log(self) -> None: ...

    async def truncate_log(self) -> None: ...

    async def close(self) -> None: ...
