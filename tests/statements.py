"""Which SQL statements each test runs, and the tests that run each statement often enough.

Tests run on SQLite first, with --record-statements FOLDER. On a second engine most of them would run what others have
run there already, so --enough-of FOLDER leaves out those whose statements others run, in the same order: no list of
tests has to be kept, and a new statement brings its tests with it.
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
from weakref import WeakKeyDictionary

from storage import DatabaseReader
from storage.database import Transaction
from storage.dialect import Row, Values

ENOUGH = 2
"""Number of tests after which a statement is believed, since the mirror's rows differ from test to test."""
ENOUGH_PAIRS = 1
"""The same of two statements that follow one another in a transaction: on a server, a query sends the changes before
it, and the mirror reads what it needs.
"""
COMPLETE = (
    *("tests/storage/", "tests/e2e/", "tests/bot/start/", "tests/bot/interaction/", "tests/bot/outbox/"),
    *("tests/table/play/", "tests/table/test_audit.py"),
    *(
        "tests/table/test_histories.py",
        "tests/table/seats/test_histories.py",
        "tests/table/personal/test_table_inbox.py",
    ),
)
"""Folders and files of which no test is left out: they test the engine itself, its errors, roll-backs and trips to the
server, processes whose statements are not seen here, or statements in an order that chance chooses.
"""
LISTS = re.compile(r"(\?\d*|\b\d+)(, (\?\d*|\d+))*")


class StatementRecord(NamedTuple):
    """Time and statements of one test on SQLite."""

    seconds: float
    statements: frozenset[str]
    pairs: frozenset[tuple[str, str]] = frozenset()
    """Statements that followed one another in a transaction."""


def simplify_statement(sql: str) -> str:
    """Return a statement without the length of its lists and without its numbers."""
    return LISTS.sub("?", sql)


class StatementRecorder:
    """Notes the statements of the test that runs."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / f"{os.getpid()}.jsonl"
        self._statements: set[str] = set()
        """Texts of the running test's statements, simplified only at its end: there are fewer of them than calls."""
        self._pairs: set[tuple[str, str]] = set()
        """The same of statements that followed one another."""
        self._last_statements = WeakKeyDictionary[Transaction, str]()

    def install(self) -> None:
        """Note all statements from now on. Replacements by later patches run before these."""
        execute, fetch_rows = Transaction.execute, DatabaseReader.fetch_rows

        async def execute_and_note(tx: Transaction, sql: str, values: Values = ()) -> list[Row]:
            self._statements.add(sql)
            if tx in self._last_statements:
                self._pairs.add((self._last_statements[tx], sql))
            self._last_statements[tx] = sql
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
                numbers = {statement: number for number, statement in enumerate(statements)}
                pairs = {tuple(numbers[simplify_statement(sql)] for sql in pair) for pair in self._pairs}
                file.write(json.dumps([name, seconds, statements, sorted(pairs)]) + "\n")
        self._statements.clear()
        self._pairs.clear()


def load_records(folder: Path) -> dict[str, StatementRecord]:
    """Return what each test did, by its name."""
    lines = [json.loads(line) for path in folder.glob("*.jsonl") for line in path.read_text("utf-8").splitlines()]
    return {
        name: StatementRecord(seconds, frozenset(texts), frozenset((texts[a], texts[b]) for a, b in pairs))
        for name, seconds, texts, pairs in lines
    }


def choose_tests(names: Iterable[str], records: Mapping[str, StatementRecord]) -> Collection[str]:
    """Return the tests that are to run: the quickest first, as long as one of their statements, or two that follow one
    another, were not run often enough by those before. A test without a record always runs.
    """
    counts: Counter[str] = Counter()
    pair_counts: Counter[tuple[str, str]] = Counter()
    chosen = set()
    for name in sorted(names, key=lambda name: (records[name].seconds if name in records else 0.0, name)):
        record = records.get(name)
        is_needed = record is None or (
            any(counts[statement] < ENOUGH for statement in record.statements)
            or any(pair_counts[pair] < ENOUGH_PAIRS for pair in record.pairs)
        )
        if is_needed or name.startswith(COMPLETE):
            chosen.add(name)
            if record is not None:
                counts.update(record.statements)
                pair_counts.update(record.pairs)
    return chosen
