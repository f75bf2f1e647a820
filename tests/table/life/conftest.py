"""A table at which A is asked, then B, in turn, and the tools to look at what was said and who held which seat."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.table import Person, TableService
from storage.play import stretches
from tests.table.conftest import Clock
from tests.table.short import A, B, play_by, questions, run

DAY = 15
"""Waking hours of a day on the clock; without a night every hour counts."""
WHOLE_DAY = 24
EMMA = Person(104, "Emma", "en")
FINN = Person(105, "Finn", "en")

Told = Callable[[int], Awaitable[list[str]]]


in_turn = questions(A, B)


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    play_by(monkeypatch, in_turn, A)


async def pass_days(tables: TableService, clock: Clock, days: float) -> None:
    """Days of the wall, a quarter at a time, with what falls due meanwhile."""
    for _ in range(round(days * 4)):
        clock.pass_hours(WHOLE_DAY / 4)
        await run(tables, clock)


async def who(tables: TableService, game: int, seat: int) -> list[tuple[int, int | None, int | None, str]]:
    """From which decision on, holder, person who answers, why."""
    rows = await stretches.of_game(tables.db, game)
    return [(row.from_n, row.holder, row.person, row.why) for row in rows if row.seat == seat]
