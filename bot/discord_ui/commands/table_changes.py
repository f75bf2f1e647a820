"""/table pause, extend, move, wake, invite, remove: commands about a table as a whole."""

from typing import Any

import discord
from discord import Interaction
from discord.app_commands import Choice

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.interaction.handling import complete_parameter, handle_interaction
from bot.discord_ui.lifecycle import irreversible
from bot.discord_ui.lifecycle.confirmation import ask_confirmation
from bot.discord_ui.lifecycle.handlers import resume_table
from bot.discord_ui.lobby.details import build_seats_page
from bot.discord_ui.text import titles
from bot.table import consent
from bot.table.admin import channel_move
from bot.table.lobby import invitations
from bot.table.player_records.table_list import load_table_list
from bot.table.policy import votes

from .channels import find_table_here, require_permissions
from .parameters import build_guest, complete_seat, find_seat, is_person, parse_end_of_day
from .table import table_group
from .translation import describe_parameters, translate_description


async def _ask_consent(ctx: InteractionContext, kind: str) -> None:
    async with ctx.service.lock_table(await find_table_here(ctx)) as table:
        await consent.request_consent(ctx.service, table, ctx.person, kind)
        is_done = consent.find_request(table, kind) is None
    await ctx.send_text(ctx.localizer.render_line("consent.done" if is_done else "consent.asked"))


@table_group.command(name="pause", description=translate_description("table.pause"))
@describe_parameters("table.pause", "until")
async def pause(interaction: Interaction[Any], until: str | None = None) -> None:
    async def work(ctx: InteractionContext) -> None:
        kind = "resume" if until is None else votes.build_kind("pause", await parse_end_of_day(ctx, until) // 1000)
        await _ask_consent(ctx, kind)

    await handle_interaction(interaction, work)


@table_group.command(name="extend", description=translate_description("table.extend"))
async def extend(interaction: Interaction[Any]) -> None:
    async def work(ctx: InteractionContext) -> None:
        await _ask_consent(ctx, "extend")

    await handle_interaction(interaction, work)


@table_group.command(name="wake", description=translate_description("table.wake"))
async def wake(interaction: Interaction[Any]) -> None:
    async def work(ctx: InteractionContext) -> None:
        async with ctx.service.lock_table(await find_table_here(ctx)) as table:
            await resume_table(ctx, table)
        await ctx.send_text(ctx.localizer.render_line("life.awake"))

    await handle_interaction(interaction, work)


@table_group.command(name="move", description=translate_description("table.move"))
@describe_parameters("table.move", "which")
async def move(interaction: Interaction[Any], which: str) -> None:
    async def work(ctx: InteractionContext) -> None:
        own_ids = {str(summary.row.id) for summary in await load_table_list(ctx.service.db, ctx.person.id)}
        guild, channel = interaction.guild_id, interaction.channel_id
        if which not in own_ids or guild is None or channel is None:
            raise UserError("life.refused.no_table_of_yours")
        require_permissions(ctx, new_thread=False)
        async with ctx.service.lock_table(int(which)) as table:
            has_moved = await channel_move.move_without_vote(ctx.service, table, ctx.person, guild, channel)
            if not has_moved:
                if guild != table.row.guild_id:
                    raise UserError("life.refused.other_server")
                await consent.request_consent(ctx.service, table, ctx.person, votes.build_kind("move", channel))
                has_moved = table.row.channel_id == channel
        await ctx.send_text(ctx.localizer.render_line("consent.done" if has_moved else "consent.asked"))

    await handle_interaction(interaction, work)


@move.autocomplete("which")
async def _complete_own_table(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    async def find_choices(ctx: InteractionContext) -> list[Choice[str]]:
        choices = []
        for summary in await load_table_list(ctx.service.db, ctx.person.id):
            name = titles.entry_title(summary.row.engine, summary.row.id, ctx.localizer)
            if typed.casefold() in name.casefold():
                choices.append(Choice(name=name, value=str(summary.row.id)))
        return choices

    return await complete_parameter(interaction, find_choices)


@table_group.command(name="invite", description=translate_description("table.invite"))
@describe_parameters("table.invite", "person", "second", "third")
async def invite(
    interaction: Interaction[Any],
    person: discord.User,
    second: discord.User | None = None,
    third: discord.User | None = None,
) -> None:
    async def work(ctx: InteractionContext) -> None:
        guests = tuple(build_guest(ctx, user) for user in (person, second, third) if user is not None)
        async with ctx.service.lock_table(await find_table_here(ctx)) as table:
            uncalled = await invitations.invite_guests(ctx.service, table, ctx.person, guests)
            page = build_seats_page(table, ctx.localizer, ctx.person.id)
        if uncalled:
            names = ctx.localizer.join_names(guest.name for guest in uncalled)
            page = page.with_notice(ctx.localizer.render_line("life.invited_uncalled", names=names))
        await ctx.show_page(page)

    await handle_interaction(interaction, work)


@table_group.command(name="remove", description=translate_description("table.remove"))
@describe_parameters("table.remove", "player")
async def remove(interaction: Interaction[Any], player: str) -> None:
    async def work(ctx: InteractionContext) -> None:
        game = await find_table_here(ctx)
        async with ctx.service.lock_table(game) as table:
            table.require_host(ctx.person.id)
            person = table.seats[find_seat(table, player, is_person)].person
        assert person is not None
        await ask_confirmation(ctx, irreversible.build_removal(ctx, game, person))

    await handle_interaction(interaction, work)


@remove.autocomplete("player")
async def _complete_player(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    return await complete_seat(interaction, typed, is_person)
