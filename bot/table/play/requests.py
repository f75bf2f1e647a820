"""Requests and forced defaults, as far as a decision settles them. Asking and voting is in `consent`."""

from bot.table.notices import outbox
from bot.table.policy import votes
from bot.table.service.decision_batch import DecisionBatch
from storage import Transaction
from storage.play import decisions
from storage.play import requests as request_rows


async def record_forced_default(tx: Transaction, batch: DecisionBatch) -> None:
    """Record and announce the people who forced a late player's default answer."""
    if not batch.forced_by:
        return
    table = batch.table
    await decisions.save_forcers(tx, table.id, batch.applied[0].n, batch.forced_by)
    names = ", ".join(holder.name for holder in table.held_seats if holder.person_to_notify in batch.forced_by)
    await outbox.enqueue_notice(tx, table, batch.now, "life.pressed", names=names, who=table.names[batch.seat])


async def close_obsolete_requests(tx: Transaction, batch: DecisionBatch) -> None:
    """Close requests that the decision made pointless: requests to undo, and after an answer by the person or a forced
    one, requests about the seat. The end of the game closes all of them.
    """
    table = batch.table
    over = table.row.status == "over"
    answered = batch.origin in ("person", "default")
    closed_kinds, carried_out = [], []
    for request in table.requests:
        topic = votes.parse_topic(request.kind)
        is_about_seat = answered and topic.subject == batch.seat and topic.name in ("relief", "replace", "default")
        if over or topic.name == "undo" or is_about_seat:
            closed_kinds.append(request.kind)
            if is_about_seat and topic.name == batch.origin:
                carried_out.append(request.kind)
            await request_rows.close_request(tx, table.id, request.kind)
    await outbox.close_requests(tx, table, batch.now, closed_kinds, carried_out)
