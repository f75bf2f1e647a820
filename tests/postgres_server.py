"""A PostgreSQL server of the tests' own, in memory, with Debian's programs; its database is wiped for each test."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import asyncpg

from storage import Database, ServerAddress

SETTINGS = ("listen_addresses=", "max_connections=80")
"""Only this machine's programs connect; a bot's process opens up to eleven connections."""
IN_MEMORY = ("fsync=off", "full_page_writes=off", "synchronous_commit=off")
"""No disk is waited for."""
START_SECONDS = 60.0


class PostgresServer:
    """A running server with one migrated database."""

    def __init__(self, folder: Path, settings: Sequence[str]) -> None:
        self._folder, self._settings = folder, settings
        self.address = self._build_address("postgres")
        self._process = self.start_process()
        self._loop = asyncio.new_event_loop()
        self._sql: asyncpg.Connection[asyncpg.Record]
        self._wiping = ""
        """Statements that delete all rows: quicker than TRUNCATE, which makes all files anew."""

    def _build_address(self, database: str) -> ServerAddress:
        return ServerAddress(f"postgresql://postgres@/{database}?host={self._folder}")

    def start_process(self) -> subprocess.Popen[bytes]:
        """Start the server's program on its folder, and wait for nothing; return its process."""
        options = [part for setting in (*SETTINGS, *self._settings) for part in ("-c", setting)]
        with (self._folder / "log").open("ab") as log:
            command = build_command("postgres", "-D", self._folder / "data", "-k", self._folder, *options)
            self._process = subprocess.Popen(command, cwd=self._folder, stderr=log)
        return self._process

    def stop_process(self, number: signal.Signals = signal.SIGINT) -> None:
        """Stop the server's program as an operator does, or by another signal."""
        self._process.send_signal(number)
        self._process.wait()

    def connect(self) -> None:
        """Wait until the server answers, and bring its database up to date."""
        self._sql = self._loop.run_until_complete(self._connect())
        self._loop.run_until_complete(self._migrate())

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

    def create_empty_database(self, name: str) -> ServerAddress:
        """Create a database beside the first one, in place of an earlier one of this name; it is not migrated."""
        for statement in (f"DROP DATABASE IF EXISTS {name} WITH (FORCE)", f"CREATE DATABASE {name}"):
            self._loop.run_until_complete(self._sql.execute(statement))
        return self._build_address(name)

    def close(self) -> None:
        """Close the connection of the tests, which a restart of the server may have cut."""
        self._sql.terminate()
        self._loop.close()


def build_command(program: str, *arguments: str | Path) -> list[str | Path]:
    """Return how one of its programs starts: it ends with this process, and is never root."""
    user = ["--reuid", "postgres", "--regid", "postgres", "--clear-groups"] if os.getuid() == 0 else []
    return ["setpriv", "--pdeathsig", "QUIT", *user, find_programs() / program, *arguments]


def find_programs() -> Path:
    """Return the folder of the newest PostgreSQL that Debian has installed."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    if not folders:
        raise RuntimeError("PostgreSQL is not installed (Debian: apt install postgresql)")
    return folders[-1].parent


@contextmanager
def start_server(*, is_durable: bool = False) -> Iterator[PostgresServer]:
    """Start a server, and stop it at the end, also if this process is killed. It never runs as root.

    is_durable: acknowledge only what is on the disk, as in operation, in a folder for temporary files.
    """
    shm = Path("/dev/shm")
    is_in_memory = not is_durable and os.access(shm, os.W_OK)
    folder = Path(tempfile.mkdtemp(prefix="teban-pg.", dir=shm if is_in_memory else None))
    if os.getuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    try:
        options = ("--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync", "--username", "postgres")
        command = build_command("initdb", *options, "--pgdata", folder / "data")
        subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)
        server = PostgresServer(folder, () if is_durable else IN_MEMORY)
        try:
            server.connect()
            yield server
            server.close()
        finally:
            server.stop_process(signal.SIGQUIT)  # at once: nothing is kept
    finally:
        shutil.rmtree(folder, ignore_errors=True)
