"""Faults in what is said, to whom, and what is shown."""

from __future__ import annotations

import random
import secrets
from dataclasses import replace
from typing import Any

from bot.discord_ui.outbox import sender
from bot.discord_ui.outbox.delivery import Delivery
from bot.discord_ui.outbox.replaced import Replaced
from bot.discord_ui.outbox.settling import settle
from bot.discord_ui.outbox.wire import Wire
from bot.table import announce, play
from bot.table.live import LiveTable
from bot.table.notices import notes
from bot.table.time import deadlines
from engines.kernel import Event
from storage.messages import outbox, posts
from storage.messages.kinds import Saying

from .mutants_storage import Patch, put


def no_calls() -> None:
    async def put_ping(*_: Any, **__: Any) -> None:
        return None

    put(outbox, "put_ping", lambda _: put_ping)


def some_calls() -> None:
    def made(put_ping: Patch) -> Patch:
        async def other(*given: Any, **named: Any) -> Any:
            return None if random.random() < 1 / 3 else await put_ping(*given, **named)

        return other

    put(outbox, "put_ping", made)


def posts_twice(kind: str) -> None:
    def made(post: Patch) -> Patch:
        async def other(self: Wire, row: Any, *given: Any, **named: Any) -> Any:
            sent = await post(self, row, *given, **named)
            if row.kind == kind:
                await post(self, replace(row, nonce=secrets.token_urlsafe(16)), *given, **named)
            return sent

        return other

    put(Wire, "post", made)


def turns_not_posted() -> None:
    async def turn(self: Delivery, row: Any) -> None:
        await settle(self.bot.tables, row)

    put(Delivery, "_turn", lambda _: turn)


def cards_stay() -> None:
    async def delete(self: Replaced, post: Any) -> None:
        async with self.bot.tables.db.transaction() as tx:
            await posts.remove(tx, post.game, Saying.STALE, post.key)

    put(Replaced, "_delete", lambda _: delete)


def wrong_person() -> None:
    def made(ping_of: Patch) -> Patch:
        def other(live: LiveTable, row: Any, count: int = 1) -> Any:
            ping = ping_of(live, row, count)
            others = [seated.person for seated in live.people if seated.person != ping.person]
            return replace_struct(ping, person=random.choice(others)) if random.random() < 0.25 else ping

        return other

    put(deadlines, "ping_of", made)


def replace_struct(struct: Any, **fields: Any) -> Any:
    return type(struct)(**{name: getattr(struct, name) for name in struct.__struct_fields__} | fields)


def gives_up() -> None:
    put(sender, "_passes", lambda _: lambda error: False)


def cards_late() -> None:
    def made(card: Patch) -> Patch:
        async def other(*given: Any) -> None:
            if random.random() > 0.2:
                await card(*given)

        return other

    put(announce, "card", made)


def tells_unconfirmed() -> None:
    def made(apply: Patch) -> Patch:
        def other(*given: Any) -> Any:
            return replace(apply(*given), hands_over=True)

        return other

    put(play, "_apply", made)
    LiveTable.public_n = property(lambda live: live.numbers[-1] if live.numbers else live.base_n)  # type: ignore


def tells_hidden() -> None:
    Event.visible_to = lambda self, seat: True  # type: ignore[method-assign]


def other_seat() -> None:
    def made(seat_of: Patch) -> Patch:
        def other(self: LiveTable, person: int) -> Any:
            seat = seat_of(self, person)
            return (seat + 1) % len(self.seats) if seat is not None and random.random() < 0.05 else seat

        return other

    put(LiveTable, "seat_of", made)


def calls_stay() -> None:
    async def unsay(tx: Any, game: int, key: str, now: int) -> None:
        for row in await outbox.waiting(tx, game):
            if row.key == key and not row.attempts:
                await outbox.drop(tx, row.id, now, "answered before it was sent")

    put(notes, "unsay", lambda _: unsay)


def cards_ring_again() -> None:
    def made(post: Patch) -> Patch:
        async def other(self: Wire, row: Any, page: Any, picture: Any = None, calls: Any = ()) -> Any:
            if row.kind == Saying.CARD and (live := self.bot.tables._lives.get(row.game)) is not None:
                calls = [seated.person for seated in live.people]
            return await post(self, row, page, picture, calls)

        return other

    put(Wire, "post", made)
