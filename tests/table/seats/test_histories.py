"""Random table histories keep all invariants, and the checks detect deliberate faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.table.notices import turn_notifications
from bot.table.seats import open_seats, table_pauses, table_sleep, tenures
from storage import DatabaseAddress, StorageError
from tests.empty_database import create_database
from tests.table.short import ONLY_RULES, mark_seeds

from .histories import InvariantBroken, run_history


@pytest.mark.parametrize("seed", mark_seeds(range(25), on_server=2))
async def test_random_history_keeps_invariants(seed: int, database: DatabaseAddress) -> None:
    await run_history(database, seed)


async def return_none(*_: object, **__: object) -> None:
    return None


@ONLY_RULES
@pytest.mark.parametrize(
    ("name", "module", "instead", "seed"),
    [
        pytest.param("check_may_take", open_seats, lambda *_: None, 6, id="check_may_take"),
        pytest.param("store_tenure", tenures, return_none, 0, id="store_tenure"),
        pytest.param("begin_pause", table_pauses, return_none, 1, id="begin_pause"),
        pytest.param("wake_table", table_sleep, return_none, 28, id="wake_table"),
        pytest.param("notify_new_person", turn_notifications, return_none, 9, id="notify_new_person"),
    ],
)
async def test_fault_is_detected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, module: object, instead: object, seed: int
) -> None:
    """seed: of the first history that noticed the fault when it was written; later ones are others."""
    monkeypatch.setattr(module, name, instead)
    with pytest.raises((InvariantBroken, AssertionError, KeyError, StorageError)):
        for tried in (seed, *range(40)):
            await run_history(create_database(tmp_path / f"{tried}.db"), tried)
