"""The wheel is complete: the program runs when installed in a fresh environment outside the checkout."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import entry_points, version
from pathlib import Path

import pytest

from tests.discovered import list_shipped_games

from . import PACKAGES, ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

API_DESCRIPTION = ROOT / "bot" / "fake_discord" / "api"
"""Folder that is not in the wheel, because only developers need it."""

SMOKE_TEST = """
import asyncio, json, sys
from pathlib import Path
import bot.main
from bot.discord_ui.text.localizer import load_bot_catalogue
from bot.playground import Playground
from bot.fake_discord.server import schema_validation
from engines.kernel import Message, load_catalogue, load_games
from render import load_arts
from render.kit import fonts
from storage import Database

here = Path(sys.prefix).resolve()
assert Path(bot.main.__file__).resolve().is_relative_to(here), bot.main.__file__
for game in load_games().values():
    load_catalogue(game.package).render_noun(f"terms.{game.id}", "ja")
assert set(load_arts()) <= set(load_games())
assert load_bot_catalogue().render(Message("commands.play.name"), "ja") == "進める"
for weight in ("regular", "bold", "serif"):
    assert fonts.find_font_file(weight).resolve().is_relative_to(here), fonts.find_font_file(weight)

async def main():
    await (await Database.open(Path("there.sqlite3"))).close()
    async with Playground(port=0) as playground:
        from aiohttp import ClientSession
        async with ClientSession() as session, session.get(playground.url + "/play/") as page:
            assert page.status == 200 and "<html" in await page.text()

asyncio.run(main())
print(json.dumps(sorted(load_games())))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    built = run_command(sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT))
    assert built.returncode == 0, built.stdout + built.stderr
    [file] = folder.glob("*.whl")
    return file


def run_command(*command: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "TEBAN_", "DISCORD_"))}
    return subprocess.run(command, cwd=cwd, env=clean, capture_output=True, text=True, check=False)


def test_the_wheel_has_every_file_of_the_packages_and_none_else(wheel: Path) -> None:
    expected = {
        str(file.relative_to(ROOT))
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts and not file.is_relative_to(API_DESCRIPTION)
    }
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert inside == expected


def test_wheel_contains_the_licence(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    licences = [name.partition(".dist-info/licenses/")[2] for name in names]
    assert "LICENSE" in licences


@pytest.mark.release
def test_it_runs_from_a_fresh_environment_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    run_command(sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv"))
    programs = tmp_path / "venv" / "bin"
    pip = (sys.executable, "-m", "pip", "--python", str(programs / "python"))
    installed = run_command(*pip, "install", "--quiet", "--no-compile", str(wheel), cwd=tmp_path)
    assert installed.returncode == 0, installed.stderr
    version_result = run_command(str(programs / "teban"), "--version", cwd=tmp_path)
    assert version_result.stdout == f"teban {PROJECT['version']}\n", version_result.stderr
    smoke_result = run_command(str(programs / "python"), "-I", "-c", SMOKE_TEST, cwd=tmp_path)
    assert smoke_result.returncode == 0, smoke_result.stderr
    assert json.loads(smoke_result.stdout) == sorted(list_shipped_games())
    refused = subprocess.run(
        [str(programs / "teban")],
        cwd=tmp_path,
        env={"TEBAN_VALIDATE": "on"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 2
    assert refused.stderr.startswith("teban: TEBAN_VALIDATE: ") and "checkout" in refused.stderr


def test_console_script_is_the_entry_point() -> None:
    assert PROJECT["scripts"] == {"teban": "bot.__main__:main"}
    [script] = entry_points(group="console_scripts", name="teban")
    assert script.value == "bot.__main__:main"


def test_version_is_defined_in_one_place() -> None:
    number = PROJECT["version"]
    assert version("teban") == number, "the installed project is older: run `bash .ci/test`"
    sources = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    assert [str(file) for file in sources if f'"{number}"' in file.read_text()] == []
    latest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert latest is not None and latest[1] == number


def test_no_file_contains_local_paths() -> None:
    tracked = run_command("git", "ls-files", "-z", cwd=ROOT).stdout.rstrip("\0").split("\0")
    foreign = re.compile(r"(?<![\w.])/(?:work|root)/|\.\./shared\b")
    occurrences = []
    for name in tracked:
        file = ROOT / name
        if (
            file.suffix in (".jpg", ".json", ".otf", ".png", ".webp", ".xz")
            or file == Path(__file__)
            or not file.is_file()
        ):
            continue
        if match := foreign.search(file.read_text(encoding="utf-8")):
            occurrences.append(f"{name}: {match[0]}")
    assert occurrences == []
