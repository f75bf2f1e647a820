"""Where a table stands: the channel or thread of a command, what the bot may do there, and threads that it makes."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal

import discord

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.interaction.user_error import UserError
from bot.discord_ui.page.ids import at_table
from bot.discord_ui.page.layout import STRONG, Key, Page, sheet
from bot.discord_ui.text.voice import Voice, cut

log = logging.getLogger(__name__)

TO_POST = ("attach_files", "embed_links", "read_message_history")
IN_CHANNEL = ("view_channel", "send_messages", *TO_POST)
IN_THREAD = ("view_channel", "send_messages_in_threads", *TO_POST)
FOR_NEW_THREAD = ("view_channel", "create_public_threads", "send_messages_in_threads", *TO_POST)
"""What the bot needs there, by discord.py's names: together exactly what its invitation asks for."""

MAX_NAME = 100
"""Characters of a thread's name (Discord's limit)."""
ARCHIVE_AFTER_MINUTES: Literal[10080] = 10_080
"""A week: the longest that Discord allows. A message of ours opens the thread again."""


async def table_here(click: Click) -> int:
    """The table of this channel or thread. Raises UserError if there is none."""
    game = await click.tables.find(click.interaction.channel_id or 0)
    if game is None:
        raise UserError("error.no_table")
    return game


def require_permissions(click: Click, new_thread: bool) -> None:
    """Raises UserError naming what the bot lacks here, before anything is opened that it could not show."""
    interaction = click.interaction
    in_thread = isinstance(interaction.channel, discord.Thread)
    if new_thread and in_thread:
        raise UserError("error.thread_in_thread")
    needed = FOR_NEW_THREAD if new_thread else IN_THREAD if in_thread else IN_CHANNEL
    allowed = interaction.app_permissions
    missing = [name for name in needed if not getattr(allowed, name)]
    if missing:
        names = (click.voice.label(f"permission.{name}") for name in missing)
        raise UserError("error.missing_permissions", names=", ".join(names))


@asynccontextmanager
async def new_thread(click: Click, name: str) -> AsyncIterator[discord.Thread]:
    """A public thread of this channel. It goes again if what it was made for fails."""
    channel = click.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise UserError("error.no_threads_here")
    kind: Literal[discord.ChannelType.news_thread, discord.ChannelType.public_thread]
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    thread = await channel.create_thread(
        name=cut(name, MAX_NAME), type=kind, auto_archive_duration=ARCHIVE_AFTER_MINUTES
    )
    try:
        await thread.add_user(click.interaction.user)
        yield thread
    except BaseException:  # a cancellation too: nobody else knows of the thread yet
        await _discard(thread)
        raise


async def announce_thread(click: Click, game: int, thread: int, voice: Voice) -> None:
    """One line for everybody in the channel around a new thread, with a button to take a seat. That it cannot be posted
    does not matter to the table.
    """
    channel = click.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        return
    key = Key(at_table(game, "join"), voice.label("lobby.join"), STRONG)
    text = voice.line("table.opened_by", id=game, who=click.person.name, channel=f"<#{thread}>")
    try:
        await channel.send(view=sheet(Page((text,), ((key,),))), allowed_mentions=discord.AllowedMentions.none())
    except discord.HTTPException as error:
        log.warning("table %d: its thread is not announced: %s", game, error)


async def name_thread(game: int, thread: discord.Thread, name: str) -> None:
    """Whoever made a thread may call it something else. That it keeps its first name does not matter to the table."""
    try:
        await thread.edit(name=cut(name, MAX_NAME))
    except discord.HTTPException as error:
        log.warning("table %d: its thread keeps its first name: %s", game, error)


async def _discard(thread: discord.Thread) -> None:
    """To delete even its own thread the bot needs Manage Threads; to archive it, nothing."""
    try:
        await thread.delete()
    except discord.Forbidden:
        await thread.edit(archived=True)
