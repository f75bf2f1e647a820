"""What can go wrong with a database, by what somebody can do about it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class StorageError(Exception):
    """A database did not do what was asked. Nothing was written."""


class DatabaseFull(StorageError):
    """The disk is full. Make room; the game goes on where it stood."""


class DatabaseCorrupt(StorageError):
    """The file is damaged or no SQLite database at all. Restore a backup."""


class ForeignDatabase(StorageError):
    """A sound SQLite database that belongs to another program."""


class FutureDatabase(StorageError):
    """The database was written by a newer version of this program. Upgrade the program."""


class DatabaseUnavailable(StorageError):
    """The file cannot be opened, read or written, or somebody else holds it too long."""


class Duplicate(StorageError):
    """A row with this key is there already: somebody was first."""


class BadRow(StorageError):
    """A row breaks a rule of its table (a CHECK, a type, a missing parent). It is an error of the caller."""


_BY_CODE: dict[int, type[StorageError]] = {
    sqlite3.SQLITE_FULL: DatabaseFull,
    sqlite3.SQLITE_CORRUPT: DatabaseCorrupt,
    sqlite3.SQLITE_NOTADB: DatabaseCorrupt,
    sqlite3.SQLITE_BUSY: DatabaseUnavailable,
    sqlite3.SQLITE_CANTOPEN: DatabaseUnavailable,
    sqlite3.SQLITE_IOERR: DatabaseUnavailable,
    sqlite3.SQLITE_PERM: DatabaseUnavailable,
    sqlite3.SQLITE_READONLY: DatabaseUnavailable,
    sqlite3.SQLITE_CONSTRAINT: BadRow,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE: Duplicate,
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY: Duplicate,
    sqlite3.SQLITE_CONSTRAINT_ROWID: Duplicate,
}


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into ours, the file's name first. Others (wrong SQL) are bugs and pass as they are."""
    try:
        yield
    except StorageError as error:
        raise type(error)(f"{path}: {error}") from error
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0)  # errors that Python's own module raises have none
        kind = _BY_CODE.get(code) or _BY_CODE.get(code & 0xFF)  # the low byte is the family of an extended code
        if kind is None:
            raise
        raise kind(f"{path}: {error}") from error
