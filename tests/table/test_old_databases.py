"""Databases that earlier versions wrote, with games in the middle of everything: every game goes on, for ever.

`databases/<version>-<what>.db.xz` is never changed; a version that changes States, questions or the schema adds one.
"""

from __future__ import annotations

import itertools
import lzma
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.table import TableService
from storage import Database
from storage.messages import outbox
from storage.play import games as game_rows

from .conftest import Clock, Players

DATABASES = sorted(Path(__file__).with_name("databases").glob("*.db.xz"))
SHARE = 5
"""One game in so many is played to its end."""
STEPS = 6
"""The others so many decisions on."""


@pytest.fixture(params=DATABASES, ids=lambda path: path.name)
async def tables(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> AsyncIterator[TableService]:
    path = tmp_path / "teban.db"
    path.write_bytes(lzma.decompress(request.param.read_bytes()))
    async with await Database.open(path) as db:
        tables = TableService(db, clock, "en")
        await tables.take_up_all()
        yield tables


async def test_every_game_goes_on(tables: TableService, players: Players) -> None:
    players.clicks = itertools.count(10**9)  # the old clicks are in the database
    rows = await game_rows.with_status(tables.db, "playing")
    assert rows
    for nth, row in enumerate(rows):
        async with tables.at(row.id) as live:
            assert live.match is not None, f"game {row.id} ({row.engine}) is paused"
            assert live.game.problems(live.match.state) == [], f"game {row.id} ({row.engine})"
            assert live.waiting
            steps = 0
            while live.is_playing and (nth % SHARE == 0 or steps < STEPS):
                await players.step(live)
                steps += 1
        assert steps == STEPS or not live.is_playing


async def test_a_turn_that_had_to_begin_again_was_told(tables: TableService) -> None:
    for row in await game_rows.with_status(tables.db, "playing"):
        [(undone,)] = await tables.db.rows(
            "SELECT count(*) FROM decisions WHERE game = ? AND undone_at IS NOT NULL", (row.id,)
        )
        told = [r for r in await outbox.newest_first(tables.db, row.id, "notice") if b"turn_restarted" in r.payload]
        assert bool(told) == bool(undone), f"game {row.id} ({row.engine})"
