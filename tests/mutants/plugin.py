"""Pytest plugin that runs the tests on a mutant, or notes which tests enter which functions with sites.

`TEBAN_MUTANT` holds the id of a site: its module is imported with the fault. `TEBAN_MUTANT_TRACE` names a file: each
test's id, duration in seconds and entered functions (`module::function`) are appended to it as a line of JSON.
"""

from __future__ import annotations

import ast
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

import pytest

from .sites import ROOT, Site, find_sites, list_sites, mutate

Transform = Callable[[str, str], ast.Module]
"""Gets a module's path and source, and returns the syntax tree to compile."""
RECORDER = "_record_entered_function"

entered_functions: set[str] = set()
"""Functions with sites that the running test has entered."""


class TransformingLoader(SourceFileLoader):
    """Loads a module from a transformed syntax tree, never from a compiled file."""

    def __init__(self, fullname: str, path: str, transform: Transform) -> None:
        super().__init__(fullname, path)
        self.transform = transform

    def get_code(self, fullname: str) -> CodeType:
        path = Path(self.path)
        tree = self.transform(path.relative_to(ROOT).as_posix(), path.read_text("utf-8"))
        return compile(tree, self.path, "exec", dont_inherit=True)


class TransformingFinder(MetaPathFinder):
    """Finds the modules that are to be transformed."""

    def __init__(self, modules: set[str], transform: Transform) -> None:
        self.paths = {str(ROOT / module) for module in modules}
        self.transform = transform

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(("engines", "bot")):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin in self.paths:
            spec.loader = TransformingLoader(fullname, spec.origin, self.transform)
        return spec


def record_entries(module: str, source: str) -> ast.Module:
    """Return the syntax tree of a module that records each entry into a function with sites."""
    functions = {site.function for site in find_sites(module, source)}
    tree = ast.parse(source)

    def add_recorders(node: ast.AST, name: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = name
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inner = f"{name}.{child.name}".lstrip(".")
                if inner in functions and not isinstance(child, ast.ClassDef):
                    call = f"__import__('builtins').{RECORDER}({f'{module}::{inner}'!r})"
                    child.body.insert(1 if ast.get_docstring(child) else 0, ast.parse(call).body[0])
            add_recorders(child, inner)

    add_recorders(tree, "")
    return ast.fix_missing_locations(tree)


class TracePlugin:
    """Appends the functions that each test enters to a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        entered_functions.clear()
        started_at = time.perf_counter()
        result = yield
        line = [item.nodeid, round(time.perf_counter() - started_at, 3), sorted(entered_functions)]
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        return result


def _install(config: pytest.Config | None = None) -> None:
    if mutant := os.environ.get("TEBAN_MUTANT"):
        module, function, kind, number = mutant.split("::")
        site = Site(module, function, kind, int(number), 0)
        sys.meta_path.insert(0, TransformingFinder({module}, lambda _, source: mutate(source, site)))
    elif os.environ.get("TEBAN_MUTANT_TRACE"):
        import builtins  # noqa: PLC0415 - only for this run

        setattr(builtins, RECORDER, entered_functions.add)
        sys.meta_path.insert(0, TransformingFinder({site.module for site in list_sites()}, record_entries))


def pytest_configure(config: pytest.Config) -> None:
    """Register the tracing of tests."""
    if path := os.environ.get("TEBAN_MUTANT_TRACE"):
        config.pluginmanager.register(TracePlugin(Path(path)))


_install()
