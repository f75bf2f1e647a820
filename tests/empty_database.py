"""An empty, migrated SQLite file. To migrate one takes longer than many tests do, so each process does it once.

Which tests may have a file of their own is said here, too.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest

from storage.schema import apply_migrations, load_migrations
from storage.sqlite_engine import SqliteEngine

ON_BOTH_ENGINES = ("tests/table/", "tests/bot/")
"""Folders of tests that run on both engines, unless one is marked `sqlite_only`."""


@cache
def build_empty_database() -> bytes:
    """Return the content of the file."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "teban.db"
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            apply_migrations(connection, load_migrations())
            connection.execute("PRAGMA journal_mode = WAL")
        return path.read_bytes()


def create_database(path: Path) -> Path:
    """Write the file to this path, and return the path."""
    path.write_bytes(build_empty_database())
    return path


@contextmanager
def note_opened_files() -> Iterator[list[Path]]:
    """Yield a list that gets the path of each SQLite file that is opened meanwhile."""
    opened: list[Path] = []
    open_file = SqliteEngine.__init__

    def note_and_open(engine: SqliteEngine, path: Path, *connections: Any) -> None:
        opened.append(path)
        open_file(engine, path, *connections)

    with patch.object(SqliteEngine, "__init__", note_and_open):
        yield opened


def may_open_file(test: pytest.Item) -> bool:
    """Return whether a test may open a file: it runs on SQLite only, or would have a server's database instead."""
    return (
        not test.nodeid.startswith(ON_BOTH_ENGINES)
        or "database" in getattr(test, "fixturenames", ())
        or test.get_closest_marker("sqlite_only") is not None
    )
