"""Places in the source where a mutant can be made, and the mutants themselves.

A mutant replaces one node of a module's syntax tree. Its id names the module, the enclosing function, the kind of fault
and its number among those of the same kind there, so the id stays valid if other parts of the module change.
"""

from __future__ import annotations

import ast
import copy
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAMES = "engines/(?!kernel)"
"""Pattern of the paths of all games' rules."""
VOTES = "bot/table/(terms/votes|consent|request_kinds|play/undo)"
"""Pattern of the paths of the modules about requests and votes."""
REFUSALS = ("Refused", "StaleAnswer", "UserError")
"""Names of the errors with which a press or command is refused."""
Change = Callable[[ast.AST], ast.AST]


@dataclass(frozen=True, slots=True)
class Site:
    """A node and the fault that is put there."""

    module: str
    """Path of the module from the top level of the checkout."""
    function: str
    """Qualified name of the enclosing function; empty at the top level of the module."""
    kind: str
    """Name of a `MutantKind`, with the number of its change if it has several."""
    number: int
    """Number among the sites of this kind in this function."""
    line: int

    @property
    def id(self) -> str:
        return f"{self.module}::{self.function}::{self.kind}::{self.number}"


@dataclass(frozen=True, slots=True)
class MutantKind:
    """A kind of fault."""

    name: str
    modules: str
    """Pattern of the paths in which it is put."""
    matches: Callable[[ast.AST, str], bool]
    """Whether a node can carry the fault; the text is the qualified name of its function."""
    changes: tuple[Change, ...]
    """Each makes one mutant: it gets a copy of the node and returns its replacement."""


def _remove_statement(node: ast.AST) -> ast.AST:
    return ast.copy_location(ast.Pass(), node)


def _set_condition(value: bool) -> Change:
    return lambda node: _replace_condition(node, lambda _: ast.Constant(value))


def _replace_condition(node: ast.AST, build: Callable[[ast.expr], ast.expr]) -> ast.AST:
    if isinstance(node, ast.comprehension):
        node.ifs[0] = build(node.ifs[0])
    elif isinstance(node, ast.match_case):
        node.guard = None if node.guard is None else build(node.guard)
    elif isinstance(node, ast.If | ast.IfExp):
        node.test = build(node.test)
    return node


def _negate_condition(node: ast.AST) -> ast.AST:
    return _replace_condition(node, lambda test: ast.UnaryOp(ast.Not(), test))


def _replace_value(text: str) -> Change:
    """Return the change that replaces an expression by another; `{0}` is its first argument."""

    def change(node: ast.AST) -> ast.AST:
        first = ast.unparse(node.args[0]) if isinstance(node, ast.Call) and node.args else ""
        return ast.copy_location(ast.parse(text.format(first), mode="eval").body, node)

    return change


def _add_one(node: ast.AST) -> ast.AST:
    if isinstance(node, ast.Return) and node.value is not None:
        node.value = ast.BinOp(node.value, ast.Add(), ast.Constant(1))
    return node


def _reduce_amount(node: ast.AST) -> ast.AST:
    if isinstance(node, ast.AugAssign):
        node.value = ast.BinOp(node.value, ast.Sub(), ast.Constant(1))
    return node


def _shift_comparison(node: ast.AST) -> ast.AST:
    """Move the limit of a comparison by one: `<` becomes `<=`, `>=` becomes `>`."""
    shifted = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
    if isinstance(node, ast.Compare):
        node.ops[0] = shifted[type(node.ops[0])]()
    return node


def _raises(node: ast.AST, errors: tuple[str, ...]) -> bool:
    if not isinstance(node, ast.Raise) or node.exc is None:
        return False
    raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    return ast.unparse(raised).rpartition(".")[2] in errors


def _is_guard(node: ast.AST, _: str) -> bool:
    return isinstance(node, ast.If) and _raises(node.body[-1], REFUSALS)


def _is_call_of(node: ast.AST, pattern: str) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
    return re.fullmatch(pattern, name) is not None


def _is_statement_of(pattern: str) -> Callable[[ast.AST, str], bool]:
    def matches(node: ast.AST, _: str) -> bool:
        if not isinstance(node, ast.Expr):
            return False
        value = node.value.value if isinstance(node.value, ast.Await) else node.value
        return _is_call_of(value, pattern)

    return matches


def _is_amount(node: ast.AST, _: str) -> bool:
    return (
        isinstance(node, ast.AugAssign)
        and isinstance(node.op, ast.Add | ast.Sub)
        and isinstance(node.target, ast.Attribute | ast.Subscript)
    )


def _is_result(node: ast.AST, function: str) -> bool:
    name = function.rpartition(".")[2]
    return isinstance(node, ast.Return) and re.search("score|points|_vp|cost|price|income|florins", name) is not None


def _has_condition(node: ast.AST, _: str = "") -> bool:
    if isinstance(node, ast.comprehension):
        return len(node.ifs) > 0
    if isinstance(node, ast.match_case):
        return node.guard is not None
    return isinstance(node, ast.If | ast.IfExp)


def _is_about_viewer(node: ast.AST, _: str) -> bool:
    if not _has_condition(node):
        return False
    condition = node.ifs[0] if isinstance(node, ast.comprehension) else getattr(node, "test", None)
    words = "viewer|seat|eyes|secret|hidden|reveal|public|known|open|own|over"
    return condition is not None and re.search(words, ast.unparse(condition)) is not None


def _is_limit(node: ast.AST, _: str) -> bool:
    return isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE)


KINDS = (
    MutantKind("guard", "(engines|bot/table|bot/discord_ui)/", _is_guard, (_set_condition(False),)),
    MutantKind(
        "check", "bot/(table|discord_ui)/", _is_statement_of("_?(require|check|authorize)_\\w+"), (_remove_statement,)
    ),
    MutantKind(
        "limit_record",
        "bot/(table|discord_ui)/",
        _is_statement_of("record|_record_at|record_calls|record_opening"),
        (_remove_statement,),
    ),
    MutantKind("shuffle", "engines/", _is_statement_of("_?(re)?shuffle\\w*"), (_remove_statement,)),
    MutantKind("pick", "engines/", lambda node, _: _is_call_of(node, "pick_below|roll_die"), (_replace_value("0"),)),
    MutantKind("reveal", "engines/", lambda node, _: _is_call_of(node, "take_from"), (_replace_value("{0}.pop()"),)),
    MutantKind("barrier", "engines/", _is_statement_of("mark_revealed"), (_remove_statement,)),
    MutantKind("amount", f"{GAMES}(?!.*/(computer|problems|preview))", _is_amount, (_remove_statement, _reduce_amount)),
    MutantKind("result", f"{GAMES}(?!.*/(computer|preview))", _is_result, (_add_one,)),
    MutantKind("view", f"{GAMES}.*view", _is_about_viewer, (_set_condition(True), _set_condition(False))),
    MutantKind("fate", "bot/discord_ui/outbox/(fates|sender|delivery)", _has_condition, (_negate_condition,)),
    MutantKind("vote", VOTES, _has_condition, (_negate_condition,)),
    MutantKind("limit", VOTES, _is_limit, (_shift_comparison,)),
)
"""All kinds of faults, in guards, checks, luck, secrets, payments, scores, deliveries and votes."""


@cache
def list_sites() -> Sequence[Site]:
    """Return every site of the shipped code, in the order of the modules."""
    sites: list[Site] = []
    for top in ("engines", "bot"):
        for path in sorted((ROOT / top).rglob("*.py")):
            sites += list_module_sites(path.relative_to(ROOT).as_posix(), path.read_text("utf-8"))
    return sites


def list_module_sites(module: str, source: str) -> list[Site]:
    """Return the sites of one module."""
    return [site for site, _, _ in _walk_sites(module, ast.parse(source))]


def mutate(source: str, site: Site) -> ast.Module:
    """Return the module's syntax tree with the fault of a site. Raises KeyError if the source has no such site."""
    tree = ast.parse(source)
    for candidate, node, change in _walk_sites(site.module, tree):
        if candidate.id == site.id:
            _NodeReplacer(node, change).visit(tree)
            return ast.fix_missing_locations(tree)
    raise KeyError(site.id)


class _NodeReplacer(ast.NodeTransformer):
    """Replaces one node by its changed copy."""

    def __init__(self, target: ast.AST, change: Change) -> None:
        self.target, self.change = target, change

    def visit(self, node: ast.AST) -> ast.AST:
        return self.change(copy.deepcopy(node)) if node is self.target else self.generic_visit(node)


def _walk_sites(module: str, tree: ast.Module) -> Iterator[tuple[Site, ast.AST, Change]]:
    kinds = [kind for kind in KINDS if re.match(kind.modules, module)]
    numbers: Counter[tuple[str, str]] = Counter()
    for node, function in _walk_functions(tree, "") if kinds else ():
        for kind in kinds:
            if not kind.matches(node, function):
                continue
            for index, change in enumerate(kind.changes):
                name = kind.name if len(kind.changes) == 1 else f"{kind.name}{index}"
                line = getattr(node, "lineno", 0)
                yield Site(module, function, name, numbers[function, name], line), node, change
                numbers[function, name] += 1


def _walk_functions(node: ast.AST, function: str) -> Iterator[tuple[ast.AST, str]]:
    """Walk a tree in the order of the source, with the qualified name of the function that each node is in."""
    for child in ast.iter_child_nodes(node):
        inner = function
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{function}.{child.name}".lstrip(".")
        yield child, inner
        yield from _walk_functions(child, inner)
