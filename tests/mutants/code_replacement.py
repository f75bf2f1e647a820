"""Puts changed source into modules that are already imported, by replacing the code of their functions.

Functions keep their identity, so every name, closure, decorator and registry that refers to one runs the new code.
Values that were computed while the module was imported stay as they are.
"""

from __future__ import annotations

import ast
import gc
import importlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from inspect import CO_ITERABLE_COROUTINE
from types import CodeType, FunctionType

from .sites import ROOT

Place = tuple[str, int]
"""Qualified name of a function and the first line of its code."""


class ImportedFunctions:
    """The functions of modules by their place in the source."""

    def __init__(self, modules: Iterable[str]) -> None:
        """Import the modules, given by their paths from the top level of the checkout, and find their functions."""
        paths = {str(ROOT / module): module for module in modules}
        for module in paths.values():
            importlib.import_module(module.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        self._functions: dict[str, dict[Place, list[FunctionType]]] = defaultdict(lambda: defaultdict(list))
        gc.unfreeze()  # the collector lists no frozen objects
        for function in gc.get_objects():
            if isinstance(function, FunctionType) and (module := paths.get(function.__code__.co_filename, "")):
                self._functions[module][_find_place(function.__code__)].append(function)
        gc.freeze()

    def replace_code(self, module: str, tree: ast.Module) -> None:
        """Give a module's functions the code of a changed syntax tree. Raises ValueError if one has other closures."""
        functions = self._functions[module]
        for code in _walk_code(compile(tree, str(ROOT / module), "exec", dont_inherit=True)):
            for function in functions.get(_find_place(code), ()):
                flags = function.__code__.co_flags & CO_ITERABLE_COROUTINE  # set by `types.coroutine`
                function.__code__ = code.replace(co_flags=code.co_flags | flags)


def _find_place(code: CodeType) -> Place:
    return code.co_qualname, code.co_firstlineno


def _walk_code(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _walk_code(constant)
