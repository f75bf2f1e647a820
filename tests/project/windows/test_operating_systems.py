"""Only `bot/operating_system.py` knows which system the bot runs on."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.contract.code import list_imports, parse_file
from tests.project import PACKAGES, ROOT

HOME = ROOT / "bot" / "operating_system.py"

MODULES_OF_ONE_SYSTEM = {
    *("crypt", "fcntl", "grp", "nis", "posix", "pty", "pwd", "resource", "spwd", "syslog", "termios", "tty"),
    *("_winapi", "msvcrt", "nt", "winreg", "winsound"),
    *("ctypes", "filelock"),
}
"""Modules that only one kind of system has, and those by which its functions are called."""
QUESTIONS = {"sys.platform", "os.name", "platform.system", "loop.add_signal_handler"}
"""Expressions that depend on the system."""


def find_dependences(path: Path) -> Iterator[str]:
    """Yield each place of a module that depends on the system."""
    for module, line in list_imports(path):
        if module.partition(".")[0] in MODULES_OF_ONE_SYSTEM:
            yield f"{path.name}:{line} imports {module}"
    for node in ast.walk(parse_file(path)):
        if isinstance(node, ast.Attribute) and ast.unparse(node) in QUESTIONS:
            yield f"{path.name}:{node.lineno} asks {ast.unparse(node)}"


def test_no_other_module_depends_on_the_system() -> None:
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")) if path != HOME]
    assert [found for path in paths for found in find_dependences(path)] == []


def test_dependences_are_detected(tmp_path: Path) -> None:
    careless = tmp_path / "careless.py"
    careless.write_text("import sys\ndef lock():\n    import fcntl\nif sys.platform == 'win32':\n    pass\n")
    assert list(find_dependences(careless)) == ["careless.py:3 imports fcntl", "careless.py:4 asks sys.platform"]
    assert list(find_dependences(HOME)) != []
