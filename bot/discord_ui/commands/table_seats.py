"""/table sitter, replace, resign, press: commands about absent players and open seats."""

from typing import Any

import discord
from discord import Interaction
from discord.app_commands import Choice

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.handling import handle_interaction
from bot.discord_ui.lifecycle import irreversible
from bot.discord_ui.lifecycle.confirmation import ask_confirmation
from bot.table import consent
from bot.table.policy import votes
from bot.table.seats import open_seats, substitutes

from .channels import find_table_here
from .parameters import build_guest, complete_seat, find_seat, is_person, is_person_or_vacant, parse_end_of_day
from .table import table_group
from .translation import describe_parameters, translate_description


@table_group.command(name="sitter", description=translate_description("table.sitter"))
@describe_parameters("table.sitter", "person", "until")
async def sitter(interaction: Interaction[Any], person: discord.User, until: str) -> None:
    async def work(ctx: InteractionContext) -> None:
        end = await parse_end_of_day(ctx, until)
        async with ctx.service.lock_table(await find_table_here(ctx)) as table:
            await substitutes.invite_substitute(ctx.service, table, ctx.person, build_guest(ctx, person), end)
        await ctx.send_text(ctx.localizer.render_line("consent.asked"))

    await handle_interaction(interaction, work)


@table_group.command(name="replace", description=translate_description("table.replace"))
@describe_parameters("table.replace", "player", "person")
async def replace(interaction: Interaction[Any], player: str | None = None, person: discord.User | None = None) -> None:
    async def work(ctx: InteractionContext) -> None:
        successor = None if person is None else build_guest(ctx, person)
        game = await find_table_here(ctx)
        async with ctx.service.lock_table(game) as table:
            own_seat = table.require_seat(ctx.person.id)
            seat = own_seat if player is None else find_seat(table, player, is_person_or_vacant)
            is_request = seat != own_seat and not table.seats[seat].is_vacant
            if seat == own_seat:
                await open_seats.offer_own_seat(ctx.service, table, ctx.person, successor)
            elif not is_request:
                await open_seats.invite_successor(ctx.service, table, ctx.person, seat, successor)
        if not is_request:
            await ctx.send_text(ctx.localizer.render_line("seatcard.offered"))
        elif await irreversible.make_request(ctx, game, votes.build_kind("replace", seat)):
            await ctx.send_text(ctx.localizer.render_line("consent.asked"))

    await handle_interaction(interaction, work)


@replace.autocomplete("player")
async def _complete_seat(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    return await complete_seat(interaction, typed, is_person_or_vacant, include_own=True)


@table_group.command(name="resign", description=translate_description("table.resign"))
async def resign(interaction: Interaction[Any]) -> None:
    async def work(ctx: InteractionContext) -> None:
        await ask_confirmation(ctx, irreversible.build_resignation(ctx, await find_table_here(ctx)))

    await handle_interaction(interaction, work)


@table_group.command(name="press", description=translate_description("table.press"))
@describe_parameters("table.press", "player")
async def press(interaction: Interaction[Any], player: str) -> None:
    async def work(ctx: InteractionContext) -> None:
        async with ctx.service.lock_table(await find_table_here(ctx)) as table:
            seat = find_seat(table, player, is_person_or_vacant)
            last_n = table.last_n
            await consent.request_consent(ctx.service, table, ctx.person, votes.build_kind("default", seat))
            is_done = table.last_n > last_n
        await ctx.send_text(ctx.localizer.render_line("seatcard.was_pressed" if is_done else "consent.asked"))

    await handle_interaction(interaction, work)


@press.autocomplete("player")
async def _complete_late(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    return await complete_seat(interaction, typed, is_person)
