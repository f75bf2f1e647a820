"""Fixtures: a service on a machine whose clocks can be stepped."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.table import TableService
from bot.table.clock.trusted_clock import TrustedClock
from storage import Database
from tests.table.conftest import Players

from .stepping import Machine


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
async def service(database: Path, machine: Machine) -> AsyncIterator[TableService]:
    async with await Database.open(database) as db:
        yield TableService(db, TrustedClock(lambda: machine.wall, lambda: machine.steady), "en")


@pytest.fixture
def players(service: TableService) -> Players:
    return Players(service, service.clock)  # type: ignore[arg-type]
