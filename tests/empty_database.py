"""An empty, migrated SQLite file. To migrate one takes longer than many tests do, so each process does it once."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.schema import apply_migrations, load_migrations


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
