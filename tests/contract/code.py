"""What the code of a package says, read from its syntax tree: which sentences it names, what it imports."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

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
