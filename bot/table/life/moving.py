"""A table goes to another channel or thread: because its people want it, or because its own is gone.

A table whose channel was deleted, or whose server sent the bot away, stands still; its people are told by direct
message, and any of them may take it elsewhere.
"""

from __future__ import annotations

from dataclasses import replace

from bot.table import announce
from bot.table.live import LiveTable
from bot.table.lobby import expiry
from bot.table.notices import rings
from bot.table.people import Person
from bot.table.service import TableService
from engines.kernel import Refused
from storage import Duplicate, Transaction
from storage.messages import outbox, posts
from storage.messages.kinds import Saying
from storage.play import games as game_rows
from storage.time.kinds import Pause

from . import pausing


def may_be_asked(live: LiveTable, asker: Person) -> None:
    """Raises Refused unless the asker sits at the table and it has not ended."""
    live.not_ended()
    live.seat_or_refuse(asker.id)


async def take_along(tables: TableService, live: LiveTable, person: Person, guild: int, channel: int) -> bool:
    """At once where nobody else has a say: before the start the host, or anybody if the channel is gone. False: the
    others have to be asked.
    """
    may_be_asked(live, person)
    if channel == live.row.channel_id and not announce.is_lost(live):
        raise Refused("life.refused.here_already")
    if not announce.is_lost(live):
        if not live.is_open:
            return False
        live.host_only(person.id)
    async with tables.change(live, person) as tx:
        await move(tx, live, guild, channel, tables.clock())
    return True


async def move(tx: Transaction, live: LiveTable, guild: int, channel: int, now: int) -> None:
    """From now on the table stands there: what waits to be said is said there, and the card is posted anew. Raises
    Refused if that channel has a table already.
    """
    old = live.row.channel_id
    try:
        rev = await game_rows.set_place(tx, live.id, guild, channel)
    except Duplicate as error:
        raise Refused("table.refused.channel_taken") from error
    live.row = replace(live.row, guild_id=guild, channel_id=channel, rev=rev)
    await posts.retire(tx, live.id, Saying.CARD)
    await outbox.retarget(tx, live.id, old, channel)
    if announce.is_lost(live):
        await pausing.end(tx, live, Pause.CHANNEL, now)
        if live.match is not None and not live.is_open:
            await announce.turn(tx, live, now)
    else:
        await announce.notice(tx, live, now, "life.moved", channel=f"<#{channel}>")
    await announce.card(tx, live, now)


async def lost(tables: TableService, live: LiveTable) -> None:
    """The channel is gone, or the bot was sent away: everything stands still. The people of a table in play are told by
    direct message, on waking.
    """
    if announce.is_lost(live) or live.row.status not in game_rows.LIVE:
        return
    now = tables.clock()
    async with tables.change(live) as tx:
        if live.is_open:
            await expiry.close(tx, live, now)
        else:
            await pausing.begin(tx, live, Pause.CHANNEL, now)
            for seated in live.people:
                if seated.person is not None:
                    await rings.tell_of_loss(tx, live, seated.person, f"{seated.person}.{now}", now)
        await outbox.drop_all(tx, live.id, live.row.channel_id, now, "the channel is gone")
