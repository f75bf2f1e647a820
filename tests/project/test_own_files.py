"""A test of tables or of the bot that opens a file of its own would run on no other engine, so it fails."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from storage import Database, DatabaseReader
from tests.empty_database import create_database, may_open_file, note_opened_files


async def test_every_opened_file_is_noted(tmp_path: Path) -> None:
    paths = [create_database(tmp_path / name) for name in ("played.db", "read.db")]
    with note_opened_files() as opened:
        await (await Database.open(paths[0])).close()
        await (await DatabaseReader.open_to_read(paths[1])).close()
    await (await Database.open(paths[1])).close()
    assert opened == paths


@pytest.mark.parametrize(
    ("name", "fixtures", "mark", "may_open"),
    [
        ("tests/table/personal/test_table_inbox.py::test", ["tmp_path"], None, False),
        ("tests/bot/test_me.py::test", [], None, False),
        ("tests/bot/test_me.py::test", ["table", "database"], None, True),
        ("tests/table/test_audit.py::test", ["tmp_path"], "sqlite_only", True),
        ("tests/storage/test_version_change.py::test", ["tmp_path"], None, True),
    ],
)
def test_tests_of_both_engines_open_no_file(name: str, fixtures: list[str], mark: str | None, may_open: bool) -> None:
    test: Any = SimpleNamespace(nodeid=name, fixturenames=fixtures, get_closest_marker={mark: mark}.get)
    assert may_open_file(test) == may_open
