"""/server: what holds for tables that are opened on this server, for those who manage it."""

from __future__ import annotations

from typing import Any

import discord
import msgspec
from discord import Interaction, app_commands
from discord.app_commands import Choice, Range

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.interaction.errors import guarded
from bot.discord_ui.interaction.user_error import UserError
from bot.discord_ui.page.layout import Page
from bot.discord_ui.text.voice import Voice
from bot.table.knowing.load import MORE
from bot.table.knowing.servers import OPENERS, WAYS, Openers, Server, server, settle
from bot.table.lobby.agreement import PUBLIC_LANGUAGES, REMINDER_HOURS, SPEEDS, UNDO_POLICIES
from storage.persons import guilds

from .translate import describe, description, text

AS_USUAL = "usual"

server_group = app_commands.Group(
    name="server",
    description=description("server"),
    allowed_contexts=app_commands.AppCommandContext(guild=True),
    default_permissions=discord.Permissions(manage_guild=True),
)


def _choices(key: str, values: tuple[str, ...]) -> list[Choice[str]]:
    """With what takes the choice back."""
    named = [Choice(name=text(f"{key}.{value}"), value=value) for value in values]
    return [*named, Choice(name=text("server.usual"), value=AS_USUAL)]


@server_group.command(name="defaults", description=description("server.defaults"))
@describe("server.defaults", "language", "pace", "reminder", "undo", "notices")
@app_commands.choices(
    language=_choices("setting.language", PUBLIC_LANGUAGES),
    pace=_choices("setting.pace", SPEEDS),
    undo=_choices("setting.undo", UNDO_POLICIES),
    notices=_choices("setting.way", WAYS),
)
async def defaults(
    interaction: Interaction[Any],
    language: str | None = None,
    pace: str | None = None,
    reminder: Range[int, 0, REMINDER_HOURS[1]] | None = None,
    undo: str | None = None,
    notices: str | None = None,
) -> None:
    async def work(click: Click) -> None:
        guild = _guild(click)
        known = await server(click.tables.db, guild)
        changes: dict[str, Any] = {
            name: None if value == AS_USUAL else value
            for name, value in (("pace", pace), ("reminder_hours", reminder), ("undo", undo), ("way", notices))
            if value is not None
        }
        await settle(click.tables.db, guild, msgspec.structs.replace(known, **changes))
        if language is not None:
            async with click.tables.db.transaction() as tx:
                await guilds.set_language(tx, guild, None if language == AS_USUAL else language)
        await _show(click, guild)

    await guarded(interaction, work)


@server_group.command(name="tables", description=description("server.tables"))
@describe("server.tables", "who", "role", "channel", "everywhere", "limit")
@app_commands.choices(who=[Choice(name=text(f"server.openers.{one}"), value=one) for one in OPENERS])
async def tables(
    interaction: Interaction[Any],
    who: str | None = None,
    role: discord.Role | None = None,
    channel: discord.TextChannel | None = None,
    everywhere: bool = False,
    limit: bool | None = None,
) -> None:
    async def work(click: Click) -> None:
        guild = _guild(click)
        known = await server(click.tables.db, guild)
        openers: Openers = next((one for one in OPENERS if one == who), known.openers)
        places = () if everywhere else known.channels
        if channel is not None:  # named again, it is taken out
            places = tuple(c for c in places if c != channel.id) + (() if channel.id in places else (channel.id,))
        named = known.role if role is None else None if role.is_default() else role.id
        limited = known.limited if limit is None else limit
        changed = msgspec.structs.replace(known, openers=openers, role=named, channels=places, limited=limited)
        await settle(click.tables.db, guild, changed)
        await _show(click, guild)

    await guarded(interaction, work)


async def _show(click: Click, guild: int) -> None:
    language = await guilds.language(click.tables.db, guild)
    await click.show(server_page(await server(click.tables.db, guild), language, click.voice))


def _guild(click: Click) -> int:
    """Raises UserError unless the person manages this server: Discord lets managers give the command to others."""
    guild = click.interaction.guild_id
    if guild is None or not click.interaction.permissions.manage_guild:
        raise UserError("help.managers_only")
    return guild


def server_page(settled: Server, language: str | None, voice: Voice) -> Page:
    """All of it, in words."""
    lines = [
        _default(voice, "server.language", language and voice.label(f"setting.language.{language}")),
        _default(voice, "server.pace", settled.pace and voice.label(f"setting.pace.{settled.pace}")),
        _default(voice, "server.reminder", _reminder(voice, settled.reminder_hours)),
        _default(voice, "server.undo", settled.undo and voice.label(f"setting.undo.{settled.undo}")),
        _default(voice, "server.notices", settled.way and voice.label(f"setting.way.{settled.way}")),
    ]
    who = voice.label(f"server.openers.{settled.openers}")
    if settled.role is not None:
        who += f" · <@&{settled.role}>"
    where = ", ".join(f"<#{channel}>" for channel in settled.channels) or voice.label("server.everywhere")
    limit = "server.limited" if settled.limited else "server.unlimited"
    openings = [
        f"{voice.label('server.who')}{voice.colon}**{who}**",
        f"{voice.label('server.where')}{voice.colon}{where}",
        f"{voice.label('server.limit')}{voice.colon}{voice.label(limit, more=MORE)}",
    ]
    return Page((f"## {voice.label('server.head')}", "\n".join(lines), "\n".join(openings)))


def _reminder(voice: Voice, hours: int | None) -> str | None:
    """None where nothing was settled; 0 hours are no reminder."""
    if hours is None:
        return None
    return voice.label("setting.reminder.hours", hours=hours) if hours else voice.label("setting.reminder.off")


def _default(voice: Voice, heading: str, settled: str | None) -> str:
    """The words of a setting say what it is about; only where nothing was settled its name is needed."""
    return f"**{settled}**" if settled else f"{voice.label(heading)}{voice.colon}{voice.label('server.usual')}"
