"""The posts about the decisions of a game that goes on, and the requests to others that decisions make pointless."""

from dataclasses import replace

from bot.table.notices import outbox, turn_notifications
from bot.table.service.decision_batch import DecisionBatch
from bot.table.state.table import ConsentRequest, Table
from bot.table.terms import votes
from storage import Transaction
from storage.play import games as game_rows
from storage.play import requests as request_rows


async def publish_decisions(tx: Transaction, batch: DecisionBatch) -> None:
    """Enqueue the posts about the decisions: turn, notifications, card. Unconfirmed steps have none; the posts
    about a game's last decision come with its final scores (`finish_game`).
    """
    table, now = batch.table, batch.now
    assert table.match is not None
    if table.match.is_over or batch.is_secret_change:
        return
    has_changed = table.waiting != batch.waiting_before
    table.row = replace(table.row, rev=await game_rows.advance_rev(tx, table.id))
    person_next = any(table.seats[seat].person_to_notify is not None for seat in table.waiting)
    if any(entry.hands_over for entry in batch.applied) and person_next:
        await outbox.publish_turn(tx, table, now)
    if has_changed or table.has_time_out or batch.had_time_out:
        await turn_notifications.update_questions(tx, table, now)
    confirming_seats = {entry.decision.seat for entry in batch.applied if entry.applied.is_public}
    if confirming_seats & set(table.waiting):
        await turn_notifications.restart_reminders(tx, table, now, confirming_seats)
    if batch.is_public and (has_changed or person_next):
        await outbox.enqueue_card(tx, table, now)


async def close_obsolete_requests(tx: Transaction, batch: DecisionBatch) -> None:
    """Close requests that the decision made pointless.

    Requests to undo are closed unless only its player knows of the decision; requests about the seat after a forced
    answer, or an answer by the person that others learn of; all of them at the end of the game.
    """
    table = batch.table
    is_over = table.row.status == "over"
    is_seen_answer = batch.origin == "person" and batch.is_public and not batch.is_secret_change
    has_answered = is_seen_answer or batch.origin == "default"
    closed_kinds, carried_out = [], []
    for request in table.requests:
        parsed_kind = votes.parse_kind(request.kind)
        is_about_seat = (
            has_answered and parsed_kind.subject == batch.seat and parsed_kind.name in ("relief", "replace", "default")
        )
        if parsed_kind.name == "undo" and _is_unseen_by_others(batch, request):
            await keep_undo_request(tx, table)
        elif is_over or parsed_kind.name == "undo" or is_about_seat:
            closed_kinds.append(request.kind)
            if is_about_seat and parsed_kind.name == batch.origin:
                carried_out.append(request.kind)
            await request_rows.close_request(tx, table.id, request.kind)
    await outbox.close_requests(tx, table, batch.now, closed_kinds, carried_out)


def _is_unseen_by_others(batch: DecisionBatch, request: ConsentRequest) -> bool:
    """Return whether nobody but its player learns of the decision: it changed a secret answer, or is a step that is not
    confirmed. Closing the request would reveal when that was. The person who asked closes it by a step of their own.
    """
    is_own_step = batch.table.find_seat(request.asked_by_id) == batch.seat
    return batch.is_secret_change or not (batch.is_public or is_own_step)


async def keep_undo_request(tx: Transaction, table: Table) -> None:
    """Let an open request to undo outlast a decision or a step back that only its player knows of."""
    if any(votes.parse_kind(request.kind).name == "undo" for request in table.requests):
        await request_rows.keep_request_open(tx, table.id, "undo", n=table.last_n, epoch=table.row.epoch)
