"""Find names in docstrings that nothing has: of a parameter that was renamed or removed, for instance.

In a docstring of a function, or of a class with an `__init__`, `name:` at the beginning of a sentence must be a
parameter or a field. A name in backquotes may be any other name that the code defines, too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from tests.contract.code import iter_inner_statements

Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = Function | ast.ClassDef

DESCRIBED_NAME = re.compile(r"(?:^|(?<=[.;!?)] ))([a-z_][a-z0-9_]*): ")
QUOTED_NAME = re.compile(r"`([A-Za-z_]\w*)`")

HARMLESS = {
    "empty", "none", "basic", "B", "R7", "seat_A_f0be3c", "riots_in_herat", "await", "doctor", "backup",
    "add_signal_handler", "on_response_prepare", "executescript", "json_build_object", "with_response", "short_ja",
    "short_en", "every_step", "key_low", "loggia", "night_tracks", "stale",
}  # fmt: skip
"""Cases of a value, examples, names of other programs, and keys of data files."""


class NameFinder:
    """Names that docstrings mention, and names that code defines, in all files that `add` has read."""

    def __init__(self) -> None:
        self._described: list[str] = []
        self._quoted: list[tuple[str, str]] = []
        self._defined = set[str]()

    def add(self, path: str, tree: ast.Module, nodes: Sequence[tuple[ast.AST, bool]]) -> None:
        """Read one file. nodes: all nodes of the tree, each with whether it stands in a function."""
        self._defined.update(path.removesuffix(".py").split("/"))
        self._defined.update(_iter_definitions(nodes))
        mentioned: set[str] | None = None
        for line, docstring, scopes in _iter_docstrings(tree, ()):
            place, text = f"{path}:{line}", " ".join(docstring.split())
            described, quoted = DESCRIBED_NAME.findall(text), QUOTED_NAME.findall(text)
            if not described and not quoted:
                continue
            parameters = {name for scope in scopes for name in _iter_parameters(scope)} | HARMLESS
            self._described += [f"{place} {name}" for name in described if name not in parameters]
            if mentioned is None:
                mentioned = set(_iter_mentions(nodes))
            known = mentioned | parameters | {n.id for n in ast.walk(scopes[-1]) if isinstance(n, ast.Name)}
            self._quoted += [(place, name) for name in quoted if name not in known]

    def list_unknown(self) -> list[str]:
        """Return the place of each name that nothing has."""
        return self._described + [f"{place} {name}" for place, name in self._quoted if name not in self._defined]


def _iter_docstrings(node: ast.AST, scopes: tuple[Scope, ...]) -> Iterator[tuple[int, str, tuple[Scope, ...]]]:
    """Iterate over the docstrings of functions and of classes with an `__init__`, each with its line and scopes."""
    for child in iter_inner_statements(node):
        if not isinstance(child, Scope):
            yield from _iter_docstrings(child, scopes)
            continue
        inner = (*scopes, child)
        match child.body[0]:
            case ast.Expr(lineno=line, value=ast.Constant(value=str(docstring))):
                if isinstance(child, Function) or any(map(_is_init, child.body)):
                    yield line, docstring, inner
        yield from _iter_docstrings(child, inner)


def _is_init(node: ast.stmt) -> bool:
    return isinstance(node, Function) and node.name == "__init__"


def _iter_parameters(scope: Scope) -> Iterator[str]:
    """Iterate over the parameters of a function, or the fields of a class and the parameters of its `__init__`."""
    if isinstance(scope, ast.ClassDef):
        yield from _iter_definitions((node, False) for node in ast.walk(scope))
        for method in filter(_is_init, scope.body):
            assert isinstance(method, Function)
            yield from _iter_parameters(method)
    else:
        yield from (node.arg for node in ast.walk(scope.args) if isinstance(node, ast.arg))


def _iter_definitions(nodes: Iterable[tuple[ast.AST, bool]]) -> Iterator[str]:
    """Iterate over the functions, classes, fields and constants that are defined; not over variables of functions."""
    for node, is_nested in nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) if not is_nested:
                yield name


def _iter_mentions(nodes: Iterable[tuple[ast.AST, bool]]) -> Iterator[str]:
    """Iterate over what a file names without defining it: modules, attributes, keywords and words of data."""
    for node, _ in nodes:
        match node:
            case ast.alias(name=name):
                yield name.rpartition(".")[2]
            case ast.Attribute(attr=name) | ast.keyword(arg=str(name)) | ast.Constant(value=str(name)):
                yield name
