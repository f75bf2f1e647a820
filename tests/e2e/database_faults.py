"""Faults of a PostgreSQL server at the commits of the bot's processes, as the server itself would have them.

Deferred triggers on tables that play writes run one function at each commit; putting a fault in replaces its body. A
commit whose acknowledgement is lost is the one fault that no trigger can be: the process itself loses it
(`lose_next_answer`), when it gets a signal.
"""

from __future__ import annotations

import asyncio
import signal
from enum import StrEnum

import asyncpg

from storage import ServerAddress
from storage.postgres_writer import PostgresConnection

TABLES = ("decisions", "interactions", "outbox", "posts")
"""Tables of which each press and each post writes one."""
SIGNAL = signal.SIGUSR1
_has_to_lose_answer = False
"""Whether this process, a bot, loses the acknowledgement of its next commit."""


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


def _build_function(fault: CommitFault, share: float) -> str:
    condition = f"IF random() < {share} THEN {fault} END IF;" if fault else ""
    return (
        "CREATE OR REPLACE FUNCTION fail_commit() RETURNS trigger LANGUAGE plpgsql AS"
        f" $$ BEGIN {condition} RETURN NULL; END $$;"
    )


async def prepare_commit_faults(database: ServerAddress) -> None:
    """Create the triggers, which do nothing yet."""
    triggers = "".join(
        f"CREATE CONSTRAINT TRIGGER fail_commit AFTER INSERT OR UPDATE ON {table}"
        " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail_commit();"
        for table in TABLES
    )
    await run_on_server(database, _build_function(CommitFault.NONE, 0) + triggers)


async def fail_commits(database: ServerAddress, fault: CommitFault, seconds: float, share: float) -> None:
    """Let each row's check at a commit fail with this probability for a while."""
    await run_on_server(database, _build_function(fault, share))
    try:
        await asyncio.sleep(seconds)
    finally:
        await run_on_server(database, _build_function(CommitFault.NONE, 0))


def lose_answers_on_signal() -> None:
    """Let this process, a bot, lose the acknowledgement of a commit after each signal, and the connection with it."""
    send_commit = PostgresConnection._send_commit

    def expect_loss(*_: object) -> None:
        global _has_to_lose_answer  # noqa: PLW0603
        _has_to_lose_answer = True

    async def lose_next_answer(connection: PostgresConnection) -> None:
        global _has_to_lose_answer  # noqa: PLW0603
        is_change = bool(connection._changes) or connection._has_begun
        await send_commit(connection)
        if is_change and _has_to_lose_answer:
            _has_to_lose_answer = False
            connection._connection.terminate()
            raise ConnectionResetError("the acknowledgement was lost")

    PostgresConnection._send_commit = lose_next_answer  # type: ignore[method-assign, assignment]
    signal.signal(SIGNAL, expect_loss)
