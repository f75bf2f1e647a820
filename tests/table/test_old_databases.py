"""Databases that earlier versions wrote, with games in the middle of everything: every game goes on, for ever.

`databases/<version>-<what>.db.xz` is never changed; a version that changes States, questions or the schema adds one.
"""

from __future__ import annotations

import asyncio
import itertools
import lzma
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot import rehearsal
from bot.discord_ui.history.log import report
from bot.discord_ui.text.voice import Voice
from bot.table import TableService, history
from engines.kernel import LANGS, brief
from storage import Database
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.play import games as game_rows

from .conftest import Clock, Players

ROOT = Path(__file__).parents[2]


def version_of(path: Path) -> str:
    return path.name.partition("-")[0]


DATABASES = sorted(
    Path(__file__).with_name("databases").glob("*.db.xz"),
    key=lambda path: [int(part) for part in version_of(path).split(".")],  # 0.10 comes after 0.9
)
SHARE = 25
"""One game in so many of the newest two is played to its end."""
STEPS, FEWER = 4, 1
"""The others so many decisions on; those of older ones fewer."""
NEWEST = {path.name for path in DATABASES[-2:]}


@pytest.fixture(params=DATABASES, ids=lambda path: path.name)
async def tables(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> AsyncIterator[TableService]:
    path = tmp_path / "teban.db"
    path.write_bytes(lzma.decompress(request.param.read_bytes()))
    async with await Database.open(path) as db:
        tables = TableService(db, clock, "en")
        await tables.take_up_all()
        yield tables


def test_every_version_before_this_one_has_left_one() -> None:
    newest, *before = re.findall(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert before and set(before) <= {version_of(path) for path in DATABASES} <= {newest, *before}


async def test_every_game_goes_on(tables: TableService, players: Players, request: pytest.FixtureRequest) -> None:
    newest = request.node.callspec.params["tables"].name in NEWEST
    most = STEPS if newest else FEWER
    players.clicks = itertools.count(10**9)  # the old clicks are in the database
    rows = await game_rows.with_status(tables.db, "playing")
    assert rows
    for nth, row in enumerate(rows):
        async with tables.at(row.id) as live:
            assert live.match is not None, f"game {row.id} ({row.engine}) is paused"
            assert live.game.problems(live.match.state) == [], f"game {row.id} ({row.engine})"
            assert live.waiting
            steps = 0
            while live.is_playing and (steps < most or (newest and nth % SHARE == 0)):
                await players.step(live)
                steps += 1
        assert steps == most or not live.is_playing


async def test_every_log_can_still_be_read(tables: TableService) -> None:
    """Sentences that were told stay in the catalogues, with the arguments that they had; in few words, too."""
    for status in ("playing", "over"):
        for row in await game_rows.with_status(tables.db, status):
            async with tables.at(row.id) as live:
                lines = await history.lines(tables, live, 0)
                told = [event.text for line in lines for event in line.events]
                for lang in LANGS:
                    assert all(deed.words for deed in brief(told, None, live.words, lang)), (
                        f"game {row.id} ({row.engine})"
                    )
                    text = report(live, lines, Voice((lang,)))
                    assert text.count("\n") >= len(lines) / 2, f"game {row.id} ({row.engine})"


async def test_a_turn_that_had_to_begin_again_was_told(tables: TableService) -> None:
    for row in await game_rows.with_status(tables.db, "playing"):
        [(undone,)] = await tables.db.rows(
            "SELECT count(*) FROM decisions WHERE game = ? AND undone_at IS NOT NULL", (row.id,)
        )
        told = [
            r for r in await outbox.newest_first(tables.db, row.id, Saying.NOTICE) if b"turn_restarted" in r.payload
        ]
        assert bool(told) == bool(undone), f"game {row.id} ({row.engine})"


@pytest.mark.parametrize("packed", DATABASES, ids=lambda path: path.name)
async def test_what_an_upgrade_does_is_known_before(packed: Path, tmp_path: Path) -> None:
    """`doctor --before-upgrade` on each of them: no game would pause, and the file is not touched."""
    path = tmp_path / "teban.db"
    before = lzma.decompress(await asyncio.to_thread(packed.read_bytes))
    await asyncio.to_thread(path.write_bytes, before)
    with closing(sqlite3.connect(path)) as plain:
        undone = set(plain.execute("SELECT game, n FROM decisions WHERE undone_at IS NOT NULL"))
    found = [finding async for finding in rehearsal.rehearse(path)]
    assert await asyncio.to_thread(path.read_bytes) == before
    async with await Database.open(path) as db:
        changed = db.upgraded_from is not None
    assert changed == any(not finding.game and "brought up to date from version" in finding.text for finding in found)
    wrong = [finding for finding in found if not finding.ok]
    assert len(found) > 10 and all("its turn would begin again" in finding.text for finding in wrong)
    async with await Database.open(path) as db:
        tables = TableService(db, Clock(), "en")
        await tables.take_up_all()
        now = set(await db.rows("SELECT game, n FROM decisions WHERE undone_at IS NOT NULL"))
    assert {finding.game for finding in wrong} == {game for game, _ in now - undone}, "what was foretold is what comes"
