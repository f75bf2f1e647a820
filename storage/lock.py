"""One bot on one database: two would both send every ping."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.errors import DatabaseUnavailable, named

OWNER_ONLY = 0o600


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the database for as long as the block runs; readers like `doctor` and `backup` need not.

    The hold is `flock` on the file itself: no other name of it (a link) leads around it, and it ends with the process,
    however that ends. SQLite's own locks are of another kind; the database must be closed before the block ends, since
    closing the file here would drop them. An empty file is made if there is none, for its owner alone.
    Raises DatabaseUnavailable if another process holds it.
    """
    with named(path):
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY)
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise DatabaseUnavailable(f"{path}: another Teban is running on this database") from error
        yield
    finally:
        os.close(file)
