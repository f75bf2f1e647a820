"""Tables whose channel was deleted or whose server sent the bot away: they stand still, and their people are told by
direct message where they can take the table elsewhere. Where only messages were deleted, what is needed comes back.
"""

from __future__ import annotations

import logging
from collections.abc import Collection

from bot.discord_ui.interaction.context import BotContext
from bot.table.life import departing, moving, restoring
from storage.messages import posts
from storage.play import games

log = logging.getLogger(__name__)


async def channel_gone(bot: BotContext, channel: int) -> None:
    """The channel or thread does not exist any more."""
    row = await games.live_in(bot.tables.db, channel)
    if row is not None:
        await lost(bot, row.id)


async def messages_gone(bot: BotContext, channel: int, messages: Collection[int]) -> None:
    """Somebody, or the bot itself, has deleted them. Most were what people said: no table waits for those."""
    row = await games.live_in(bot.tables.db, channel)
    if row is not None and await posts.of_messages(bot.tables.db, row.id, messages):
        async with bot.tables.at(row.id) as live:
            await restoring.restore(bot.tables, live, messages)


async def guild_gone(bot: BotContext, guild: int) -> None:
    """The bot was sent away, or the server was deleted."""
    for row in await games.of_guild(bot.tables.db, guild):
        await lost(bot, row.id)


async def look_around(bot: BotContext) -> None:
    """At the start: servers that sent the bot away while it was not there to hear it.

    A bot that is on none of the servers that have tables is probably another one than they were opened with (a wrong
    token): then nothing is concluded.
    """
    rows = await games.with_status(bot.tables.db, *games.LIVE)
    gone = [row for row in rows if bot.get_guild(row.guild_id) is None]
    if len(gone) == len(rows):
        if gone:
            log.warning("the bot is on no server that has a table; is this the right token?")
        return
    for row in gone:
        await lost(bot, row.id)


async def member_gone(bot: BotContext, guild: int, person: int) -> None:
    """The person was banned from the server or has left it: their seats there open."""
    for row in await games.of_person(bot.tables.db, person):
        if row.guild_id == guild:
            async with bot.tables.at(row.id) as live:
                await departing.depart(bot.tables, live, person)


async def lost(bot: BotContext, game: int) -> None:
    """The table stands still, once, and its people are told by the outbox."""
    async with bot.tables.at(game) as live:
        await moving.lost(bot.tables, live)
