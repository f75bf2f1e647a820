"""Reading a game's `data.toml`: every printed fact, checked when it is loaded."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
ENUM = "Invalid enum value "
"""How msgspec begins its complaint about a Literal, which does not say what it may be."""


class WrongData(ValueError):
    """A line of a data file is not what the game expects: which file, which key, what was expected and what came."""


def load(package: str, kind: type[T], name: str = "data.toml") -> T:
    """The package's data file as `type` (nested msgspec Structs). Raises WrongData, naming the key."""
    source = files(package).joinpath(name)
    return parse(source.read_text("utf-8"), kind, f"{package.replace('.', '/')}/{name}")


def parse(text: str, kind: type[T], source: str) -> T:
    """The same from a text; `source` is what an error calls it."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise WrongData(f"{source}: not valid TOML: {error}") from error
    try:
        return msgspec.convert(document, kind, str_keys=True)  # TOML has no other keys
    except msgspec.ValidationError as error:
        what, _, key = _with_names(document, kind, str(error)).partition(" - at ")
        key = key.replace("`", "")
        if what.startswith(ENUM) and (names := _names_at(kind, key)):
            what = f"expected {'one of ' if len(names) > 1 else ''}{', '.join(names)}, got {what.removeprefix(ENUM)}"
        raise WrongData(f"{source}: {key.replace('$.', '') or 'file'}: {what}") from error


def _with_names(document: dict[str, Any], kind: type[Any], complaint: str) -> str:
    """msgspec writes `[...]` for an entry of a table. Its name is the one that gives the same complaint when alone."""
    named = complaint
    while (path := re.search(r"\$([^`]*?)\[\.\.\.\]", named)) is not None:
        table: Any = document
        for key, index in re.findall(r"\.([\w-]+)|\[(\d+)\]", path[1]):
            table = table[key or int(index)]
        entries = dict(table)
        for key, entry in entries.items():
            table.clear()
            table[key] = entry
            if _complaint(document, kind) == complaint:
                named = named.replace("[...]", f".{key}", 1)
                break
        else:
            return named
    return named


def _names_at(kind: type[Any], key: str) -> list[str]:
    """What a Literal at `$.column[3].color`, or one that is a key (`key in $.plan`), may be."""
    is_key, path = key.startswith("key in "), key.removeprefix("key in ").removeprefix("$")
    here = [msgspec.inspect.type_info(kind)]
    for name in re.findall(r"\.([\w-]+)|\[\d+\]", path):
        here = [inner for one in here for inner in _inside(one, name)]
    if is_key:
        here = [each for one in here if isinstance(one, msgspec.inspect.DictType) for each in _each(one.key_type)]
    names = [str(value) for one in here if isinstance(one, msgspec.inspect.LiteralType) for value in one.values]
    return [*names, "a number"] if any(isinstance(one, msgspec.inspect.IntType) for one in here) else names


def _inside(info: msgspec.inspect.Type, name: str) -> list[msgspec.inspect.Type]:
    """The types that a field or an entry of that name may have; an entry of an array has none."""
    match info:
        case msgspec.inspect.StructType(fields=fields):
            return [each for field in fields if field.encode_name == name for each in _each(field.type)]
        case msgspec.inspect.DictType(value_type=inner):
            return _each(inner)
        case msgspec.inspect.VarTupleType(item_type=inner) | msgspec.inspect.ListType(item_type=inner):
            return _each(inner)
        case msgspec.inspect.TupleType(item_types=inners):
            return [each for inner in inners for each in _each(inner)]
        case _:
            return []


def _each(info: msgspec.inspect.Type) -> list[msgspec.inspect.Type]:
    """The members of a union."""
    return list(info.types) if isinstance(info, msgspec.inspect.UnionType) else [info]


def _complaint(document: dict[str, Any], kind: type[Any]) -> str | None:
    try:
        msgspec.convert(document, kind, str_keys=True)
    except msgspec.ValidationError as error:
        return str(error)
    return None
