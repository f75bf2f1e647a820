"""The tests that a second engine needs: each statement is run often enough, and nothing new is left out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path

import pytest

from storage import Database, DatabaseReader
from storage.database import Transaction
from storage.persons import guilds
from tests import statements
from tests.statements import ENOUGH, StatementRecord, StatementRecorder, choose_tests, load_records, simplify_statement


def make_records() -> dict[str, StatementRecord]:
    """Return invented tests of which many run the same statements, and some one of their own."""
    rng = random.Random(5)
    shared = [f"SELECT {letter}" for letter in "abcdefghijklmnopqrst"]
    return {
        f"tests/bot/test_{n}.py": StatementRecord(
            rng.uniform(0.1, 9.0), frozenset([*rng.sample(shared, 6), *(["SELECT own"] if n == 77 else [])])
        )
        for n in range(200)
    }


def list_rare_statements(chosen: Collection[str], records: Mapping[str, StatementRecord]) -> list[str]:
    """Return the statements that the chosen tests run less often than all tests do, and not often enough."""
    everywhere = Counter(statement for record in records.values() for statement in record.statements)
    counts = Counter(statement for name in chosen for statement in records[name].statements)
    return [statement for statement, count in everywhere.items() if counts[statement] < min(count, ENOUGH)]


def test_each_statement_is_run_often_enough_by_few_tests() -> None:
    records = make_records()
    chosen = choose_tests(records, records)
    assert list_rare_statements(chosen, records) == []
    assert "tests/bot/test_77.py" in chosen and len(chosen) < 60


def test_a_choice_that_runs_each_statement_less_often_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    records = make_records()
    monkeypatch.setattr(statements, "ENOUGH", ENOUGH - 1)
    assert list_rare_statements(choose_tests(records, records), records)


def test_an_order_of_statements_that_no_other_test_has_is_run() -> None:
    """Also if enough quicker tests run the same statements in another order."""
    texts = frozenset({"UPDATE a", "SELECT b"})
    pairs = {name: frozenset({("SELECT b", "UPDATE a")}) for name in "12345678"}
    pairs["slow"] = frozenset({("UPDATE a", "SELECT b")})
    records = {name: StatementRecord(float(name == "slow"), texts, order) for name, order in pairs.items()}
    assert choose_tests(records, records) == {*"12345678"[:ENOUGH], "slow"}


def test_what_was_not_recorded_and_tests_of_the_engine_always_run() -> None:
    records = make_records()
    record = StatementRecord(99.0, frozenset({"SELECT a"}))
    names = [*records, "tests/bot/test_new.py", "tests/storage/test_engine.py"]
    chosen = choose_tests(names, records | {"tests/storage/test_engine.py": record})
    assert {"tests/bot/test_new.py", "tests/storage/test_engine.py"} <= {*chosen}


@pytest.mark.parametrize(
    "sql",
    ["SELECT 1 FROM t WHERE a IN (?, ?, ?)", "SELECT 9 FROM t WHERE a IN (?)", "SELECT 2 FROM t WHERE a IN (3, 4)"],
)
def test_lists_and_numbers_make_no_other_statement(sql: str) -> None:
    assert simplify_statement(sql) == "SELECT ? FROM t WHERE a IN (?)"


async def test_statements_of_a_test_are_written_down(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Transaction, "execute", Transaction.execute)  # restored at the end
    monkeypatch.setattr(DatabaseReader, "fetch_rows", DatabaseReader.fetch_rows)
    recorder = StatementRecorder(tmp_path)
    recorder.install()
    async with await Database.open(database) as db:
        async with db.transaction() as tx:
            await guilds.set_language(tx, 5, "ja")
            await guilds.set_language(tx, 6, "ja")
            await tx.fetch_rows("SELECT language FROM guilds WHERE id = ?", [5])
        recorder.store_test("writes", 1.0)
        await guilds.load_language(db, 5)
        recorder.store_test("reads", 2.0)
    recorder.store_test("does nothing", 3.0)
    records = load_records(tmp_path)
    assert records.keys() == {"writes", "reads"} and records["reads"].seconds == 2.0
    assert any(statement.startswith("INSERT") for statement in records["writes"].statements)
    assert all(statement.startswith("SELECT") for statement in records["reads"].statements)
    verbs = [(first.split()[0], then.split()[0]) for first, then in records["writes"].pairs]
    assert sorted(verbs) == [("INSERT", "INSERT"), ("INSERT", "SELECT")] and not records["reads"].pairs
