"""The end of a game by its rules. Its result is stored apart from its decisions, for statistics and ratings."""

import logging
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from bot.table.notices import outbox, turn_notifications
from bot.table.service.decision_batch import DecisionBatch
from bot.table.service.table_service import TableService
from bot.table.state import fairness_proof
from bot.table.state.people import Person
from bot.table.state.settings import TableSettings
from bot.table.state.stored_match import load_stored_match, read_decision
from bot.table.state.table import Table
from engines.kernel import Score, load_games
from storage import Transaction
from storage.kinds import OutboxKind
from storage.messages import outbox_rows, posts
from storage.play import deals, decisions, open_questions, results, seats
from storage.play import games as game_rows
from storage.play.results import ResultRow
from storage.play.seats import SeatRow
from storage.time import timers

log = logging.getLogger(__name__)


async def finish_game(tx: Transaction, batch: DecisionBatch) -> None:
    """Finish a game that the decision ended: publish the last turn and the final scores with the seed, and cancel all
    timers.
    """
    table, now = batch.table, batch.now
    assert table.match is not None
    if not table.match.is_over:
        return
    checksum = table.match.compute_checksum()
    rev = await game_rows.finish_game(tx, table.id, checksum=checksum, at=now)
    table.row = replace(table.row, rev=rev, status="over", ending="finished", checksum=checksum, ended_at=now)
    await _store_chain_head(tx, table)
    await _record_result(tx, table, now)
    for row in await open_questions.load_open_questions(tx, table.id):
        await turn_notifications.retract_notification(tx, table, now, row)
    await open_questions.set_asked_seats(tx, table.id, (), step=table.match.step, epoch=table.row.epoch, at=now)
    await timers.cancel_timers(tx, table.id)
    await outbox.publish_turn(tx, table, now)
    await outbox.enqueue(tx, table, now, OutboxKind.FINAL_RESULT, "final")
    await outbox.enqueue_card(tx, table, now)


async def _store_chain_head(tx: Transaction, table: Table) -> None:
    """Store the last link of the hash chain over all decisions, for the final scores. Tables of earlier versions get
    their secret, the seed, with it.
    """
    if table.deal is None:
        assert table.row.seed is not None
        await deals.save_secret(tx, table.id, table.row.seed)
    rows = await decisions.load_active(tx, table.id)
    head = fairness_proof.compute_chain_head(
        table.row.commitment or "", ((read_decision(row), row.rules) for row in rows)
    )
    await deals.set_final_hash(tx, table.id, head)
    table.deal = await deals.load_deal(tx, table.id)


async def _record_result(tx: Transaction, table: Table, now: int) -> None:
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
