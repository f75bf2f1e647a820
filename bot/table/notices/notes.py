"""Small notes to one person at a table: you are next, you are the last one missing. They go when they no longer hold.

A note is written once, comes the way the person wants calls, and only while they are awake.
"""

from __future__ import annotations

import msgspec

from bot.table.live import LiveTable
from bot.table.time.lives import quiet_hours
from engines.kernel import Msg
from storage import Transaction
from storage.messages import outbox, posts
from storage.messages.kinds import Saying
from storage.persons import people
from storage.play.open_questions import OpenQuestionRow

from .ping import Unping, pack
from .ways import way_of

NEXT, LAST = "next", "last"
"""What the keys of notes begin with."""


class Note(msgspec.Struct, frozen=True):
    """msg: a sentence of the bot's catalogue; before: others that come first; requests: what each of them, in order, is
    about (None: no request).
    """

    person: int
    msg: Msg
    before: tuple[Msg, ...] = ()
    requests: tuple[str | None, ...] = ()


async def keep(tx: Transaction, live: LiveTable, asked: list[OpenQuestionRow], was_asked: int, now: int) -> None:
    """After a change of who is asked: what is true now is said once, and what is no longer true goes.

    was_asked: how many people were asked before
    """
    wanted = await _wanted(tx, live, asked, was_asked)
    for post in await posts.of_kind(tx, live.id, Saying.PING):
        if post.key.partition(".")[0] in (NEXT, LAST) and post.key not in wanted:
            await unsay(tx, live.id, post.key, now)
    for row in await outbox.waiting(tx, live.id, Saying.NOTE):  # what others have said meanwhile is told all the same
        if row.key.partition(".")[0] in (NEXT, LAST) and row.key not in wanted:
            await unsay(tx, live.id, row.key, now)
    for key, note in wanted.items():
        if note is not None:
            await _say(tx, live, key, note, now)


async def unsay(tx: Transaction, game: int, key: str, now: int) -> None:
    """A call or note is no longer true: rows that wait are not said, a post is removed behind whatever is under way."""
    last = await outbox.newest_call(tx, game, key)
    kinds = (Saying.PING, Saying.REMINDER, Saying.NOTE)
    waiting = [row for row in await outbox.waiting(tx, game) if row.key == key and row.kind in kinds]
    for row in waiting:
        if not row.attempts:
            await outbox.drop(tx, row.id, now, "answered before it was sent")
    under_way = any(row.attempts for row in waiting)
    if last is not None and (under_way or await posts.get(tx, game, Saying.PING, key) is not None):
        direct = bool(last.direct)
        await outbox.put(
            tx,
            game=game,
            kind=Saying.UNPING,
            key=key,
            target=last.target,
            payload=pack(Unping(key)),
            at=now,
            direct=direct,
        )


async def _wanted(
    tx: Transaction, live: LiveTable, asked: list[OpenQuestionRow], was_asked: int
) -> dict[str, Note | None]:
    """By key, what is true now; None: it stays if it was said."""
    found: dict[str, Note | None] = {}
    following = live.following
    person = None if following is None or following in live.waiting else live.seats[following].called
    known = None if person is None else await people.get(tx, person)
    if known is not None and known.next_up:
        found[f"{NEXT}.{following}.{known.id}"] = Note(known.id, Msg("note.next", {}))
    for row in asked if len(asked) == 1 else ():
        missing = live.seats[row.seat].called
        if missing is not None:
            note = Note(missing, Msg("note.last", {})) if was_asked > 1 and row.called_at is not None else None
            found[last_key(row, missing)] = note
    return found


async def _say(tx: Transaction, live: LiveTable, key: str, note: Note, now: int) -> None:
    """Once: not if it stands there, waits, or (the last one missing) was said before."""
    way = await way_of(tx, live, note.person)
    awake = (await quiet_hours(tx, note.person)).is_awake(now)
    there = await posts.get(tx, live.id, Saying.PING, key) is not None
    if (
        way == "silent"
        or not awake
        or there
        or any(r.key == key for r in await outbox.waiting(tx, live.id, Saying.NOTE))
    ):
        return
    if key.startswith(LAST) and await outbox.newest_call(tx, live.id, key) is not None:
        return
    direct = way == "direct"
    target = note.person if direct else live.row.channel_id
    await outbox.put(
        tx, game=live.id, kind=Saying.NOTE, key=key, target=target, payload=pack(note), at=now, direct=direct
    )


def last_key(row: OpenQuestionRow, person: int) -> str:
    """Of the note that only this person is still missing."""
    return f"{LAST}.{row.seat}.{row.step}.{row.epoch}.{person}"
