"""What nobody needs any more goes: ids of old clicks, rows that were sent, and the bulk of games that have long ended.

A little at a time, so that no click waits for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.table.service import TableService
from bot.table.stored import pack_states
from bot.table.time.hours import DAY
from storage import StorageError, Transaction
from storage.messages import interactions, outbox
from storage.play import archives
from storage.time import presence

log = logging.getLogger(__name__)

KEPT = 30 * DAY
EVERY_SECONDS = DAY / 1000
FIRST_SECONDS = 600.0
"""After the start, when everybody has been told what waited."""
AT_ONCE = 500
"""Rows in one transaction."""
PAUSE_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Trimmed:
    """How many rows went, and how many games were packed."""

    clicks: int
    posts: int
    games: int


async def run(tables: TableService) -> None:
    """Once a day, for ever. Trouble is logged, and tried again the day after."""
    await asyncio.sleep(FIRST_SECONDS)
    while True:
        try:
            done = await trim(tables)
            log.info(
                "forgot %d clicks and %d rows that were sent, packed %d games", done.clicks, done.posts, done.games
            )
        except StorageError:
            log.exception("old rows could not be trimmed")
        await asyncio.sleep(EVERY_SECONDS)


async def trim(tables: TableService) -> Trimmed:
    """All that is due now."""
    before = tables.clock() - KEPT
    clicks = await _all(tables, lambda tx: interactions.trim(tx, before, AT_ONCE))
    posts = await _all(tables, lambda tx: outbox.trim(tx, before, AT_ONCE))
    async with tables.db.transaction() as tx:
        await presence.trim(tx, before)
    games = 0
    for game in await archives.due(tables.db, before):
        try:
            await _pack(tables, game)
            games += 1
        except StorageError:  # a full disk: no game can be packed
            raise
        except Exception:  # whatever a damaged game raises; it stays as it is, and keeps no other from being packed
            log.exception("game %d cannot be packed", game)
        await asyncio.sleep(PAUSE_SECONDS)
    return Trimmed(clicks, posts, games)


async def _all(tables: TableService, some: Callable[[Transaction], Awaitable[int]]) -> int:
    total = 0
    while True:
        async with tables.db.transaction() as tx:
            gone = await some(tx)
        total += gone
        if gone < AT_ONCE:
            return total
        await asyncio.sleep(PAUSE_SECONDS)


async def _pack(tables: TableService, game: int) -> None:
    async with tables.at(game):
        packed = await asyncio.to_thread(pack_states, await archives.states(tables.db, game))
        async with tables.db.transaction() as tx:
            await archives.put(tx, game, packed)
