"""Faults of a PostgreSQL server that the bot's processes share: lost connections, a crash, and commits that fail as the
server itself would have them.

Deferred triggers on tables that play writes run one function at each commit; putting a fault in replaces its body. A
commit whose acknowledgement is lost is the one fault that no trigger can be: the process itself loses it
(`lose_next_answer`), when it gets a signal.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from enum import StrEnum

import asyncpg

from storage import ServerAddress
from storage.postgres_writer import PostgresConnection
from tests.faults.mutants.storage_mutants import patch_attribute

TABLES = ("decisions", "interactions", "outbox", "posts")
"""Tables of which each press and each post writes one."""
SIGNAL = signal.SIGUSR1
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'teban%'"
KEEP = "ALTER DATABASE postgres SET synchronous_commit = on"
"""The server is killed here, so it must not acknowledge what it has only in memory, as in other tests."""


class CommitFault(StrEnum):
    """Faults at a commit, as statements of the trigger."""

    NONE = ""
    SERIALIZATION_ERROR = "RAISE EXCEPTION 'changed meanwhile' USING ERRCODE = 'serialization_failure';"
    FULL_DISK = "RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full';"
    LOST_CONNECTION = "PERFORM pg_terminate_backend(pg_backend_pid()), pg_sleep(1);"


async def run_on_server(database: ServerAddress, script: str) -> None:
    connection = await asyncpg.connect(database.secret_url)
    try:
        await connection.execute(script)
    finally:
        await connection.close()


async def cut_connections(database: ServerAddress) -> None:
    """Let the server end all connections of all processes."""
    await run_on_server(database, CUT)


async def crash_server(database: ServerAddress) -> None:
    """Kill one of the server's own processes: it ends all connections, recovers and starts again."""
    connection = await asyncpg.connect(database.secret_url)
    os.kill(connection.get_server_pid(), signal.SIGKILL)
    connection.terminate()


def _build_function(fault: CommitFault, share: float) -> str:
    condition = f"IF random() < {share} THEN {fault} END IF;" if fault else ""
    return (
        "CREATE OR REPLACE FUNCTION fail_commit() RETURNS trigger LANGUAGE plpgsql AS"
        f" $$ BEGIN {condition} RETURN NULL; END $$;"
    )


async def prepare_commit_faults(database: ServerAddress) -> None:
    """Create the triggers, which do nothing yet, and let the server acknowledge only what it has written."""
    triggers = "".join(
        f"CREATE CONSTRAINT TRIGGER fail_commit AFTER INSERT OR UPDATE ON {table}"
        " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail_commit();"
        for table in TABLES
    )
    await run_on_server(database, _build_function(CommitFault.NONE, 0) + triggers)
    await run_on_server(database, KEEP)


async def fail_commits(database: ServerAddress, fault: CommitFault, seconds: float, share: float) -> None:
    """Let each row's check at a commit fail with this probability for a while."""
    await run_on_server(database, _build_function(fault, share))
    try:
        await asyncio.sleep(seconds)
    finally:
        await run_on_server(database, _build_function(CommitFault.NONE, 0))


def lose_answers_on_signal() -> None:
    """Let this process, a bot, lose the acknowledgement of a commit after each signal, and the connection with it."""
    loss_expected = threading.Event()

    def lose_next_answer(send_commit: Callable[[PostgresConnection], Awaitable[None]]) -> object:
        async def replacement(connection: PostgresConnection) -> None:
            is_change = bool(connection._changes) or connection._has_begun
            await send_commit(connection)
            if is_change and loss_expected.is_set():
                loss_expected.clear()
                connection._connection.terminate()
                raise ConnectionResetError("the acknowledgement was lost")

        return replacement

    patch_attribute(PostgresConnection, "_send_commit", lose_next_answer)
    signal.signal(SIGNAL, lambda *_: loss_expected.set())
