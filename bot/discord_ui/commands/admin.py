"""/admin: for moderators. Who may use it is settled by Discord: at first whoever may manage channels; a server's own
choice of roles and people is made in its settings (Integrations).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import Interaction, app_commands
from discord.app_commands import Choice, Range

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.interaction.errors import guarded
from bot.table import LiveTable
from bot.table.life import moderating
from storage.play.games import Ending

from .channels import table_here
from .choices import guest, is_person, is_person_or_vacant, seat_named, seats_offered
from .translate import describe, description, text

admin = app_commands.Group(
    name="admin",
    description=description("admin"),
    allowed_contexts=app_commands.AppCommandContext(guild=True),
    default_permissions=discord.Permissions(manage_channels=True),
)
Note = Range[str, 1, 300]
HOW: tuple[Ending, ...] = ("agreed", "void")


async def _at(click: Click, work: Callable[[LiveTable], Awaitable[None]]) -> None:
    async with click.tables.at(await table_here(click)) as live:
        await work(live)
    await click.tell(click.voice.line("admin.done"))


@admin.command(name="pause", description=description("admin.pause"))
@describe("admin.pause", "note")
async def pause(interaction: Interaction[Any], note: Note = "") -> None:
    async def work(click: Click) -> None:
        await _at(click, lambda live: moderating.pause(click.tables, live, click.person, note))

    await guarded(interaction, work)


@admin.command(name="resume", description=description("admin.resume"))
@describe("admin.resume", "note")
async def resume(interaction: Interaction[Any], note: Note = "") -> None:
    async def work(click: Click) -> None:
        await _at(click, lambda live: moderating.resume(click.tables, live, click.person, note))

    await guarded(interaction, work)


@admin.command(name="end", description=description("admin.end"))
@describe("admin.end", "how", "note")
@app_commands.choices(how=[Choice(name=text(f"admin.how.{value}"), value=value) for value in HOW])
async def end(interaction: Interaction[Any], how: str = HOW[0], note: Note = "") -> None:
    async def work(click: Click) -> None:
        ending: Ending = "void" if how == "void" else "agreed"
        await _at(click, lambda live: moderating.end(click.tables, live, click.person, ending, note))

    await guarded(interaction, work)


@admin.command(name="replace", description=description("admin.replace"))
@describe("admin.replace", "player", "person", "note")
async def replace(
    interaction: Interaction[Any], player: str, person: discord.User | None = None, note: Note = ""
) -> None:
    async def work(click: Click) -> None:
        successor = None if person is None else guest(click, person)

        async def seek(live: LiveTable) -> None:
            seat = seat_named(live, player)
            await moderating.substitute(click.tables, live, click.person, seat, successor, note)

        await _at(click, seek)

    await guarded(interaction, work)


@admin.command(name="kick", description=description("admin.kick"))
@describe("admin.kick", "player", "note")
async def kick(interaction: Interaction[Any], player: str, note: Note = "") -> None:
    async def work(click: Click) -> None:
        async def away(live: LiveTable) -> None:
            await moderating.kick(click.tables, live, click.person, seat_named(live, player, is_person), note)

        await _at(click, away)

    await guarded(interaction, work)


@admin.command(name="host", description=description("admin.host"))
@describe("admin.host", "player", "note")
async def host(interaction: Interaction[Any], player: str, note: Note = "") -> None:
    async def work(click: Click) -> None:
        async def make(live: LiveTable) -> None:
            await moderating.make_host(click.tables, live, click.person, seat_named(live, player, is_person), note)

        await _at(click, make)

    await guarded(interaction, work)


@admin.command(name="repost", description=description("admin.repost"))
async def repost(interaction: Interaction[Any]) -> None:
    async def work(click: Click) -> None:
        await _at(click, lambda live: moderating.repost(click.tables, live, click.person))

    await guarded(interaction, work)


@replace.autocomplete("player")
async def _seats(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    return await seats_offered(interaction, typed, is_person_or_vacant, own=True)


@kick.autocomplete("player")
@host.autocomplete("player")
async def _people(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    return await seats_offered(interaction, typed, is_person, own=True)
