"""Which SQL statements each test runs, and the tests that run each statement often enough.

Tests run on SQLite first, with --record-statements FOLDER. On a second engine most of them would run what others have
run there already, so --enough-of FOLDER leaves out those whose statements others run: no list of tests has to be kept,
and a new statement brings its tests with it.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from storage import DatabaseReader
from storage.database import Transaction
from storage.dialect import Row, Values

ENOUGH = 5
"""Number of tests after which a statement is believed, since the mirror's rows differ from test to test."""
COMPLETE = (
    *("tests/storage/", "tests/e2e/", "tests/bot/start/", "tests/bot/interaction/", "tests/bot/outbox/"),
    *("tests/table/play/", "tests/table/test_audit.py"),
)
"""Folders and files of which no test is left out: they test the engine itself, its errors, roll-backs and trips to the
server, or processes whose statements are not seen here.
"""
LISTS = re.compile(r"(\?\d*|\b\d+)(, (\?\d*|\d+))*")


class StatementRecord(NamedTuple):
    """What one test did on SQLite."""

    seconds: float
    statements: frozenset[str]


def simplify_statement(sql: str) -> str:
    """Return a statement without the length of its lists and without its numbers."""
    return LISTS.sub("?", sql)


class StatementRecorder:
    """Notes the statements of the test that runs."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / f"{os.getpid()}.jsonl"
        self._statements: set[str] = set()
        """Texts of the running test's statements, simplified only at its end: there are fewer of them than calls."""

    def install(self) -> None:
        """Note all statements from now on. What other patches replace these methods by later comes before this."""
        execute, fetch_rows = Transaction.execute, DatabaseReader.fetch_rows

        async def execute_and_note(tx: Transaction, sql: str, values: Values = ()) -> list[Row]:
            self._statements.add(sql)
            return await execute(tx, sql, values)

        async def fetch_and_note(db: DatabaseReader, sql: str, values: Values = ()) -> list[Row]:
            self._statements.add(sql)
            return await fetch_rows(db, sql, values)

        patch.object(Transaction, "execute", execute_and_note).start()
        patch.object(DatabaseReader, "fetch_rows", fetch_and_note).start()

    def store_test(self, name: str, seconds: float) -> None:
        """Write down what a test has done, and begin anew."""
        if self._statements:
            with self._file.open("a", encoding="utf-8") as file:
                statements = sorted({simplify_statement(sql) for sql in self._statements})
                file.write(json.dumps([name, seconds, statements]) + "\n")
        self._statements.clear()


def load_records(folder: Path) -> dict[str, StatementRecord]:
    """Return what each test did, by its name."""
    lines = [json.loads(line) for path in folder.glob("*.jsonl") for line in path.read_text("utf-8").splitlines()]
    return {name: StatementRecord(seconds, frozenset(statements)) for name, seconds, statements in lines}


def choose_tests(names: Iterable[str], records: Mapping[str, StatementRecord]) -> Collection[str]:
    """Return the tests that are to run: the quickest first, as long as one of their statements was not run often enough
    by those before. A test without a record always runs.
    """
    counts: Counter[str] = Counter()
    chosen = set()
    for name in sorted(names, key=lambda name: (records[name].seconds if name in records else 0.0, name)):
        record = records.get(name)
        is_needed = record is None or any(counts[statement] < ENOUGH for statement in record.statements)
        if is_needed or name.startswith(COMPLETE):
            chosen.add(name)
            counts.update(record.statements if record is not None else ())
    return chosen
