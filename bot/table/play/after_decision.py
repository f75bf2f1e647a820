"""Handlers that run after each decision, in order, each defined beside its feature, or here.

Handlers run in the transaction that records the decisions, so that all of them happen or none.
"""

from dataclasses import replace

from bot.table.history import finished_games
from bot.table.notices import outbox, turn_notifications
from bot.table.seats import autopilot, lateness, table_sleep
from bot.table.service.decision_batch import DecisionBatch, DecisionHandler
from bot.table.state import fairness_proof
from bot.table.state.stored_match import read_decision
from bot.table.state.table import ConsentRequest, Table
from bot.table.terms import votes
from storage import Transaction
from storage.kinds import OutboxKind
from storage.persons import people
from storage.play import deals, decisions, open_questions
from storage.play import games as game_rows
from storage.play import requests as request_rows
from storage.time import timers

from . import preset_lookup


async def record_forced_default(tx: Transaction, batch: DecisionBatch) -> None:
    """Record and announce the people who forced a late player's default answer."""
    if not batch.forced_by:
        return
    table = batch.table
    await decisions.save_forcers(tx, table.id, batch.applied[0].n, batch.forced_by)
    names = ", ".join(holder.name for holder in table.held_seats if holder.person_to_notify in batch.forced_by)
    await outbox.enqueue_notice(tx, table, batch.now, "life.pressed", names=names, who=table.names[batch.seat])


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


async def mark_table_seen(tx: Transaction, batch: DecisionBatch) -> None:
    """Mark the table as seen by the person who answered, if no step is left to confirm.

    A transaction of its own would make the answer wait for the disk again.
    """
    table = batch.table
    has_confirmed = table.match is not None and table.match.acting_seat is None
    if batch.person is not None and batch.origin == "person" and has_confirmed:
        await people.mark_seen(tx, table.id, batch.person.id, table.public_n)


async def update_display_name(tx: Transaction, batch: DecisionBatch) -> None:
    """Update the person's stored display name if it has changed."""
    person, assignment = batch.person, batch.table.seats[batch.seat]
    if person is None:
        return
    known_name = assignment.substitute_name if person.id == assignment.substitute else assignment.name
    if person.name != known_name:
        await people.save_person(tx, person.id, person.name, batch.now)
        batch.table.seats = await batch.service.load_seats(tx, batch.table.row)


async def publish_decisions(tx: Transaction, batch: DecisionBatch) -> None:
    """Enqueue the posts about the decisions: turn, notifications, card. Unconfirmed steps have none."""
    table, now = batch.table, batch.now
    assert table.match is not None
    if table.match.is_over:
        await _finish_game(tx, table, now)
        return
    if batch.is_secret_change:
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


AFTER_DECISION: tuple[DecisionHandler, ...] = (
    mark_table_seen,
    update_display_name,
    lateness.end_automatic_leave,
    autopilot.stop_after_answer,
    table_sleep.wake_after_answer,
    record_forced_default,
    preset_lookup.delete_ended_presets,
    publish_decisions,
    autopilot.welcome_after_answer,
    close_obsolete_requests,
)
"""In this order: what changes the table comes before what is published about it."""


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


async def _finish_game(tx: Transaction, table: Table, now: int) -> None:
    """Finish the game: publish the last turn and the final scores with the seed, and cancel all timers."""
    assert table.match is not None
    checksum = table.match.compute_checksum()
    rev = await game_rows.finish_game(tx, table.id, checksum=checksum, at=now)
    table.row = replace(table.row, rev=rev, status="over", ending="finished", checksum=checksum, ended_at=now)
    await _store_chain_head(tx, table)
    await finished_games.record_result(tx, table, now)
    for row in await open_questions.load_open_questions(tx, table.id):
        await turn_notifications.retract_notification(tx, table, now, row)
    await open_questions.set_asked_seats(tx, table.id, (), step=table.match.step, epoch=table.row.epoch, at=now)
    await timers.cancel_timers(tx, table.id)
    await outbox.publish_turn(tx, table, now)
    await outbox.enqueue(tx, table, now, OutboxKind.FINAL_RESULT, "final")
    await outbox.enqueue_card(tx, table, now)
