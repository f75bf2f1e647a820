"""The right to open a table, or to move one here: the bot's permissions, the member's own, and the server's rules.

A table takes a channel as much as a message of the member's, so the bot does not lend its own permissions.
"""

import discord

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.table.terms.server_settings import ServerSettings

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
"""The permission that a member needs for the same."""


def require_permissions(ctx: InteractionContext, opens_thread: bool, forum: discord.ForumChannel | None = None) -> None:
    """Raise UserError naming the permissions that the bot or the person lacks here, before a table is opened that the
    bot could not show.

    forum: where the table gets a post of its own, in place of this channel.
    """
    interaction = ctx.interaction
    in_thread = isinstance(interaction.channel, discord.Thread)
    if forum is not None:
        assert isinstance(interaction.user, discord.Member)
        needed_permissions: tuple[str, ...] = IN_FORUM
        bot_permissions, member_permissions = (
            forum.permissions_for(forum.guild.me),
            forum.permissions_for(interaction.user),
        )
    else:
        if opens_thread and in_thread:
            raise UserError("error.thread_in_thread")
        needed_permissions = FOR_NEW_THREAD if opens_thread else IN_THREAD if in_thread else IN_CHANNEL
        bot_permissions, member_permissions = interaction.app_permissions, interaction.permissions
    missing = [name for name in needed_permissions if not getattr(bot_permissions, name)]
    if missing:
        names = (ctx.localizer.render_label(f"permission.{name}") for name in missing)
        raise UserError("error.missing_permissions", names=", ".join(names))
    if not getattr(member_permissions, OF_MEMBER[needed_permissions]):
        raise UserError(
            "error.member_permission", name=ctx.localizer.render_label(f"permission.{OF_MEMBER[needed_permissions]}")
        )


def require_opener(ctx: InteractionContext, server_settings: ServerSettings) -> None:
    """Raise UserError if the server lets only others open tables."""
    interaction = ctx.interaction
    roles = frozenset(role.id for role in getattr(interaction.user, "roles", ()))
    permissions = interaction.permissions
    manages = permissions.manage_channels or permissions.manage_guild
    if not server_settings.may_open(is_manager=manages, roles=roles):
        raise UserError("server.refused.who")


def require_allowed_channel(ctx: InteractionContext, server_settings: ServerSettings, forum: int | None = None) -> None:
    """Raise UserError if the server's tables belong elsewhere than in this channel or in the forum."""
    parent = getattr(ctx.interaction.channel, "parent_id", None)
    places = (ctx.interaction.channel_id, parent) if forum is None else (forum,)
    if not server_settings.allows_channel(*places):
        raise UserError(
            "server.refused.where", channels=", ".join(f"<#{channel}>" for channel in server_settings.channels)
        )
