"""What has to be said after a change: outbox rows, written in the transaction that makes them true.

Payloads are JSON of the small structs below; `bot.discord_ui` turns the rows into messages.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import msgspec

from engines.kernel import Arg, Msg
from storage import Source, Transaction
from storage.messages import outbox, posts
from storage.messages.kinds import Saying
from storage.time.kinds import Pause

from .live import LiveTable
from .notices.ping import Unping, pack


class Notice(msgspec.Struct, frozen=True):
    """A public sentence of the bot's catalogue. mention: people who are called.

    Buttons: gives: a seat that may get time; relieves: a seat for which a computer player may answer; returns: whoever
    is relieved may say that they are back; offers: others, as "<verb>:<argument>"; note: what a person has
    written to it.
    """

    msg: Msg
    mention: tuple[int, ...] = ()
    gives: int | None = None
    relieves: int | None = None
    returns: bool = False
    offers: tuple[str, ...] = ()
    note: str = ""


class Strike(msgspec.Struct, frozen=True):
    """The turn told by the post of this key was taken back."""

    key: str


class Consent(msgspec.Struct, frozen=True):
    """A request for consent of this kind was opened, answered, or is over: its message follows.

    over: whether what it asked was done, None while it is open; asker: who asked, said when it is over
    """

    kind: str
    over: bool | None = None
    asker: str = "?"


class Span(NamedTuple):
    """The decisions that a public message tells, both inclusive; its key is `<first>-<last>`."""

    first: int
    last: int

    @classmethod
    def of(cls, key: str) -> Span:
        first, last = key.split("-")
        return cls(int(first), int(last))

    @property
    def key(self) -> str:
        return f"{self.first}-{self.last}"


async def spans(source: Source, game: int) -> list[Span]:
    """What was told together, message by message, the newest first; also what was taken back since."""
    return [Span.of(row.key) for row in await outbox.newest_first(source, game, Saying.TURN)]


async def told(source: Source, game: int) -> int:
    """The last decision that a public message tells."""
    newest = await outbox.newest(source, game, Saying.TURN)
    return 0 if newest is None else Span.of(newest.key).last


async def card(tx: Transaction, live: LiveTable, now: int) -> None:
    """Show the living card as it is when the row is sent."""
    if is_lost(live):
        return
    await outbox.put_latest(
        tx, game=live.id, kind=Saying.CARD, key="card", target=live.row.channel_id, payload=b"", at=now
    )


async def say(tx: Transaction, live: LiveTable, now: int, kind: Saying, key: str, payload: Any = None) -> None:
    """Put a row into the outbox of the table's channel: a message, or a change of one; nothing if that is gone."""
    if is_lost(live):
        return
    blob = b"" if payload is None else pack(payload)
    await outbox.put(tx, game=live.id, kind=kind, key=key, target=live.row.channel_id, payload=blob, at=now)


async def notice(
    tx: Transaction, live: LiveTable, now: int, key: str, /, mention: tuple[int, ...] = (), **args: Arg
) -> None:
    await say(tx, live, now, Saying.NOTICE, f"{key}:{now}", Notice(Msg(key, args), mention))


async def turn(tx: Transaction, live: LiveTable, now: int) -> None:
    """Tell every public decision that was not told yet, and remember what the board looked like before and after."""
    assert live.match is not None
    upto = live.public_n
    if upto > live.told and not is_lost(live):
        await say(tx, live, now, Saying.TURN, Span(live.told + 1, upto).key)
        live.told = upto
        live.recent.tell(live.match, upto)


async def requests_lapse(
    tx: Transaction, live: LiveTable, now: int, kinds: Collection[str] | None = None, passed: Collection[str] = ()
) -> None:
    """These requests (None: all) are not open any more, and the messages that asked say so. passed: those of them that
    were done.
    """
    for request in live.requests:
        if kinds is None or request.kind in kinds:
            await say(
                tx,
                live,
                now,
                Saying.REQUEST,
                request.kind,
                Consent(request.kind, request.kind in passed, request.asked_by),
            )
    live.requests = tuple(one for one in live.requests if kinds is not None and one.kind not in kinds)


def is_lost(live: LiveTable) -> bool:
    """Its channel was deleted, or the bot was sent away from there."""
    return Pause.CHANNEL in live.pauses


async def offers_end(tx: Transaction, live: LiveTable, now: int, *names: str) -> None:
    """What notices of these names (the part of the key before the moment) offered is not to be had any more."""
    gone = {row.key for row in await outbox.newest_first(tx, live.id, Saying.SPENT)}
    for row in await outbox.newest_first(tx, live.id, Saying.NOTICE):
        if row.key.partition(":")[0] in names and row.key not in gone:
            await say(tx, live, now, Saying.SPENT, row.key, Unping(row.key))


async def strike_after(tx: Transaction, live: LiveTable, from_n: int, now: int) -> None:
    """Every message that tells a decision from `from_n` on is struck through."""
    for span in await spans(tx, live.id):
        if span.last < from_n:
            return
        await say(tx, live, now, Saying.STRIKE, span.key, Strike(span.key))


async def turn_restarted(tx: Transaction, live: LiveTable, now: int, seats: Collection[int]) -> None:
    """The rules were mended in the middle of a turn: it begins again, and those whose answers are lost are told."""
    found = [live.seats[seat] for seat in sorted({*seats, *live.waiting})]
    people = tuple(dict.fromkeys(p for one in found for p in (one.person, one.sitter) if p is not None))
    await notice(tx, live, now, "notice.turn_restarted", mention=people)


FOR_GOOD = (Saying.TURN, Saying.NOTICE, Saying.FINAL)


async def last_post(source: Source, game: int) -> int:
    """The newest message (id) that tells something for good: the card belongs below it. 0: none."""
    found = [post for kind in FOR_GOOD for post in await posts.of_kind(source, game, kind)]
    return max((post.message_id for post in found), default=0)
