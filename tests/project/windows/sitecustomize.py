"""Makes this project's modules believe that they run on Windows. Python loads this file at its start if its folder is
on PYTHONPATH, in worker processes too.

Only what the project's own modules see is changed: the standard library and other packages go on as on this system.
Files that are read or written without naming their encoding are errors, because Windows has another default.
"""

import asyncio
import builtins
import os
import signal
import sys
import types
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

OWN_PACKAGES = ("bot", "engines", "render", "storage")

ABSENT_MODULES = {"crypt", "fcntl", "grp", "nis", "posix", "pty", "pwd", "resource", "spwd", "syslog", "termios", "tty"}
ABSENT_OF_OS = {
    *("O_CLOEXEC", "O_DIRECTORY", "O_DSYNC", "O_NOFOLLOW", "O_NONBLOCK", "O_SYNC", "WNOHANG"),
    *("chown", "chroot", "fchown", "fdatasync", "fork", "forkpty", "fstatvfs", "getegid", "geteuid", "getgid"),
    *("getgroups", "getloadavg", "getpgid", "getpgrp", "getpriority", "getuid", "killpg", "lchown", "lockf", "mkfifo"),
    *("mknod", "nice", "openpty", "pipe2", "posix_fadvise", "posix_spawn", "pread", "pwrite", "register_at_fork"),
    *("sched_getaffinity", "sched_setaffinity", "sched_yield", "sendfile", "setgid", "setpgid", "setpriority"),
    *("setsid", "setuid", "statvfs", "sync", "sysconf", "uname", "wait", "wait3", "wait4"),
}
ABSENT_OF_SIGNAL = {
    *("ITIMER_PROF", "ITIMER_REAL", "ITIMER_VIRTUAL", "SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE"),
    *("SIGPROF", "SIGQUIT", "SIGSTOP", "SIGTSTP", "SIGUSR1", "SIGUSR2", "SIGVTALRM", "alarm", "getitimer", "pause"),
    *("pthread_kill", "pthread_sigmask", "setitimer", "siginterrupt", "sigpending", "sigtimedwait", "sigwait"),
}


class WindowsModule(types.ModuleType):
    """A module of the standard library as Windows has it."""

    def __init__(self, real: types.ModuleType, absent: set[str], present: Mapping[str, object]) -> None:
        super().__init__(real.__name__)
        self._real, self._absent, self._present = real, absent, present

    def __getattr__(self, name: str) -> Any:
        if name in self._absent:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}", name=name, obj=self)
        return self._present[name] if name in self._present else getattr(self._real, name)


REPLACEMENTS = {
    "os": WindowsModule(os, ABSENT_OF_OS, {"name": "nt"}),
    "signal": WindowsModule(signal, ABSENT_OF_SIGNAL, {"SIGBREAK": signal.SIGQUIT}),
    "sys": WindowsModule(sys, set(), {"platform": "win32"}),
}
real_import = builtins.__import__


def import_as_on_windows(
    name: str,
    globals: Mapping[str, Any] | None = None,  # noqa: A002 - the names of the function that is replaced
    locals: Mapping[str, Any] | None = None,  # noqa: A002
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> types.ModuleType:
    """Import for the project's own modules what Windows has; for all others, everything."""
    home = str((globals or {}).get("__package__") or "")
    if level == 0 and home.partition(".")[0] in OWN_PACKAGES:
        if name.partition(".")[0] in ABSENT_MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        if name in REPLACEMENTS:
            return REPLACEMENTS[name]
    return real_import(name, globals, locals, fromlist or (), level)


def refuse_handler(*_: object) -> NoReturn:
    raise NotImplementedError("event loops on Windows have no signal handlers")


builtins.__import__ = import_as_on_windows
for method in ("add_signal_handler", "remove_signal_handler"):
    setattr(asyncio.SelectorEventLoop, method, refuse_handler)
warnings.filterwarnings("error", category=EncodingWarning, module=rf"({'|'.join(OWN_PACKAGES)})\b")
