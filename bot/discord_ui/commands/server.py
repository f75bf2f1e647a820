"""/server: defaults and limits of tables on this server, set by its managers."""

from typing import Any

import discord
import msgspec
from discord import Interaction, app_commands
from discord.app_commands import Choice, Range

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.interaction.handling import handle_interaction
from bot.discord_ui.page.pages import Page
from bot.discord_ui.text.localizer import Localizer
from bot.table.player_records.table_limit import EXTRA_TABLES
from bot.table.terms.languages import PUBLIC_LANGUAGES
from bot.table.terms.server_settings import (
    MAX_LOBBIES,
    NOTIFICATION_CHANNELS,
    OPENERS,
    Openers,
    ServerSettings,
    load_server_settings,
    store_server_settings,
)
from bot.table.terms.table_terms import REMINDER_HOURS, TIME_CONTROLS, UNDO_POLICIES
from storage.persons import guilds

from .forums import ForumParameter
from .translation import describe_parameters, translatable, translate_description

RESET = "usual"

server_group = app_commands.Group(
    name="server",
    description=translate_description("server"),
    allowed_contexts=app_commands.AppCommandContext(guild=True),
    default_permissions=discord.Permissions(manage_guild=True),
)


def _build_choices(key: str, values: tuple[str, ...]) -> list[Choice[str]]:
    """Return the choices of a setting, and one that removes it."""
    named = [Choice(name=translatable(f"{key}.{value}"), value=value) for value in values]
    return [*named, Choice(name=translatable("server.usual"), value=RESET)]


@server_group.command(name="defaults", description=translate_description("server.defaults"))
@describe_parameters("server.defaults", "language", "pace", "reminder", "undo", "notices")
@app_commands.choices(
    language=_build_choices("setting.language", PUBLIC_LANGUAGES),
    pace=_build_choices("setting.pace", TIME_CONTROLS),
    undo=_build_choices("setting.undo", UNDO_POLICIES),
    notices=_build_choices("setting.way", NOTIFICATION_CHANNELS),
)
async def defaults(
    interaction: Interaction[Any],
    language: str | None = None,
    pace: str | None = None,
    reminder: Range[int, 0, REMINDER_HOURS[1]] | None = None,
    undo: str | None = None,
    notices: str | None = None,
) -> None:
    async def work(ctx: InteractionContext) -> None:
        guild = _require_manager(ctx)
        known = await load_server_settings(ctx.service.db, guild)
        changes: dict[str, Any] = {
            name: None if value == RESET else value
            for name, value in (
                ("pace", pace),
                ("reminder_hours", reminder),
                ("undo", undo),
                ("notification_channel", notices),
            )
            if value is not None
        }
        await store_server_settings(ctx.service.db, guild, msgspec.structs.replace(known, **changes))
        if language is not None:
            async with ctx.service.db.transaction() as tx:
                await guilds.set_language(tx, guild, None if language == RESET else language)
        await _show_settings(ctx, guild)

    await handle_interaction(interaction, work)


@server_group.command(name="tables", description=translate_description("server.tables"))
@describe_parameters("server.tables", "who", "role", "channel", "everywhere", "forum", "limit", "lobbies")
@app_commands.choices(who=[Choice(name=translatable(f"server.openers.{one}"), value=one) for one in OPENERS])
async def tables(
    interaction: Interaction[Any],
    who: str | None = None,
    role: discord.Role | None = None,
    channel: discord.TextChannel | None = None,
    everywhere: bool = False,
    forum: ForumParameter | None = None,
    limit: bool | None = None,
    lobbies: Range[int, 1, MAX_LOBBIES] | None = None,
) -> None:
    async def work(ctx: InteractionContext) -> None:
        guild = _require_manager(ctx)
        known = await load_server_settings(ctx.service.db, guild)
        openers: Openers = next((candidate for candidate in OPENERS if candidate == who), known.openers)
        places = () if everywhere else known.channels
        if channel is not None:  # a channel that is named again is removed
            places = tuple(c for c in places if c != channel.id) + (() if channel.id in places else (channel.id,))
        named = known.role if role is None else None if role.is_default() else role.id
        is_limited = known.is_limited if limit is None else limit
        changed = msgspec.structs.replace(
            known,
            openers=openers,
            role=named,
            channels=places,
            forum=known.forum if forum is None else None if forum.id == known.forum else forum.id,
            is_limited=is_limited,
            lobbies=known.lobbies if lobbies is None else lobbies,
        )
        await store_server_settings(ctx.service.db, guild, changed)
        await _show_settings(ctx, guild)

    await handle_interaction(interaction, work)


async def _show_settings(ctx: InteractionContext, guild: int) -> None:
    language = await guilds.load_language(ctx.service.db, guild)
    await ctx.show_page(build_server_page(await load_server_settings(ctx.service.db, guild), language, ctx.localizer))


def _require_manager(ctx: InteractionContext) -> int:
    """Return this server's id. Raises UserError unless the person manages it (others may be allowed the command)."""
    guild = ctx.interaction.guild_id
    if guild is None or not ctx.interaction.permissions.manage_guild:
        raise UserError("help.managers_only")
    return guild


def build_server_page(server_settings: ServerSettings, language: str | None, localizer: Localizer) -> Page:
    """Return the page of the server's settings."""
    lines = [
        _format_default(
            localizer, "server.language", language and localizer.render_label(f"setting.language.{language}")
        ),
        _format_default(
            localizer,
            "server.pace",
            server_settings.pace and localizer.render_label(f"setting.pace.{server_settings.pace}"),
        ),
        _format_default(localizer, "server.reminder", _format_reminder(localizer, server_settings.reminder_hours)),
        _format_default(
            localizer,
            "server.undo",
            server_settings.undo and localizer.render_label(f"setting.undo.{server_settings.undo}"),
        ),
        _format_default(
            localizer,
            "server.notices",
            server_settings.notification_channel
            and localizer.render_label(f"setting.way.{server_settings.notification_channel}"),
        ),
    ]
    openers_text = localizer.render_label(f"server.openers.{server_settings.openers}")
    if server_settings.role is not None:
        openers_text += f" · <@&{server_settings.role}>"
    places_text = ", ".join(f"<#{channel}>" for channel in server_settings.channels) or localizer.render_label(
        "server.everywhere"
    )
    forum_text = (
        localizer.render_label("server.here") if server_settings.forum is None else f"<#{server_settings.forum}>"
    )
    limit = "server.limited" if server_settings.is_limited else "server.unlimited"
    openings = [
        f"{localizer.render_label('server.who')}{localizer.colon}**{openers_text}**",
        f"{localizer.render_label('server.where')}{localizer.colon}{places_text}",
        f"{localizer.render_label('server.forum')}{localizer.colon}{forum_text}",
        f"{localizer.render_label('server.limit')}{localizer.colon}{localizer.render_label(limit, more=EXTRA_TABLES)}",
        f"{localizer.render_label('server.lobbies')}{localizer.colon}{server_settings.lobbies}",
    ]
    return Page((f"## {localizer.render_label('server.head')}", "\n".join(lines), "\n".join(openings)))


def _format_reminder(localizer: Localizer, hours: int | None) -> str | None:
    """Return the text of the reminder setting (0 hours: no reminder), or None if it is not set."""
    if hours is None:
        return None
    return (
        localizer.render_label("setting.reminder.hours", hours=hours)
        if hours
        else localizer.render_label("setting.reminder.off")
    )


def _format_default(localizer: Localizer, heading: str, value_text: str | None) -> str:
    """Return the text of a setting, which names its subject; if it is not set, the heading and "as usual"."""
    return (
        f"**{value_text}**"
        if value_text
        else f"{localizer.render_label(heading)}{localizer.colon}{localizer.render_label('server.usual')}"
    )
