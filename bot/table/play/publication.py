"""Posts about the decisions of a game that goes on."""

from dataclasses import replace

from bot.table.notices import outbox, turn_notifications
from bot.table.service.decision_batch import DecisionBatch
from storage import Transaction
from storage.play import games as game_rows


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
