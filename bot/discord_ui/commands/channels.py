"""The channel or thread of a command: its table, the bot's permissions there, and threads created for tables."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal

import discord

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.layout import PRIMARY, Button, Page, build_in_each_language, build_view
from bot.discord_ui.text.localizer import Localizer, cut_text
from bot.table.state.seat_names import name_person
from storage.play import games as game_rows

log = logging.getLogger(__name__)

TO_POST = ("attach_files", "embed_links", "read_message_history")
IN_CHANNEL = ("view_channel", "send_messages", *TO_POST)
IN_THREAD = ("view_channel", "send_messages_in_threads", *TO_POST)
FOR_NEW_THREAD = ("view_channel", "create_public_threads", "send_messages_in_threads", *TO_POST)
"""Permissions that the bot needs, by discord.py's names; together exactly those of its invitation link."""
IN_FORUM = ("view_channel", "send_messages", "send_messages_in_threads", *TO_POST)
OF_MEMBER = {
    IN_CHANNEL: "send_messages",
    IN_THREAD: "send_messages_in_threads",
    FOR_NEW_THREAD: "create_public_threads",
    IN_FORUM: "send_messages",
}
"""The permission that a member needs for the same: the bot does not lend its own."""

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


def require_permissions(ctx: InteractionContext, opens_thread: bool, forum: discord.ForumChannel | None = None) -> None:
    """Raise UserError naming the bot's missing permissions here, before a table is opened that it could not show, or
    the person's: a table takes the channel as much as a message of theirs.

    forum: where the table gets a post of its own, in place of this channel.
    """
    interaction = ctx.interaction
    in_thread = isinstance(interaction.channel, discord.Thread)
    if forum is not None:
        assert isinstance(interaction.user, discord.Member)
        needed: tuple[str, ...] = IN_FORUM
        allowed, own = forum.permissions_for(forum.guild.me), forum.permissions_for(interaction.user)
    else:
        if opens_thread and in_thread:
            raise UserError("error.thread_in_thread")
        needed = FOR_NEW_THREAD if opens_thread else IN_THREAD if in_thread else IN_CHANNEL
        allowed, own = interaction.app_permissions, interaction.permissions
    missing = [name for name in needed if not getattr(allowed, name)]
    if missing:
        names = (ctx.localizer.render_label(f"permission.{name}") for name in missing)
        raise UserError("error.missing_permissions", names=", ".join(names))
    if not getattr(own, OF_MEMBER[needed]):
        raise UserError("error.member_permission", name=ctx.localizer.render_label(f"permission.{OF_MEMBER[needed]}"))


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
