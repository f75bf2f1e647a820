"""Numbered migrations: `migrations/0001_*.sql` and so on.

The version stands inside the database (`PRAGMA user_version`).
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from importlib.resources import files

from .errors import BadRow, ForeignDatabase, FutureDatabase

APPLICATION_ID = 0x5445424E
"""`TEBN` in the header of the file: this SQLite database is ours."""


def migrations() -> tuple[str, ...]:
    """The SQL of every migration; the first brings an empty file to version 1."""
    named = sorted((entry.name, entry) for entry in files(__package__).joinpath("migrations").iterdir())
    scripts = [(int(match[1]), entry) for name, entry in named if (match := re.fullmatch(r"(\d{4})_\w+\.sql", name))]
    numbers = [number for number, _ in scripts]
    if not numbers or numbers != list(range(1, len(numbers) + 1)):
        raise RuntimeError(f"migrations must be numbered 0001, 0002, ... without a gap; found {numbers}")
    return tuple(entry.read_text(encoding="utf-8") for _, entry in scripts)


def migrate(connection: sqlite3.Connection, scripts: Sequence[str]) -> tuple[int, int]:
    """Bring the database to version len(scripts), one transaction per migration. Returns (version found, version now).

    The connection is in autocommit mode (isolation_level None). Raises ForeignDatabase or FutureDatabase before
    anything is changed.
    """
    connection.execute("PRAGMA foreign_keys = OFF")  # a table that is rebuilt leaves its children alone for a moment
    found = None
    try:
        while True:
            connection.execute("BEGIN IMMEDIATE")  # two programs may start at once: the version is read under the lock
            version = _version(connection, len(scripts))
            found = version if found is None else found
            if version == len(scripts):
                return found, version
            for statement in _statements(scripts[version]):
                connection.execute(statement)
            orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
            if orphans:
                raise BadRow(f"migration {version + 1} leaves rows without their parent: {orphans[:5]}")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute("COMMIT")
    finally:
        connection.rollback()
        connection.execute("PRAGMA foreign_keys = ON")


def _version(connection: sqlite3.Connection, newest: int) -> int:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (things,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if application != APPLICATION_ID and (application or version or things):
        raise ForeignDatabase(
            f"this SQLite database belongs to another program (application id {application:#x}, {things} objects)"
        )
    if version > newest:
        raise FutureDatabase(
            f"the database has version {version}, this program knows versions up to {newest}: upgrade the program"
        )
    return int(version)


def _statements(script: str) -> Iterator[str]:
    """The script's statements. (`executescript` would commit the open transaction first.)"""
    statement = ""
    for piece in re.split("(?<=;)", script):
        statement += piece
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement
