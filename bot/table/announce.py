"""What has to be said after a change: outbox rows, written in the transaction that makes them true.

Payloads are JSON of the small structs below; `bot.discord_ui` turns the rows into messages.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from engines.kernel import Arg, Msg
from storage import Source, Transaction, open_questions, outbox, posts, timers

from . import deadlines
from .live import LiveTable

HOUR_MS = 3_600_000


class Notice(msgspec.Struct, frozen=True):
    """A public sentence of the bot's catalogue. mention: people who are called; gives: a seat that may get time."""

    msg: Msg
    mention: tuple[int, ...] = ()
    gives: int | None = None


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


class Strike(msgspec.Struct, frozen=True):
    """The turn told by the post of this key was taken back."""

    key: str


class Consent(msgspec.Struct, frozen=True):
    """A request for consent of this kind was opened, or (again) settled: its message follows."""

    kind: str


def pack(payload: Any) -> bytes:
    return msgspec.json.encode(payload)


async def told(source: Source, game: int) -> int:
    """The last decision that a public message tells. The key of such a message is `<from>-<to>`."""
    latest_edits = await outbox.newest(source, game, "turn")
    return 0 if latest_edits is None else int(latest_edits.key.split("-")[1])


async def card(tx: Transaction, live: LiveTable, now: int) -> None:
    """Show the living card as it is when the row is sent."""
    await outbox.put_latest(tx, game=live.id, kind="card", key="card", target=live.row.channel_id, payload=b"", at=now)


async def say(tx: Transaction, live: LiveTable, now: int, kind: str, key: str, payload: Any = None) -> None:
    """One more message (or change of one) in the table's channel."""
    blob = b"" if payload is None else pack(payload)
    await outbox.put(tx, game=live.id, kind=kind, key=key, target=live.row.channel_id, payload=blob, at=now)


async def notice(
    tx: Transaction, live: LiveTable, now: int, key: str, /, mention: tuple[int, ...] = (), **args: Arg
) -> None:
    await say(tx, live, now, "notice", f"{key}:{now}", Notice(Msg(key, args), mention))


async def turn(tx: Transaction, live: LiveTable, now: int) -> None:
    """Tell every public decision that was not told yet, and remember what the board looked like before and after."""
    assert live.match is not None
    upto = live.public_n
    if upto > live.told:
        await say(tx, live, now, "turn", f"{live.told + 1}-{upto}")
        live.told = upto
        live.last_turn_view = live.boundary_view
        live.boundary_view = live.match.public().view(None)


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


async def requests_lapse(tx: Transaction, live: LiveTable, now: int) -> None:
    """A decision was made: nobody is asked for consent any more, and the messages that asked say so."""
    for request in live.requests:
        await say(tx, live, now, "request", request.kind, Consent(request.kind))
    live.requests = ()


async def end_of_ping(tx: Transaction, live: LiveTable, now: int, row: open_questions.OpenQuestionRow) -> None:
    """The seat is no longer asked: an unsent ping is not said, a sent one is removed, its timers stop."""
    await timers.cancel(tx, live.id, "reminder", str(row.seat))
    if live.seats[row.seat].is_computer:
        return
    key = outbox.ping_key(row.seat, row.step, row.epoch)
    for waiting in await outbox.waiting(tx, live.id):
        if waiting.kind in ("ping", "reminder") and waiting.key == key and not waiting.attempts:
            await outbox.drop(tx, waiting.id, now, "answered before it was sent")
    await say(tx, live, now, "unping", key, Unping(key))


async def _call(tx: Transaction, live: LiveTable, now: int, seat: int) -> None:
    """Ping the person on a seat that is newly asked, once, and set the reminder."""
    person = live.seats[seat].person
    if person is None or live.match is None:
        return
    ping = Ping(seat, live.match.step, live.row.epoch, person)
    await outbox.put_ping(
        tx,
        game=live.id,
        seat=seat,
        step=ping.step,
        epoch=ping.epoch,
        target=live.row.channel_id,
        payload=pack(ping),
        at=now,
    )
    await _remind_later(tx, live, ping, now)


async def _remind_later(tx: Transaction, live: LiveTable, ping: Ping, since: int) -> None:
    """Set the reminder of a call, or move it, if the table wants reminders."""
    if live.row.reminder_hours is not None:
        due = since + live.row.reminder_hours * HOUR_MS
        await timers.put(tx, live.id, "reminder", str(ping.seat), due, pack(ping))


async def asked_on(tx: Transaction, live: LiveTable, now: int, seats: Collection[int]) -> None:
    """These seats have shown a step and are asked the next thing: nobody is called again, but the time counts anew."""
    for row in await open_questions.of_game(tx, live.id):
        person = live.seats[row.seat].person
        if row.seat in seats and person is not None:
            await open_questions.restart(tx, live.id, row.seat, at=now)
            await _remind_later(tx, live, Ping(row.seat, row.step, row.epoch, person), now)


async def arm_reminders(tx: Transaction, live: LiveTable) -> None:
    """The hours of the reminders were changed: they count from when each seat was asked."""
    await timers.cancel(tx, live.id, "reminder")
    for row in await open_questions.of_game(tx, live.id):
        person = live.seats[row.seat].person
        if person is not None:
            await _remind_later(tx, live, Ping(row.seat, row.step, row.epoch, person), row.since_at)


async def strike_after(tx: Transaction, live: LiveTable, from_n: int, now: int) -> None:
    """Every message that tells a decision from `from_n` on is struck through."""
    for row in await outbox.newest_first(tx, live.id, "turn"):
        if int(row.key.split("-")[1]) < from_n:
            return
        await say(tx, live, now, "strike", row.key, Strike(row.key))


async def turn_restarted(tx: Transaction, live: LiveTable, now: int, seats: Collection[int]) -> None:
    """The rules were mended in the middle of a turn: it begins again, and those whose answers are lost are told."""
    people = tuple(p for p in (live.seats[seat].person for seat in sorted({*seats, *live.waiting})) if p is not None)
    await notice(tx, live, now, "notice.turn_restarted", mention=people)


async def last_post(source: Source, game: int) -> int:
    """The newest message (id) that tells something for good: the card belongs below it. 0: none."""
    found = [
        post.message_id for kind in ("turn", "notice", "final") for post in await posts.of_kind(source, game, kind)
    ]
    return max(found, default=0)
