"""/table pause, extend, move, wake, invite, remove: what becomes of a table as a whole."""

from __future__ import annotations

from typing import Any

import discord
from discord import Interaction
from discord.app_commands import Choice

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.interaction.errors import guarded, offered
from bot.discord_ui.interaction.user_error import UserError
from bot.discord_ui.life.presses import come
from bot.discord_ui.lobby.page import seats_page
from bot.discord_ui.text import titles
from bot.table import consent
from bot.table.knowing.summaries import tables_of
from bot.table.life import moving, votes
from bot.table.lobby import inviting
from engines.kernel import games

from .channels import require_permissions, table_here
from .choices import end_of_day, guest, is_person, seat_named, seats_offered
from .table import table
from .translate import describe, description


async def _ask(click: Click, kind: str) -> None:
    async with click.tables.at(await table_here(click)) as live:
        await consent.ask(click.tables, live, click.person, kind)
        settled = consent.pending(live, kind) is None
    await click.tell(click.voice.line("consent.done" if settled else "consent.asked"))


@table.command(name="pause", description=description("table.pause"))
@describe("table.pause", "until")
async def pause(interaction: Interaction[Any], until: str | None = None) -> None:
    async def work(click: Click) -> None:
        kind = "resume" if until is None else votes.named("pause", await end_of_day(click, until) // 1000)
        await _ask(click, kind)

    await guarded(interaction, work)


@table.command(name="extend", description=description("table.extend"))
async def extend(interaction: Interaction[Any]) -> None:
    async def work(click: Click) -> None:
        await _ask(click, "extend")

    await guarded(interaction, work)


@table.command(name="wake", description=description("table.wake"))
async def wake(interaction: Interaction[Any]) -> None:
    async def work(click: Click) -> None:
        async with click.tables.at(await table_here(click)) as live:
            await come(click, live)
        await click.tell(click.voice.line("life.awake"))

    await guarded(interaction, work)


@table.command(name="move", description=description("table.move"))
@describe("table.move", "which")
async def move(interaction: Interaction[Any], which: str) -> None:
    async def work(click: Click) -> None:
        mine = {str(one.row.id) for one in await tables_of(click.tables.db, click.person.id)}
        guild, channel = interaction.guild_id, interaction.channel_id
        if which not in mine or guild is None or channel is None:
            raise UserError("life.refused.no_table_of_yours")
        require_permissions(click, new_thread=False)
        async with click.tables.at(int(which)) as live:
            moved = await moving.take_along(click.tables, live, click.person, guild, channel)
            if not moved:
                if guild != live.row.guild_id:
                    raise UserError("life.refused.other_server")
                await consent.ask(click.tables, live, click.person, votes.named("move", channel))
                moved = live.row.channel_id == channel
        await click.tell(click.voice.line("consent.done" if moved else "consent.asked"))

    await guarded(interaction, work)


@move.autocomplete("which")
async def _mine(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    async def offers(click: Click) -> list[Choice[str]]:
        found = []
        for one in await tables_of(click.tables.db, click.person.id):
            game = games().get(one.row.engine)
            title = one.row.engine if game is None else titles.game_title(game, click.voice)
            name = f"{title} · {click.voice.label('table.number', id=one.row.id)}"
            if typed.casefold() in name.casefold():
                found.append(Choice(name=name, value=str(one.row.id)))
        return found

    return await offered(interaction, offers)


@table.command(name="invite", description=description("table.invite"))
@describe("table.invite", "person", "second", "third")
async def invite(
    interaction: Interaction[Any],
    person: discord.User,
    second: discord.User | None = None,
    third: discord.User | None = None,
) -> None:
    async def work(click: Click) -> None:
        guests = tuple(guest(click, user) for user in (person, second, third) if user is not None)
        async with click.tables.at(await table_here(click)) as live:
            await inviting.invite(click.tables, live, click.person, guests)
            page = seats_page(live, click.voice)
        await click.show(page)

    await guarded(interaction, work)


@table.command(name="remove", description=description("table.remove"))
@describe("table.remove", "player")
async def remove(interaction: Interaction[Any], player: str) -> None:
    async def work(click: Click) -> None:
        async with click.tables.at(await table_here(click)) as live:
            live.host_only(click.person.id)
            await inviting.remove(click.tables, live, click.person, seat_named(live, player, is_person))
            page = seats_page(live, click.voice)
        await click.show(page)

    await guarded(interaction, work)


@remove.autocomplete("player")
async def _people(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    return await seats_offered(interaction, typed, is_person)
