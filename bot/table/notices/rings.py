"""Whom a message may ring now. Nobody is woken: whoever sleeps is told on waking, in one note; whoever wants direct
messages gets one; whoever wants no calls reads it in the channel.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import msgspec

from bot.table.live import FIXED, LiveTable
from bot.table.time import deadlines
from bot.table.time.lives import quiet_hours
from engines.kernel import Msg
from storage import Source, Transaction
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.messages.outbox import OutboxRow
from storage.time import timers
from storage.time.kinds import Pause, Timer
from storage.time.timers import TimerRow

from .notes import Note
from .ping import pack
from .ways import way_of, ways_of

NUDGE = "nudge"
"""What the keys of notes to somebody who was not rung begin with."""
MOST_SAID = 4
"""Sentences in one note; the channel has them all."""


class News(msgspec.Struct, frozen=True):
    """A sentence for somebody who could not be rung. request: the name of the request it is about; then it is said only
    while that is open.
    """

    msg: Msg
    request: str | None = None


class Slept(msgspec.Struct, frozen=True):
    """What a person is told on waking."""

    news: tuple[News, ...]


@dataclass(frozen=True, slots=True)
class Rings:
    """now: whom the post in the channel rings; direct: who gets a direct message now; later: when others wake."""

    now: tuple[int, ...] = ()
    direct: tuple[int, ...] = ()
    later: tuple[tuple[int, int], ...] = ()


async def wakes(source: Source, live: LiveTable, person: int, at: int) -> int:
    """When the person is awake: at that time, or later. Leave that the table does not count is no sleep for those who
    answer there.
    """
    seated = next((one for one in live.seats if person == (one.sitter or one.person)), None)
    if seated is not None and live.plan.pace != FIXED and live.match is not None:
        return (await deadlines.hours_at(source, live, drawn=False))[seated.seat].wakes(at)
    return (await quiet_hours(source, person)).wakes(at)


async def split(source: Source, live: LiveTable, persons: Collection[int], now: int) -> Rings:
    """How each of them is told of something that is posted now."""
    ways = await ways_of(source, live, persons)
    rung, direct, later = [], [], []
    for person in persons:
        way, up_at = ways[person], await wakes(source, live, person, now)
        if way == "silent":
            continue
        if up_at > now:
            later.append((person, up_at))
        elif way == "direct":
            direct.append(person)
        else:
            rung.append(person)
    return Rings(tuple(rung), tuple(direct), tuple(later))


async def keep(tx: Transaction, live: LiveTable, rings: Rings, news: News, now: int) -> None:
    """Write down what those are to be told whom the post did not ring."""
    for person in rings.direct:
        await _say(tx, live, person, (news,), now)
    for person, up_at in rings.later:
        await _on_waking(tx, live, person, up_at, (news,))


async def put_off(tx: Transaction, live: LiveTable, row: OutboxRow, now: int) -> None:
    """A list or a note did not go out before its person slept again: it is not said, but what they were to be told on
    waking they are told when they wake next; so is that a table has lost its channel.
    """
    if row.kind == Saying.ORPHAN:
        await outbox.take_back(tx, row.id)
        await tell_of_loss(tx, live, row.target, row.key, now)
        return
    await outbox.drop(tx, row.id, now, "its person sleeps")
    if not row.key.startswith(NUDGE):
        return
    note = msgspec.json.decode(row.payload, type=Note)
    said = (*note.before, note.msg)
    about = note.requests or (None,) * len(said)
    news = tuple(News(msg, request) for msg, request in zip(said, about, strict=True))
    await _on_waking(tx, live, note.person, await wakes(tx, live, note.person, now), news)


async def tell_of_loss(tx: Transaction, live: LiveTable, person: int, key: str, now: int) -> None:
    """By direct message, on waking, once: the table's channel is gone, though another was lost before."""
    for row in await outbox.waiting(tx, live.id, Saying.ORPHAN):
        if row.target == person and not row.attempts:
            await outbox.take_back(tx, row.id)
    at = await wakes(tx, live, person, now)
    await outbox.put(tx, game=live.id, kind=Saying.ORPHAN, key=key, target=person, payload=b"", at=at, direct=True)


async def _on_waking(tx: Transaction, live: LiveTable, person: int, up_at: int, news: tuple[News, ...]) -> None:
    row = next((r for r in await timers.of_game(tx, live.id) if (r.kind, r.key) == (Timer.NUDGE, str(person))), None)
    before = () if row is None else msgspec.json.decode(row.payload, type=Slept).news
    await timers.put(tx, live.id, Timer.NUDGE, str(person), up_at, pack(Slept((*before, *news))))


async def fire(tx: Transaction, live: LiveTable, row: TimerRow, now: int) -> None:
    """The person has woken, or sleeps on: hours may have changed."""
    person = int(row.key)
    up_at = await wakes(tx, live, person, now)
    if up_at > now:
        await timers.put(tx, live.id, Timer.NUDGE, row.key, up_at, row.payload)
        return
    asked = {request.kind: request.needed_ids for request in live.requests}
    slept = msgspec.json.decode(row.payload, type=Slept)
    await _say(
        tx, live, person, [n for n in slept.news if n.request is None or person in asked.get(n.request, ())], now
    )


async def _say(tx: Transaction, live: LiveTable, person: int, news: Sequence[News], now: int) -> None:
    way = await way_of(tx, live, person)
    if way == "silent" or not news or Pause.CHANNEL in live.pauses:
        return
    told = news[-MOST_SAID:]
    note = Note(person, told[-1].msg, tuple(one.msg for one in told[:-1]), tuple(one.request for one in told))
    direct = way == "direct"
    key, target = f"{NUDGE}.{person}.{now}", person if direct else live.row.channel_id
    await outbox.put(
        tx, game=live.id, kind=Saying.NOTE, key=key, target=target, payload=pack(note), at=now, direct=direct
    )
