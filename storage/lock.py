"""One bot on one database: two would both send every ping."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from storage.errors import DatabaseUnavailable, named


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the database for as long as the block runs; readers like `doctor` and `backup` need not.

    The hold is SQLite's own exclusive lock on an empty file beside the database, so it ends with the process, however
    that ends. Raises DatabaseUnavailable if another process holds it.
    """
    beside = path.with_name(path.name + ".hold")
    with named(path):
        connection = sqlite3.connect(beside, timeout=0, isolation_level=None)
    with closing(connection) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise DatabaseUnavailable(f"{path}: another Teban is running on this database") from error
        yield
