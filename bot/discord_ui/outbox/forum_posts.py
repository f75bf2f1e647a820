"""Tables with a post of their own in a forum: the tags of the post follow the table."""

import logging

import discord

from bot.discord_ui.interaction.bot_context import BotContext
from bot.discord_ui.text.forum_tags import choose_changed_tags

from .message_client import MessageClient

log = logging.getLogger(__name__)


async def update_forum_tags(bot: BotContext, message_client: MessageClient, table_id: int) -> None:
    """Let the tags of a table's post in a forum say the table's stage. A failure is only logged."""
    async with bot.service.lock_table(table_id) as table:
        game, row = table.game, table.row
    guild = bot.get_guild(row.guild_id)
    post = None if guild is None else guild.get_thread(row.channel_id)
    if post is None or not isinstance(post.parent, discord.ForumChannel):
        return
    tags = choose_changed_tags(post, post.parent, game, row.status)
    if tags is None:
        return
    await message_client.budget.wait_for_request(post.id)
    try:
        await post.edit(applied_tags=tags)
    except discord.HTTPException as error:
        log.warning("table %d: the tags of its forum post stay as they are: %s", table_id, error)
