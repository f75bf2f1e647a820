"""Every question that a rule puts in a test is checked in full (`Prompt.check`); no test finds another one's emoji; a
database of a table's own is a copy of one that was made once.

Python looks for circles as seldom as in the bot: while eight thousand tests are collected not at all, for nothing of
that goes away, and afterwards not among what was collected.
"""

import gc
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.discord_ui.text import signs
from bot.memory import MIDDLE_ROUNDS, NEW_OBJECTS, YOUNG_ROUNDS
from engines.kernel import prompt
from storage.migrate import migrate, migrations

prompt.CHECKED = True
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, YOUNG_ROUNDS, MIDDLE_ROUNDS)
    gc.enable()


@pytest.fixture(autouse=True)
def no_emoji_of_others() -> Iterator[None]:
    """The emoji of seats belong to one application; each test has its own."""
    yield
    signs.forget()


@pytest.fixture(scope="session")
def _empty(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A database as the migrations make it, which takes longer than many a test at a table."""
    path = tmp_path_factory.mktemp("empty") / "teban.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, migrations())
        connection.execute("PRAGMA journal_mode = WAL")
    return path.read_bytes()


@pytest.fixture
def database(tmp_path: Path, _empty: bytes) -> Path:
    """An empty database to open."""
    path = tmp_path / "teban.db"
    path.write_bytes(_empty)
    return path
