"""The bot as Windows runs it, as far as another system can tell: without the modules, functions and signals that
Windows lacks (`sitecustomize.py`), and with types checked for Windows by mypy (`.ci/test`).
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.fake_discord import FakeDiscord, World
from tests import EXAMPLE
from tests.bot_process import BotProcess
from tests.fleet import Fleet
from tests.project import PACKAGES, ROOT

MAX_SECONDS = 200.0
WINDOWS = {
    "PYTHONPATH": os.pathsep.join((str(Path(__file__).parent), EXAMPLE)),
    "PYTHONWARNDEFAULTENCODING": "1",
}
CREATE_DATABASE = """
import asyncio, sys
from pathlib import Path
from storage import Database
async def create_database():
    await (await Database.open(Path(sys.argv[1]))).close()
asyncio.run(create_database())
"""
AWAIT_END = """
import asyncio, signal, sys
from bot.operating_system import call_on_stop
async def await_end():
    is_over = asyncio.Event()
    call_on_stop(is_over.set)
    signal.raise_signal(int(sys.argv[1]))
    await is_over.wait()
asyncio.run(await_end())
print("ended")
"""
LOAD_ALL = """
import importlib, pathlib, sys
for package in sys.argv[1:]:
    for file in sorted(pathlib.Path(package).rglob("*.py")):
        if file.name != "__main__.py":
            importlib.import_module(".".join(file.with_suffix("").parts).removesuffix(".__init__"))
print("loaded")
"""


def run_on_windows(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python as on Windows, in the checkout."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ | WINDOWS | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_module_loads() -> None:
    result = run_on_windows("-c", LOAD_ALL, *PACKAGES)
    assert result.stdout == "loaded\n", result.stderr


@pytest.mark.parametrize("use", ["import fcntl", "import os; os.nice(1)", "import signal; signal.SIGALRM"])
def test_absence_is_noticed(tmp_path: Path, use: str) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "careless.py").write_text(use)
    path = os.pathsep.join((str(tmp_path), WINDOWS["PYTHONPATH"]))
    result = run_on_windows("-P", "-c", "import bot.careless", PYTHONPATH=path)
    assert result.returncode == 1 and ("No module named" in result.stderr or "has no attribute" in result.stderr)


@pytest.mark.release
async def test_people_play_beside_a_second_bot_that_is_refused(tmp_path: Path) -> None:
    """Panels open, worker processes draw, and only one bot runs on a database."""
    log = tmp_path / "bot.log"
    async with FakeDiscord(World(keeps_files=False), reply_delay=0.002) as fake_discord, asyncio.timeout(MAX_SECONDS):
        fleet = Fleet(fake_discord, tmp_path / "teban.db")
        await fleet.fill_tables(["meadow"], 1, steps=4)
        [table] = fleet.tables
        bot = BotProcess(fake_discord, fleet.database, log=log, TEBAN_PICTURES="processes", **WINDOWS)
        await bot.start(MAX_SECONDS)
        while not (card := fleet.find_card(table)):
            await asyncio.sleep(0.02)
        panel = await next(iter(table.players.values())).open_panel(card)
        while not panel.message.get("attachments"):
            await asyncio.sleep(0.02)
        second = BotProcess(fake_discord, fleet.database, log=tmp_path / "second.log", **WINDOWS)
        assert not await second.try_start()
        assert await bot.stop() == 0
    assert "another Teban is running" in (tmp_path / "second.log").read_text()
    assert "Traceback" not in log.read_text() and (tmp_path / "teban.db.lock").exists()


@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM, signal.SIGQUIT], ids=["Ctrl-C", "TERM", "Ctrl-Break"]
)
def test_requests_to_end_arrive(number: signal.Signals) -> None:
    """SIGQUIT stands for Ctrl-Break, which only Windows has."""
    result = run_on_windows("-c", AWAIT_END, str(int(number)))
    assert (result.returncode, result.stdout) == (0, "ended\n"), result.stderr


def test_operator_commands_run(tmp_path: Path) -> None:
    database = str(tmp_path / "teban.db")
    created = run_on_windows("-c", CREATE_DATABASE, database)
    assert created.returncode == 0, created.stderr
    for arguments in (("doctor",), ("doctor", "--before-upgrade"), ("backup", str(tmp_path / "copy.db"))):
        result = run_on_windows("-m", "bot", *arguments, TEBAN_DB=database)
        assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("limits", ["0.2, 60.0", "60.0, 0.2"], ids=["processor", "wall"])
def test_endless_search_is_interrupted(limits: str) -> None:
    endless = f"from bot.operating_system import limit_time\nwith limit_time({limits}):\n    while True: pass"
    result = run_on_windows("-c", endless)
    assert result.returncode == 1 and "TimeoutError: still thinking" in result.stderr
