"""A table that asks seats A and B in turn, and helpers that read its notices and seat tenures."""

from __future__ import annotations

import pytest

from bot.table import Person, TableService
from storage.play import seat_tenures
from tests.table.conftest import Clock
from tests.table.short import A, B, build_turn, fire_due_timers, use_turn

DAY = 15
"""Waking hours in one day of a seat's clock; without a night every hour counts."""
WHOLE_DAY = 24
EMMA = Person(104, "Emma", "en")
FINN = Person(105, "Finn", "en")


play_in_turn = build_turn(A, B)


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    use_turn(monkeypatch, play_in_turn, A)


async def pass_days(service: TableService, clock: Clock, days: float) -> None:
    """Advance the clock by calendar days in steps of six hours, firing due timers."""
    for _ in range(round(days * 4)):
        clock.pass_hours(WHOLE_DAY / 4)
        await fire_due_timers(service, clock)


async def load_seat_tenures(
    service: TableService, table_id: int, seat: int
) -> list[tuple[int, int | None, int | None, str]]:
    """Return the seat's tenures as (first decision, holder, answering person, reason)."""
    rows = await seat_tenures.load_tenures(service.db, table_id)
    return [(row.from_n, row.holder, row.person, row.why) for row in rows if row.seat == seat]
