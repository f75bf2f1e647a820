"""Reading a game's `data.toml`: every printed fact, checked when it is loaded."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


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
        raise WrongData(f"{source}: {key.replace('`', '').replace('$.', '') or 'file'}: {what}") from error


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


def _complaint(document: dict[str, Any], kind: type[Any]) -> str | None:
    try:
        msgspec.convert(document, kind, str_keys=True)
    except msgspec.ValidationError as error:
        return str(error)
    return None
