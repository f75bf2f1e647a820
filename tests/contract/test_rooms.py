"""The rooms of the house: files import each other in one direction only, imports for types included; folders and files
stay small enough to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.contract.code import imported
from tests.discovered import shipped

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "engines", "render", "storage", "tests")
MOST_FILES = 21
"""In a folder, without its `__init__.py`. The tests of a game may be more: a module for each chapter of its rules."""
MOST_LINES = 400


def modules(root: Path, *packages: str) -> dict[str, Path]:
    """Every module below these packages, by its name."""
    found = {}
    for package in packages:
        for path in sorted((root / package).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def graph(files: Mapping[str, Path]) -> dict[str, set[str]]:
    """Which module names which, at run time or for types only."""
    return {
        name: {other for other in imported(path, name, path.stem == "__init__", files) if other != name}
        for name, path in files.items()
    }


def circle(edges: Mapping[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def long_files(files: Mapping[str, Path]) -> Iterator[str]:
    for name, path in files.items():
        lines = len(path.read_text("utf-8").splitlines())
        if lines > MOST_LINES:
            yield f"{name}: {lines} lines"


@pytest.mark.parametrize("package", PACKAGES)
def test_no_circle(package: str) -> None:
    assert circle(graph(modules(ROOT, package))) == []


def test_no_folder_is_crowded() -> None:
    files = [path for path in modules(ROOT, *PACKAGES).values() if path.stem != "__init__"]
    folders = Counter(str(path.parent.relative_to(ROOT)) for path in files)
    chapters = {f"tests/{game}" for game in shipped()}
    assert {folder for folder, number in folders.items() if number > MOST_FILES} <= chapters


def test_no_file_is_too_long() -> None:
    assert list(long_files(modules(ROOT, "bot", "engines", "render", "storage"))) == []


def test_the_checks_see_what_is_wrong(tmp_path: Path) -> None:
    """A circle that exists for types only, and a long file."""
    room = tmp_path / "room"
    room.mkdir()
    (room / "__init__.py").write_text("")
    (room / "a.py").write_text("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .b import B\n")
    (room / "b.py").write_text("from room import a\n" + "x = 1\n" * MOST_LINES)
    files = modules(tmp_path, "room")
    assert set(circle(graph(files))) == {"room.a", "room.b"}
    assert list(long_files(files)) == [f"room.b: {MOST_LINES + 1} lines"]
