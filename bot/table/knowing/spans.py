"""Times that a reader may look back over: since their last look, their last move, the round, a day, the beginning."""

from __future__ import annotations

from dataclasses import dataclass

from bot.table.live import LiveTable
from bot.table.service import TableService
from bot.table.time.hours import DAY
from engines.kernel import Seat
from storage.play import decisions

from .chapters import chapters, marks


@dataclass(frozen=True, slots=True)
class Span:
    """A time to look back over. since: after this decision; name: what it is called."""

    since: int
    name: str


async def spans(tables: TableService, live: LiveTable, seat: Seat | None, looked: int | None) -> tuple[Span, ...]:
    """Times worth looking back over, the shortest first; looked: the last decision before the last look.

    Of several that begin at one decision only the first is there.
    """
    rows = await decisions.outline(tables.db, live.id)
    found = [] if looked is None else [Span(looked, "look")]
    mine = [row.n for row in rows if row.seat == seat]
    if mine:
        found.append(Span(mine[-1], "mine"))
    told = chapters(await marks(tables, live))
    if told:
        found.append(Span(told[-1].after, "round"))
    yesterday = [row.n for row in rows if row.at < tables.clock() - DAY]
    if yesterday:
        found.append(Span(yesterday[-1], "day"))
    found.append(Span(0, "beginning"))
    kept: dict[int, Span] = {}
    for span in found:
        if span.since < live.public_n:
            kept.setdefault(span.since, span)
    return tuple(sorted(kept.values(), key=lambda span: -span.since))
