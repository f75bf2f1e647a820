"""How finished games ended, kept apart from their decisions: for statistics and ratings."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import msgspec

from bot.table.live import LiveTable, Plan
from bot.table.service import TableService
from bot.table.stored import match_at
from engines.kernel import Score, games
from storage import Transaction
from storage.play import games as game_rows
from storage.play import results, seats
from storage.play.results import ResultRow
from storage.play.seats import SeatRow

log = logging.getLogger(__name__)


async def record(tx: Transaction, live: LiveTable, now: int) -> None:
    """The result of a game that has just ended by its rules."""
    assert live.match is not None
    rows = [seated.row(live.id) for seated in live.seats]
    await results.put(tx, _rows(live.match.scores(), rows, live.plan.rated, now))


async def fill(tables: TableService) -> int:
    """Results of games that an earlier version saw end; how many were added.

    A game whose last State nobody can read any more has none.
    """
    added = 0
    for number in await results.missing(tables.db):
        row = await game_rows.get(tables.db, number)
        game = None if row is None else games().get(row.engine)
        if row is None or game is None:
            continue
        plan = msgspec.json.decode(row.setup, type=Plan)
        try:
            assert plan.setup is not None
            match = (await match_at(tables.db, game, row, plan.setup)).match
            found = _rows(match.scores(), await seats.of_game(tables.db, number), plan.rated, row.ended_at or 0)
        except Exception:  # rules that have changed may raise anything
            log.exception("game %d has ended and its result cannot be read", number)
            continue
        async with tables.db.transaction() as tx:
            await results.put(tx, found)
        added += 1
    return added


def _rows(scores: Sequence[Score], seated: Sequence[SeatRow], rated: bool, at: int) -> list[ResultRow]:
    """One for each seat; a player that the rules themselves play has none, but takes its place in the order."""
    of = {row.seat: row for row in seated}
    return [
        ResultRow(row.game, row.seat, row.person, row.policy, score.place, score.total, int(rated), at)
        for score in scores
        if (row := of.get(score.seat)) is not None
    ]
