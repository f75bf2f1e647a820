"""What was said is written down in one transaction: the row is sent, this message shows it, another one has to go."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass

from bot.table import LiveTable, TableService
from bot.table.notices import calls, rings
from bot.table.notices.ping import Ping
from storage import Transaction
from storage.messages import outbox, posts
from storage.messages.kinds import Saying
from storage.messages.outbox import OutboxRow
from storage.messages.posts import PostRow

from .wire import Sent

Then = Callable[[Transaction, LiveTable, int], Awaitable[None]]
"""What becomes true at the table as soon as something is said, at that moment (ms)."""


@dataclass(frozen=True, slots=True)
class Posted:
    """A message and what it shows. rev: the revision of the game that is seen on it; replaces: the post of before."""

    sent: Sent
    kind: Saying
    key: str = ""
    rev: int = 0
    replaces: PostRow | None = None


async def settle(
    tables: TableService,
    row: OutboxRow,
    posted: Posted | None = None,
    *,
    also: Collection[int] = (),
    then: Then | None = None,
) -> None:
    """Commit that the row is said. posted: None if no message shows it; also: rows that the same message has said."""
    now = tables.clock()
    async with AsyncExitStack() as held:
        live = None if then is None else await held.enter_async_context(tables.at(row.game))
        tx = await held.enter_async_context(tables.db.transaction())
        waiting = {other.id for other in await outbox.waiting(tx, row.game)} if also else set()
        for one in sorted({row.id, *waiting.intersection(also)}):
            await outbox.mark_sent(tx, one, now, None if posted is None else posted.sent.message)
        if posted is not None:
            await _remember(tx, row.game, posted, now)
        if then is not None and live is not None:
            await then(tx, live, now)
    if then is not None:
        tables.wake()


async def _remember(tx: Transaction, game: int, posted: Posted, now: int) -> None:
    channel, message = posted.sent
    await posts.put(tx, PostRow(game, posted.kind, posted.key, channel, message, posted.rev, now))
    old = posted.replaces
    if old is not None and old.message_id != message:
        stale = (str(old.message_id), old.channel_id, old.message_id)
        await posts.put(tx, PostRow(game, Saying.STALE, *stale, posted.rev, now))


def called(pings: Sequence[Ping], at: int) -> Then | None:
    """These people are called by it: their clocks run from then."""

    async def then(tx: Transaction, live: LiveTable, _: int) -> None:
        for ping in pings:
            await calls.delivered(tx, live, ping, at)

    return then if pings else None


def told(rung: rings.Rings, news: rings.News) -> Then:
    """Whom the message does not ring is told otherwise."""

    async def then(tx: Transaction, live: LiveTable, now: int) -> None:
        await rings.keep(tx, live, rung, news, now)

    return then
