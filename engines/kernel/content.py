"""Reading a game's `data.toml`: every printed fact, checked when it is loaded."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TypeVar

import msgspec

T = TypeVar("T")


class WrongData(ValueError):
    """A line of a data file is not what the game expects: which file, which key, what was expected and what came."""


def load(package: str, type: type[T], name: str = "data.toml") -> T:
    """The package's data file as `type` (nested msgspec Structs). Raises WrongData, naming the key."""
    source = files(package).joinpath(name)
    return parse(source.read_text("utf-8"), type, f"{package.replace('.', '/')}/{name}")


def parse(text: str, type: type[T], source: str) -> T:
    """The same from a text; `source` is what an error calls it."""
    try:
        return msgspec.convert(tomllib.loads(text), type, str_keys=True)  # TOML has no other keys
    except tomllib.TOMLDecodeError as error:
        raise WrongData(f"{source}: not valid TOML: {error}") from error
    except msgspec.ValidationError as error:
        what, _, key = str(error).partition(" - at ")
        raise WrongData(f"{source}: {key.replace('`', '').replace('$.', '') or 'file'}: {what}") from error
