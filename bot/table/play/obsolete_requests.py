"""Requests to the other players that a decision makes pointless."""

from bot.table.notices import outbox
from bot.table.service.decision_batch import DecisionBatch
from bot.table.state.table import ConsentRequest, Table
from bot.table.terms import votes
from storage import Transaction
from storage.play import requests as request_rows


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
