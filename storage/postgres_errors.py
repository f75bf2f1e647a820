"""Translate PostgreSQL's errors into ours: their texts begin as SQLite's do, and never quote values of rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg

from .errors import (
    ChangedMeanwhile,
    DatabaseCorrupt,
    DatabaseFull,
    DatabaseTakenOver,
    DatabaseUnavailable,
    DuplicateRow,
    InvalidRow,
    ServerAway,
    StorageError,
)

_ERRORS_BY_STATE: dict[str, type[StorageError]] = {
    "23505": DuplicateRow,
    "42501": DatabaseUnavailable,
    "42804": InvalidRow,
    "53100": DatabaseFull,
    "XX001": DatabaseCorrupt,
    "XX002": DatabaseCorrupt,
    "3D000": DatabaseUnavailable,
    "25006": DatabaseUnavailable,
    "25P02": DatabaseUnavailable,
    "40001": ChangedMeanwhile,
    "40P01": ChangedMeanwhile,
    "55P03": DatabaseUnavailable,
    "57P01": ServerAway,
    "57P02": ServerAway,
    "57P03": ServerAway,
    "TB001": DatabaseTakenOver,
}
CONNECTION_ERRORS = (asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)
"""Errors of a connection that was lost; the second one if that happens in the middle of an answer."""
_ERRORS_BY_CLASS: dict[str, type[StorageError]] = {
    "08": ServerAway,
    "22": InvalidRow,
    "23": InvalidRow,
    "28": DatabaseUnavailable,
    "40": DatabaseUnavailable,
    "53": DatabaseUnavailable,
    "57": DatabaseUnavailable,
    "58": DatabaseUnavailable,
}
"""By the first two characters of the state: a class of errors in the SQL standard."""


@contextmanager
def translate_postgres_errors(name: str) -> Iterator[None]:
    """Turn PostgreSQL's errors into ours, prefixed with the server. Others (wrong SQL) are bugs and pass unchanged."""
    try:
        yield
    except StorageError as error:
        if str(error).startswith(name):
            raise
        raise type(error)(f"{name}: {error}") from error
    except asyncpg.PostgresError as error:
        state = error.sqlstate or ""
        error_type = _ERRORS_BY_STATE.get(state) or _ERRORS_BY_CLASS.get(state[:2])
        if error_type is None:
            raise
        raise error_type(f"{name}: {_describe(error, state)}") from None  # its details quote values of rows
    except (*CONNECTION_ERRORS, TimeoutError) as error:
        raise ServerAway(f"{name}: {type(error).__name__}: {error}") from error


def _describe(error: asyncpg.PostgresError, state: str) -> str:
    table = error.table_name or ""
    match state:
        case "23505":
            columns = re.match(r"Key \((.+?)\)=", error.detail or "")
            names = columns[1].split(", ") if columns else [str(error.constraint_name)]
            return "UNIQUE constraint failed: " + ", ".join(f"{table}.{column}" for column in names)
        case "23502":
            return f"NOT NULL constraint failed: {table}.{error.column_name}"
        case "23503":
            return f"FOREIGN KEY constraint failed: {error.constraint_name}"
        case "23514":
            return f"CHECK constraint failed: {error.constraint_name}"
        case "53100":
            return "database or disk is full"
        case "25006":
            return "attempt to write a readonly database"
        case "55P03":
            return "the database is locked: another Teban writes it"
        case _ if state.startswith("22") or state == "42804":
            return f"cannot store a value: {type(error).__name__}"
    return str(error)
