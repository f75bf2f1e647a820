"""The structure of the packages: no import circles (imports for types included), small folders, short files.

Code reads all that a line of data.toml says: a field that nothing reads misleads its reader.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.kernel import load_games
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


SOURCE_FIELDS = {"provenance", "note", "source"}
"""Where a figure comes from: for whoever corrects it."""
_USE = re.compile(r"\.(\w+)|[\"'](\w+)[\"']")
"""A field is read by its name, or looked up by a name in a text."""


def find_unread_fields(kind: type[Any], code: str) -> Iterator[str]:
    """Yield each field of a Struct, and of the Structs in it, whose name the code never uses."""
    used_names = {name for pair in _USE.findall(code) for name in pair}
    for struct in _find_structs(msgspec.inspect.type_info(kind), set()):
        for field in struct.fields:
            if field.name not in used_names | SOURCE_FIELDS and not _has_one_value(field.type):
                yield f"{struct.cls.__name__}.{field.name}"


def _has_one_value(info: msgspec.inspect.Type) -> bool:
    """Return whether a field can have one value alone: the loader reads it, as the version of the file."""
    return isinstance(info, msgspec.inspect.LiteralType) and len(info.values) == 1


def _find_structs(info: object, seen: set[type]) -> Iterator[msgspec.inspect.StructType]:
    if isinstance(info, msgspec.inspect.StructType):
        if info.cls not in seen:
            seen.add(info.cls)
            yield info
            for field in info.fields:
                yield from _find_structs(field.type, seen)
    elif isinstance(info, msgspec.inspect.Type):
        for name in info.__struct_fields__:
            inner = getattr(info, name)
            for each in inner if isinstance(inner, tuple) else (inner,):
                yield from _find_structs(each, seen)


@pytest.mark.parametrize("name", list_shipped_games())
def test_code_reads_every_field_of_the_printed_data(name: str) -> None:
    game = load_games()[name]
    folders = [Path(str(files(package))) for package in (game.package, f"render.{name}")]
    sources = [file.read_text("utf-8") for folder in folders for file in folder.rglob("*.py")]
    data = import_module(f"{game.package}.data.types").Data
    assert list(find_unread_fields(data, "\n".join(sources))) == []


def test_a_field_that_nothing_reads_is_found() -> None:
    assert list(find_unread_fields(_Table, "table.line[0].price")) == ["_Line.unread"]


class _Line(msgspec.Struct):
    price: int
    unread: int


class _Table(msgspec.Struct):
    line: tuple[_Line, ...]
