"""Handlers for deleted channels and messages, lost servers and members who left.

A table without channel is paused, and its players learn by direct message how to move it. Deleted messages that are
still needed are posted again.
"""

import logging
from collections.abc import Collection

from bot.discord_ui.interaction.bot_context import BotContext
from bot.table.admin import channel_move, moderation
from bot.table.background import message_repair
from storage.messages import posts
from storage.play import games

log = logging.getLogger(__name__)


async def handle_channel_deleted(bot: BotContext, channel: int) -> None:
    """Handle the deletion of a channel or thread."""
    row = await games.load_active_in_channel(bot.service.db, channel)
    if row is not None:
        await pause_lost_table(bot, row.id)


async def handle_messages_deleted(bot: BotContext, channel: int, messages: Collection[int]) -> None:
    """Handle deleted messages; most of them are people's own and concern no table."""
    row = await games.load_active_in_channel(bot.service.db, channel)
    if row is not None and await posts.load_posts_of_messages(bot.service.db, row.id, messages):
        async with bot.service.lock_table(row.id) as table:
            await message_repair.repost_deleted(bot.service, table, messages)


async def handle_guild_removed(bot: BotContext, guild: int) -> None:
    """Handle the removal of the bot from a server, or the server's deletion."""
    for row in await games.load_games_of_guild(bot.service.db, guild):
        await pause_lost_table(bot, row.id)


async def find_lost_guilds(bot: BotContext) -> None:
    """Find servers that removed the bot while it was offline; called at the start.

    A bot that is on no server with a table probably runs with a wrong token; then nothing is done.
    """
    rows = await games.load_with_status(bot.service.db, *games.ACTIVE_STATUSES)
    gone = [row for row in rows if bot.get_guild(row.guild_id) is None]
    if len(gone) == len(rows):
        if gone:
            log.warning("the bot is on no server that has a table; is this the right token?")
        return
    for row in gone:
        await pause_lost_table(bot, row.id)


async def handle_member_left(bot: BotContext, guild: int, person: int) -> None:
    """Open the seats of a person who was banned from the server or left it."""
    for row in await games.load_games_of_person(bot.service.db, person):
        if row.guild_id == guild:
            async with bot.service.lock_table(row.id) as table:
                await moderation.remove_member(bot.service, table, person)


async def pause_lost_table(bot: BotContext, game: int) -> None:
    """Pause a table that lost its channel; its players are informed through the outbox."""
    async with bot.service.lock_table(game) as table:
        await channel_move.handle_lost_channel(bot.service, table)
