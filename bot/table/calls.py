"""Calls: a person learns once that they are asked, and is reminded, but never while asleep or away.

Somebody who is awake is called at once, anybody else on waking: a timer holds the call until then, so that it keeps
nothing back that the channel is told meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from engines.kernel import Seat
from storage import Transaction
from storage.messages import outbox
from storage.persons import people
from storage.play import open_questions
from storage.time import timers

from . import deadlines
from .announce import pack, say
from .live import LiveTable
from .time.hours import HOUR, Hours
from .time.lives import hours_of

CALL, REMINDER = "call", "reminder"
"""Timers: a call waits for the morning; somebody is called again."""
MOST_REMINDERS = 4
"""After N hours, then after 2 N, 4 N and 8 N more; a person who never comes is not called for ever."""


class Ping(msgspec.Struct, frozen=True):
    """seat is asked the question `step` in undo epoch `epoch`; count: reminders sent before (0: the ping itself)."""

    seat: int
    step: int
    epoch: int
    person: int
    count: int = 0


class Unping(msgspec.Struct, frozen=True):
    """The ping of this key was answered: remove its message and those of its reminders."""

    key: str


async def question(tx: Transaction, live: LiveTable, now: int) -> None:
    """Who is asked now: pings for those who were not asked before, the end of pings that were answered, timers."""
    assert live.match is not None
    before = {row.seat: row for row in await open_questions.of_game(tx, live.id)}
    waiting = live.waiting
    fresh = await open_questions.update(tx, live.id, waiting, step=live.match.step, epoch=live.row.epoch, at=now)
    for seat, row in before.items():
        if seat not in waiting:
            await end_of_ping(tx, live, now, row)
    for seat in fresh:
        await _call(tx, live, now, seat)
    await deadlines.arm(tx, live, now)


async def end_of_ping(tx: Transaction, live: LiveTable, now: int, row: open_questions.OpenQuestionRow) -> None:
    """The seat is no longer asked: an unsent ping is not said, a sent one is removed, its timers stop."""
    for kind in (CALL, REMINDER):
        await timers.cancel(tx, live.id, kind, str(row.seat))
    if live.seats[row.seat].is_computer:
        return
    key = outbox.ping_key(row.seat, row.step, row.epoch)
    for waiting in await outbox.waiting(tx, live.id):
        if waiting.kind in ("ping", "reminder") and waiting.key == key and not waiting.attempts:
            await outbox.drop(tx, waiting.id, now, "answered before it was sent")
    await say(tx, live, now, "unping", key, Unping(key))


async def _call(tx: Transaction, live: LiveTable, now: int, seat: Seat) -> None:
    """Call the person on a seat that is newly asked, once: now, or when they wake."""
    person = live.seats[seat].called
    if person is None or live.match is None:
        return
    ping = Ping(seat, live.match.step, live.row.epoch, person)
    wakes = (await _hours(tx, person)).wakes(now)
    if wakes > now:
        await timers.put(tx, live.id, CALL, str(seat), wakes, pack(ping))
    else:
        await say_call(tx, live, ping, now)


async def say_call(tx: Transaction, live: LiveTable, ping: Ping, now: int) -> None:
    """The call goes out, and the reminder is set."""
    await outbox.put_ping(
        tx,
        game=live.id,
        seat=ping.seat,
        step=ping.step,
        epoch=ping.epoch,
        target=live.row.channel_id,
        payload=pack(ping),
        at=now,
    )
    await remind_later(tx, live, ping, now)


async def remind_later(tx: Transaction, live: LiveTable, ping: Ping, since: int) -> None:
    """Set the next reminder of a call, or move it, if the person or the table wants any; it comes in waking hours."""
    own = await people.get(tx, ping.person)
    every = own.remind_hours if own is not None and own.remind_hours is not None else live.row.reminder_hours
    if live.row.reminder_hours is not None and every is not None and ping.count < MOST_REMINDERS:
        due = since + every * HOUR * 2**ping.count
        await timers.put(tx, live.id, REMINDER, str(ping.seat), (await _hours(tx, ping.person)).wakes(due), pack(ping))


async def asked_on(tx: Transaction, live: LiveTable, now: int, seats: Collection[int]) -> None:
    """These seats have shown a step and are asked the next thing: nobody is called again, but the time counts anew."""
    for row in await open_questions.of_game(tx, live.id):
        person = live.seats[row.seat].called
        if row.seat in seats and person is not None:
            await open_questions.restart(tx, live.id, row.seat, at=now)
            await remind_later(tx, live, Ping(row.seat, row.step, row.epoch, person), now)


async def here(tx: Transaction, live: LiveTable, row: open_questions.OpenQuestionRow, now: int) -> None:
    """The person has come to an open question by themselves: no call is needed, only the reminder."""
    person = live.seats[row.seat].called
    if person is not None:
        await remind_later(tx, live, Ping(row.seat, row.step, row.epoch, person), now)


async def arm_reminders(tx: Transaction, live: LiveTable) -> None:
    """The hours of the reminders were changed: they count from when each seat was asked."""
    await timers.cancel(tx, live.id, "reminder")
    for row in await open_questions.of_game(tx, live.id):
        person = live.seats[row.seat].called
        if person is not None:
            await remind_later(tx, live, Ping(row.seat, row.step, row.epoch, person), row.since_at)


async def hours_changed(tx: Transaction, live: LiveTable, person: int, now: int) -> None:
    """A person wakes at other times: what waits for that moves, and a call whose time has come goes out."""
    hours = await _hours(tx, person)
    for row in await timers.of_game(tx, live.id):
        if row.kind not in (CALL, REMINDER):
            continue
        ping = msgspec.json.decode(row.payload, type=Ping)
        if ping.person != person:
            continue
        if row.kind == CALL and hours.is_awake(now):
            await timers.cancel(tx, live.id, CALL, row.key)
            await say_call(tx, live, ping, now)
        else:
            due = hours.wakes(now if row.kind == CALL else row.due_at)
            await timers.put(tx, live.id, row.kind, row.key, due, row.payload)


async def _hours(tx: Transaction, person: int) -> Hours:
    return (await hours_of(tx, [person])).get(person, Hours())
