"""/admin: commands for moderators. Discord checks the permission: by default Manage Channels; a server can choose roles
and people in its settings (Integrations).
"""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import Interaction, app_commands
from discord.app_commands import Choice, Range

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.handling import handle_interaction
from bot.discord_ui.lifecycle import irreversible
from bot.discord_ui.lifecycle.confirmation import ask_confirmation
from bot.table import Table
from bot.table.admin import moderation
from storage.play.games import GameEnding

from .channels import find_table_id_here
from .parameters import build_guest, complete_seat, find_seat, is_person, is_person_or_vacant
from .translation import describe_parameters, translatable, translate_description

admin_group = app_commands.Group(
    name="admin",
    description=translate_description("admin"),
    allowed_contexts=app_commands.AppCommandContext(guild=True),
    default_permissions=discord.Permissions(manage_channels=True),
)
Note = Range[str, 1, 300]
ENDINGS: tuple[GameEnding, ...] = ("agreed", "void")


async def _change_table(ctx: InteractionContext, change: Callable[[Table], Awaitable[None]]) -> None:
    async with ctx.service.lock_table(await find_table_id_here(ctx)) as table:
        await change(table)
    await ctx.send_text(ctx.localizer.render_line("admin.done"))


@admin_group.command(name="pause", description=translate_description("admin.pause"))
@describe_parameters("admin.pause", "note")
async def pause(interaction: Interaction[Any], note: Note = "") -> None:
    async def work(ctx: InteractionContext) -> None:
        await _change_table(ctx, lambda table: moderation.pause_table(ctx.service, table, ctx.person, note))

    await handle_interaction(interaction, work)


@admin_group.command(name="resume", description=translate_description("admin.resume"))
@describe_parameters("admin.resume", "note")
async def resume(interaction: Interaction[Any], note: Note = "") -> None:
    async def work(ctx: InteractionContext) -> None:
        await _change_table(ctx, lambda table: moderation.resume_table(ctx.service, table, ctx.person, note))

    await handle_interaction(interaction, work)


@admin_group.command(name="end", description=translate_description("admin.end"))
@describe_parameters("admin.end", "how", "note")
@app_commands.choices(how=[Choice(name=translatable(f"admin.how.{value}"), value=value) for value in ENDINGS])
async def end(interaction: Interaction[Any], how: str = ENDINGS[0], note: Note = "") -> None:
    async def work(ctx: InteractionContext) -> None:
        ending: GameEnding = "void" if how == "void" else "agreed"
        table_id = await find_table_id_here(ctx)
        await ask_confirmation(ctx, irreversible.build_moderated_end(ctx, table_id, ending, note))

    await handle_interaction(interaction, work)


@admin_group.command(name="replace", description=translate_description("admin.replace"))
@describe_parameters("admin.replace", "player", "person", "note")
async def replace(
    interaction: Interaction[Any], player: str, person: discord.User | None = None, note: Note = ""
) -> None:
    async def work(ctx: InteractionContext) -> None:
        successor = None if person is None else build_guest(ctx, person)
        table_id = await find_table_id_here(ctx)
        async with ctx.service.lock_table(table_id) as table:
            seat = find_seat(table, player)
        await ask_confirmation(ctx, irreversible.build_replacement(ctx, table_id, seat, successor, note))

    await handle_interaction(interaction, work)


@admin_group.command(name="kick", description=translate_description("admin.kick"))
@describe_parameters("admin.kick", "player", "note")
async def kick(interaction: Interaction[Any], player: str, note: Note = "") -> None:
    async def work(ctx: InteractionContext) -> None:
        table_id = await find_table_id_here(ctx)
        async with ctx.service.lock_table(table_id) as table:
            person = table.seats[find_seat(table, player, is_person)].person
        assert person is not None
        await ask_confirmation(ctx, irreversible.build_kick(ctx, table_id, person, note))

    await handle_interaction(interaction, work)


@admin_group.command(name="host", description=translate_description("admin.host"))
@describe_parameters("admin.host", "player", "note")
async def host(interaction: Interaction[Any], player: str, note: Note = "") -> None:
    async def work(ctx: InteractionContext) -> None:
        async def make_host(table: Table) -> None:
            await moderation.make_host(ctx.service, table, ctx.person, find_seat(table, player, is_person), note)

        await _change_table(ctx, make_host)

    await handle_interaction(interaction, work)


@admin_group.command(name="repost", description=translate_description("admin.repost"))
async def repost(interaction: Interaction[Any]) -> None:
    async def work(ctx: InteractionContext) -> None:
        await _change_table(ctx, lambda table: moderation.repost_card(ctx.service, table, ctx.person))

    await handle_interaction(interaction, work)


@replace.autocomplete("player")
async def _complete_seat(interaction: Interaction[Any], typed_text: str) -> list[Choice[str]]:
    return await complete_seat(interaction, typed_text, is_person_or_vacant, includes_own=True)


@kick.autocomplete("player")
@host.autocomplete("player")
async def _complete_player(interaction: Interaction[Any], typed_text: str) -> list[Choice[str]]:
    return await complete_seat(interaction, typed_text, is_person, includes_own=True)
