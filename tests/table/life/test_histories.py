"""Random lives of tables, and deliberate faults that the checks notice."""

from __future__ import annotations

import pytest

from bot.table.life import pausing, sleeping, stretches, vacancy
from bot.table.notices import calls
from storage import StorageError

from .histories import Broken, history


@pytest.mark.parametrize("seed", range(25))
async def test_whatever_its_people_do_a_table_stays_sound(seed: int) -> None:
    await history(seed)


async def nothing(*_: object, **__: object) -> None:
    return None


@pytest.mark.parametrize(
    "fault",
    [
        ("may_take", vacancy, lambda *_: None),
        ("written", stretches, nothing),
        ("begin", pausing, nothing),
        ("wake", sleeping, nothing),
        ("person_changed", calls, nothing),
    ],
    ids=lambda fault: fault[0],
)
async def test_a_fault_is_noticed(monkeypatch: pytest.MonkeyPatch, fault: tuple[str, object, object]) -> None:
    name, module, instead = fault
    monkeypatch.setattr(module, name, instead)
    with pytest.raises((Broken, AssertionError, KeyError, StorageError)):
        for seed in range(40):
            await history(seed)
