"""Short rules in place of the example game's, and what tests of time and seats ask of a table again and again."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from bot.table import TableService
from bot.table.announce import Notice
from bot.table.time import timers
from engines.kernel import Moment, Option, Table, Term, games, say
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.play import decisions
from storage.time import timers as timer_rows

from .conftest import Clock

A, B, C = 0, 1, 2

Turn = Callable[[Table[Any]], Coroutine[Any, Any, None]]


def questions(*seats: int, default: str | None = "pass") -> Turn:
    """A turn in which these seats are asked one after the other; default: what silence answers, None if nothing."""

    async def turn(t: Table[Any]) -> None:
        answers = [Option(key, key, Term("goods.tea")) for key in ("take", "pass")]
        for seat in seats:
            await t.choose(seat, "unsold", answers, default=default, lot=Term("goods.tea"))
        t.state.round += 1

    return turn


def play_by(patch: pytest.MonkeyPatch, turn: Turn, whose: int | None) -> None:
    """Flotsam with this turn. whose: the seat on turn, None for nobody's."""
    flotsam = replace(games()["flotsam"], turn=turn, moment=lambda view: Moment(say("unsold"), turn=whose))
    for module in ("service", "lobby.agreement", "computers.thinking"):
        patch.setattr(f"bot.table.{module}.games", lambda: {"flotsam": flotsam})


async def run(tables: TableService, clock: Clock) -> None:
    """Serve what is due."""
    while (row := await timer_rows.earliest(tables.db)) is not None and row.due_at <= clock():
        await timers.fire(tables, row)


async def notices(tables: TableService, game: int) -> list[Notice]:
    """What the table was told, in order."""
    rows = await outbox.newest_first(tables.db, game, Saying.NOTICE)
    return [msgspec.json.decode(row.payload, type=Notice) for row in reversed(rows)]


async def told(tables: TableService, game: int, about: Sequence[str] = ("",)) -> list[str]:
    """Keys of the sentences that begin like one of these, in order."""
    return [one.msg.key for one in await notices(tables, game) if one.msg.key.startswith(tuple(about))]


async def origins(tables: TableService, game: int) -> list[tuple[int, str]]:
    """Seat and who answered, of each decision."""
    return [(row.seat, row.origin) for row in await decisions.live(tables.db, game)]
