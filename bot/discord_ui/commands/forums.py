"""Forum channels: a table's own post there, with the forum's tags of the right names."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord import app_commands

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.lobby.forum_tags import list_settable_tags, list_tags
from bot.discord_ui.page.pages import Page, build_view
from bot.discord_ui.text.localizer import cut_text
from bot.table.terms.server_settings import load_server_settings
from engines.kernel import Game

from .channels import ARCHIVE_AFTER_MINUTES, MAX_NAME, keep_if_opened


class ForumTransformer(app_commands.Transformer):
    """Offers forum channels only. (discord.py's own type offers media channels too.)"""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return [discord.ChannelType.forum]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Any:
        return value


ForumParameter = app_commands.Transform[app_commands.AppCommandChannel, ForumTransformer]


async def find_forum(
    ctx: InteractionContext, forum: app_commands.AppCommandChannel | None, thread: bool | None
) -> discord.ForumChannel | None:
    """Return the forum in which a new table is posted: the one that the command names, else the one of the server's
    settings. None: the table is opened in the channel of the command.

    thread: whether the command asks for a thread in its channel; either answer overrides the server's settings. Raises
    UserError for a named forum that the bot does not see, and for a command that names a forum and answers this, too.
    """
    guild = ctx.interaction.guild
    if forum is not None and thread is not None:
        raise UserError("table.refused.thread_and_forum")
    if forum is not None:
        named = forum.resolve()
        if not isinstance(named, discord.ForumChannel):
            raise UserError("error.missing_permissions", names=ctx.localizer.render_label("permission.view_channel"))
        return named
    if thread is not None or guild is None:
        return None
    server_settings = await load_server_settings(ctx.service.db, guild.id)
    channel = None if server_settings.forum is None else guild.get_channel(server_settings.forum)
    return channel if isinstance(channel, discord.ForumChannel) else None


def choose_tags(
    ctx: InteractionContext, forum: discord.ForumChannel, game: Game[object]
) -> tuple[Sequence[discord.ForumTag], tuple[str, ...]]:
    """Return the tags of a new table's post, and a sentence about those that the bot may not set.

    Raises UserError if the forum demands a tag, and there is none to set.
    """
    suitable_tags = list_tags(forum, game, "open")
    tags = list_settable_tags(forum, suitable_tags)
    if forum.flags.require_tag and not tags:
        raise UserError("table.refused.forum_tag", channel=forum.mention)
    if len(tags) == len(suitable_tags):
        return tags, ()
    names = ctx.localizer.join_names(tag.name for tag in suitable_tags if tag not in tags)
    permission = ctx.localizer.render_label("permission.manage_threads")
    return tags, (ctx.localizer.render_line("table.forum_tags", names=names, permission=permission),)


@asynccontextmanager
async def create_forum_post(
    ctx: InteractionContext, forum: discord.ForumChannel, name: str, text: str, tags: Sequence[discord.ForumTag]
) -> AsyncIterator[discord.Thread]:
    """Create a post in a forum; it is removed again if the body of the context fails. text: of its first message."""
    created_post = await forum.create_thread(
        name=cut_text(name, MAX_NAME),
        auto_archive_duration=ARCHIVE_AFTER_MINUTES,
        view=build_view(Page((text,))),
        applied_tags=tags,
        allowed_mentions=discord.AllowedMentions.none(),
    )
    async with keep_if_opened(ctx, created_post.thread):
        yield created_post.thread
