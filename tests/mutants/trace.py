"""Notes which tests enter which functions with sites."""

from __future__ import annotations

import ast
import builtins
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from .code_replacement import ImportedFunctions
from .sites import ROOT, list_module_sites, list_sites

TRACE = ROOT / ".mutants" / "trace.jsonl"
"""The file with each test's id, duration in seconds and entered functions (`module::function`), a line each."""
RECORDER = "_record_entered_function"


@dataclass(frozen=True, slots=True)
class TracedTest:
    """The functions that a test enters."""

    test: str
    seconds: float
    functions: frozenset[str]


class TracePlugin:
    """Pytest plugin that stores the functions that each test enters."""

    def __init__(self) -> None:
        self.entered_functions: set[str] = set()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self) -> None:
        setattr(builtins, RECORDER, self.entered_functions.add)
        modules = {site.module for site in list_sites()}
        functions = ImportedFunctions(modules)
        for module in modules:
            functions.replace_code(module, record_entries(module, (ROOT / module).read_text("utf-8")))
        TRACE.parent.mkdir(exist_ok=True)
        TRACE.unlink(missing_ok=True)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.entered_functions.clear()
        started_at = time.perf_counter()
        result = yield
        line = [item.nodeid, round(time.perf_counter() - started_at, 3), sorted(self.entered_functions)]
        with TRACE.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        return result


def record_entries(module: str, source: str) -> ast.Module:
    """Return the syntax tree of a module that records each entry into a function with sites."""
    functions = {site.function for site in list_module_sites(module, source)}
    tree = ast.parse(source)

    def add_recorders(node: ast.AST, name: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = name
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inner = f"{name}.{child.name}".lstrip(".")
                if inner in functions and not isinstance(child, ast.ClassDef):
                    call = f"{RECORDER}({f'{module}::{inner}'!r})"
                    child.body.insert(1 if ast.get_docstring(child) else 0, ast.parse(call).body[0])
            add_recorders(child, inner)

    add_recorders(tree, "")
    return ast.fix_missing_locations(tree)


def load_trace() -> list[TracedTest]:
    """Return the stored traces, the quickest test first. Exits if there are none."""
    if not TRACE.exists():
        sys.exit(f"there is no {TRACE.relative_to(ROOT)} yet: run `python -m tests.mutants trace` first")
    lines = (json.loads(line) for line in TRACE.read_text("utf-8").splitlines())
    traces = (TracedTest(test, seconds, frozenset(functions)) for test, seconds, functions in lines)
    return sorted(traces, key=lambda trace: trace.seconds)
