"""Apply the numbered schema migrations `migrations/0001_*.sql` and so on.

The schema version is stored in the database (`PRAGMA user_version`).
"""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from importlib.resources import files

from .errors import ForeignDatabase, FutureDatabase, InvalidRow, OutdatedDatabase

APPLICATION_ID = 0x5445424E
"""`TEBN` in the file header marks a SQLite database of Teban."""


SQLITE_FOLDER, POSTGRES_FOLDER = "migrations", "migrations_pg"
"""Folders of migrations. A number means the same tables in both; PostgreSQL's begin later, with all tables at once."""


def load_migrations() -> tuple[str, ...]:
    """Return the SQL of every migration of SQLite; the first brings an empty file to version 1."""
    scripts = load_numbered_migrations(SQLITE_FOLDER)
    if scripts[0][0] != 1:
        raise RuntimeError(f"migrations must begin with 0001; found {scripts[0][0]}")
    return tuple(script for _, script in scripts)


def load_numbered_migrations(folder: str) -> list[tuple[int, str]]:
    """Return (version, SQL) of every migration in a folder, in order."""
    entries = sorted((entry.name, entry) for entry in files(__package__).joinpath(folder).iterdir())
    scripts = [
        (int(match[1]), entry.read_text(encoding="utf-8"))
        for name, entry in entries
        if (match := re.fullmatch(r"(\d{4})_\w+\.sql", name))
    ]
    numbers = [number for number, _ in scripts]
    if not numbers or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        raise RuntimeError(f"migrations must be numbered without a gap; found {numbers} in {folder}")
    return scripts


def apply_migrations(connection: sqlite3.Connection, scripts: Sequence[str]) -> tuple[int, int]:
    """Bring the database to version len(scripts), one transaction per migration. Return (version found, version now).

    The connection must be in autocommit mode (isolation_level None). Raises ForeignDatabase or FutureDatabase before
    anything is changed.
    """
    connection.execute("PRAGMA foreign_keys = OFF")  # while a table is rebuilt, its child rows have no parent
    old_version = None
    try:
        while True:
            connection.execute("BEGIN IMMEDIATE")  # programs may start at once: read the version under the lock
            version = read_version(connection, len(scripts))
            old_version = version if old_version is None else old_version
            if version == len(scripts):
                return old_version, version
            for statement in _split_statements(scripts[version]):
                connection.execute(statement)
            orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
            if orphans:
                raise InvalidRow(f"migration {version + 1} leaves rows without their parent: {orphans[:5]}")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute("COMMIT")
    finally:
        connection.rollback()
        connection.execute("PRAGMA foreign_keys = ON")


def require_newest_version(connection: sqlite3.Connection, newest: int) -> None:
    """Raise OutdatedDatabase, FutureDatabase or ForeignDatabase unless the database has exactly this version."""
    require_version(read_version(connection, newest), newest)


def require_version(version: int, newest: int) -> None:
    """Raise OutdatedDatabase if the database has an earlier version than this program reads."""
    if version == 0:
        raise OutdatedDatabase("the database is empty: the bot makes its tables at its first start")
    if version < newest:
        raise OutdatedDatabase(
            f"the database has version {version}, this program reads version {newest} only. Use the Teban that wrote"
            " it, or stop that one and run `teban migrate` (first `teban doctor --before-upgrade`, which tries it on"
            " a copy)"
        )


def read_version(connection: sqlite3.Connection, newest: int) -> int:
    """Return the version of the database, 0 for an empty file. Raises ForeignDatabase or FutureDatabase."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (object_count,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if application != APPLICATION_ID and (application or version or object_count):
        raise ForeignDatabase(
            f"this SQLite database belongs to another program (application id {application:#x}, {object_count} objects)"
        )
    if version > newest:
        raise FutureDatabase(
            f"the database has version {version}, this program knows versions up to {newest}: upgrade the program"
        )
    return int(version)


def _split_statements(script: str) -> Iterator[str]:
    """Yield the script's statements. (`executescript` would commit the open transaction first.)"""
    statement = ""
    for piece in re.split("(?<=;)", script):
        statement += piece
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement
