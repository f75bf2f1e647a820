"""Loading a game's `data.toml`: every printed fact, checked when it is loaded."""

import re
import tomllib
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
ENUM_PREFIX = "Invalid enum value "
"""The beginning of msgspec's message about a Literal, which does not list the allowed values."""


class WrongData(ValueError):
    """A line of a data file is not as the game expects. The message names file and key, the expected and the given
    value.
    """


def load_data(package: str, kind: type[T], name: str = "data.toml") -> T:
    """Load the package's data file as `kind` (nested msgspec Structs). Raises WrongData, naming the key."""
    source = files(package).joinpath(name)
    return parse_data(source.read_text("utf-8"), kind, f"{package.replace('.', '/')}/{name}")


def parse_data(text: str, kind: type[T], source: str) -> T:
    """Parse the same from a text; error messages call it `source`."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise WrongData(f"{source}: not valid TOML: {error}") from error
    try:
        return msgspec.convert(document, kind, str_keys=True)  # TOML has no other keys
    except msgspec.ValidationError as error:
        problem, _, key = _name_entries(document, kind, str(error)).partition(" - at ")
        key = key.replace("`", "")
        if problem.startswith(ENUM_PREFIX) and (names := _list_literals(kind, key)):
            wrong_name, one_of = problem.removeprefix(ENUM_PREFIX), "one of " if len(names) > 1 else ""
            problem = f"expected {one_of}{', '.join(names)}, got {wrong_name}"
        raise WrongData(f"{source}: {key.replace('$.', '') or 'file'}: {problem}") from error


def _name_entries(document: dict[str, Any], kind: type[Any], complaint: str) -> str:
    """Replace the `[...]` that msgspec writes for an entry of a table by the entry's name. The entry is found by
    converting each one alone: it gives the same error.
    """
    named_complaint = complaint
    while (path := re.search(r"\$([^`]*?)\[\.\.\.\]", named_complaint)) is not None:
        table: Any = document
        for key, index in re.findall(r"\.([\w-]+)|\[(\d+)\]", path[1]):
            table = table[key or int(index)]
        entries = dict(table)
        for key, entry in entries.items():
            table.clear()
            table[key] = entry
            if _find_complaint(document, kind) == complaint:
                named_complaint = named_complaint.replace("[...]", f".{key}", 1)
                break
        else:
            return named_complaint
    return named_complaint


def _list_literals(kind: type[Any], key: str) -> list[str]:
    """Return the allowed values of a Literal at `$.column[3].color`, or of one that is a key (`key in $.plan`)."""
    is_key, path = key.startswith("key in "), key.removeprefix("key in ").removeprefix("$")
    types = [msgspec.inspect.type_info(kind)]
    for name in re.findall(r"\.([\w-]+)|\[\d+\]", path):
        types = [inner for info in types for inner in _list_inner_types(info, name)]
    if is_key:
        types = [
            member
            for info in types
            if isinstance(info, msgspec.inspect.DictType)
            for member in _list_members(info.key_type)
        ]
    names = [str(value) for info in types if isinstance(info, msgspec.inspect.LiteralType) for value in info.values]
    return [*names, "a number"] if any(isinstance(info, msgspec.inspect.IntType) for info in types) else names


def _list_inner_types(info: msgspec.inspect.Type, name: str) -> list[msgspec.inspect.Type]:
    """Return the possible types of a field or entry of that name; an entry of an array has none."""
    match info:
        case msgspec.inspect.StructType(fields=fields):
            return [member for field in fields if field.encode_name == name for member in _list_members(field.type)]
        case msgspec.inspect.DictType(value_type=inner):
            return _list_members(inner)
        case msgspec.inspect.VarTupleType(item_type=inner) | msgspec.inspect.ListType(item_type=inner):
            return _list_members(inner)
        case msgspec.inspect.TupleType(item_types=inners):
            return [member for inner in inners for member in _list_members(inner)]
        case _:
            return []


def _list_members(info: msgspec.inspect.Type) -> list[msgspec.inspect.Type]:
    """Return the members of a union."""
    return list(info.types) if isinstance(info, msgspec.inspect.UnionType) else [info]


def _find_complaint(document: dict[str, Any], kind: type[Any]) -> str | None:
    try:
        msgspec.convert(document, kind, str_keys=True)
    except msgspec.ValidationError as error:
        return str(error)
    return None
