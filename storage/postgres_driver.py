"""asyncpg, the driver of PostgreSQL, which no other module imports: opening and closing a connection, and its errors.

Errors become ours: their texts begin as SQLite's do, and never quote values of rows.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias, TypeVar

import asyncpg

from .address import EXAMPLE, ServerAddress
from .connection import MAX_CACHED_STATEMENTS, wait_despite_cancellation
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

log = logging.getLogger(__name__)

T = TypeVar("T")

ServerConnection: TypeAlias = "asyncpg.Connection[Any]"  # not subscriptable when the program runs
"""An open connection to a server."""
LockNotAvailable = asyncpg.LockNotAvailableError
"""A statement waited for a lock for as long as its session allows."""

CONNECT_SECONDS = 10.0
"""Limit of the wait for a new connection, and of what is asked there first."""
CLOSE_SECONDS = 2.0
"""Limit of the wait while a connection is closed or a transaction is rolled back."""
SILENCE_MS = 10_000
"""Time after which a connection is closed if the server has acknowledged no packet."""
SOCKET_OPTIONS = {"TCP_USER_TIMEOUT": SILENCE_MS, "TCP_KEEPIDLE": 5, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 3}
"""As far as the system has these options. Without them a cut connection is noticed after a quarter of an hour."""
SERVER_OPTIONS = {
    "tcp_user_timeout": str(SILENCE_MS), "tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}  # fmt: skip
"""The same options of the server's socket. Without them the server keeps the locks of a connection that was cut for two
hours, and the next connection of the program waits for them.
"""

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
SERVER_ERRORS = (asyncpg.PostgresError, *CONNECTION_ERRORS, TimeoutError)
"""Errors of a statement: the server refused it, or did not answer."""
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


class WatchedConnection(asyncpg.Connection):
    """A connection that the system gives up if the server is silent for too long."""

    def __init__(self, protocol: Any, transport: asyncio.Transport, *arguments: Any) -> None:
        super().__init__(protocol, transport, *arguments)
        self.wire: socket.socket = transport.get_extra_info("socket")
        """The socket below the connection."""
        if self.wire.family in (socket.AF_INET, socket.AF_INET6):
            self.wire.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for name, value in SOCKET_OPTIONS.items():
                if (option := getattr(socket, name, None)) is not None:
                    self.wire.setsockopt(socket.IPPROTO_TCP, option, value)


async def connect(address: ServerAddress, statement_seconds: float | None = None, **settings: str) -> ServerConnection:
    """Open one connection. statement_seconds: limit of each wait; settings: of the session. Errors name no password."""
    with translate_postgres_errors(str(address)):
        try:
            return await asyncpg.connect(
                address.secret_url,
                timeout=CONNECT_SECONDS,
                connection_class=WatchedConnection,
                command_timeout=statement_seconds,
                statement_cache_size=MAX_CACHED_STATEMENTS,
                server_settings={"application_name": "teban", "jit": "off", **SERVER_OPTIONS, **settings},
            )
        except (ValueError, TypeError, asyncpg.ClientConfigurationError):  # their words quote the address
            raise DatabaseUnavailable(f"expected an address like {EXAMPLE}") from None


async def wait_for_answer(work: Coroutine[Any, Any, T], seconds: float) -> T:
    """Return the result, or raise TimeoutError. `asyncio.timeout` needs a task that may be cancelled."""
    task = asyncio.create_task(work)
    done, _ = await asyncio.wait({task}, timeout=seconds)
    if not done:
        task.cancel()
        raise TimeoutError(f"no answer after {seconds:g} s")
    return task.result()


async def close_connection(sql: ServerConnection) -> None:
    """Close a connection, at once if the server does not answer."""
    try:
        await wait_despite_cancellation(wait_for_answer(sql.close(), CLOSE_SECONDS))
    except SERVER_ERRORS as error:
        log.warning("a connection was given up: %s", type(error).__name__)
        sql.terminate()
