"""Imports run one way: bot -> engines, render, storage; render -> engines. Engines know no clock, no luck of their own
and no outside."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from engines.kernel import Game, games
from render import arts
from tests.contract.code import imports, is_module, reaches, types_within

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "tests" / "example"
OWN = {"bot", "engines", "render", "storage"}

PURE = {
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


def wrong(folder: Path, allowed: Callable[[str], bool]) -> Iterator[str]:
    for path in sorted(folder.rglob("*.py")):
        for module, line in imports(path):
            if not allowed(module):
                yield f"{path.relative_to(ROOT)}:{line} imports {module}"


def top(module: str) -> str:
    return module.partition(".")[0]


def is_standard(module: str) -> bool:
    return top(module) in sys.stdlib_module_names


@pytest.mark.parametrize("root", [ROOT, EXAMPLE], ids=["project", "example"])
def test_engines_are_pure(root: Path) -> None:
    assert list(wrong(root / "engines", lambda module: top(module) in PURE | {"msgspec", "engines"})) == []


@pytest.mark.parametrize("root", [ROOT, EXAMPLE], ids=["project", "example"])
def test_the_kernel_knows_no_game_and_games_do_not_know_each_other(root: Path) -> None:
    for folder in (root / "engines").iterdir():
        if folder.is_dir() and (folder / "__init__.py").exists():
            known = {"kernel", folder.name}
            names = (module.split(".") for path in folder.rglob("*.py") for module, _ in imports(path))
            strangers = {name[1] for name in names if name[0] == "engines" and len(name) > 1} - known
            assert strangers == set(), folder


@pytest.mark.parametrize("game", [games()[key] for key in arts()], ids=lambda game: game.id)
def test_pictures_know_views_printed_facts_and_words_but_no_state(game: Game[Any]) -> None:
    """Decision 009: what a View is made of, and modules that do not lead to the State."""
    seen = get_type_hints(game.view)["return"]
    parts = {f"{kind.__module__}.{kind.__qualname__}" for kind in types_within(seen)}
    state = game.state.__module__

    def allowed(module: str) -> bool:
        if module.startswith("engines."):
            home = module if is_module(module) else module.rpartition(".")[0]
            return module in parts or home == seen.__module__ or (home != game.package and not reaches(home, state))
        return top(module) in {"render", "PIL"} or is_standard(module)

    folder = Path(str(files(f"render.{game.id}")))
    found = [line for line in wrong(folder, allowed) if "__main__.py" not in line]  # shows a board by hand
    assert found == []


@pytest.mark.parametrize("root", [ROOT, EXAMPLE], ids=["project", "example"])
def test_pictures_know_of_the_kernel_only_what_words_and_scores_are(root: Path) -> None:
    def allowed(module: str) -> bool:
        match module.split("."):
            case ["engines", "kernel", *name]:
                known = ("LETTERS", "Arg", "Lang", "Msg", "Score", "Seat", "brief", "catalogue", "say")
                return name in ([one] for one in known)
        return top(module) not in {"asyncio", "sqlite3", "bot", "storage"}

    samples = ("__main__.py", "kit/sample.py")  # they show a game that chance plays
    found = wrong(root / "render", allowed)
    assert [line for line in found if not any(name in line for name in samples)] == []


def test_storage_knows_rows_only() -> None:
    def allowed(module: str) -> bool:
        return top(module) in {"storage", "aiosqlite"} or is_standard(module)

    assert list(wrong(ROOT / "storage", allowed)) == []


@pytest.mark.parametrize("folder", ["engines", "render", "storage", "bot/table"])
def test_only_the_discord_side_imports_discord(folder: str) -> None:
    assert list(wrong(ROOT / folder, lambda module: top(module) != "discord")) == []


def test_the_life_of_a_table_knows_no_pictures_and_no_discord_side() -> None:
    def allowed(module: str) -> bool:
        return top(module) not in {"render", "PIL"} and not module.startswith(("bot.discord_ui", "bot.standin"))

    assert list(wrong(ROOT / "bot" / "table", allowed)) == []


def test_the_check_sees_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "rule.py").write_text("import random\nfrom time import time\nfrom engines.kernel import Rng\n")
    found = {module for path in tmp_path.rglob("*.py") for module, _ in imports(path)}
    assert found == {"random", "time.time", "engines.kernel.Rng"}
    assert [module for module in found if top(module) not in PURE | {"engines"}] != []


READ_BACK = re.compile(r"\.text\.(key|args)\b")
"""Code that takes a question or a line of the log apart instead of reading its typed data."""


def test_nobody_reads_sentences_back() -> None:
    """Questions have `about`, and trials of a rule `facts`: who renames a word must not change what is decided."""
    folders = (*(path for path in (ROOT / "engines").iterdir() if path.name != "kernel"), ROOT / "render", ROOT / "bot")
    found = [path for folder in folders for path in folder.rglob("*.py") if READ_BACK.search(path.read_text("utf-8"))]
    assert found == []
    assert READ_BACK.search('event.text.args["rupees"]') and READ_BACK.search('match prompt.text.key: case "bid"')
