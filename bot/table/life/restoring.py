"""Messages of a table that somebody else has deleted: what people still need of them is posted anew, once.

The living card comes back, as it is now. A call is made again while its question is open, the message of a request
while it asks, an invitation while its seat waits. What only told something stays deleted: the log has it. The bot
itself deletes only what is no longer needed, so its own deletions bring nothing back.
"""

from __future__ import annotations

from collections.abc import Collection

from bot.table import announce, consent
from bot.table.live import LiveTable
from bot.table.lobby import inviting
from bot.table.notices import calls
from bot.table.service import TableService
from storage import Transaction
from storage.messages import outbox, posts
from storage.messages.kinds import Saying
from storage.play import games

from . import stretches, vacancy

CALLING = (Saying.CARD, Saying.PING)
"""Kinds of posts that can have called somebody."""
RESTORED = (*CALLING, Saying.REQUEST, Saying.NOTICE)


async def restore(tables: TableService, live: LiveTable, messages: Collection[int]) -> None:
    """These messages of the table's channel are gone."""
    found = await posts.of_messages(tables.db, live.id, messages)
    if live.row.status not in games.LIVE or not any(post.kind in RESTORED for post in found):
        return
    now = tables.clock()
    async with tables.change(live) as tx:
        # What is being removed or made anew anyhow; read together with the posts, as the sender settles both at once.
        on_the_way = {row.key for row in await outbox.waiting(tx, live.id)}
        gone = [post for post in await posts.of_messages(tx, live.id, messages) if post.key not in on_the_way]
        await _call_again(tx, live, {post.message_id for post in gone if post.kind in CALLING}, on_the_way, now)
        for post in gone:
            if post.kind == Saying.CARD and _once(live, f"card {live.row.rev}"):
                await posts.remove(tx, live.id, Saying.CARD)
                await announce.card(tx, live, now)
            elif post.kind == Saying.REQUEST:
                await _ask_again(tx, live, post.key, now)
            elif post.kind == Saying.NOTICE:
                await _offer_again(tx, live, post.key, now)


def _once(live: LiveTable, what: str) -> bool:
    """Whether this may be posted anew, the first time only: somebody who deletes it again does not want it."""
    if what in live.restored:
        return False
    live.restored.add(what)
    return True


async def _call_again(
    tx: Transaction, live: LiveTable, messages: Collection[int], on_the_way: Collection[str], now: int
) -> None:
    """People whose call has gone with one of these messages."""
    lost = {}
    for seat, key in (await calls.keys(tx, live)).items():
        said = await outbox.newest_call(tx, live.id, key)
        if said is None or said.message_id not in messages or key in on_the_way:
            continue
        if _once(live, f"call {key}"):
            lost[seat] = key
    await calls.again(tx, live, lost, now)


async def _ask_again(tx: Transaction, live: LiveTable, kind: str, now: int) -> None:
    request = consent.pending(live, kind)
    if request is not None and _once(live, f"request {kind} {request.at}"):
        await posts.remove(tx, live.id, Saying.REQUEST, kind)
        await announce.say(tx, live, now, Saying.REQUEST, kind, announce.Consent(kind))


async def _offer_again(tx: Transaction, live: LiveTable, key: str, now: int) -> None:
    """Guests of a lobby, and whoever may take an open seat."""
    name = key.partition(":")[0]
    if name == inviting.INVITED and live.is_open and _once(live, f"{name} {live.guests}"):
        await inviting.call(tx, live, tuple(p for p in live.guests if live.seat_of(p) is None), now)
    advert, _, number = name.partition(".")
    if advert == stretches.ADVERT and live.is_playing and live.seats[int(number)].is_vacant and _once(live, name):
        await vacancy.advertise(tx, live, int(number), now)
