"""A table at which A is asked, then B, in turn, and the tools to look at what was said and who held which seat."""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from bot.table import Person, TableService, timers
from bot.table.announce import Notice
from engines.kernel import Moment, Option, Table, Term, games, say
from storage.messages import outbox
from storage.play import decisions, stretches
from storage.time import timers as timer_rows
from tests.table.conftest import Clock

A, B, C = 0, 1, 2
DAY = 15
"""Waking hours of a day on the clock; without a night every hour counts."""
WHOLE_DAY = 24
EMMA = Person(104, "Emma", "en")
FINN = Person(105, "Finn", "en")

Told = Callable[[int], Awaitable[list[str]]]


async def in_turn(t: Table[Any]) -> None:
    answers = [Option(key, key, Term("goods.tea")) for key in ("take", "pass")]
    for seat in (A, B):
        await t.choose(seat, "unsold", answers, default="pass", lot=Term("goods.tea"))
    t.state.round += 1


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    flotsam = dataclasses.replace(games()["flotsam"], turn=in_turn, moment=lambda view: Moment(say("unsold"), turn=A))
    for module in ("service", "seating", "thinking"):
        monkeypatch.setattr(f"bot.table.{module}.games", lambda: {"flotsam": flotsam})


async def run(tables: TableService, clock: Clock) -> None:
    """Serve what is due."""
    while (row := await timer_rows.earliest(tables.db)) is not None and row.due_at <= clock():
        await timers.fire(tables, row)


async def pass_days(tables: TableService, clock: Clock, days: float) -> None:
    """Days of the wall, a quarter at a time, with what falls due meanwhile."""
    for _ in range(round(days * 4)):
        clock.pass_hours(WHOLE_DAY / 4)
        await run(tables, clock)


async def notices(tables: TableService, game: int) -> list[Notice]:
    rows = await outbox.newest_first(tables.db, game, "notice")
    return [msgspec.json.decode(row.payload, type=Notice) for row in reversed(rows)]


async def told(tables: TableService, game: int) -> list[str]:
    """Keys of the sentences, in order."""
    return [notice.msg.key for notice in await notices(tables, game)]


async def who(tables: TableService, game: int, seat: int) -> list[tuple[int, int | None, int | None, str]]:
    """From which decision on, holder, person who answers, why."""
    rows = await stretches.of_game(tables.db, game)
    return [(row.from_n, row.holder, row.person, row.why) for row in rows if row.seat == seat]


async def origins(tables: TableService, game: int) -> list[tuple[int, str]]:
    return [(row.seat, row.origin) for row in await decisions.live(tables.db, game)]
