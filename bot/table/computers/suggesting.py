"""Suggestions of a first game are thought out where computer players think, and outside the table's lock."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Hashable

from bot.table.live import Wanted
from bot.table.service import TableService

from .thinkers import Thinkers
from .thinking import advise_in_time

log = logging.getLogger(__name__)


class Suggesting:
    """Thinks for whoever has a question before them; each question is thought about once, however many wait for it.

    Nothing of it is stored: after a restart the question is thought about again when it is shown.
    """

    def __init__(self, tables: TableService, thinkers: Thinkers) -> None:
        self.tables = tables
        self.thinkers = thinkers
        self._under_way: dict[Hashable, asyncio.Task[None]] = {}

    async def find(self, wanted: Wanted) -> None:
        """From now on the table has them (`LiveTable.question`), if the question is still open."""
        key = (wanted.game, wanted.wish.seat, wanted.moment)
        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.create_task(self._think(wanted), name=f"advice at {wanted.game}")
            task.add_done_callback(lambda _: self._under_way.pop(key, None))
        # A reader who goes away must not take them from the others who wait for them.
        await asyncio.shield(task)

    async def _think(self, wanted: Wanted) -> None:
        """Where it fails the question stays as it is, and is not thought about again."""
        try:
            found = await self.thinkers.do(advise_in_time, wanted.wish)
        except Exception:  # what thinks is a game's own, as in `ComputerPlayers`
            log.exception("game %d: no suggestions for seat %d", wanted.game, wanted.wish.seat)
            found = None
        async with self.tables.at(wanted.game) as live:
            live.advise(wanted, found)
