"""Commands in the menus of messages (what changed at its table, an explanation, a report) and of people (statistics,
an invitation to a table).
"""

import re
from typing import Any

import discord
from discord import Interaction, app_commands

from bot.discord_ui.card import handlers as card_handlers
from bot.discord_ui.help import handlers as help_handlers
from bot.discord_ui.history import changes
from bot.discord_ui.history import handlers as history_handlers
from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.interaction.handling import check_origin, handle_interaction
from bot.discord_ui.page import custom_ids, shown_messages
from bot.discord_ui.text import titles
from bot.table.notices.outbox import DecisionSpan
from bot.table.player_records.table_list import load_table_list
from storage.kinds import OutboxKind
from storage.messages import posts

from .parameters import build_guest
from .stats import show_stats_of
from .table_changes import invite_people
from .translation import translatable

in_guilds_and_direct_messages = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)


async def find_table_of(ctx: InteractionContext, message: discord.Message) -> int:
    """Return the table of a message: that of its controls, else of its post, else of the channel of the bot's message.

    Raises UserError if it belongs to none.
    """
    for match in _match_controls(message):
        table_id = int(match["table"])
        await check_origin(ctx, table_id, match["tag"] or "", is_anywhere=True)
        return table_id
    is_own = ctx.bot.user is not None and message.author.id == ctx.bot.user.id
    channel = message.channel.id
    found = await posts.find_game_of_message(ctx.service.db, channel, message.id) if is_own else None
    if found is None and is_own:
        found = await ctx.service.find_table(channel)
    if found is None:
        raise UserError("menu.no_table")
    return found


def _match_controls(message: discord.Message) -> list[re.Match[str]]:
    """Return the matches of all custom_ids that name a table, in reading order."""
    found = (re.fullmatch(custom_ids.TABLE_PATTERN, custom_id) for custom_id in shown_messages.list_custom_ids(message))
    return [match for match in found if match is not None]


@app_commands.context_menu(name=translatable("menu.changed"))
@in_guilds_and_direct_messages
async def show_changes(interaction: Interaction[Any], message: discord.Message) -> None:
    async def work(ctx: InteractionContext) -> None:
        await changes.show_changes(ctx, await find_table_of(ctx, message), "")

    await handle_interaction(interaction, work)


@app_commands.context_menu(name=translatable("menu.explain"))
@in_guilds_and_direct_messages
async def explain_message(interaction: Interaction[Any], message: discord.Message) -> None:
    """Show the decisions that a message tells about with their reasons, else the rule of the open question."""

    async def work(ctx: InteractionContext) -> None:
        table_id = await find_table_of(ctx, message)
        post_rows = await posts.load_posts_of_messages(ctx.service.db, table_id, [message.id])
        turn = next((DecisionSpan.parse_key(row.key) for row in post_rows if row.kind == OutboxKind.TURN), None)
        span = "" if turn is None else f"{turn.first}.{turn.last}"
        span = next((match["arg"] for match in _match_controls(message) if match["verb"] == "why"), span)
        if span:
            await history_handlers.show_reasons(ctx, table_id, span)
        else:
            await card_handlers.show_rules(ctx, table_id, "")

    await handle_interaction(interaction, work)


@app_commands.context_menu(name=translatable("menu.report"))
@in_guilds_and_direct_messages
async def report_message(interaction: Interaction[Any], message: discord.Message) -> None:
    async def work(ctx: InteractionContext) -> None:
        await help_handlers.open_report_form(ctx, await find_table_of(ctx, message), message.id)

    await handle_interaction(interaction, work)


@app_commands.context_menu(name=translatable("menu.stats"))
@app_commands.guild_only()
async def show_person_stats(interaction: Interaction[Any], person: discord.Member) -> None:
    async def work(ctx: InteractionContext) -> None:
        await show_stats_of(ctx, person, None)

    await handle_interaction(interaction, work)


@app_commands.context_menu(name=translatable("menu.invite"))
@app_commands.guild_only()
async def invite_person(interaction: Interaction[Any], person: discord.Member) -> None:
    async def work(ctx: InteractionContext) -> None:
        await invite_people(ctx, await _find_lobby(ctx), (build_guest(ctx, person),))

    await handle_interaction(interaction, work)


async def _find_lobby(ctx: InteractionContext) -> int:
    """Return the person's own table before its start: the one in this channel, else the only one on this server.

    Raises UserError if there is none, or several.
    """
    guild, channel = ctx.interaction.guild_id, ctx.interaction.channel_id
    rows = [entry.row for entry in await load_table_list(ctx.service.db, ctx.person.id)]
    hosted_rows = [row for row in rows if (row.guild_id, row.host, row.status) == (guild, ctx.person.id, "open")]
    rows_here = [row for row in hosted_rows if row.channel_id == channel]
    if not hosted_rows:
        raise UserError("menu.no_lobby")
    if not rows_here and len(hosted_rows) > 1:
        names = (titles.name_unloaded_table(row.engine, row.id, ctx.localizer) for row in hosted_rows)
        raise UserError("menu.several_lobbies", tables=ctx.localizer.join_names(names))
    return (rows_here or hosted_rows)[0].id
