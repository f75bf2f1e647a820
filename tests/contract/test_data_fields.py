"""Printed data: whatever a line of data.toml says, code reads it. A field that nothing reads misleads its reader."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.kernel import load_games
from tests.discovered import list_shipped_games

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
