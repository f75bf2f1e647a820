"""Calls: a person learns once that they are asked, and is reminded, but never while asleep or away.

Somebody who is awake is called at once, anybody else on waking: a timer holds the call until then, so that it keeps
nothing back that the channel is told meanwhile. Whoever is on turn is called by the table's card, off turn and on
waking by a post of its own; a person may want direct messages instead, or none.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from bot.table.live import LiveTable
from bot.table.time import deadlines
from bot.table.time.hours import HOUR
from engines.kernel import Seat
from storage import Source, Transaction
from storage.messages import outbox, posts
from storage.messages.kinds import Saying
from storage.messages.outbox import OutboxRow
from storage.persons import people
from storage.play import open_questions
from storage.play.open_questions import OpenQuestionRow
from storage.time import timers
from storage.time.kinds import Timer

from . import notes, rings
from .ping import Carrier, Ping, pack
from .ways import way_of, ways_of

MOST_REMINDERS = 4
"""Without a clock: after N hours, then after 2 N, 4 N and 8 N more; who never comes is not called for ever."""
CARRIERS: dict[people.Way, Carrier] = {"channel": "post", "direct": "direct", "silent": "none"}


async def question(tx: Transaction, live: LiveTable, now: int) -> None:
    """Who is asked now: pings for those who were not asked before, the end of pings that were answered, timers."""
    assert live.match is not None
    before = {row.seat: row for row in await open_questions.of_game(tx, live.id)}
    waiting = live.waiting
    fresh = await open_questions.update(tx, live.id, waiting, step=live.match.step, epoch=live.row.epoch, at=now)
    for seat, row in before.items():
        if seat not in waiting or seat in fresh:
            await end_of_ping(tx, live, now, row)
    await _call(tx, live, now, fresh)
    people_before = sum(live.seats[seat].called is not None for seat in before)
    await notes.keep(tx, live, await open_questions.of_game(tx, live.id), people_before, now)
    await deadlines.arm(tx, live, now)


async def end_of_ping(tx: Transaction, live: LiveTable, now: int, row: OpenQuestionRow) -> None:
    """The seat is no longer asked: an unsent ping is not said, a sent one is removed, its timers stop."""
    seated = live.seats[row.seat]
    await forget(tx, live, now, row, seated.sitter or seated.person)


async def forget(tx: Transaction, live: LiveTable, now: int, row: OpenQuestionRow, person: int | None) -> None:
    """Nobody calls this person to the question any more."""
    for kind in (Timer.CALL, Timer.REMINDER):
        await timers.cancel(tx, live.id, kind, str(row.seat))
    if person is not None:
        await notes.unsay(tx, live.id, outbox.ping_key(row.seat, row.step, row.epoch, person), now)


async def person_changed(tx: Transaction, live: LiveTable, seat: Seat, before: int | None, now: int) -> None:
    """Somebody else answers for a seat from now on (`live.seats` says who): what `before` was called to is forgotten,
    and the new person is called once, also if they were called to the question before somebody else answered here. The
    seat's clock begins with that call.
    """
    person = live.seats[seat].called
    for row in await open_questions.of_game(tx, live.id):
        if row.seat == seat:
            await forget(tx, live, now, row, before)
            if person is not None:
                await outbox.forget_call(tx, live.id, outbox.ping_key(row.seat, row.step, row.epoch, person))
            await open_questions.not_called(tx, live.id, seat)
            await _call(tx, live, now, (seat,), posts=True)
    await deadlines.arm(tx, live, now)


async def keys(source: Source, live: LiveTable) -> dict[Seat, str]:
    """Of the calls of all who are asked."""
    found = {}
    for row in await open_questions.of_game(source, live.id):
        person = live.seats[row.seat].called
        if person is not None:
            found[row.seat] = outbox.ping_key(row.seat, row.step, row.epoch, person)
    return found


async def again(tx: Transaction, live: LiveTable, lost: Mapping[Seat, str], now: int) -> None:
    """The messages of these seats' calls (by key) are gone: they are called anew, when awake. The clocks go on."""
    for key in lost.values():
        await posts.remove(tx, live.id, Saying.PING, key)
        await outbox.forget_call(tx, live.id, key)
    await _call(tx, live, now, lost)


async def _call(tx: Transaction, live: LiveTable, now: int, seats: Collection[Seat], posts: bool = False) -> None:
    """Call the people on seats that are newly asked, once: now, or when they wake. Those who are called by the card
    are called by one card. posts: by posts of their own.
    """
    if live.match is None or live.pauses:
        return  # a table that pauses calls nobody: `resume` does
    found = []
    for row in await open_questions.of_game(tx, live.id):
        ping = deadlines.ping_of(live, row, count=0)
        if row.seat not in seats or ping is None:
            continue
        up_at = await wakes(tx, live, row.seat, now)
        if up_at > now:
            await timers.put(tx, live.id, Timer.CALL, str(row.seat), up_at, pack(ping))
        else:
            found.append(ping)
    by_card = () if posts else await _by_card(tx, live, found)
    for ping in found:
        await say_call(tx, live, ping, now, by_card if ping.key in by_card else ())


async def put_off(tx: Transaction, live: LiveTable, row: OutboxRow, ping: Ping, now: int) -> None:
    """A call or reminder that could not go out in time would wake its person: it comes when they are awake."""
    up_at = await wakes(tx, live, ping.seat, now)
    await outbox.take_back(tx, row.id)
    asked = [
        q
        for q in await open_questions.of_game(tx, live.id)
        if (q.seat, q.step, q.epoch) == (ping.seat, ping.step, ping.epoch)
    ]
    if not asked or live.pauses:
        return
    if row.kind == Saying.PING:
        again = msgspec.structs.replace(ping, carrier="post", together=())
        await timers.put(tx, live.id, Timer.CALL, str(ping.seat), up_at, pack(again))
    elif deadlines.reminds(live):
        await open_questions.snooze(tx, live.id, ping.seat, up_at)
        await deadlines.arm(tx, live, now)
    else:
        await timers.put(tx, live.id, Timer.REMINDER, str(ping.seat), up_at, pack(ping))


async def resume(tx: Transaction, live: LiveTable, now: int) -> None:
    """A pause is over: who was asked meanwhile is called, who was called before is reminded as usual."""
    rows = await open_questions.of_game(tx, live.id)
    await _call(tx, live, now, [row.seat for row in rows if row.called_at is None])
    for row in rows:
        if row.called_at is not None:
            await here(tx, live, row, now)


async def _by_card(tx: Transaction, live: LiveTable, pings: Collection[Ping]) -> tuple[str, ...]:
    """Keys of the calls that the card carries: those to whoever is on turn, or to all where it is nobody's turn."""
    turn = live.turn
    ways = await ways_of(tx, live, [ping.person for ping in pings])
    return tuple(p.key for p in pings if ways[p.person] == "channel" and turn in (None, p.seat))


async def say_call(tx: Transaction, live: LiveTable, ping: Ping, now: int, together: tuple[str, ...] = ()) -> None:
    """The call goes out, and the reminder is set. together: calls that one card carries, this one among them."""
    way = await way_of(tx, live, ping.person)
    carrier: Carrier = "card" if together else CARRIERS[way]
    direct = carrier == "direct"
    await outbox.put_ping(
        tx,
        game=live.id,
        key=ping.key,
        target=ping.person if direct else live.row.channel_id,
        payload=pack(msgspec.structs.replace(ping, carrier=carrier, together=together)),
        at=now,
        direct=direct,
    )
    await remind_later(tx, live, ping, now)


async def delivered(tx: Transaction, live: LiveTable, ping: Ping, now: int) -> None:
    """The call has truly gone out: the clock runs from now on, and where there is none the reminder counts from now."""
    await deadlines.called(tx, live, ping.seat, ping.step, ping.epoch, now)
    await remind_later(tx, live, ping, now)


async def waits(tx: Transaction, live: LiveTable, ping: Ping) -> bool:
    """Whether the call itself has not gone out yet, because Discord or the bot was away."""
    return any(row.key == ping.key for row in await outbox.waiting(tx, live.id, Saying.PING))


async def remind(tx: Transaction, live: LiveTable, ping: Ping, now: int) -> None:
    """Somebody who is still asked is called again, the way they want; who wants no calls is not."""
    way = await way_of(tx, live, ping.person)
    if way != "silent":
        target, direct = (ping.person, True) if way == "direct" else (live.row.channel_id, False)
        again = msgspec.structs.replace(ping, count=max(1, ping.count), carrier=CARRIERS[way])
        await outbox.put(
            tx,
            game=live.id,
            kind=Saying.REMINDER,
            key=ping.key,
            target=target,
            payload=pack(again),
            at=now,
            direct=direct,
        )
    await open_questions.snooze(tx, live.id, ping.seat, None)
    await deadlines.reminded(tx, live, ping.seat, now)


async def remind_later(tx: Transaction, live: LiveTable, ping: Ping, since: int) -> None:
    """Where the clock does not say when: set the next reminder of a call, or move it, if the person or the table
    wants any; it comes in waking hours.
    """
    if deadlines.reminds(live) or live.pauses:
        return
    own = await people.get(tx, ping.person)
    every = own.remind_hours if own is not None and own.remind_hours is not None else live.row.reminder_hours
    if live.row.reminder_hours is not None and every is not None and ping.count < MOST_REMINDERS:
        due = since + every * HOUR * 2**ping.count
        await remind_at(tx, live, msgspec.structs.replace(ping, due=due), await wakes(tx, live, ping.seat, due))


async def remind_at(tx: Transaction, live: LiveTable, ping: Ping, at: int) -> None:
    """The next reminder comes then."""
    await timers.put(tx, live.id, Timer.REMINDER, str(ping.seat), at, pack(ping))


async def not_before(tx: Transaction, live: LiveTable, ping: Ping, now: int) -> int | None:
    """When a reminder may come that cannot come now; None: it may. It came too early, or the person is asleep."""
    wakes_at = await wakes(tx, live, ping.seat, now)
    if wakes_at > now:
        return wakes_at
    return await deadlines.reminder_due(tx, live, ping.seat, now)


async def wakes(tx: Transaction, live: LiveTable, seat: Seat, at: int) -> int:
    """When the person on the seat is awake: at that time, or later. Leave that the table does not count is no sleep."""
    person = live.seats[seat].called
    return at if person is None else await rings.wakes(tx, live, person, at)


async def asked_on(tx: Transaction, live: LiveTable, now: int, seats: Collection[int]) -> None:
    """These seats have shown a step and are asked the next thing: nobody is called again, but the time counts anew."""
    for row in await open_questions.of_game(tx, live.id):
        ping = deadlines.ping_of(live, row, count=0)
        if row.seat in seats and ping is not None:
            await open_questions.restart(tx, live.id, row.seat, at=now)
            await notes.unsay(tx, live.id, notes.last_key(row, ping.person), now)
            await remind_later(tx, live, ping, now)


async def here(tx: Transaction, live: LiveTable, row: OpenQuestionRow, now: int) -> None:
    """The person has come to an open question by themselves: no call is needed, only the reminder."""
    ping = deadlines.ping_of(live, row, count=0)
    if ping is not None:
        await remind_later(tx, live, ping, now)


async def arm_reminders(tx: Transaction, live: LiveTable, now: int) -> None:
    """The hours of the reminders were changed: they count from when each seat was asked."""
    await timers.cancel(tx, live.id, Timer.REMINDER)
    for row in await open_questions.of_game(tx, live.id):
        ping = deadlines.ping_of(live, row, count=0)
        if ping is not None:
            await remind_later(tx, live, ping, row.since_at)
    await deadlines.arm(tx, live, now)


async def hours_changed(tx: Transaction, live: LiveTable, person: int, now: int) -> None:
    """A person wakes at other times: calls that wait for that move, and one whose time has come goes out."""
    for row in await timers.of_game(tx, live.id):
        if row.kind not in (Timer.CALL, Timer.REMINDER):
            continue
        ping = msgspec.json.decode(row.payload, type=Ping)
        if ping.person != person or (row.kind == Timer.REMINDER and deadlines.reminds(live)):
            continue
        due = await wakes(tx, live, ping.seat, now if row.kind == Timer.CALL else max(now, ping.due or row.due_at))
        if row.kind == Timer.CALL and due <= now:
            await timers.cancel(tx, live.id, Timer.CALL, row.key)
            await say_call(tx, live, ping, now)
        else:
            await timers.put(tx, live.id, row.kind, row.key, due, row.payload)
