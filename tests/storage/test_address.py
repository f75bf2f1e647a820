"""Addresses of databases: a server's address, whose password no message names, or a path."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from storage import Database, DatabaseUnavailable, ServerAddress
from storage.address import hide_password, parse_database_address

PASSWORD = "s3cret"


@pytest.mark.parametrize(
    ("address", "name"),
    [
        (f"postgresql://ann:{PASSWORD}@127.0.0.1:1/teban", "postgresql://127.0.0.1:1/teban"),
        (f"postgresql://ann:{PASSWORD}@127.0.0.1:1/teban?sslmode=require", "postgresql://127.0.0.1:1/teban"),
        (f"postgresql://ann@127.0.0.1:1/teban?password={PASSWORD}", "postgresql://127.0.0.1:1/teban"),
        (f"postgresql://127.0.0.1:1/teban?user=ann&password={PASSWORD}", "postgresql://..."),
        (f"postgresql://ann:a/{PASSWORD}@127.0.0.1:1/teban", "postgresql://127.0.0.1:1/teban"),
        (f"postgresql://ann:a?{PASSWORD}@127.0.0.1:1/teban", "postgresql://..."),
        (f"postgresql://ann:{PASSWORD}#@127.0.0.1:1/teban", "postgresql://..."),
        (f"postgresql://127.0.0.1:1/teban?user=ann&password=a@{PASSWORD}", "postgresql://..."),
        (f"postgresql://ann@127.0.0.1:1/teban?password=a@{PASSWORD}", "postgresql://..."),
        (f"postgresql://127.0.0.1:1/teban?password=a@b/{PASSWORD}", "postgresql://..."),
        (f"postgresql://127.0.0.1:1/teban#a@{PASSWORD}", "postgresql://..."),
        (f"postgresql://ann:a@{PASSWORD}@127.0.0.1:1/teban", "postgresql://127.0.0.1:1/teban"),
        (f"postgresql://ann:{PASSWORD}/teban", "postgresql://..."),
        ("postgresql:///teban?host=/run/postgresql", "postgresql:///teban"),
    ],
)
async def test_no_error_names_the_password(address: str, name: str) -> None:
    assert hide_password(address) == name == str(ServerAddress(address))
    assert PASSWORD not in f"{ServerAddress(address)!r}"
    if "host=" not in address:
        with pytest.raises(DatabaseUnavailable, match=f"^{re.escape(name)}: ") as caught:
            await Database.open(ServerAddress(address))
        error: BaseException | None = caught.value
        while error is not None:
            assert PASSWORD not in repr(error)
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def test_a_mistyped_address_is_no_path() -> None:
    for address in ("postgresql:/{}@h/teban", "Postgres:{}@h", " postgresql//{}@h/teban", "postgresql//ann@h"):
        with pytest.raises(ValueError, match="expected the path of a file") as caught:
            parse_database_address(address.format(f"ann:{PASSWORD}"))
        assert PASSWORD not in str(caught.value)
    assert parse_database_address("postgres.db") == Path("postgres.db")


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("postgresql://ann:12345/teban", "postgresql://..."),
        ("postgresql://ann:12345@/teban", "postgresql:///teban"),
        ("postgresql://@ann:12345/teban", "postgresql://..."),
        ("postgresql://ann:1@2:345/teban?host=/run", "postgresql://2:345/teban"),
        ("postgresql://127.0.0.1/teban", "postgresql://127.0.0.1/teban"),
    ],
)
def test_a_password_of_digits_is_no_port(address: str, name: str) -> None:
    assert hide_password(address) == name
