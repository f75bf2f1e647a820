"""Jobs that only one process of an installation may do at a time: the others wait for their turn, and find it done.

The server frees a lock with its session, so a process that dies in the middle of a job blocks nobody.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from storage.address import ServerAddress
from storage.connection import wait_despite_cancellation
from storage.kinds import Job
from storage.postgres_errors import translate_postgres_errors
from storage.postgres_writer import connect
from storage.schema import APPLICATION_ID

JOB_CLASS = APPLICATION_ID + 2
"""First key of the advisory lock of a job. The second is the job, in the upper bits, and the schema of the tables."""
JOB_SHIFT = 24


@asynccontextmanager
async def hold_job_lock(address: ServerAddress, job: Job) -> AsyncIterator[None]:
    """Hold the lock of a job while the block runs, once no other process does."""
    with translate_postgres_errors(str(address)):
        sql = await connect(address)
    try:
        with translate_postgres_errors(str(address)):
            await sql.execute(
                f"SELECT pg_advisory_lock({JOB_CLASS},"
                f" {job << JOB_SHIFT} | (current_schema()::regnamespace::oid::int & {(1 << JOB_SHIFT) - 1}))"
            )
        yield
    finally:
        await wait_despite_cancellation(sql.close())
