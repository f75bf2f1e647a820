"""Only `bot/operating_system.py` knows which system the bot runs on."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.contract.code import iter_imports, iter_nodes, parse_file
from tests.project import PACKAGES, ROOT

HOME = ROOT / "bot" / "operating_system.py"

MODULES_OF_ONE_SYSTEM = {
    *("crypt", "fcntl", "grp", "nis", "posix", "pty", "pwd", "resource", "spwd", "syslog", "termios", "tty"),
    *("_winapi", "msvcrt", "nt", "winreg", "winsound"),
    *("ctypes", "filelock"),
}
"""Modules that only one kind of system has, and those by which its functions are called."""
PORTABLE_NAMES = {
    "os": {"_exit", "cpu_count", "environ", "fsync", "getpid", "path", "umask"},
    "platform": {"machine"},
    "signal": {"SIGINT", "SIGTERM", "SIG_DFL", "SIG_IGN", "signal"},
    "socket": {
        *("AF_INET", "AF_INET6", "IPPROTO_TCP", "SOCK_STREAM", "SOL_SOCKET", "SO_KEEPALIVE", "SO_REUSEADDR"),
        *("getaddrinfo", "socket"),
    },
    "sys": {"argv", "exit", "setswitchinterval", "stderr", "stdin", "stdout"},
    "time": {
        *("gmtime", "monotonic", "monotonic_ns", "perf_counter", "process_time", "sleep", "strftime", "thread_time"),
        *("time", "time_ns"),
    },
}
"""Names of modules that other systems have only in part: those that mean the same on all of them. A name that is not
here belongs into the module of the operating system, or, if every system has it, into this list.
"""
SYSTEM_PATH = re.compile(r"/(?:proc|dev|sys|etc|tmp|run|usr|var)/|[A-Za-z]:\\")
"""The beginning of a path that only one kind of system has."""
PATHS_TRIED = {ROOT / "render" / "kit" / "fonts.py"}
"""Modules whose paths of one system are candidates among others: a path that is missing is passed over."""
NAMES_TRIED = {ROOT / "storage" / "postgres_driver.py"}
"""Modules that look whether a name exists, and go without one that is missing, of whichever system."""


def iter_dependences(path: Path) -> Iterator[str]:
    """Yield each place of a module that depends on the system."""
    for module, line in iter_imports(path):
        if module.partition(".")[0] in MODULES_OF_ONE_SYSTEM:
            yield f"{path.name}:{line} imports {module}"
    nodes = list(iter_nodes(parse_file(path)))
    imported = [name for node in nodes if isinstance(node, ast.Import) for name in node.names]
    modules = {name.asname or name.name: name.name for name in imported}
    for node in nodes:
        match node:
            case ast.Attribute(attr="add_signal_handler"):
                yield f"{path.name}:{node.lineno} asks {ast.unparse(node)}"
            case ast.Attribute(value=ast.Name(id=written), attr=name) if _depends(modules.get(written, ""), name):
                yield f"{path.name}:{node.lineno} asks {modules[written]}.{name}"
            case ast.ImportFrom(module=str(module), names=names, level=0):
                for wanted in names:
                    if _depends(module, wanted.name):
                        yield f"{path.name}:{node.lineno} asks {module}.{wanted.name}"
            case ast.Call(func=ast.Name(id="getattr" | "hasattr"), args=[ast.Name(id=written), *_]):
                if modules.get(written) in PORTABLE_NAMES and path not in NAMES_TRIED:
                    yield f"{path.name}:{node.lineno} asks {ast.unparse(node)}"
            case ast.Constant(value=str(text)) if SYSTEM_PATH.match(text) and path not in PATHS_TRIED:
                yield f"{path.name}:{node.lineno} names {text}"


def _depends(module: str, name: str) -> bool:
    return module in PORTABLE_NAMES and name not in PORTABLE_NAMES[module]


CARELESS = """
import os
import platform
import signal as signals
import sys
from os import kill
from time import clock_gettime, time

def lock(loop):
    import fcntl
    loop.add_signal_handler(signals.SIGUSR1, os.getuid)

if sys.platform == "win32" or os.name == "nt" or platform.system() == "Windows":
    getattr(os, "fork", None)
status, nothing, os_data = open("/proc/self/status"), open(f"/dev/null"), os.environ
"""


def test_no_other_module_depends_on_the_system() -> None:
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")) if path != HOME]
    assert [found for path in paths for found in iter_dependences(path)] == []


def test_dependences_are_detected(tmp_path: Path) -> None:
    careless = tmp_path / "careless.py"
    careless.write_text(CARELESS)
    assert sorted(found.partition(" ")[2] for found in iter_dependences(careless)) == [
        "asks getattr(os, 'fork', None)",
        "asks loop.add_signal_handler",
        "asks os.getuid",
        "asks os.kill",
        "asks os.name",
        "asks platform.system",
        "asks signal.SIGUSR1",
        "asks sys.platform",
        "asks time.clock_gettime",
        "imports fcntl",
        "names /dev/null",
        "names /proc/self/status",
    ]
    assert list(iter_dependences(HOME)) != []
