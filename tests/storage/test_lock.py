"""One bot on one database."""

import subprocess
import sys
from pathlib import Path

import pytest

from storage.errors import DatabaseUnavailable
from storage.lock import locked

HOLDER = """
import pathlib, sys, storage.lock
with storage.lock.locked(pathlib.Path(sys.argv[1])):
    print("held", flush=True)
    input()
"""


def test_a_second_bot_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "teban.db"
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdout.readline() == "held\n"
        with pytest.raises(DatabaseUnavailable, match="another Teban is running"), locked(path):
            pass
        other.kill()
        other.wait()
        with locked(path):
            pass
