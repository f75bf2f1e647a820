"""The start opens the database under its lock, which allows one bot per database, and waits for a server."""

import subprocess
import sys
from pathlib import Path

import pytest

from bot import maintenance
from bot.operating_system import hold_lock
from storage import Database, DatabaseUnavailable, ServerAddress, ServerAway

HOLDER = """
import pathlib, sys, bot.operating_system
with bot.operating_system.hold_lock(pathlib.Path(sys.argv[1])):
    print("held", flush=True)
    input()
"""


def test_a_second_bot_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "teban.db"
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdout.readline() == "held\n"
        with pytest.raises(DatabaseUnavailable, match="another Teban is running"), hold_lock(path):
            pass
        other.kill()
        other.wait()
        with hold_lock(path):
            pass


@pytest.mark.parametrize("link", ["symlink_to", "hardlink_to"])
def test_links_do_not_bypass_the_lock(tmp_path: Path, link: str) -> None:
    path, other = tmp_path / "teban.db", tmp_path / "other.db"
    with hold_lock(path):
        getattr(other, link)(path)
        with pytest.raises(DatabaseUnavailable, match="another Teban is running"), hold_lock(other):
            pass


def list_modes(folder: Path) -> set[int]:
    """Return the permission bits of the folder's files."""
    return {file.stat().st_mode & 0o777 for file in folder.iterdir()}


@pytest.mark.sqlite_only(reason="locks a file")
async def test_sqlite_works_under_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "teban.db"
    with hold_lock(path):
        assert path.stat().st_mode & 0o777 == 0o600, "nobody else reads what hands are in it"
        async with await Database.open(path) as db, db.transaction() as tx:
            await tx.execute("INSERT INTO people (id, name, seen_at) VALUES (1, 'Ann', 0)")
            assert list_modes(tmp_path) == {0o600}
    async with await Database.open(path) as db:
        assert await db.fetch_rows("SELECT name FROM people") == [("Ann",)]


async def test_a_process_that_shares_a_database_waits_for_its_server_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server may be starting again. After a while the start ends with the error."""
    monkeypatch.setattr(maintenance, "TRY_SECONDS", 0.01)
    tries = 0

    async def answer_at_last() -> str:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise ServerAway("it starts again")
        return "here"

    assert await maintenance.wait_for_server(answer_at_last) == "here"
    monkeypatch.setattr(maintenance, "START_SECONDS", 0.0)
    with pytest.raises(ServerAway, match="postgres"):
        async with maintenance.open_upgraded(ServerAddress(f"postgresql://teban@/teban?host={tmp_path}"), 2):
            pass
