"""Modules and folders of `bot`, `bot/table` and `bot/discord_ui` form layers: imports go down, imports for types and
imports within functions included.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import bot.table
from tests.contract.code import list_imported_modules
from tests.contract.test_structure import list_modules

ROOT = Path(__file__).parents[2]

BOT = (
    ("fake_discord", "game_file_bounds", "memory", "network_access", "operating_system"),
    ("worker_processes",),
    ("logs", "start_checks"),
    ("table",),
    ("audit", "maintenance", "metrics", "settings"),
    ("discord_ui", "health", "operator_commands"),
    ("discord_check", "login", "playground"),
    ("main",),
    ("__main__",),
)
"""Layers of `bot`, lowest first."""

TABLE = (
    ("clock",),
    ("state",),
    ("terms", "deadline"),
    ("notices", "player_records"),
    ("service",),
    ("seats", "history"),
    ("lobby", "play"),
    ("admin", "computers"),
    ("request_kinds",),
    ("consent",),
    ("background", "personal"),
)
"""Layers of `bot/table`, lowest first. Folders of one layer do not import each other in a circle."""

DISCORD_UI = (
    ("text",),
    ("page",),
    ("stats", "rulebook"),
    ("interaction",),
    ("me", "learn", "history", "panel"),
    ("lobby",),
    ("card",),
    ("lifecycle",),
    ("help",),
    ("outbox", "controls", "commands"),
    ("shard_connections",),
    ("client",),
)

LAYERS = {"bot": BOT, "bot/table": TABLE, "bot/discord_ui": DISCORD_UI}


def iter_upward_imports(root: Path, package: str, layers: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield each import of a package that does not lead to a lower layer or stays in its own folder."""
    level = {folder: number for number, layer in enumerate(layers) for folder in layer}
    files = list_modules(root, package.partition("/")[0])
    prefix = package.replace("/", ".") + "."
    for name, path in files.items():
        if not name.startswith(prefix):
            continue
        folder = name.removeprefix(prefix).partition(".")[0]
        for other in list_imported_modules(path, name, path.stem == "__init__", files):
            if not other.startswith(prefix):
                continue
            target = other.removeprefix(prefix).partition(".")[0]
            if target != folder and level[target] >= level[folder]:
                yield f"{name} imports {other}"


@pytest.mark.parametrize(("package", "layers"), LAYERS.items(), ids=list(LAYERS))
def test_imports_go_down(package: str, layers: Sequence[Sequence[str]]) -> None:
    assert list(iter_upward_imports(ROOT, package, layers)) == []


@pytest.mark.parametrize(("package", "layers"), LAYERS.items(), ids=list(LAYERS))
def test_every_folder_has_its_layer(package: str, layers: Sequence[Sequence[str]]) -> None:
    children = {
        path.stem for path in (ROOT / package).iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert children - {"__init__"} == {folder for layer in layers for folder in layer}


@pytest.mark.parametrize(
    ("tests", "layers", "others"),
    [("table", TABLE, {"databases"}), ("bot", DISCORD_UI, {"bazaar", "privacy", "recorded", "start"})],
    ids=["table", "bot"],
)
def test_folders_of_tests_are_called_as_those_of_the_code(
    tests: str, layers: Sequence[Sequence[str]], others: set[str]
) -> None:
    files = (path.relative_to(ROOT / "tests" / tests) for path in (ROOT / "tests" / tests).glob("*/**/*.*"))
    folders = {path.parts[0] for path in files if "__pycache__" not in path.parts}
    assert folders - {folder for layer in layers for folder in layer} == others


def test_the_front_door_of_tables_names_every_layer_in_order() -> None:
    _, layers = (bot.table.__doc__ or "").split("The packages are layers")
    assert re.findall(r"`(\w+)`", layers) == [folder for layer in TABLE for folder in layer]


def test_the_decision_about_layers_has_a_row_for_each() -> None:
    text = (ROOT / "docs/decisions/049-bot-table-in-layers.md").read_text("utf-8")
    assert tuple(tuple(re.findall(r"\w+", names)) for names in re.findall(r"^\| (`.*?`) \|", text, re.M)) == TABLE


@pytest.mark.parametrize(("package", "layers"), LAYERS.items(), ids=list(LAYERS))
def test_the_picture_of_the_architecture_shows_every_layer(package: str, layers: Sequence[Sequence[str]]) -> None:
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    _, row = text.split(f"├─ {package} ", 1)
    shown = re.split(r"\n(?!│   )", row)[0].replace("│", " ").split(">")
    assert [set(re.findall(r"\w+", names)) for names in reversed(shown)] == [set(layer) for layer in layers]


@pytest.mark.parametrize("package", ["bot/table", "bot"])
def test_the_check_notices_an_upward_import_for_types(package: str, tmp_path: Path) -> None:
    prefix = package.replace("/", ".")
    for name in ("low", "high"):
        folder = tmp_path / package / name
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text("")
    (tmp_path / package / "high" / "a.py").write_text("class A: ...\n")
    source = f"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from {prefix}.high.a import A\n"
    (tmp_path / package / "low" / "b.py").write_text(source)
    found = list(iter_upward_imports(tmp_path, package, (("low",), ("high",))))
    assert found == [f"{prefix}.low.b imports {prefix}.high.a"]


def test_the_check_notices_a_module_that_imports_a_higher_folder(tmp_path: Path) -> None:
    (tmp_path / "bot" / "playground").mkdir(parents=True)
    (tmp_path / "bot" / "playground" / "__init__.py").write_text("")
    (tmp_path / "bot" / "metrics.py").write_text("def count() -> None:\n    from . import playground\n")
    found = list(iter_upward_imports(tmp_path, "bot", (("metrics",), ("playground",))))
    assert found == ["bot.metrics imports bot.playground"]


def list_loaded_at_start(root: Path, first: str) -> set[str]:
    """Return the modules of `bot` that loading one of them loads: imports for types and within functions left out."""
    files = list_modules(root, "bot")
    loaded, unvisited = {first}, [first]
    while unvisited:
        name = unvisited.pop()
        path = files[name]
        imported = list_imported_modules(path, name, path.stem == "__init__", files, only_at_start=True)
        parents = {".".join(name.split(".")[:length]) for length in range(1, name.count(".") + 1)}
        unvisited += (imported | parents) - loaded
        loaded |= imported | parents
    return loaded


def test_a_start_loads_neither_the_playground_nor_the_fake_server_nor_the_probes() -> None:
    loaded = list_loaded_at_start(ROOT, "bot.main")
    assert "bot.metrics" in loaded and "bot.discord_ui.panel.handlers" in loaded
    spared = ("bot.playground", "bot.fake_discord", "bot.discord_check")
    assert [name for name in sorted(loaded) if name.startswith(spared)] == []


def test_the_check_notices_what_a_start_loads(tmp_path: Path) -> None:
    for name in ("playground", "later", "for_types"):
        (tmp_path / "bot" / name).mkdir(parents=True)
        (tmp_path / "bot" / name / "__init__.py").write_text("")
        (tmp_path / "bot" / name / "server.py").write_text("")
    source = """
from typing import TYPE_CHECKING
from . import metrics
if TYPE_CHECKING:
    from .for_types import server
def run() -> None:
    from .later import server
"""
    (tmp_path / "bot" / "main.py").write_text(source)
    (tmp_path / "bot" / "metrics.py").write_text("from bot.playground.server import is_own_host\n")
    (tmp_path / "bot" / "__init__.py").write_text("")
    loaded = list_loaded_at_start(tmp_path, "bot.main")
    assert loaded == {"bot", "bot.main", "bot.metrics", "bot.playground", "bot.playground.server"}
