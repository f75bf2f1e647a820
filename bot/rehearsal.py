"""`teban doctor --before-upgrade`: what this version would do to the games in play, tried on a copy of the database."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.table import TableService
from storage import Database, copy
from storage.play import decisions
from storage.play import games as game_rows
from storage.play.games import GameRow

from .audit import Finding


async def rehearse(database: Path) -> AsyncIterator[Finding]:
    """A finding for each game in play: it goes on, or whose answers would be lost, or that it would pause.

    The copy lies beside the database, is taken up exactly as the bot's start would, and goes again. The database itself
    is not touched, so the bot of the version before may go on meanwhile.
    """
    with TemporaryDirectory(prefix=".teban-", dir=database.parent) as folder:
        there = Path(folder) / database.name
        await copy(database, there)
        async with await Database.open(there) as db:
            if db.upgraded_from is not None:
                yield Finding(True, None, f"the database would be brought up to date from version {db.upgraded_from}")
            tables = TableService(db, lambda: time.time_ns() // 1_000_000)
            for row in await game_rows.with_status(db, "playing"):
                try:
                    yield await _taken_up(tables, row)
                except Exception as error:  # noqa: BLE001 - whatever rules raise on an older game
                    yield Finding(False, row.id, f"cannot be taken up: {type(error).__name__}: {error}")


async def _taken_up(tables: TableService, row: GameRow) -> Finding:
    before = await decisions.live(tables.db, row.id)
    async with tables.at(row.id) as live:
        standing = {one.n for one in await decisions.live(tables.db, row.id)}
        lost = [one for one in before if one.n not in standing]
        if live.is_paused:
            return Finding(False, row.id, f"would pause: rules {live.game.rules} of {row.engine} cannot go on with it")
        if lost:
            names = ", ".join(live.names[seat] for seat in sorted({one.seat for one in lost}))
            return Finding(False, row.id, f"its turn would begin again: {len(lost)} answers are lost, of {names}")
        how = "goes on" if live.row.epoch == row.epoch else "goes on; who is asked is called again"
        return Finding(True, row.id, f"{how} ({row.engine}, rules {live.game.rules})")
