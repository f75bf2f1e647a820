"""Facts about a package's code, read from its syntax tree: catalogue keys, cited rules, imports."""

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

CALLS = {"message", "Message", "log_event", "choose", "choose_some", "allocate", "confirm", "build_choice_prompt"}
CALLS |= {"build_allocation_prompt", "render_phrase", "Refused", "StaleAnswer"}
"""Functions that take a catalogue key: the first string among their first two positional arguments."""


def list_sources(package: str) -> list[Path]:
    """Return all Python files of an imported package."""
    return sorted(Path(str(files(package))).rglob("*.py"))


@cache
def parse_file(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def iter_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Iterate over all nodes, as `ast.walk` does in three times the time, in no particular order."""
    pending = [tree]
    while pending:
        node = pending.pop()
        yield node
        for field in vars(node).values():
            if isinstance(field, list):
                pending += [child for child in field if isinstance(child, ast.AST)]
            elif isinstance(field, ast.AST):
                pending.append(field)


def iter_keys_in_calls(path: Path) -> Iterator[str]:
    """Iterate over the catalogue keys in calls, as regular expressions (`helper\\.(.+)` for an f-string)."""
    for node in iter_nodes(parse_file(path)):
        if isinstance(node, ast.Call) and _find_function_name(node.func) in CALLS:
            first = next((arg for arg in node.args[:2] if _build_pattern(arg) is not None), None)
            if first is not None:
                pattern = _build_pattern(first)
                assert pattern is not None
                yield pattern


def iter_texts(path: Path) -> Iterator[str]:
    """Iterate over all string constants and f-strings in the code, as regular expressions."""
    for node in iter_nodes(parse_file(path)):
        pattern = _build_pattern(node)
        if pattern is not None:
            yield pattern


def iter_cited_rules(path: Path) -> Iterator[str]:
    """Iterate over the rule paragraphs shown to players: the values of `rule=`."""
    for node in iter_nodes(parse_file(path)):
        if isinstance(node, ast.keyword) and node.arg == "rule":
            match node.value:
                case ast.Constant(value=str(id)):
                    yield id
                case _:
                    pass


def _find_function_name(function: ast.expr) -> str | None:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return None


def _build_pattern(node: ast.AST) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.JoinedStr(values=values):
            parts = [re.escape(str(v.value)) if isinstance(v, ast.Constant) else "(.+)" for v in values]
            return "".join(parts)
        case _:
            return None


def iter_inner_statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Iterate over the statements directly in a module, class, function or compound statement."""
    for block in ("body", "handlers", "cases", "orelse", "finalbody"):
        for part in getattr(node, block, ()):
            if isinstance(part, ast.stmt):
                yield part
            else:
                yield from iter_inner_statements(part)


def iter_statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Iterate over all statements below a node. `ast.walk` enters expressions and takes longer."""
    for statement in iter_inner_statements(node):
        yield statement
        yield from iter_statements(statement)


def iter_imports(path: Path) -> Iterator[tuple[str, int]]:
    """Iterate over the absolute names of imports with their lines; relative imports are left out."""
    for node in iter_statements(parse_file(path)):
        match node:
            case ast.Import(names=names):
                yield from ((alias.name, node.lineno) for alias in names)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                yield from ((f"{module}.{alias.name}", node.lineno) for alias in names)
            case _:
                pass


def _iter_nodes_at_start(tree: ast.AST) -> Iterator[ast.AST]:
    """Iterate over the nodes that run when a module is loaded, without functions and imports for types."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.If(test=ast.Name(id="TYPE_CHECKING")):
                pass
            case _:
                yield node
                yield from _iter_nodes_at_start(node)


def list_imported_modules(
    path: Path, name: str, is_package: bool, known: Container[str], only_at_start: bool = False
) -> set[str]:
    """Return the known modules that a module imports, absolutely or relatively, anywhere in its code.

    only_at_start: without imports for types and within functions.
    """
    package = name if is_package else name.rpartition(".")[0]
    names = set()
    tree = parse_file(path)
    for node in _iter_nodes_at_start(tree) if only_at_start else iter_statements(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package)
            names |= {inner if (inner := f"{base}.{alias.name}") in known else base for alias in node.names}
    return {module for module in names if module in known}


def is_imported_by(module: str, target: str) -> bool:
    """Return whether a module of `engines` imports the target, directly or through other modules of `engines`."""
    return target in _list_closure(module)


@cache
def _list_closure(module: str) -> frozenset[str]:
    """Return the module and all modules of `engines` that it imports, transitively."""
    modules, unvisited = {module}, [module]
    while unvisited:
        for name in _list_engine_imports(unvisited.pop()) - modules:
            modules.add(name)
            unvisited.append(name)
    return frozenset(modules)


def _list_engine_imports(module: str) -> set[str]:
    spec = find_spec(module)
    assert spec is not None, module
    if spec.origin is None:  # a namespace folder without an __init__.py
        return set()
    package = module if spec.submodule_search_locations else module.rpartition(".")[0]
    names: set[str] = set()
    for node in iter_statements(parse_file(Path(spec.origin))):
        if isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package)
            names |= {name if is_module(name := f"{base}.{alias.name}") else base for alias in node.names}
    return {name for name in names if name.startswith("engines.")}


@cache
def is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def list_types(kind: Any) -> set[type]:
    """Return the classes that occur in a type: itself, its type arguments and its Struct fields, recursively."""
    classes: set[type] = set()
    pending = [kind]
    while pending:
        type_hint = pending.pop()
        pending += get_args(type_hint)
        if isinstance(type_hint, type) and type_hint not in classes:
            classes.add(type_hint)
            if issubclass(type_hint, Struct):
                pending += get_type_hints(type_hint).values()
    return classes
