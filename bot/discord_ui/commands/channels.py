"""The channel or thread of a command: its table, and threads created for tables."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal

import discord

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.pages import PRIMARY, Button, Page, build_in_each_language, build_view
from bot.discord_ui.text.localizer import Localizer, cut_text
from bot.table.state.seat_names import name_person
from storage.play import games as game_rows

log = logging.getLogger(__name__)

MAX_NAME = 100
"""Maximum characters of a thread's name (Discord's limit)."""
ARCHIVE_AFTER_MINUTES: Literal[10080] = 10_080
"""A week, the longest that Discord allows. A message of the bot opens the thread again."""


async def find_table_id_here(ctx: InteractionContext) -> int:
    """Return the number of the table of this channel or thread. Raises UserError if there is none."""
    table_id = await ctx.service.find_table(ctx.interaction.channel_id or 0)
    if table_id is None:
        raise UserError("error.no_table")
    return table_id


@asynccontextmanager
async def create_thread(ctx: InteractionContext, name: str) -> AsyncIterator[discord.Thread]:
    """Create a public thread in this channel; it is removed again if the body of the context fails."""
    channel = ctx.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise UserError("error.no_threads_here")
    kind: Literal[discord.ChannelType.news_thread, discord.ChannelType.public_thread]
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    thread = await channel.create_thread(
        name=cut_text(name, MAX_NAME), type=kind, auto_archive_duration=ARCHIVE_AFTER_MINUTES
    )
    async with keep_if_opened(ctx, thread):
        yield thread


@asynccontextmanager
async def keep_if_opened(ctx: InteractionContext, thread: discord.Thread) -> AsyncIterator[None]:
    """Add the person to a new thread, and remove the thread if the body of the context fails."""
    try:
        await thread.add_user(ctx.interaction.user)
        yield
    except BaseException:  # also a cancellation: nothing else knows about the thread yet
        await _remove_thread(thread)
        raise


async def announce_thread(ctx: InteractionContext, table_id: int, thread: int, localizer: Localizer) -> None:
    """Post a line with a button to join in the channel of a new thread. A failure is only logged."""
    channel = ctx.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        return
    key = await game_rows.load_key(ctx.service.db, table_id)
    button = Button(build_table_id(key, "join"), localizer.render_label("lobby.join"), PRIMARY)
    host = name_person(ctx.person.name)

    def build_page(one_lang: Localizer) -> Page:
        text = one_lang.render_line("table.opened_by", id=table_id, who=host, channel=f"<#{thread}>")
        return Page((text,), ((button,),))

    page = build_in_each_language(localizer, build_page)
    try:
        await channel.send(view=build_view(page), silent=True, allowed_mentions=discord.AllowedMentions.none())
    except discord.HTTPException as error:
        log.warning("table %d: its thread is not announced: %s", table_id, error)


async def rename_thread(table_id: int, thread: discord.Thread, name: str) -> None:
    """Rename the bot's own thread, which needs no permission. A failure is only logged."""
    try:
        await thread.edit(name=cut_text(name, MAX_NAME))
    except discord.HTTPException as error:
        log.warning("table %d: its thread keeps its first name: %s", table_id, error)


async def _remove_thread(thread: discord.Thread) -> None:
    """Delete the thread or, without Manage Threads (needed even for one's own thread), archive it."""
    try:
        await thread.delete()
    except discord.Forbidden:
        await thread.edit(archived=True)
