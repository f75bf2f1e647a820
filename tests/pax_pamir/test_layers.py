"""The layers of the engine: imports go one way, and mandatory follow-ups are in a single place."""

from __future__ import annotations

import re
from pathlib import Path

from tests.contract.code import iter_imports, list_sources

PACKAGE = "engines.pax_pamir"
LAYERS = ("data", "table", "preview", "rules", "actions", "wakhan", "computer")
"""Subpackages from the bottom up; above them are the modules required by the kernel."""


def find_layer(module: str) -> str | None:
    """Return the layer of a module of this package; None for a module at its top."""
    rest = module.removeprefix(f"{PACKAGE}.").split(".")
    return rest[0] if rest[0] in LAYERS else None


def list_files() -> list[tuple[Path, str]]:
    files = list_sources(PACKAGE)
    top = min(files, key=lambda path: len(path.parts)).parent
    return [(path, ".".join(path.relative_to(top).with_suffix("").parts)) for path in files]


def test_each_layer_imports_only_from_lower_layers() -> None:
    """Type-only imports are included."""
    wrong = []
    for path, name in list_files():
        here = find_layer(f"{PACKAGE}.{name}")
        for module, line in iter_imports(path):
            layer = find_layer(module) if module.startswith(f"{PACKAGE}.") else here
            known = LAYERS if here is None else LAYERS[: LAYERS.index(here) + 1]
            if module.startswith(PACKAGE) and here is not None and layer not in known:
                wrong.append(f"{name}:{line} imports {module}")
    assert wrong == []


def test_no_layer_has_too_many_modules() -> None:
    folders = [path.parent for path, _ in list_files()]
    assert max(folders.count(folder) for folder in folders) <= 20


def test_only_board_changes_moves_pieces() -> None:
    """R4.5, R4.9 Thus no rule can forget to update rulers and check overthrow."""
    change = re.compile(
        r"\.(tribes|armies|roads|spies)\[[^=\n]*\] [-+]?= "
        r"|\.(armies|roads|spies|tribes)(\[\w+\])?\.(pop|clear|update|setdefault)\("
        r"|\.gifts\.(append|remove)\("
    )
    modules = {name for path, name in list_files() if change.search(path.read_text("utf-8"))}
    assert modules == {"rules.board_changes"}


def test_rules_do_not_know_how_wakhan_chooses() -> None:
    """R14 Rules ask for her choices through `decide`."""
    asking = re.compile(
        r"\bchoose_(for_wakhan|settlement|spy_target|road_target|rebuked_region|block_to_take|cylinder_to_take"
        r"|court_discard)\b"
    )
    modules = {name for path, name in list_files() if asking.search(path.read_text("utf-8"))}
    assert modules == {"rules.decisions"}


def test_no_module_reads_sentences_to_identify_a_question() -> None:
    reading = re.compile(r"\b\w+\.text\.(key|args)")
    assert [name for path, name in list_files() if reading.search(path.read_text("utf-8"))] == []
