"""Configuration of all tests: every prompt is checked in full (`Prompt.check`), each row in memory is compared with the
stored one, each statement's values have types that both engines know, emoji are reset after each test. Databases are
copies of one migrated file; with --postgres there is one database of a server, wiped for each test.

The garbage collector runs as seldom as in the bot. It is off while the tests are collected, since none of those objects
is freed, and later ignores the collected objects.

If there are more workers than processors, each worker keeps to one processor.
"""

import gc
import os
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import wraps
from itertools import chain
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import NoneType
from typing import Any

import asyncpg
import pytest

from bot.discord_ui.text import seat_icons
from bot.memory import MIDDLE_ROUNDS, NEW_OBJECTS, YOUNG_ROUNDS
from engines.kernel import prompt
from storage import DatabaseAddress, DatabaseReader
from storage.connection import Connection
from storage.database import Transaction
from storage.dialect import Row, Values, translate_statement
from storage.postgres_writer import PostgresConnection
from tests.empty_database import create_database, may_open_file, note_opened_files
from tests.postgres_server import PostgresServer, start_server
from tests.slices import list_skipped_cases, mark_slices
from tests.statements import StatementRecorder, choose_tests, load_records

STORED_TYPES = (int, str, bytes, NoneType)
RECORDER = pytest.StashKey[StatementRecorder]()

prompt.CHECKS_PROMPTS = True
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, YOUNG_ROUNDS, MIDDLE_ROUNDS)
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _compare_cached_rows() -> Iterator[None]:
    """Fail when a transaction reads a row from the cache that the database has not."""
    execute, execute_inline = Transaction.execute, Connection.try_execute  # the latter is not counted as a trip

    async def execute_and_compare(tx: Transaction, sql: str, values: Values = ()) -> list[Row]:
        is_cached = sql.startswith("SELECT") and tx._cache.find_rows(sql, values) is not None
        rows = await execute(tx, sql, values)
        if is_cached:
            if isinstance(tx._connection, Connection):
                stored_rows = execute_inline(tx._connection, sql, values)  # None: the machine is too slow just now
            else:
                stored_rows = tx._connection.try_execute(
                    sql, values
                )  # statements that were put aside must not be sent early
            assert stored_rows in (rows, None), f"{sql} {values}: the cache is not up to date"
        return rows

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Transaction, "execute", execute_and_compare)
        yield


@pytest.fixture(scope="session", autouse=True)
def _compare_mirrored_rows() -> Iterator[None]:
    """Fail when a transaction has read rows from the mirror that the server has not after the commit."""
    try_execute, commit = PostgresConnection.try_execute, PostgresConnection._commit
    fetch = asyncpg.Connection.fetch  # not counted as a trip
    queries: list[tuple[str, Values]] = []

    def execute_and_note(writer: PostgresConnection, sql: str, values: Values = ()) -> list[Row] | None:
        rows = try_execute(writer, sql, values)
        if rows is not None and sql.startswith("SELECT"):
            queries.append((sql, values))
        return rows

    async def commit_and_compare(writer: PostgresConnection) -> None:
        await commit(writer)
        for sql, values in dict.fromkeys((sql, tuple(values)) for sql, values in queries):
            if not writer._mirror.list_missing_scopes(writer._mirror.find_scopes(sql, values) or ()):
                rows = [tuple(row) for row in await fetch(writer._connection, translate_statement(sql), *values)]
                mirrored = writer._mirror.run_statement(sql, values).rows
                if "ORDER BY" not in sql:
                    rows, mirrored = sorted(rows), sorted(mirrored)
                assert mirrored == rows, f"{sql} {values}: the mirror is not up to date"
        queries.clear()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PostgresConnection, "try_execute", execute_and_note)
        patch.setattr(PostgresConnection, "_commit", commit_and_compare)
        yield


@pytest.fixture(scope="session", autouse=True)
def _check_types_of_values() -> Iterator[None]:
    """Fail when a statement takes or returns a value of a type that the engines do not share: a float, a truth value, a
    Decimal. Statements about PostgreSQL's catalogue may.
    """
    execute, fetch_rows = Transaction.execute, DatabaseReader.fetch_rows

    def check_types(sql: str, values: Iterable[object]) -> None:
        wrong = [value for value in values if type(value) not in STORED_TYPES and not isinstance(value, StrEnum)]
        assert not wrong or "pg_" in sql, f"{sql}: {wrong}"

    async def execute_and_check(tx: Transaction, sql: str, values: Values = ()) -> list[Row]:
        check_types(sql, values)
        rows = await execute(tx, sql, values)
        check_types(sql, chain.from_iterable(rows))
        return rows

    async def fetch_and_check(db: DatabaseReader, sql: str, values: Values = ()) -> list[Row]:
        check_types(sql, values)
        rows = await fetch_rows(db, sql, values)
        check_types(sql, chain.from_iterable(rows))
        return rows

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Transaction, "execute", execute_and_check)
        patch.setattr(DatabaseReader, "fetch_rows", fetch_and_check)
        yield


@pytest.fixture(autouse=True)
def no_emoji_of_others() -> Iterator[None]:
    """Forget the seats' emoji after each test, since they belong to the test's own application."""
    yield
    seat_icons.forget_emoji()


@pytest.fixture(scope="session")
def _server(pytestconfig: pytest.Config) -> Iterator[PostgresServer | None]:
    """Start a PostgreSQL server of this process's own, if the tests run on PostgreSQL."""
    if not pytestconfig.getoption("postgres"):
        yield None
        return
    with start_server() as server:
        yield server


@pytest.fixture
def database(tmp_path: Path, _server: PostgresServer | None) -> DatabaseAddress:
    """Return the path, or with --postgres the address, of an empty, migrated database."""
    if _server is not None:
        _server.wipe()
        return _server.address
    return create_database(tmp_path / "teban.db")


@pytest.fixture
def second_database(database: DatabaseAddress, tmp_path: Path, _server: PostgresServer | None) -> DatabaseAddress:
    """Return the address of an empty database beside that of `database`."""
    if _server is not None:
        return _server.create_empty_database("second")
    return create_database(tmp_path / "second.db")


@pytest.fixture(autouse=True)
def _refuse_own_files(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail when a test that should run on both engines opens a file: with --postgres it would be left out unnoticed."""
    with note_opened_files() as opened:
        yield
    assert may_open_file(request.node) or not opened, f"ask for `database`, or mark the test `sqlite_only`: {opened}"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--postgres", action="store_true", help="run the tests that have a database, on PostgreSQL")
    parser.addoption("--record-statements", type=Path, metavar="FOLDER", help="write down the statements of each test")
    parser.addoption("--every", type=int, default=1, metavar="N", help="of tests marked release, run every Nth case")
    parser.addoption("--enough-of", type=Path, metavar="FOLDER", help="run enough tests for all of those statements")


def pytest_configure(config: pytest.Config) -> None:
    pin_to_processor()
    folder = config.getoption("record_statements")
    if folder is not None:
        config.stash[RECORDER] = StatementRecorder(folder)
        config.stash[RECORDER].install()


def pin_to_processor() -> None:
    """Keep a worker of pytest-xdist and its threads on one processor, unless there is one for each worker.

    The event loop and the database's thread wake each other all the time, which takes longer between two processors.
    """
    worker, count = os.environ.get("PYTEST_XDIST_WORKER"), int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if worker is None or not hasattr(os, "sched_setaffinity"):
        return
    processors = sorted(os.sched_getaffinity(0))
    if count > len(processors):
        os.sched_setaffinity(0, {processors[int(worker.removeprefix("gw")) % len(processors)]})
        for process, name in ((subprocess.Popen, "__init__"), (BaseProcess, "start")):
            setattr(process, name, _start_unpinned(getattr(process, name), processors))


def _start_unpinned(start: Callable[..., None], processors: Sequence[int]) -> Callable[..., None]:
    """Return a function that starts a process on any processor: one of low priority would wait long for a busy one."""

    @wraps(start)
    def start_unpinned(*args: Any, **options: Any) -> None:
        pinned = os.sched_getaffinity(0)
        os.sched_setaffinity(0, processors)
        try:
            start(*args, **options)
        finally:
            os.sched_setaffinity(0, pinned)

    return start_unpinned


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Write down the statements of a test, its fixtures included."""
    recorder = item.config.stash.get(RECORDER, None)
    if recorder is None:
        return (yield)
    began = time.perf_counter()
    result = yield
    recorder.store_test(item.nodeid, round(time.perf_counter() - began, 1))
    return result


@pytest.hookimpl(tryfirst=True)  # before pytest chooses by markers
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what tests the other engine; on PostgreSQL, run only what asks for a database, and of that as much as
    --enough-of or --every needs. The longest tests come first: at the end they would run alone.
    """
    mark_slices(items)
    on_postgres = config.getoption("postgres")
    excluded = {
        item
        for item in items
        if item.get_closest_marker("sqlite_only" if on_postgres else "postgres_only")
        or (on_postgres and "database" not in getattr(item, "fixturenames", ()))
    }
    excluded |= list_skipped_cases(items, config.getoption("every"))
    if (folder := config.getoption("enough_of")) is not None:
        chosen = choose_tests([item.nodeid for item in items if item not in excluded], load_records(folder))
        excluded |= {item for item in items if item.nodeid not in chosen}
    config.hook.pytest_deselected(items=list(excluded))
    items[:] = sorted((item for item in items if item not in excluded), key=lambda item: not is_long(item))


def is_long(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("release")
    return marker is not None and bool(marker.kwargs.get("is_long"))
