"""Versions of programs that share a server's database, and the migrations that they apply there.

A migration says in its first line what it does: one that only adds is applied beside processes of an older version,
which continue to use the tables as they know them. One that removes names the oldest version of the tables whose
programs do without what goes, and waits until no older process runs.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from importlib.metadata import version

from storage.address import ServerAddress
from storage.errors import DatabaseUnavailable, ForeignDatabase, FutureDatabase, StorageError
from storage.kinds import Job
from storage.postgres_driver import ServerConnection, connect, translate_postgres_errors
from storage.schema import APPLICATION_ID, POSTGRES_FOLDER, load_migrations, load_numbered_migrations

from .job_locks import hold_job_lock

log = logging.getLogger(__name__)

OWNER_CLASS = APPLICATION_ID + 1
"""First key of the advisory lock that a process holds (`leases`); the second is its number among the owners."""
FIRST_SHARED = 16
"""The first version of the tables in which processes say which version they are."""
SCHEMA_BASE = 10_000
"""Factor of the program's version in the version of a process; the version of its tables is added."""
LOCK_MS = 1_000
"""How long a migration waits for transactions under way before it lets others pass, and tries again."""
POLL_SECONDS = 1.0
"""Wait before a migration that removes something looks again whether older processes still run, or one that has failed
is tried again.
"""
CLEAR_LOOKS = 3
"""Polls in a row at which no older process runs before something is removed: the server may have lost connections."""
MAX_FAILURES = 30
"""Failures in a row after which an upgrade is given up."""
STATEMENT_SECONDS = 600.0
"""Limit of the wait for a statement of a migration."""
VERSION_TABLE = """
CREATE TABLE teban_version (version BIGINT NOT NULL, writer BIGINT NOT NULL, beat_at TIMESTAMPTZ);
INSERT INTO teban_version (version, writer) VALUES (0, 0)
"""
"""SQL of the table with one row: version of the tables, number of programs that have opened them to write, and when
the bot was last well.
"""
IS_RUNNING = f"""EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted
    AND classid::bigint = {OWNER_CLASS} AND objid::bigint = owner
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"""
"""Condition of rows whose owner is a process that runs."""

END_OLDER_LEASES = f"""
UPDATE shard_leases SET token = token + 1, until = 0 WHERE until > 0 AND version % {SCHEMA_BASE} < $1
"""
"""Ends the leases of processes whose tables are older than a version, so that a disconnected one cannot write again."""


class OlderProcessRuns(StorageError):
    """A process runs that needs what a migration removes."""


def compute_process_version(program: str, schema: int) -> int:
    """Return a number that is greater for a newer program, and for newer tables of the same program."""
    numbers = [int(number) for number in re.findall(r"\d+", program)[:3]]
    major, minor, patch = (*numbers, 0, 0, 0)[:3]
    return ((major * 1_000 + minor) * 1_000 + patch) * SCHEMA_BASE + schema


def load_own_version() -> int:
    """Return the version of this process."""
    return compute_process_version(version("teban"), len(load_migrations()))


def find_oldest_compatible_version(number: int, script: str) -> int:
    """Return the oldest version of the tables whose programs may run beside and after a migration; 0: all may."""
    if number < FIRST_SHARED:
        return number
    first_line = script.partition("\n")[0]
    if first_line == "-- Only adds.":
        return 0
    if (removal := re.fullmatch(r"-- Removes what programs before version (\d+) use\.", first_line)) is None:
        raise RuntimeError(f"migration {number} must say in its first line whether it only adds or what it removes")
    return int(removal[1])


async def read_server_version(sql: ServerConnection, newest: int, *, is_shared: bool = False) -> int:
    """Return the version of the database, 0 for an empty one. Raises ForeignDatabase or FutureDatabase.

    is_shared: it may be newer, if what was added since may stay unknown to this program.
    """
    encoding = await sql.fetchval("SHOW server_encoding")
    if encoding != "UTF8":
        raise DatabaseUnavailable(f"the database has the encoding {encoding}, expected UTF8")
    tables = await sql.fetchval(
        "SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"
    )
    if tables == 0:
        return 0
    if await sql.fetchval("SELECT to_regclass(quote_ident(current_schema()) || '.teban_version')") is None:
        raise ForeignDatabase(f"this PostgreSQL database belongs to another program ({tables} tables)")
    found = int(await sql.fetchval("SELECT version FROM teban_version"))
    if found > newest and not (is_shared and await sql.fetchval("SELECT oldest FROM teban_version") <= newest):
        raise FutureDatabase(
            f"the database has version {found}, this program knows versions up to {newest}: upgrade the program"
        )
    return found


async def apply_server_migrations(sql: ServerConnection, *, is_shared: bool = False) -> tuple[int, int]:
    """Bring the database to the newest version, one transaction per migration. Return (version found, version now).

    is_shared: as for `read_server_version`.
    """
    old_version = found = await read_server_version(sql, len(load_migrations()), is_shared=is_shared)
    for number, script in load_numbered_migrations(POSTGRES_FOLDER):
        if number > found:
            async with sql.transaction():
                await _apply_migration(sql, number, script, is_first=found == 0)
            found = number
    return old_version, found


async def _apply_migration(sql: ServerConnection, number: int, script: str, *, is_first: bool = False) -> None:
    """Apply a migration in the open transaction. is_first: the database is empty."""
    await sql.execute(script)
    if is_first:
        await sql.execute(VERSION_TABLE)
    await sql.execute("UPDATE teban_version SET version = $1::bigint", number)
    if number >= FIRST_SHARED:
        oldest = find_oldest_compatible_version(number, script)
        await sql.execute("UPDATE teban_version SET oldest = greatest(oldest, $1::bigint)", oldest)


def must_be_alone(found: int) -> bool:
    """Return whether the tables of this version cannot be brought up to date while another process runs."""
    return found < FIRST_SHARED


async def upgrade_beside_others(address: ServerAddress, found: int) -> None:
    """Apply the pending migrations to tables of this version while processes of an older version run, as soon as no
    process runs that is too old for them. Raises DatabaseUnavailable if that fails again and again.
    """
    scripts = load_numbered_migrations(POSTGRES_FOLDER)
    oldest = max(find_oldest_compatible_version(number, script) for number, script in scripts if number > found)
    failures, clear_looks = 0, 0 if oldest else CLEAR_LOOKS
    async with hold_job_lock(address, Job.UPGRADE):
        while True:
            try:
                with translate_postgres_errors(str(address)):
                    if await _try_upgrade(address, scripts, oldest, is_due=clear_looks >= CLEAR_LOOKS):
                        return
                failures, clear_looks = 0, clear_looks + 1
            except OlderProcessRuns:
                log.warning("%s: this version waits until processes of an older one have stopped", address)
                failures = clear_looks = 0
            except DatabaseUnavailable as error:
                failures += 1
                if failures >= MAX_FAILURES:
                    raise DatabaseUnavailable(
                        f"{address}: the tables could not be brought up to date, {failures} times in a row: {error}"
                    ) from error
                log.warning("the tables cannot be brought up to date, tried again: %s", error)
            await asyncio.sleep(POLL_SECONDS)


async def _try_upgrade(
    address: ServerAddress, scripts: Sequence[tuple[int, str]], oldest: int, *, is_due: bool
) -> bool:
    """Look for processes that are too old, and apply the pending migrations unless there are some. Return whether it is
    done. is_due: it may be done at this poll. Raises OlderProcessRuns.
    """
    sql = await connect(address, STATEMENT_SECONDS, lock_timeout=str(LOCK_MS))
    try:
        # One that is alone holds this lock, and knows nothing of other processes.
        await sql.execute(f"SELECT pg_advisory_lock_shared({APPLICATION_ID}, current_schema()::regnamespace::oid::int)")
        if not is_due:
            await _require_no_older_process(sql, oldest)
            return False
        for number, script in scripts:
            async with sql.transaction():
                # A process that starts reads this row before it says that it runs, and waits here (`leases`).
                if await sql.fetchval("SELECT version FROM teban_version FOR UPDATE") < number:
                    await _require_no_older_process(sql, oldest)
                    await sql.execute(END_OLDER_LEASES, oldest)
                    await _apply_migration(sql, number, script)
        return True
    finally:
        sql.terminate()


async def _require_no_older_process(sql: ServerConnection, oldest: int) -> None:
    """Raise OlderProcessRuns if a process runs whose tables are older than this version."""
    query = f"SELECT count(*) FROM processes WHERE version % {SCHEMA_BASE} < $1 AND {IS_RUNNING}"
    if int(await sql.fetchval(query, oldest)) > 0:
        raise OlderProcessRuns("processes of an older version run")
