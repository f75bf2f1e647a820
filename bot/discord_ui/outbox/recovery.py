"""After an outage: was this message posted before the answer got lost? Looked up among the bot's own last posts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord

from bot.discord_ui.interaction.context import BotContext
from bot.discord_ui.page.layout import Page, sheet
from storage.messages.outbox import OutboxRow

LOOK_BACK = 50
"""Messages since the row was written that are looked at."""


async def find_own(bot: BotContext, row: OutboxRow, page: Page) -> int | None:
    """The message of ours that says the same and was posted after the row was written; None: there is none.

    Without the permission to read the channel's history there is nothing to find.
    """
    wanted = _said(sheet(page))
    written = discord.Object(max(0, (row.created_at - 1 - discord.utils.DISCORD_EPOCH) << 22))
    channel = bot.get_partial_messageable(row.target)
    try:
        async for message in channel.history(limit=LOOK_BACK, after=written, oldest_first=False):
            mine = bot.user is not None and message.author.id == bot.user.id
            if mine and _said(discord.ui.LayoutView.from_message(message)) == wanted:
                return message.id
    except discord.Forbidden:
        return None
    return None


def _said(view: Any) -> tuple[str, ...]:
    """All texts and ids of controls, in order: what makes two messages the same."""
    return tuple(_parts(view))


def _parts(view: Any) -> Iterator[str]:
    for item in view.walk_children():
        if isinstance(item, discord.ui.TextDisplay):
            yield item.content
        elif isinstance(item, discord.ui.Button | discord.ui.Select) and item.is_dispatchable():
            yield str(item.custom_id)
