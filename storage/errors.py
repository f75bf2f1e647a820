"""Errors of the database, grouped by what the operator can do about them."""

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")

RETRY_SECONDS = 1.0
"""Wait before a worker tries again what the database could not do: a server may be starting again."""


class StorageError(Exception):
    """A database operation failed. Nothing was written, unless it was a commit whose acknowledgement was lost."""


class DatabaseFull(StorageError):
    """The disk is full. Once space is freed, the game continues from its last committed state."""


class DatabaseCorrupt(StorageError):
    """The file is damaged or is not a SQLite database. Restore a backup."""


class ForeignDatabase(StorageError):
    """The file is a valid SQLite database that belongs to another program."""


class FutureDatabase(StorageError):
    """The database was written by a newer version of this program. Upgrade the program."""


class OutdatedDatabase(StorageError):
    """The database was written by an older version of this program. Bring it up to date, or use that version."""


class DatabaseUnavailable(StorageError):
    """The file cannot be opened, read or written, or another program locks it for too long, or
    a transaction or query takes too long.
    """


class ServerAway(DatabaseUnavailable):
    """The server cannot be reached, or it is starting again."""


class ChangedMeanwhile(DatabaseUnavailable):
    """Another process changed the same rows at the same time. Nothing was written: the same may be tried at once."""


class DatabaseTakenOver(DatabaseUnavailable):
    """Another program has written the server's database in the meantime, or owns tables of this one now. This one must
    start again.
    """


class ForeignTable(StorageError):
    """The table belongs to another process that shares the database, or this one no longer knows what it owns.

    guild_id: the table's server, whose shard decides about the owner; None: not known.
    """

    def __init__(self, message: str, guild_id: int | None = None) -> None:
        super().__init__(message)
        self.guild_id = guild_id


class DuplicateRow(StorageError):
    """A row with this key already exists: another writer was first."""


class InvalidRow(StorageError):
    """A row breaks a constraint of its table (a CHECK, a type, a missing parent row). This is a bug in the caller."""


_ERRORS_BY_CODE: dict[int, type[StorageError]] = {
    sqlite3.SQLITE_FULL: DatabaseFull,
    sqlite3.SQLITE_CORRUPT: DatabaseCorrupt,
    sqlite3.SQLITE_NOTADB: DatabaseCorrupt,
    sqlite3.SQLITE_BUSY: DatabaseUnavailable,
    sqlite3.SQLITE_INTERRUPT: DatabaseUnavailable,
    sqlite3.SQLITE_CANTOPEN: DatabaseUnavailable,
    sqlite3.SQLITE_IOERR: DatabaseUnavailable,
    sqlite3.SQLITE_PERM: DatabaseUnavailable,
    sqlite3.SQLITE_READONLY: DatabaseUnavailable,
    sqlite3.SQLITE_CONSTRAINT: InvalidRow,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE: DuplicateRow,
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY: DuplicateRow,
    sqlite3.SQLITE_CONSTRAINT_ROWID: DuplicateRow,
}


@contextmanager
def translate_errors(path: Path | str) -> Iterator[None]:
    """Turn SQLite's errors into ours, prefixed with the file name. Others (wrong SQL) are bugs and pass unchanged."""
    try:
        yield
    except StorageError as error:
        raise type(error)(f"{path}: {error}") from error
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0)  # errors raised by Python's sqlite3 module itself have no code
        # the low byte is the family of an extended code
        error_type = _ERRORS_BY_CODE.get(code) or _ERRORS_BY_CODE.get(code & 0xFF)
        if error_type is None:
            raise
        raise error_type(f"{path}: {error}") from error


async def retry_while_unavailable(work: Callable[[], Awaitable[T]]) -> T:
    """Return what the work returns, and begin it again as long as the database is unavailable or full, or this process
    does not know what it owns (`ForeignTable`).

    Raises DatabaseTakenOver, and other errors of the database.
    """
    while True:
        try:
            return await work()
        except DatabaseTakenOver:
            raise
        except (DatabaseUnavailable, DatabaseFull, ForeignTable) as error:
            log.warning("tried again in %g s: %s", RETRY_SECONDS, error)
        await asyncio.sleep(RETRY_SECONDS)
