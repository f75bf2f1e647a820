"""Jobs that only one process of an installation may do at a time: the others wait for their turn, and find it done.

The server frees a lock with its session, so a process that dies in the middle of a job blocks nobody. One that hangs or
has lost its connection sends nothing more, so the server ends its session as well.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from storage.address import ServerAddress
from storage.connection import wait_despite_cancellation
from storage.errors import StorageError
from storage.kinds import Job
from storage.postgres_driver import (
    CLOSE_SECONDS,
    LockNotAvailable,
    ServerConnection,
    close_connection,
    connect,
    translate_postgres_errors,
)
from storage.schema import APPLICATION_ID

JOB_CLASS = APPLICATION_ID + 2
"""First key of the advisory lock of a job, with the place in the upper bits. The second is the job, in the upper bits,
and the schema of the tables.
"""
JOB_SHIFT = 24
PLACE_SHIFT = 4
SILENCE_MS = 10_000
"""Time without a statement after which the server ends the session that holds a lock."""
KEEPALIVE_SECONDS = 2.0
"""Interval of the statements that keep the session alive while the job is done."""
MAX_WAIT_MS = 5_000
"""Limit of one wait for a lock that another process holds; then the process asks again, so a cut connection shows."""

log = logging.getLogger(__name__)


@asynccontextmanager
async def hold_job_lock(address: ServerAddress, job: Job, place: int = 0) -> AsyncIterator[None]:
    """Hold the lock of a job at a place (`Engine.hold_job`) while the block runs, once no other process does."""
    with translate_postgres_errors(str(address)):
        limits = {"idle_session_timeout": str(SILENCE_MS), "lock_timeout": str(MAX_WAIT_MS)}
        sql = await connect(address, statement_seconds=MAX_WAIT_MS / 1000 + CLOSE_SECONDS, **limits)
    keepalive: asyncio.Task[None] | None = None
    try:
        with translate_postgres_errors(str(address)):
            while not await _try_lock(sql, job, place):
                pass
        keepalive = asyncio.create_task(_keep_session(sql, str(address)), name="holding a job")
        yield
    finally:
        if keepalive is not None:
            keepalive.cancel()
            await wait_despite_cancellation(asyncio.wait({keepalive}))
        await close_connection(sql)  # if the server does not answer, it ends the session by itself


async def _try_lock(sql: ServerConnection, job: Job, place: int) -> bool:
    """Take the lock of a job. Return False if another process has held it for the whole time that this one waited."""
    schema_key = f"(current_schema()::regnamespace::oid::int & {(1 << JOB_SHIFT) - 1})"
    try:
        job_class = JOB_CLASS + (place << PLACE_SHIFT)
        await sql.execute(f"SELECT pg_advisory_lock({job_class}, {job << JOB_SHIFT} | {schema_key})")
    except LockNotAvailable:
        return False
    return True


async def _keep_session(sql: ServerConnection, name: str) -> None:
    """Send a statement at intervals, so that the server does not end the session."""
    try:
        while True:
            await asyncio.sleep(KEEPALIVE_SECONDS)
            with translate_postgres_errors(name):
                await sql.execute("SELECT")
    except StorageError as error:
        log.warning("another process may do this job at the same time: %s", error)
