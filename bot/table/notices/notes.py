"""Notes to one person at a table: you are next; only your answer is missing. They are removed when no longer true.

A note is sent once, on the person's notification channel, and only while they are awake.
"""

import msgspec

from bot.table.clock.availability import load_quiet_hours
from bot.table.state.notification_payload import Retraction, encode_payload
from bot.table.state.table import Table
from bot.table.terms.notification_channels import load_channel
from engines.kernel import Message
from storage import Transaction
from storage.kinds import PERSONAL_KINDS, OutboxKind
from storage.messages import outbox_rows, posts
from storage.persons import people
from storage.play.open_questions import OpenQuestionRow

NEXT, LAST = "next", "last"
"""Prefixes of the keys of notes."""


class Note(msgspec.Struct, frozen=True):
    """Payload of a note."""

    person: int
    """The reader, who is mentioned or gets a direct message."""
    msg: Message
    """A sentence of the bot's catalogue."""
    preceding: tuple[Message, ...] = msgspec.field(default=(), name="before")
    """Sentences in front of it."""
    requests: tuple[str | None, ...] = ()
    """The name of the request that each sentence, in order, is about (None: no request)."""


async def update_notes(
    tx: Transaction, table: Table, open_rows: list[OpenQuestionRow], people_before: int, now: int
) -> None:
    """Send the notes that are true now, and remove those that are no longer true. people_before: how many people were
    asked before.
    """
    true_notes = await _list_true_notes(tx, table, open_rows, people_before)
    for post in await posts.load_posts_of_kind(tx, table.id, OutboxKind.TURN_NOTIFICATION):
        if post.key.partition(".")[0] in (NEXT, LAST) and post.key not in true_notes:
            await retract_message(tx, table.id, post.key, now)
    # postponed sentences are sent anyway
    for row in await outbox_rows.load_waiting_rows(tx, table.id, OutboxKind.PERSONAL_NOTE):
        if row.key.partition(".")[0] in (NEXT, LAST) and row.key not in true_notes:
            await retract_message(tx, table.id, row.key, now)
    for key, note in true_notes.items():
        if note is not None:
            await _enqueue_note(tx, table, key, note, now)


async def retract_message(tx: Transaction, table_id: int, key: str, now: int) -> None:
    """Retract a notification or note: waiting rows are dropped; a post is removed behind a row that is being sent."""
    last = await outbox_rows.load_newest_notification(tx, table_id, key)
    rows = await outbox_rows.load_waiting_rows(tx, table_id)
    waiting = [row for row in rows if row.key == key and row.kind in PERSONAL_KINDS]
    for row in waiting:
        if not row.attempts:
            await outbox_rows.drop_row(tx, row.id, now, "answered before it was sent")
    under_way = any(row.attempts for row in waiting)
    if last is not None and (
        under_way or await posts.load_post(tx, table_id, OutboxKind.TURN_NOTIFICATION, key) is not None
    ):
        direct = bool(last.direct)
        await outbox_rows.add_row(
            tx,
            game=table_id,
            kind=OutboxKind.RETRACTION,
            key=key,
            target=last.target,
            payload=encode_payload(Retraction(key)),
            at=now,
            is_direct=direct,
        )


async def _list_true_notes(
    tx: Transaction, table: Table, open_rows: list[OpenQuestionRow], people_before: int
) -> dict[str, Note | None]:
    """Return the notes that are true now, by key; None: it stays if it was sent before, but is not sent."""
    true_notes: dict[str, Note | None] = {}
    following = table.next_on_turn
    person = None if following is None or following in table.waiting else table.seats[following].person_to_notify
    person_row = None if person is None else await people.load_person(tx, person)
    if person_row is not None and person_row.next_up:
        true_notes[f"{NEXT}.{following}.{person_row.id}"] = Note(person_row.id, Message("note.next", {}))
    for row in open_rows if len(open_rows) == 1 else ():
        missing = table.seats[row.seat].person_to_notify
        if missing is not None:
            note = (
                Note(missing, Message("note.last", {})) if people_before > 1 and row.notified_at is not None else None
            )
            true_notes[build_last_missing_key(row, missing)] = note
    return true_notes


async def _enqueue_note(tx: Transaction, table: Table, key: str, note: Note, now: int) -> None:
    """Send a note once: not if it is posted or waiting, or ("last one missing") was sent before."""
    channel = await load_channel(tx, table, note.person)
    awake = (await load_quiet_hours(tx, note.person)).is_awake(now)
    is_posted = await posts.load_post(tx, table.id, OutboxKind.TURN_NOTIFICATION, key) is not None
    if (
        channel == "silent"
        or not awake
        or is_posted
        or any(r.key == key for r in await outbox_rows.load_waiting_rows(tx, table.id, OutboxKind.PERSONAL_NOTE))
    ):
        return
    if key.startswith(LAST) and await outbox_rows.load_newest_notification(tx, table.id, key) is not None:
        return
    direct = channel == "direct"
    target = note.person if direct else table.row.channel_id
    await outbox_rows.add_row(
        tx,
        game=table.id,
        kind=OutboxKind.PERSONAL_NOTE,
        key=key,
        target=target,
        payload=encode_payload(note),
        at=now,
        is_direct=direct,
    )


def build_last_missing_key(row: OpenQuestionRow, person: int) -> str:
    """Build the key of the note that only this person's answer is missing."""
    return f"{LAST}.{row.seat}.{row.step}.{row.epoch}.{person}"
