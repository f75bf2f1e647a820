"""A PostgreSQL server of the tests' own, in memory, with Debian's programs; its database is wiped for each test."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg

from storage import Database, ServerAddress

SETTINGS = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "listen_addresses=", "max_connections=40")
"""No disk is waited for, and only this machine's programs connect."""
START_SECONDS = 60.0


class PostgresServer:
    """A running server with one migrated database."""

    def __init__(self, folder: Path) -> None:
        self.address = ServerAddress(f"postgresql://postgres@/postgres?host={folder}")
        self._loop = asyncio.new_event_loop()
        self._sql = self._loop.run_until_complete(self._connect())
        self._loop.run_until_complete(self._migrate())
        self._wiping = ""
        """Statements that delete all rows: quicker than TRUNCATE, which makes all files anew."""

    async def _connect(self) -> asyncpg.Connection[asyncpg.Record]:
        end = time.monotonic() + START_SECONDS
        while True:
            try:
                return await asyncpg.connect(self.address.secret_url)
            except (OSError, asyncpg.CannotConnectNowError):
                if time.monotonic() > end:
                    raise
                await asyncio.sleep(0.02)

    async def _migrate(self) -> None:
        await (await Database.open(self.address)).close()

    def wipe(self) -> None:
        """Delete all rows and begin all numbers anew."""
        self._loop.run_until_complete(self._wipe())

    async def _wipe(self) -> None:
        await self._sql.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = user"
        )
        if not self._wiping:
            tables = await self._sql.fetch(
                "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"
                " AND relname <> 'teban_version'"
            )
            numbers = await self._sql.fetch("SELECT relname FROM pg_class WHERE relkind = 'S'")
            self._wiping = "; ".join(
                [
                    "SET session_replication_role = replica",  # in any order, decisions too
                    *(f"DELETE FROM {name}" for (name,) in tables),
                    *(f"SELECT setval('{name}', 1, false)" for (name,) in numbers),
                ]
            )
        await self._sql.execute(self._wiping)

    def close(self) -> None:
        """Close the connection of the tests, which a restart of the server may have cut."""
        self._sql.terminate()
        self._loop.close()


def find_programs() -> Path:
    """Return the folder of the newest PostgreSQL that Debian has installed."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    if not folders:
        raise RuntimeError("PostgreSQL is not installed (Debian: apt install postgresql)")
    return folders[-1].parent


@contextmanager
def start_server() -> Iterator[PostgresServer]:
    """Start a server, and stop it at the end, also if this process is killed. It never runs as root."""
    programs = find_programs()
    shm = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="teban-pg.", dir=shm if os.access(shm, os.W_OK) else None))
    run_as = ["setpriv", "--pdeathsig", "QUIT"]
    if os.getuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
        run_as += ["--reuid", "postgres", "--regid", "postgres", "--clear-groups"]
    data = folder / "data"
    try:
        subprocess.run(
            [*run_as, programs / "initdb", "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync",
             "--username", "postgres", "--pgdata", data],
            check=True, cwd=folder, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        options = [part for setting in SETTINGS for part in ("-c", setting)]
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [*run_as, programs / "postgres", "-D", data, "-k", folder, *options], cwd=folder, stderr=log
            )
        try:
            server = PostgresServer(folder)
            yield server
            server.close()
        finally:
            process.send_signal(signal.SIGQUIT)  # at once: nothing is kept
            process.wait()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
