"""SQLite: what a table needs to survive a power cut. Knows ints, strings and bytes, neither games nor Discord.

`Database` opens the file and hands out transactions. One module per table has its rows and functions; they lie in four
rooms: `play`, `persons`, `messages`, `time`. A function that writes takes a `Transaction`, so writing outside one is a
type error; a function that reads takes any `Source`. All times are Unix milliseconds.
"""

from .database import Database, Source, Transaction, copy
from .errors import (
    BadRow,
    DatabaseCorrupt,
    DatabaseFull,
    DatabaseUnavailable,
    Duplicate,
    ForeignDatabase,
    FutureDatabase,
    StorageError,
)

__all__ = [
    "BadRow",
    "Database",
    "DatabaseCorrupt",
    "DatabaseFull",
    "DatabaseUnavailable",
    "Duplicate",
    "ForeignDatabase",
    "FutureDatabase",
    "Source",
    "StorageError",
    "Transaction",
    "copy",
]
