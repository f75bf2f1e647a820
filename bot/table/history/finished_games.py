"""Results of finished games, stored apart from their decisions, for statistics and ratings."""

import logging
from collections.abc import Sequence

import msgspec

from bot.table.notices import outbox
from bot.table.service.table_service import TableService
from bot.table.state.people import Person
from bot.table.state.settings import TableSettings
from bot.table.state.stored_match import load_stored_match
from bot.table.state.table import Table
from engines.kernel import Score, load_games
from storage import Transaction
from storage.kinds import OutboxKind
from storage.messages import outbox_rows, posts
from storage.play import games as game_rows
from storage.play import results, seats
from storage.play.results import ResultRow
from storage.play.seats import SeatRow

log = logging.getLogger(__name__)


async def record_result(tx: Transaction, table: Table, now: int) -> None:
    """Store the result of a game that has just ended by its rules."""
    assert table.match is not None
    rows = [seated.build_row(table.id) for seated in table.seats]
    await results.save_results(tx, _build_rows(table.match.compute_scores(), rows, table.settings.is_rated, now))


async def add_missing_results(service: TableService) -> int:
    """Add missing results of games that ended under an earlier version; returns how many were added.

    Games whose last State can no longer be read have no result.
    """
    added = 0
    for number in await results.list_games_without_results(service.db):
        row = await game_rows.load_game(service.db, number)
        game = None if row is None else load_games().get(row.engine)
        if row is None or game is None:
            continue
        settings = msgspec.json.decode(row.setup, type=TableSettings)
        try:
            assert settings.setup is not None
            match = (await load_stored_match(service.db, game, row, settings.setup)).match
            result_rows = _build_rows(
                match.compute_scores(), await seats.load_seats(service.db, number), settings.is_rated, row.ended_at or 0
            )
        except Exception:  # rules that have changed may raise anything
            log.exception("table %d has ended and its result cannot be read", number)
            continue
        async with service.db.transaction() as tx:
            await results.save_results(tx, result_rows)
        added += 1
    return added


def _build_rows(scores: Sequence[Score], seated: Sequence[SeatRow], is_rated: bool, at: int) -> list[ResultRow]:
    """Build one row for each seat. A player that the rules play has none, but keeps its place in the order."""
    seat_rows = {row.seat: row for row in seated}
    return [
        ResultRow(row.game, row.seat, row.person, row.policy, score.place, score.total, int(is_rated), at)
        for score in scores
        if (row := seat_rows.get(score.seat)) is not None
    ]


async def post_replay(service: TableService, table: Table, person: Person) -> bool:
    """Have the replay drawn and posted in the table's channel. Returns False if it was posted or enqueued before."""
    if await posts.load_post(service.db, table.id, OutboxKind.REPLAY) is not None:
        return False
    if any(row.kind == OutboxKind.REPLAY for row in await outbox_rows.load_waiting_rows(service.db, table.id)):
        return False
    async with service.change(table, person) as tx:
        await outbox.enqueue(tx, table, service.clock(), OutboxKind.REPLAY, "replay")
    return True
