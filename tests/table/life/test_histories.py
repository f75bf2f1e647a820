"""Random table histories keep all invariants, and the checks detect deliberate faults."""

from __future__ import annotations

import pytest

from bot.table.notices import turn_notifications
from bot.table.seats import open_seats, table_pauses, table_sleep, tenures
from storage import StorageError

from .histories import InvariantBroken, run_history


@pytest.mark.parametrize("seed", range(25))
async def test_random_history_keeps_invariants(seed: int) -> None:
    await run_history(seed)


async def return_none(*_: object, **__: object) -> None:
    return None


@pytest.mark.parametrize(
    "fault",
    [
        ("check_may_take", open_seats, lambda *_: None),
        ("store_tenure", tenures, return_none),
        ("begin_pause", table_pauses, return_none),
        ("wake_table", table_sleep, return_none),
        ("notify_new_person", turn_notifications, return_none),
    ],
    ids=lambda fault: fault[0],
)
async def test_fault_is_detected(monkeypatch: pytest.MonkeyPatch, fault: tuple[str, object, object]) -> None:
    name, module, instead = fault
    monkeypatch.setattr(module, name, instead)
    with pytest.raises((InvariantBroken, AssertionError, KeyError, StorageError)):
        for seed in range(40):
            await run_history(seed)
