"""After an outage: was this message posted before the answer got lost? Looked up among the bot's own posts."""

from __future__ import annotations

import discord

from bot.discord_ui.interaction.context import BotContext
from storage.messages.outbox import OutboxRow

LOOK_AT = 1_000
"""Messages since the row was written that are looked at, the oldest first."""
MARKS = 2**30


def mark_of(row_id: int) -> int:
    """The number that a row's message carries in the id of its outermost component: it is the same whatever the words
    have become meanwhile. Discord keeps 31 bits of it; small numbers are those that it gives by itself.
    """
    return MARKS + row_id % MARKS


async def find_own(bot: BotContext, row: OutboxRow, channel_id: int) -> int | None:
    """The message of ours that was posted for the row after it was written; None: there is none.

    Without the permission to read the channel's history there is nothing to find.
    """
    written = discord.Object(max(0, (row.created_at - 1 - discord.utils.DISCORD_EPOCH) << 22))
    channel = bot.get_partial_messageable(channel_id)
    try:
        async for message in channel.history(limit=LOOK_AT, after=written, oldest_first=True):
            mine = bot.user is not None and message.author.id == bot.user.id
            boxes = (part.id for part in message.components if isinstance(part, discord.Container))
            if mine and mark_of(row.id) in boxes:
                return message.id
    except discord.Forbidden:
        return None
    return None
