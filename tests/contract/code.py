"""What the code of a package says, read from its syntax tree: which sentences it names, what it imports."""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterator
from functools import cache
from importlib.resources import files
from importlib.util import find_spec, resolve_name
from pathlib import Path
from typing import Any, get_args, get_type_hints

from msgspec import Struct

CALLS = {"say", "Msg", "tell", "choose", "choose_some", "allocate", "confirm", "question", "allotment"}
CALLS |= {"Refused", "Stale"}
"""Calls that take the key of a sentence: the first text among their first two positional arguments."""


def sources(package: str) -> list[Path]:
    """All Python files of an imported package."""
    return sorted(Path(str(files(package))).rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def keys_in_calls(path: Path) -> Iterator[str]:
    """Keys of sentences, as regular expressions (`helper\\.(.+)` for an f-string)."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and _name(node.func) in CALLS:
            first = next((arg for arg in node.args[:2] if _pattern(arg) is not None), None)
            if first is not None:
                pattern = _pattern(first)
                assert pattern is not None
                yield pattern


def texts(path: Path) -> Iterator[str]:
    """Every text in the code but docstrings, as regular expressions."""
    for node in ast.walk(tree(path)):
        pattern = _pattern(node)
        if pattern is not None:
            yield pattern


def rules_cited(path: Path) -> Iterator[str]:
    """Paragraphs that a player is shown: the values of `rule=`."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.keyword) and node.arg == "rule":
            match node.value:
                case ast.Constant(value=str(id)):
                    yield id
                case _:
                    pass


def _name(function: ast.expr) -> str | None:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return None


def _pattern(node: ast.AST) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.JoinedStr(values=values):
            parts = [re.escape(str(v.value)) if isinstance(v, ast.Constant) else "(.+)" for v in values]
            return "".join(parts)
        case _:
            return None


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Absolute names of what is imported, with the line. Relative imports stay in their package and are left out."""
    for node in ast.walk(tree(path)):
        match node:
            case ast.Import(names=names):
                yield from ((alias.name, node.lineno) for alias in names)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                yield from ((f"{module}.{alias.name}", node.lineno) for alias in names)
            case _:
                pass


def imported(path: Path, name: str, is_package: bool, known: Container[str]) -> set[str]:
    """Which of the known modules a module imports, by absolute or relative names, anywhere in its code."""
    package = name if is_package else name.rpartition(".")[0]
    found = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package)
            found |= {inner if (inner := f"{base}.{alias.name}") in known else base for alias in node.names}
    return {module for module in found if module in known}


def reaches(module: str, target: str) -> bool:
    """Whether a module of `engines` imports the target, directly or through others of `engines`."""
    return target in _closure(module)


@cache
def _closure(module: str) -> frozenset[str]:
    """The module and all modules of `engines` that it imports, and so on."""
    found, new = {module}, [module]
    while new:
        for name in _imported(new.pop()) - found:
            found.add(name)
            new.append(name)
    return frozenset(found)


def _imported(module: str) -> set[str]:
    spec = find_spec(module)
    assert spec is not None, module
    if spec.origin is None:  # a folder without code of its own
        return set()
    package = module if spec.submodule_search_locations else module.rpartition(".")[0]
    found: set[str] = set()
    for node in ast.walk(tree(Path(spec.origin))):
        if isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package)
            found |= {name if is_module(name := f"{base}.{alias.name}") else base for alias in node.names}
    return {name for name in found if name.startswith("engines.")}


@cache
def is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def types_within(kind: Any) -> set[type]:
    """The classes of which values of this type are made, itself included."""
    found: set[type] = set()
    new = [kind]
    while new:
        one = new.pop()
        new += get_args(one)
        if isinstance(one, type) and one not in found:
            found.add(one)
            if issubclass(one, Struct):
                new += get_type_hints(one).values()
    return found
