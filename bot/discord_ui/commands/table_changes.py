"""/table pause, move, invite, sitter, replace: commands about a table as a whole, absent players and open seats."""

from typing import Any

import discord
from discord import Interaction
from discord.app_commands import Choice

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.interaction.handling import complete_parameter, handle_interaction
from bot.discord_ui.interaction.opening_rights import require_allowed_channel, require_permissions
from bot.discord_ui.lifecycle import irreversible
from bot.discord_ui.lobby.details import build_seats_page
from bot.discord_ui.text import titles
from bot.table import Person, consent
from bot.table.admin import channel_move
from bot.table.lobby import invitations
from bot.table.player_records.table_list import load_table_list
from bot.table.seats import open_seats, substitutes
from bot.table.terms import votes
from bot.table.terms.abuse_limits import CALLS_OF_PERSON
from bot.table.terms.server_settings import load_server_settings

from .channels import find_table_id_here
from .parameters import build_guest, complete_seat, find_seat, is_person_or_vacant, parse_end_of_day
from .table import table_group
from .translation import describe_parameters, translate_description


@table_group.command(name="pause", description=translate_description("table.pause"))
@describe_parameters("table.pause", "until")
async def pause(interaction: Interaction[Any], until: str | None = None) -> None:
    async def work(ctx: InteractionContext) -> None:
        kind = "resume" if until is None else votes.build_kind("pause", await parse_end_of_day(ctx, until) // 1000)
        async with ctx.service.lock_table(await find_table_id_here(ctx)) as table:
            await consent.request_consent(ctx.service, table, ctx.person, kind)
            is_done = consent.find_request(table, kind) is None
        await ctx.send_text(ctx.localizer.render_line("consent.done" if is_done else "consent.asked"))

    await handle_interaction(interaction, work)


@table_group.command(name="move", description=translate_description("table.move"))
@describe_parameters("table.move", "which")
async def move(interaction: Interaction[Any], which: str) -> None:
    async def work(ctx: InteractionContext) -> None:
        own_ids = {str(summary.row.id) for summary in await load_table_list(ctx.service.db, ctx.person.id)}
        guild, channel = interaction.guild_id, interaction.channel_id
        if which not in own_ids or guild is None or channel is None:
            raise UserError("life.refused.no_table_of_yours")
        require_permissions(ctx, opens_thread=False)
        require_allowed_channel(ctx, await load_server_settings(ctx.service.db, guild))
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
async def _complete_own_table(interaction: Interaction[Any], typed_text: str) -> list[Choice[str]]:
    async def list_choices(ctx: InteractionContext) -> list[Choice[str]]:
        choices = []
        for summary in await load_table_list(ctx.service.db, ctx.person.id):
            name = titles.name_unloaded_table(summary.row.engine, summary.row.id, ctx.localizer)
            if typed_text.casefold() in name.casefold():
                choices.append(Choice(name=name, value=str(summary.row.id)))
        return choices

    return await complete_parameter(interaction, list_choices)


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
        await invite_people(ctx, await find_table_id_here(ctx), guests)

    await handle_interaction(interaction, work)


async def invite_people(ctx: InteractionContext, table_id: int, guests: tuple[Person, ...]) -> None:
    """Invite people to a table, and show its page."""
    async with ctx.service.lock_table(table_id) as table:
        uncalled = await invitations.invite_guests(ctx.service, table, ctx.person, guests)
        page = build_seats_page(table, ctx.localizer, ctx.person.id)
    if uncalled:
        names = ctx.localizer.join_names(guest.name for guest in uncalled)
        page = page.with_notice(
            ctx.localizer.render_line("life.invited_uncalled", names=names, most=CALLS_OF_PERSON.max_uses)
        )
    await ctx.show_page(page)


@table_group.command(name="sitter", description=translate_description("table.sitter"))
@describe_parameters("table.sitter", "person", "until")
async def sitter(interaction: Interaction[Any], person: discord.User, until: str) -> None:
    async def work(ctx: InteractionContext) -> None:
        end = await parse_end_of_day(ctx, until)
        async with ctx.service.lock_table(await find_table_id_here(ctx)) as table:
            await substitutes.invite_substitute(ctx.service, table, ctx.person, build_guest(ctx, person), end)
        await ctx.send_text(ctx.localizer.render_line("consent.asked"))

    await handle_interaction(interaction, work)


@table_group.command(name="replace", description=translate_description("table.replace"))
@describe_parameters("table.replace", "player", "person")
async def replace(interaction: Interaction[Any], player: str | None = None, person: discord.User | None = None) -> None:
    async def work(ctx: InteractionContext) -> None:
        successor = None if person is None else build_guest(ctx, person)
        table_id = await find_table_id_here(ctx)
        async with ctx.service.lock_table(table_id) as table:
            own_seat = table.require_seat(ctx.person.id)
            seat = own_seat if player is None else find_seat(table, player, is_person_or_vacant)
            is_request = seat != own_seat and not table.seats[seat].is_vacant
            if seat == own_seat:
                await open_seats.offer_own_seat(ctx.service, table, ctx.person, successor)
            elif not is_request:
                await open_seats.invite_successor(ctx.service, table, ctx.person, seat, successor)
        if not is_request:
            await ctx.send_text(ctx.localizer.render_line("seatcard.offered"))
        elif await irreversible.make_request(ctx, table_id, votes.build_kind("replace", seat)):
            await ctx.send_text(ctx.localizer.render_line("consent.asked"))

    await handle_interaction(interaction, work)


@replace.autocomplete("player")
async def _complete_seat(interaction: Interaction[Any], typed_text: str) -> list[Choice[str]]:
    return await complete_seat(interaction, typed_text, is_person_or_vacant, includes_own=True)
