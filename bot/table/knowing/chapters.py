"""Where a game stood at each checkpoint, and its chapters: rounds, phases, as the game itself names them."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from bot.table.live import LiveTable
from bot.table.service import TableService
from bot.table.stored import pack_moment, unpack_moment
from engines.kernel import Moment, Msg
from storage.play import checkpoints

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Mark:
    """A checkpoint: after decision n (0: the beginning). moment: None where the game does not say, or said it once in
    a way that nobody can read any more.
    """

    n: int
    at: int
    moment: Moment | None


@dataclass(frozen=True, slots=True)
class Chapter:
    """Decisions after `after` and up to `upto` (None: to the end) belong to it."""

    heading: Msg
    after: int
    upto: int | None

    @property
    def number(self) -> int | None:
        """What its heading counts: the first number that the sentence takes (the round, before how many there are)."""
        return next((arg for arg in self.heading.args.values() if isinstance(arg, int)), None)

    def has(self, n: int) -> bool:
        return self.after < n and (self.upto is None or n <= self.upto)


async def marks(tables: TableService, live: LiveTable) -> tuple[Mark, ...]:
    """Every checkpoint that stands, oldest first. What an earlier version did not write is worked out and kept."""
    rows = await checkpoints.marks(tables.db, live.id)
    missing = [row.n for row in rows if row.moment is None] if live.game.moment is not None else []
    made = {n: blob for n in missing if (blob := await _made(tables, live, n)) is not None}
    if made:
        async with tables.db.transaction() as tx:
            for n, blob in made.items():
                await checkpoints.set_moment(tx, live.id, n, blob)
    found = []
    for row in rows:
        blob = made.get(row.n, row.moment)
        found.append(Mark(row.n, row.at, None if blob is None else unpack_moment(blob)))
    return tuple(found)


async def _made(tables: TableService, live: LiveTable, n: int) -> bytes | None:
    try:
        return pack_moment((await tables.stored(tables.db, live, n)).match)
    except Exception as error:  # noqa: BLE001 - rules that have changed may raise anything
        log.info("game %d after decision %d cannot be read: %s", live.id, n, error)
        return None


def chapters(found: tuple[Mark, ...]) -> tuple[Chapter, ...]:
    """Checkpoints that follow each other under one heading are one chapter."""
    begun: list[tuple[Msg, int]] = []
    for mark in found:
        if mark.moment is not None and (not begun or begun[-1][0] != mark.moment.heading):
            begun.append((mark.moment.heading, mark.n))
    ends: list[int | None] = [*(after for _, after in begun[1:]), None]
    told = [Chapter(heading, after, upto) for (heading, after), upto in zip(begun, ends, strict=False)]
    return tuple(chapter for chapter in told if chapter.upto != chapter.after)
