"""The faults are what they say, results are stored and read, and a slice of the noticed ones is noticed today."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Mapping
from inspect import CO_ITERABLE_COROUTINE
from pathlib import Path
from types import FunctionType

import pytest

from .code_replacement import ImportedFunctions
from .noticed import NOT_RUN, MutantResult, list_unrun, load_results, save_results
from .runs import list_owners, select_tests
from .sites import KINDS, ROOT, Site, list_module_sites, list_sites, mutate
from .trace import TracedTest

EVERY = 24
"""A slice of the stored mutants is run: every twenty-fourth."""

FAULTS = {
    "guard": ("engines/x/a.py", "if poor:\n    raise Refused('x')", "if False:\n    raise Refused('x')"),
    "check": ("bot/table/a.py", "require_host(1)", "pass"),
    "limit_record": ("bot/table/a.py", "service.limiter.record(CALLS_OF_PAIR, 1, 2)", "pass"),
    "shuffle": ("engines/x/a.py", "rng.shuffle(deck)", "pass"),
    "pick": ("engines/x/a.py", "first = rng.pick_below(4)", "first = 0"),
    "reveal": ("engines/x/a.py", "card = ctx.take_from(s.deck)", "card = s.deck.pop()"),
    "barrier": ("engines/x/a.py", "ctx.mark_revealed()", "pass"),
    "amount0": ("engines/x/a.py", "player.coins -= 2", "pass"),
    "amount1": ("engines/x/a.py", "player.coins -= 2", "player.coins -= 2 - 1"),
    "result": (
        "engines/x/a.py",
        "def compute_cost():\n    return 2",
        "def compute_cost():\n    return 2 + 1",
    ),
    "view0": ("engines/x/view.py", "cards if seat == viewer else None", "cards if True else None"),
    "view1": ("engines/x/view.py", "[c for c in cards if c.public]", "[c for c in cards if False]"),
    "fate": ("bot/discord_ui/outbox/fates.py", "if late:\n    drop()", "if not late:\n    drop()"),
    "vote": ("bot/table/consent.py", "1 if agreed else 0", "1 if not agreed else 0"),
    "limit": ("bot/table/terms/votes.py", "yes >= needed", "yes > needed"),
}


def test_every_kind_of_fault_has_an_example() -> None:
    assert {kind.rstrip("01") for kind in FAULTS} == {kind.name for kind in KINDS}


@pytest.mark.parametrize("kind", FAULTS)
def test_fault_changes_one_node(kind: str) -> None:
    module, source, expected = FAULTS[kind]
    [site] = [site for site in list_module_sites(module, source) if site.kind == kind]
    assert ast.unparse(mutate(source, site)) == ast.unparse(ast.parse(expected))


def test_sites_are_named_by_function_and_number() -> None:
    source = "class A:\n    def pay(self):\n        self.coins -= 1\n        self.goods[0] -= 1\n"
    assert [site.id for site in list_module_sites("engines/x/a.py", source)] == [
        "engines/x/a.py::A.pay::amount0::0",
        "engines/x/a.py::A.pay::amount1::0",
        "engines/x/a.py::A.pay::amount0::1",
        "engines/x/a.py::A.pay::amount1::1",
    ]


def test_every_site_has_an_id_and_owners() -> None:
    sites = list_sites()
    assert len({site.id for site in sites}) == len(sites)
    for site in sites:
        for folder in list_owners(site.module):
            assert Path(__file__).parents[2].joinpath(folder).is_dir(), site.module


def test_quickest_tests_of_the_owners_are_chosen() -> None:
    site, _ = list_module_sites("engines/x/a.py", "def pay(p):\n    p.coins -= 1")
    entered = frozenset({"engines/x/a.py::pay"})
    trace = [
        TracedTest("tests/x/test_a.py::quick", 0.1, entered),
        TracedTest("tests/x/test_a.py::elsewhere", 0.2, frozenset()),
        TracedTest("tests/y/test_a.py::foreign", 0.3, entered),
        TracedTest("tests/x/test_a.py::slow", 1000.0, entered),
    ]
    assert select_tests(site, trace) == ["tests/x/test_a.py::quick"]
    last_test = "tests/x/test_a.py::slow"
    assert select_tests(site, trace, last_test) == [last_test, "tests/x/test_a.py::quick"]


def test_replaced_code_runs_as_before() -> None:
    """The module has a generator that `types.coroutine` made awaitable: its flag is not in the source."""
    module = "engines/kernel/context.py"
    before = {place: function.__code__ for place, function in _list_functions(module)}
    ImportedFunctions([module]).replace_code(module, ast.parse((ROOT / module).read_text("utf-8")))
    after = {place: function.__code__ for place, function in _list_functions(module)}
    assert before == after and any(code.co_flags & CO_ITERABLE_COROUTINE for code in after.values())


def _list_functions(module: str) -> list[tuple[str, FunctionType]]:
    loaded = sys.modules[module.removesuffix(".py").replace("/", ".")]
    return [(name, value) for name, value in vars(loaded).items() if isinstance(value, FunctionType)]


def test_results_are_stored_and_read(tmp_path: Path) -> None:
    results = {
        "engines/x/a.py::b::guard::0": MutantResult('x[" ]'),
        "bot/a.py::c::vote::1": MutantResult(None, "同じ"),
        "engines/kernel/a.py::c::vote::1": MutantResult("y"),
    }
    for folder in ("x", "mutants"):
        (tmp_path / folder).mkdir()
    save_results(results, tmp_path)
    assert load_results(tmp_path) == results
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.toml")) == [
        "mutants/noticed.toml",
        "x/noticed.toml",
    ]


def test_stored_results_name_sites_and_tests_that_exist() -> None:
    results = load_results()
    assert results.keys() <= {site.id for site in list_sites()}
    for path, _, name in {(result.test or "").partition("::") for result in results.values()} - {("", "", "")}:
        assert f"def {name.rpartition('::')[2].partition('[')[0]}(" in (ROOT / path).read_text("utf-8"), (path, name)


def list_missing(sites: Iterable[Site]) -> list[str]:
    """Return the ids of the sites without a stored result."""
    results = load_results()
    return [site.id for site in sites if site.id not in results]


def test_every_site_has_a_result() -> None:
    """A deliberate fault, a guard that nobody has run, is missing."""
    assert list_missing(list_sites()) == [], "run them: `python -m tests.mutants trace TESTS`, then `… run --new`"
    guards = list_module_sites("bot/discord_ui/new.py", "def open():\n    if closed:\n        raise UserError('x')\n")
    assert list_missing(guards) == ["bot/discord_ui/new.py::open::guard::0"]


def test_known_sites_that_were_not_run_are_run_as_new() -> None:
    first, second, third = list_module_sites(
        "engines/x/a.py", "def f():\n" + "    if a:\n        raise Refused('x')\n" * 3
    )
    results = {first.id: MutantResult("tests/x.py::test"), second.id: MutantResult(None, NOT_RUN)}
    assert list_unrun([first, second, third], results) == [second, third]


def list_unexplained(results: Mapping[str, MutantResult]) -> list[str]:
    """Return the ids of the mutants that nothing notices, without a reason why."""
    return [id_ for id_, result in results.items() if result.test is None and result.reason in ("", NOT_RUN)]


def test_what_nothing_notices_has_a_reason() -> None:
    results = load_results()
    assert list_unexplained(results) == []
    assert sum(result.test is None for result in results.values()) < len(results) / 20
    faults = {
        "a": MutantResult(None, NOT_RUN),
        "b": MutantResult(None),
        "c": MutantResult("x"),
        "d": MutantResult(None, "y"),
    }
    assert list_unexplained(faults) == ["a", "b"]


@pytest.mark.release(is_long=True, is_in_each_run=True)
def test_stored_mutants_are_still_noticed() -> None:
    command = [sys.executable, "-m", "tests.mutants", "check", "--every", str(EVERY)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
