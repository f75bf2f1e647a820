"""Everything that a document names exists, and the English and Japanese documents have the same shape."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import app_commands

from bot.discord_ui.client import Teban
from bot.discord_ui.commands.tree import COMMANDS
from bot.discord_ui.interaction import opening_rights
from bot.discord_ui.text.localizer import load_bot_catalogue
from bot.network_access import DEFAULT_PORT
from bot.settings import Settings
from engines.kernel import LANGS, Message
from render import load_arts
from tests.check_each import check_each
from tests.discovered import list_shipped_games
from tests.phone import shots

from . import PACKAGES, ROOT
from .markdown import Document, strip_code_marks

README = Document.read(ROOT / "README.md")
JAPANESE = Document.read(ROOT / "README.ja.md")
COMMAND_LIST = Document.read(ROOT / "docs/commands.md")
JAPANESE_COMMAND_LIST = Document.read(ROOT / "docs/commands.ja.md")
DOCUMENTS = [
    Document.read(path)
    for path in (*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("docs/decisions/*.md")))
]
NAMED_FILE = re.compile(r"`((?:bot|engines|render|storage|tests)/[\w/.-]*)`")
NAME_IN_FILE = re.compile(r"`([\w.]+)` in `((?:bot|engines|render|storage|tests)/[\w/.-]+\.py)`")
PERMISSIONS_TABLE, COMMANDS_TABLE, SETTINGS_TABLE = range(3)

both_readmes = pytest.mark.parametrize("readme", [README, JAPANESE], ids=["en", "ja"])
every_document = check_each("document", DOCUMENTS)


@every_document
def test_links_inside_the_project_lead_somewhere(document: Document) -> None:
    inside = [link for link in document.list_links() if not link.startswith(("https://", "#"))]
    assert [link for link in inside if not (document.path.parent / link.split("#")[0]).exists()] == []


@every_document
def test_every_file_of_a_document_exists(document: Document) -> None:
    if document.path.parent.name == "decisions" or document.path.name in ("CHANGELOG.md", "renames.md"):
        return  # they tell of earlier files, too
    assert list(iter_missing_names(document.prose)) == []


def iter_missing_names(text: str) -> Iterator[str]:
    """Yield the files that a text names and that do not exist, and names that are not in their file."""
    yield from (name for name in NAMED_FILE.findall(text) if not (ROOT / name).exists())
    for name, path in NAME_IN_FILE.findall(text):
        if (ROOT / path).exists() and name.split(".")[-1] not in (ROOT / path).read_text("utf-8"):
            yield name


def test_a_missing_file_and_a_missing_name_are_noticed() -> None:
    text = "`ROOT` in `tests/project/__init__.py`, `GONE` in `tests/project/__init__.py`, `bot/gone.py`"
    assert list(iter_missing_names(text)) == ["bot/gone.py", "GONE"]


def test_renamed_modules_are_where_the_list_of_renames_says() -> None:
    lost = []
    for section in (ROOT / "docs/renames.md").read_text("utf-8").split("\n## ")[1:]:
        folder, *lines = section.splitlines()
        for line in lines:
            if match := re.match(r"\S+ → ([^:]+)", line):
                paths = [ROOT / (name[1:] if name[0] == "/" else f"{folder}/{name}") for name in match[1].split(", ")]
                lost += [line for path in paths if not path.with_suffix(".py").exists()]
    assert lost == []


def test_renamed_names_are_those_of_the_code() -> None:
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    code_words = {word for path in files for word in re.findall(r"\w+", path.read_text("utf-8"))}
    renames = (ROOT / "docs/renames.md").read_text("utf-8")
    assert [name for name in re.findall(r"(?<=[:,] )\S+ → (\w+)\b(?!/)", renames) if name not in code_words] == []


@every_document
def test_every_command_of_a_document_exists(document: Document) -> None:
    assert [c for c in document.list_commands() if (reason := find_obstacle(c))] == [], reason


def find_obstacle(command: str) -> str | None:
    """Return why a command of this project cannot run, or None if it can or belongs to the system."""
    words = [word for word in command.split() if not re.match(r"[A-Z_]+=", word)]
    match words:
        case ["bash", script, *_]:
            return None if (ROOT / script).is_file() else f"no script {script}"
        case [program, "-m", module, *_] if Path(program).name.startswith("python"):
            return None if importlib.util.find_spec(module) else f"no module {module}"
        case [program, *arguments] if Path(program).name == "teban":
            return next((f"no command {a}" for a in arguments[:1] if a not in list_operator_commands()), None)
        case [program, *_] if program.startswith(".venv/bin/"):
            there = Path(sys.executable).parent / Path(program).name
            return None if there.exists() else f"no program {there}"
    return None


@cache
def list_operator_commands() -> set[str]:
    asked = [sys.executable, "-m", "bot.main", "--help"]
    told = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^ {4}(\w+) ", told, re.MULTILINE))


def test_the_operators_page_explains_every_worker() -> None:
    client = (ROOT / "bot/discord_ui/client.py").read_text("utf-8")
    names, page = re.findall(r'_start_worker\("([^"]+)"', client), (ROOT / "docs/operate.md").read_text("utf-8")
    assert len(names) > 10 and [name for name in names if f"`{name}`" not in page] == []


def test_the_operators_page_lists_every_command_of_the_operator() -> None:
    operate = (ROOT / "docs/operate.md").read_text()
    assert [c for c in list_operator_commands() - {"run"} if f"`teban {c}" not in operate] == []


@pytest.mark.parametrize(
    ("english", "japanese"), [(README, JAPANESE), (COMMAND_LIST, JAPANESE_COMMAND_LIST)], ids=["README", "commands"]
)
def test_both_languages_have_the_same_shape_and_link_to_each_other(english: Document, japanese: Document) -> None:
    assert english.list_headings() == japanese.list_headings()
    assert english.list_commands() == japanese.list_commands()
    assert english.list_blocks("text") == japanese.list_blocks("text")
    assert [len(table) for table in english.list_tables()] == [len(table) for table in japanese.list_tables()]
    assert [name.replace("-en.", "-ja.") for name in english.list_images()] == japanese.list_images()
    assert japanese.path.name in english.list_links() and english.path.name in japanese.list_links()


def test_the_readme_shows_every_game_and_links_to_the_list_of_commands() -> None:
    for game in load_arts().keys() & list_shipped_games():
        assert any(f"/{game}-" in name for name in README.list_images()), f"{game} has no picture"
    assert "docs/commands.md" in README.list_links() and "docs/commands.ja.md" in JAPANESE.list_links()


def test_a_new_reader_can_try_the_bot_after_two_pictures() -> None:
    for readme in (README, JAPANESE):
        beginning = readme.text.split("```sh")[0]
        assert beginning.count("![") == 2


@pytest.mark.parametrize("document", [JAPANESE, JAPANESE_COMMAND_LIST], ids=["README", "commands"])
def test_brackets_after_japanese_are_full_width(document: Document) -> None:
    prose = re.sub(r"`[^`]*`|\]\([^)]*\)", "", document.prose)
    assert re.findall(r"[\u3041-\u30ff\u4e00-\u9fff]\(", prose) == []


def test_the_readme_starts_and_tests_with_one_line_each() -> None:
    assert "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/teban" in README.list_blocks("sh")
    assert "bash .ci/test" in README.list_blocks("sh")
    assert "bash .ci/test" in (ROOT / ".ci/run").read_text()


@both_readmes
def test_settings_are_those_that_the_program_reads(readme: Document) -> None:
    table = {
        strip_code_marks(name): strip_code_marks(default) for name, default, _ in readme.list_tables()[SETTINGS_TABLE]
    }
    sources = "\n".join(file.read_text() for package in PACKAGES for file in (ROOT / package).rglob("*.py"))
    assert set(table) == set(re.findall(r"\b(?:TEBAN_[A-Z]+(?:_[A-Z]+)*|DISCORD_TOKEN)\b", sources))
    default = Settings()
    assert table["TEBAN_DB"] == str(default.database)
    assert table["TEBAN_LANG"] == default.language
    assert table["TEBAN_LOG"] == default.log_level
    assert table["TEBAN_HOST"] == default.listen_address
    assert table["TEBAN_PORT"] == str(DEFAULT_PORT)


def iter_registered_commands() -> Iterator[app_commands.Command[Any, ..., Any]]:
    for command in COMMANDS:
        if isinstance(command, app_commands.Group):
            yield from (c for c in command.walk_commands() if isinstance(c, app_commands.Command))
        elif isinstance(command, app_commands.Command):
            yield command


def test_the_lists_of_commands_match_the_registered_commands() -> None:
    expected = [
        (f"/{c.qualified_name}", f"/{build_japanese_name(c.qualified_name)}") for c in iter_registered_commands()
    ]
    english = [
        (strip_code_marks(name), strip_code_marks(other))
        for table in COMMAND_LIST.list_tables()
        for name, other, _ in table
    ]
    japanese = [
        (strip_code_marks(other), strip_code_marks(name))
        for table in JAPANESE_COMMAND_LIST.list_tables()
        for name, other, _ in table
    ]
    assert sorted(english) == sorted(expected)
    assert english == japanese


def test_the_readmes_name_the_first_eight_commands() -> None:
    listed = [
        (strip_code_marks(name), strip_code_marks(other))
        for table in COMMAND_LIST.list_tables()
        for name, other, _ in table
    ]
    english = [
        (strip_code_marks(name), strip_code_marks(other)) for name, other, _ in README.list_tables()[COMMANDS_TABLE]
    ]
    japanese = [
        (strip_code_marks(other), strip_code_marks(name)) for name, other, _ in JAPANESE.list_tables()[COMMANDS_TABLE]
    ]
    assert english == japanese and len(english) == 8
    assert set(english) <= set(listed)


def build_japanese_name(command: str) -> str:
    parts = command.split()
    paths = (".".join(parts[: n + 1]) for n in range(len(parts)))
    return " ".join(load_bot_catalogue().render(Message(f"commands.{path}.name"), "ja") for path in paths)


@both_readmes
def test_the_invitation_asks_for_exactly_the_permissions_listed(readme: Document) -> None:
    listed = [re.search(r"[A-Z][A-Za-z ]+", name) for name, _ in readme.list_tables()[PERMISSIONS_TABLE]]
    names = {match[0].lower().replace(" ", "_").replace("view_channels", "view_channel") for match in listed if match}
    value = discord.Permissions(**dict.fromkeys(names, True)).value
    needed = {*opening_rights.IN_CHANNEL, *opening_rights.IN_THREAD, *opening_rights.FOR_NEW_THREAD}
    assert needed == names
    assert f"`{value}`" in readme.text
    [address] = readme.list_blocks("text")
    assert address.endswith(f"?client_id=APPLICATION_ID&scope=bot+applications.commands&permissions={value}")


def test_no_intent_is_privileged() -> None:
    bot = Teban(cast(Any, SimpleNamespace(on_change=[], clock=None, db=None)))
    bot.pictures.close()
    assert bot.intents.value == discord.Intents(guilds=True, moderation=True, guild_messages=True).value


def test_every_decision_is_in_the_index_under_a_number_of_its_own() -> None:
    notes = sorted(path.name for path in (ROOT / "docs/decisions").glob("[0-9]*.md"))
    index = Document.read(ROOT / "docs/decisions/README.md")
    assert sorted(index.list_links()) == notes
    assert len({name[:3] for name in notes}) == len(notes)


def test_every_game_shows_its_first_turn_in_both_languages() -> None:
    links = Document.read(ROOT / "docs/first-turns.md").list_links()
    for game in list_shipped_games():
        for name in (f"first-turn-{game}-{lang}-{part}.webp" for lang in LANGS for part in shots.PARTS):
            assert f"pictures/{name}" in links
            assert (shots.FOLDER / name).stat().st_size <= shots.MAX_BYTES
