"""The structure of the packages: no import circles (imports for types included), small folders, short files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.contract.code import list_imported_modules
from tests.discovered import list_shipped_games

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "engines", "render", "storage", "tests")
MAX_FILES = 21
"""Maximum number of files in a folder without `__init__.py`; a game's tests may have more, one per rules chapter."""
MAX_LINES = 400


def list_modules(root: Path, *packages: str) -> dict[str, Path]:
    """Return all modules below these packages: name -> path."""
    path_by_name = {}
    for package in packages:
        for path in sorted((root / package).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            path_by_name[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return path_by_name


def build_import_graph(files: Mapping[str, Path]) -> dict[str, set[str]]:
    """Return the import graph: module -> modules that it imports, at run time or for types only."""
    return {
        name: {other for other in list_imported_modules(path, name, path.stem == "__init__", files) if other != name}
        for name, path in files.items()
    }


def find_circle(edges: Mapping[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def iter_long_files(files: Mapping[str, Path]) -> Iterator[str]:
    for name, path in files.items():
        lines = len(path.read_text("utf-8").splitlines())
        if lines > MAX_LINES:
            yield f"{name}: {lines} lines"


@pytest.mark.parametrize("package", PACKAGES)
def test_no_import_circle(package: str) -> None:
    assert find_circle(build_import_graph(list_modules(ROOT, package))) == []


def test_no_folder_has_too_many_files() -> None:
    files = [path for path in list_modules(ROOT, *PACKAGES).values() if path.stem != "__init__"]
    folders = Counter(str(path.parent.relative_to(ROOT)) for path in files)
    chapters = {f"tests/{game}" for game in list_shipped_games()}
    assert {folder for folder, number in folders.items() if number > MAX_FILES} <= chapters


def test_no_file_is_too_long() -> None:
    assert list(iter_long_files(list_modules(ROOT, *PACKAGES))) == []


def test_circles_and_long_files_are_detected(tmp_path: Path) -> None:
    """The checks notice a circle of imports for types only, and a long file."""
    folder = tmp_path / "room"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "a.py").write_text("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .b import B\n")
    (folder / "b.py").write_text("from room import a\n" + "x = 1\n" * MAX_LINES)
    files = list_modules(tmp_path, "room")
    assert set(find_circle(build_import_graph(files))) == {"room.a", "room.b"}
    assert list(iter_long_files(files)) == [f"room.b: {MAX_LINES + 1} lines"]
