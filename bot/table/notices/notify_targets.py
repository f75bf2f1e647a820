"""Decide whether a post may mention a person now. In quiet hours it is postponed to one note on waking; otherwise
the person's notification channel decides: a mention in the channel, a direct message, or nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import msgspec

from bot.table.clock.availability import load_quiet_hours
from bot.table.deadline import deadlines
from bot.table.state.notification_payload import encode_payload
from bot.table.state.settings import FIXED
from bot.table.state.table import Table
from bot.table.terms.notification_channels import load_channel, load_channels
from engines.kernel import Message
from storage import Source, Transaction
from storage.kinds import OutboxKind, PauseReason, TimerKind
from storage.messages import outbox_rows
from storage.messages.outbox_rows import OutboxRow
from storage.time import timers
from storage.time.timers import TimerRow

from .notes import Note

NUDGE = "nudge"
"""Prefix of the keys of notes with postponed sentences."""
MAX_SENTENCES = 4
"""Maximum number of sentences in one note; the channel has them all."""


class PostponedSentence(msgspec.Struct, frozen=True):
    """A postponed sentence."""

    msg: Message
    """A sentence of the bot's catalogue."""
    request: str | None = None
    """Name of the request that it is about; it is sent only while that request is open."""


class PostponedSentences(msgspec.Struct, frozen=True):
    """Postponed sentences of a person, kept in a timer until they wake."""

    sentences: tuple[PostponedSentence, ...] = msgspec.field(name="news")
    """Oldest first; all are sent in one note."""


@dataclass(frozen=True, slots=True)
class NotifyTarget:
    """The channel or direct messages in which each of several people is notified of a post."""

    mentioned_people: tuple[int, ...] = ()
    """People whom the post mentions."""
    messaged_people: tuple[int, ...] = ()
    """People who get a direct message now."""
    sleeping_people: tuple[tuple[int, int], ...] = ()
    """People who are asleep, with the times when they wake."""

    def with_called(self, called_people: Collection[int]) -> NotifyTarget:
        """Return the targets of a post that calls just these people: others whom it would mention now get a note."""
        direct = tuple(
            person for person in (*self.messaged_people, *self.mentioned_people) if person not in called_people
        )
        asleep = tuple((person, up_at) for person, up_at in self.sleeping_people if person not in called_people)
        return NotifyTarget(tuple(called_people), direct, asleep)


async def find_wake_time(source: Source, table: Table, person: int, at: int) -> int:
    """Return when the person is awake: `at` or later. For players, leave that the table does not count is not sleep."""
    seated = next(
        (assignment for assignment in table.seats if person == (assignment.substitute or assignment.person)), None
    )
    if seated is not None and table.settings.pace != FIXED and table.match is not None:
        return (await deadlines.load_hours(source, table, includes_automatic=False))[seated.seat].find_wake_time(at)
    return (await load_quiet_hours(source, person)).find_wake_time(at)


async def split_targets(source: Source, table: Table, persons: Collection[int], now: int) -> NotifyTarget:
    """Return how each person is notified of something that is posted now."""
    channels = await load_channels(source, table, persons)
    mentioned, direct, asleep = [], [], []
    for person in persons:
        channel, up_at = channels[person], await find_wake_time(source, table, person, now)
        if channel == "silent":
            continue
        if up_at > now:
            asleep.append((person, up_at))
        elif channel == "direct":
            direct.append(person)
        else:
            mentioned.append(person)
    return NotifyTarget(tuple(mentioned), tuple(direct), tuple(asleep))


async def store_postponed(
    tx: Transaction, table: Table, targets: NotifyTarget, sentence: PostponedSentence, now: int
) -> None:
    """Write the notes to people whom the post did not mention."""
    for person in targets.messaged_people:
        await _enqueue_note(tx, table, person, (sentence,), now)
    for person, up_at in targets.sleeping_people:
        await _postpone_sentences(tx, table, person, up_at, (sentence,))


async def postpone_row(tx: Transaction, table: Table, row: OutboxRow, now: int) -> None:
    """Handle a list or note that was not sent before its person fell asleep again: drop it, but postpone sentences that
    had been postponed before, and the news that a table has lost its channel.
    """
    if row.kind == OutboxKind.CHANNEL_LOST:
        await outbox_rows.delete_unsent_row(tx, row.id)
        await enqueue_channel_loss(tx, table, row.target, row.key, now)
        return
    await outbox_rows.drop_row(tx, row.id, now, "its person sleeps")
    if not row.key.startswith(NUDGE):
        return
    note = msgspec.json.decode(row.payload, type=Note)
    messages = (*note.preceding, note.msg)
    request_names = note.requests or (None,) * len(messages)
    sentences = tuple(PostponedSentence(msg, request) for msg, request in zip(messages, request_names, strict=True))
    await _postpone_sentences(tx, table, note.person, await find_wake_time(tx, table, note.person, now), sentences)


async def enqueue_channel_loss(tx: Transaction, table: Table, person: int, key: str, now: int) -> None:
    """Send one direct message, on waking, that the table's channel is gone; it replaces an earlier one that waits."""
    for row in await outbox_rows.load_waiting_rows(tx, table.id, OutboxKind.CHANNEL_LOST):
        if row.target == person and not row.attempts:
            await outbox_rows.delete_unsent_row(tx, row.id)
    at = await find_wake_time(tx, table, person, now)
    await outbox_rows.add_row(
        tx, game=table.id, kind=OutboxKind.CHANNEL_LOST, key=key, target=person, payload=b"", at=at, is_direct=True
    )


async def _postpone_sentences(
    tx: Transaction, table: Table, person: int, up_at: int, sentences: tuple[PostponedSentence, ...]
) -> None:
    row = next(
        (
            r
            for r in await timers.load_timers(tx, table.id)
            if (r.kind, r.key) == (TimerKind.QUIET_HOURS_END, str(person))
        ),
        None,
    )
    earlier = () if row is None else msgspec.json.decode(row.payload, type=PostponedSentences).sentences
    await timers.set_timer(
        tx,
        table.id,
        TimerKind.QUIET_HOURS_END,
        str(person),
        up_at,
        encode_payload(PostponedSentences((*earlier, *sentences))),
    )


async def send_postponed(tx: Transaction, table: Table, row: TimerRow, now: int) -> None:
    """Send the postponed sentences, because quiet hours have ended; keep waiting if the hours have changed."""
    person = int(row.key)
    up_at = await find_wake_time(tx, table, person, now)
    if up_at > now:
        await timers.set_timer(tx, table.id, TimerKind.QUIET_HOURS_END, row.key, up_at, row.payload)
        return
    voters_by_request = {request.kind: request.undecided_ids for request in table.requests}
    postponed_sentences = msgspec.json.decode(row.payload, type=PostponedSentences)
    await _enqueue_note(
        tx,
        table,
        person,
        [
            s
            for s in postponed_sentences.sentences
            if s.request is None or person in voters_by_request.get(s.request, ())
        ],
        now,
    )


async def _enqueue_note(
    tx: Transaction, table: Table, person: int, sentences: Sequence[PostponedSentence], now: int
) -> None:
    channel = await load_channel(tx, table, person)
    if channel == "silent" or not sentences or PauseReason.CHANNEL_LOST in table.pauses:
        return
    kept_sentences = sentences[-MAX_SENTENCES:]
    note = Note(
        person,
        kept_sentences[-1].msg,
        tuple(sentence.msg for sentence in kept_sentences[:-1]),
        tuple(sentence.request for sentence in kept_sentences),
    )
    direct = channel == "direct"
    key, target = f"{NUDGE}.{person}.{now}", person if direct else table.row.channel_id
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
