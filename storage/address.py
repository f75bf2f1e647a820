"""The address of a database: the path of a file, or that of a PostgreSQL server, whose password is never shown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from .errors import DatabaseUnavailable

SERVER_SCHEME = "postgresql://"
EXAMPLE = "postgresql://user:password@host:5432/database"
"""An address as messages show it."""
_PUBLIC_ADDRESS = re.compile(r"postgresql://[^/:?#@]*(:\d+)?(/[^?#@]*)?")
"""An address without user and password."""
_MISTYPED_ADDRESS = re.compile(r"\s*postgres.*[:@]", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True, repr=False)
class ServerAddress:
    """The address of a PostgreSQL server's database. As text it has neither user nor password."""

    secret_url: str
    """The whole address, only for the driver."""

    def __str__(self) -> str:
        return hide_password(self.secret_url)

    def __repr__(self) -> str:
        return f"ServerAddress({str(self)!r})"


DatabaseAddress: TypeAlias = Path | ServerAddress


def parse_database_address(text: str) -> DatabaseAddress:
    """Return the address that a person has written. Raises ValueError, which does not repeat it.

    A mistyped address of a server is no path: messages name paths, and would show its password.
    """
    if text.startswith(SERVER_SCHEME):
        return ServerAddress(text)
    if "://" in text or _MISTYPED_ADDRESS.match(text):
        raise ValueError(f"expected the path of a file, or an address like {EXAMPLE}")
    return Path(text)


def hide_password(url: str) -> str:
    """Return a server's address without user, password and options.

    A number behind the host is a port only if user and password stand before it: `ann:123/teban` lacks the host. With
    an `@` behind `?` or `#` it is open where the password ends, so nothing is shown.
    """
    address, *options = re.split(r"[?#]", url.removeprefix(SERVER_SCHEME), maxsplit=1)
    before, at, after = address.rpartition("@")
    name = SERVER_SCHEME + after
    match = _PUBLIC_ADDRESS.fullmatch(name)
    if match is None or (match[1] and not (at and before)) or any("@" in text for text in options):
        return f"{SERVER_SCHEME}..."
    return name


def require_file(address: DatabaseAddress, advice: str) -> Path:
    """Return the path of the database's file. Raises DatabaseUnavailable with this advice if a server keeps it."""
    if isinstance(address, ServerAddress):
        raise DatabaseUnavailable(f"{address}: {advice}")
    return address
