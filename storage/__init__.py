"""SQLite storage for everything that must survive a power cut. It handles ints, strings and bytes only and knows
nothing about games or Discord.

`Database` opens the file and hands out transactions; `DatabaseReader` only reads. Each module holds the row classes and
queries of one or two SQL tables; the modules are grouped into the packages `play`, `persons`, `messages` and `time`. A
function that writes takes a `Transaction`, so writing outside one is a type error; a function that reads takes any
`Source`. All times are Unix milliseconds.
"""

from .address import DatabaseAddress, ServerAddress, parse_database_address
from .database import Database, DatabaseReader, Transaction
from .engine import Source
from .errors import (
    ChangedMeanwhile,
    DatabaseCorrupt,
    DatabaseFull,
    DatabaseTakenOver,
    DatabaseUnavailable,
    DuplicateRow,
    ForeignDatabase,
    ForeignTable,
    FutureDatabase,
    InvalidRow,
    OutdatedDatabase,
    ServerAway,
    StorageError,
    retry_while_unavailable,
)
from .sqlite_engine import check_copy_target, copy_database

__all__ = [
    "ChangedMeanwhile",
    "Database",
    "DatabaseAddress",
    "DatabaseCorrupt",
    "DatabaseFull",
    "DatabaseReader",
    "DatabaseTakenOver",
    "DatabaseUnavailable",
    "DuplicateRow",
    "ForeignDatabase",
    "ForeignTable",
    "FutureDatabase",
    "InvalidRow",
    "OutdatedDatabase",
    "ServerAddress",
    "ServerAway",
    "Source",
    "StorageError",
    "Transaction",
    "check_copy_target",
    "copy_database",
    "parse_database_address",
    "retry_while_unavailable",
]
