"""The rooms of the engine: imports go one way, and what must not be forgotten is in one place."""

from __future__ import annotations

import re
from pathlib import Path

from tests.contract.code import imports, sources

PACKAGE = "engines.pax_pamir"
ROOMS = ("data", "table", "preview", "rules", "actions", "wakhan", "computer")
"""From the ground up; above them what the kernel asks for."""


def room(module: str) -> str | None:
    """The room of a module of this package, None at its top."""
    rest = module.removeprefix(f"{PACKAGE}.").split(".")
    return rest[0] if rest[0] in ROOMS else None


def own_files() -> list[tuple[Path, str]]:
    files = sources(PACKAGE)
    top = min(files, key=lambda path: len(path.parts)).parent
    return [(path, ".".join(path.relative_to(top).with_suffix("").parts)) for path in files]


def test_each_room_imports_from_those_below_it_only() -> None:
    """Imports for types included."""
    wrong = []
    for path, name in own_files():
        here = room(f"{PACKAGE}.{name}")
        for module, line in imports(path):
            there = room(module) if module.startswith(f"{PACKAGE}.") else here
            known = ROOMS if here is None else ROOMS[: ROOMS.index(here) + 1]
            if module.startswith(PACKAGE) and here is not None and there not in known:
                wrong.append(f"{name}:{line} imports {module}")
    assert wrong == []


def test_no_room_is_crowded() -> None:
    rooms = [path.parent for path, _ in own_files()]
    assert max(rooms.count(folder) for folder in rooms) <= 20


def test_pieces_change_places_in_the_aftermath_alone() -> None:
    """R4.5, R4.9 So no rule can forget the rulers and the overthrow."""
    change = re.compile(
        r"\.(tribes|armies|roads|spies)\[[^=\n]*\] [-+]?= "
        r"|\.(armies|roads|spies|tribes)(\[\w+\])?\.(pop|clear|update|setdefault)\("
        r"|\.gifts\.(append|remove)\("
    )
    found = {name for path, name in own_files() if change.search(path.read_text("utf-8"))}
    assert found == {"rules.aftermath"}


def test_rules_do_not_know_how_wakhan_chooses() -> None:
    """R14 They ask through `decide`."""
    asking = re.compile(r"\.answers import|import answers")
    found = {name for path, name in own_files() if asking.search(path.read_text("utf-8"))}
    assert found == {"rules.decide"}


def test_nobody_reads_sentences_to_know_what_is_asked() -> None:
    reading = re.compile(r"(prompt|question|asked|following)\.text\.(key|args)")
    assert [name for path, name in own_files() if reading.search(path.read_text("utf-8"))] == []
