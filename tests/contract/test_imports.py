"""Imports go one way: bot -> engines, render, storage; render -> engines. Engines use no clock, no randomness of their
own, and no files or network."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from engines.kernel import Game, load_games
from render import load_arts
from tests.contract.code import is_imported_by, is_module, iter_imports, list_types

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "tests" / "example"
OWN_PACKAGES = {"bot", "engines", "render", "storage"}

PURE_MODULES = {
    *(
        "__future__",
        "abc",
        "ast",
        "bisect",
        "collections",
        "contextlib",
        "copy",
        "dataclasses",
        "decimal",
        "enum",
        "fractions",
    ),
    *("functools", "hashlib", "heapq", "importlib", "itertools", "json", "math", "operator", "pkgutil", "re"),
    *("string", "textwrap", "tomllib", "types", "typing", "unicodedata"),
}
"""Standard modules without time, chance, files, network or processes; importlib.resources reads a package's data."""


KERNEL_NAMES_OF_PICTURES = frozenset(
    ("LETTERS", "Arg", "Lang", "Message", "Score", "Seat", "load_catalogue", "message", "summarize_log")
)
"""Names of the kernel that pictures may import."""


def iter_forbidden_imports(folder: Path, allowed: Callable[[str], bool]) -> Iterator[str]:
    for path in sorted(folder.rglob("*.py")):
        for module, line in iter_imports(path):
            if not allowed(module):
                yield f"{path.relative_to(ROOT)}:{line} imports {module}"


def find_top_package(module: str) -> str:
    return module.partition(".")[0]


def is_standard(module: str) -> bool:
    return find_top_package(module) in sys.stdlib_module_names


@pytest.mark.parametrize("root", [ROOT, EXAMPLE], ids=["project", "example"])
def test_engines_are_pure(root: Path) -> None:
    allowed = PURE_MODULES | {"msgspec", "engines"}
    assert list(iter_forbidden_imports(root / "engines", lambda module: find_top_package(module) in allowed)) == []


@pytest.mark.parametrize("root", [ROOT, EXAMPLE], ids=["project", "example"])
def test_kernel_and_games_do_not_import_games(root: Path) -> None:
    for folder in (root / "engines").iterdir():
        if folder.is_dir() and (folder / "__init__.py").exists():
            known = {"kernel", folder.name}
            names = (module.split(".") for path in folder.rglob("*.py") for module, _ in iter_imports(path))
            strangers = {name[1] for name in names if name[0] == "engines" and len(name) > 1} - known
            assert strangers == set(), folder


@pytest.mark.parametrize("game", [load_games()[key] for key in load_arts()], ids=lambda game: game.id)
def test_pictures_import_views_and_static_data_but_no_state(game: Game[Any]) -> None:
    """Decision 009: pictures may import the types of the View, and modules that do not import the State."""
    view_type = get_type_hints(game.view)["return"]
    parts = {f"{kind.__module__}.{kind.__qualname__}" for kind in list_types(view_type)}
    state = game.state_type.__module__

    def is_allowed(module: str) -> bool:
        if module.startswith("engines."):
            home = module if is_module(module) else module.rpartition(".")[0]
            return (
                module in parts
                or home == view_type.__module__
                or (home != game.package and not is_imported_by(home, state))
            )
        return find_top_package(module) in {"render", "PIL"} or is_standard(module)

    folder = Path(str(files(f"render.{game.id}")))
    assert list(iter_forbidden_imports(folder, is_allowed)) == []


@pytest.mark.parametrize("root", [ROOT, EXAMPLE], ids=["project", "example"])
def test_pictures_import_only_words_and_scores_of_the_kernel(root: Path) -> None:
    def is_allowed(module: str) -> bool:
        match module.split("."):
            case ["engines", "kernel", *name]:
                return len(name) == 1 and name[0] in KERNEL_NAMES_OF_PICTURES
        return find_top_package(module) not in {"asyncio", "sqlite3", "bot", "storage"}

    command = "render/__main__.py:"  # plays a game to draw pictures of it
    forbidden = iter_forbidden_imports(root / "render", is_allowed)
    assert [line for line in forbidden if not line.startswith(command)] == []


def test_storage_imports_nothing_of_the_game() -> None:
    def is_allowed(module: str) -> bool:
        return find_top_package(module) in {"storage", "aiosqlite", "asyncpg"} or is_standard(module)

    assert list(iter_forbidden_imports(ROOT / "storage", is_allowed)) == []


def test_one_module_imports_the_driver_of_postgresql() -> None:
    """The driver can be exchanged there: no other module imports it, for types included."""
    importers = {
        str(path.relative_to(ROOT))
        for package in OWN_PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if any(find_top_package(module) == "asyncpg" for module, _ in iter_imports(path))
    }
    assert importers == {"storage/postgres_driver.py"}


@pytest.mark.parametrize("folder", ["engines", "render", "storage", "bot/table"])
def test_only_the_discord_side_imports_discord(folder: str) -> None:
    assert list(iter_forbidden_imports(ROOT / folder, lambda module: find_top_package(module) != "discord")) == []


def test_tables_import_no_pictures_and_no_discord_side() -> None:
    def is_allowed(module: str) -> bool:
        return find_top_package(module) not in {"render", "PIL"} and not module.startswith(
            ("bot.discord_ui", "bot.fake_discord")
        )

    assert list(iter_forbidden_imports(ROOT / "bot" / "table", is_allowed)) == []


def test_forbidden_imports_are_detected(tmp_path: Path) -> None:
    (tmp_path / "rule.py").write_text("import random\nfrom time import time\nfrom engines.kernel import Rng\n")
    modules = {module for path in tmp_path.rglob("*.py") for module, _ in iter_imports(path)}
    assert modules == {"random", "time.time", "engines.kernel.Rng"}
    assert [module for module in modules if find_top_package(module) not in PURE_MODULES | {"engines"}] != []


MESSAGE_PARSING = re.compile(r"\.text\.(key|args)\b")
"""Code that parses a question or a log entry instead of reading its typed data."""


def test_messages_are_not_parsed() -> None:
    """Decisions must not depend on catalogue keys: questions have `subject`, and simulations of a rule have `facts`."""
    folders = (*(path for path in (ROOT / "engines").iterdir() if path.name != "kernel"), ROOT / "render", ROOT / "bot")
    paths = [
        path for folder in folders for path in folder.rglob("*.py") if MESSAGE_PARSING.search(path.read_text("utf-8"))
    ]
    assert paths == []
    assert MESSAGE_PARSING.search('event.text.args["rupees"]') and MESSAGE_PARSING.search(
        'match prompt.text.key: case "bid"'
    )
