"""/log and /history."""

from typing import Any

from discord import Interaction, app_commands
from discord.app_commands import Choice

from bot.discord_ui.history import handlers
from bot.discord_ui.history.log import LogExtract
from bot.discord_ui.history.page import HistoryPosition
from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.interaction.handling import complete_parameter, handle_interaction
from bot.discord_ui.text.localizer import cut_text
from bot.table import Table
from bot.table.history.seat_players import list_players
from bot.table.history.timeline import GameChapter, group_chapters, load_checkpoint_outlines

from .channels import find_table_id_here
from .translation import describe_parameters, translate_description


@app_commands.command(name="log", description=translate_description("log"))
@describe_parameters("log", "player", "round_")
@app_commands.rename(round_="round")
@app_commands.guild_only()
async def log_command(interaction: Interaction[Any], player: str | None = None, round_: str | None = None) -> None:
    async def work(ctx: InteractionContext) -> None:
        table_id = await find_table_id_here(ctx)
        async with ctx.service.lock_table(table_id) as table:
            player_key = None if player is None else _find_player_key(table, player)
            after_n = None if round_ is None else await _find_round(ctx, table, round_)
        await handlers.show_log(ctx, table_id, LogExtract(0, player_key, after_n))

    await handle_interaction(interaction, work)


@app_commands.command(name="history", description=translate_description("history"))
@describe_parameters("history", "player", "round_")
@app_commands.rename(round_="round")
@app_commands.guild_only()
async def history_command(interaction: Interaction[Any], player: str | None = None, round_: str | None = None) -> None:
    async def work(ctx: InteractionContext) -> None:
        table_id = await find_table_id_here(ctx)
        async with ctx.service.lock_table(table_id) as table:
            player_key = None if player is None else _find_player_key(table, player)
            after_n = handlers.NEWEST_N if round_ is None else await _find_round(ctx, table, round_)
        await handlers.show_position(ctx, table_id, HistoryPosition(after_n, player=player_key))

    await handle_interaction(interaction, work)


@log_command.autocomplete("player")
@history_command.autocomplete("player")
async def _complete_player(interaction: Interaction[Any], typed_text: str) -> list[Choice[str]]:
    async def list_choices(ctx: InteractionContext) -> list[Choice[str]]:
        async with ctx.service.lock_table(await find_table_id_here(ctx)) as table:
            players = [(listed.name, listed.key) for listed in list_players(table)]
        return [Choice(name=name, value=key) for name, key in players if typed_text.casefold() in name.casefold()]

    return await complete_parameter(interaction, list_choices)


@log_command.autocomplete("round_")
@history_command.autocomplete("round_")
async def _complete_round(interaction: Interaction[Any], typed_text: str) -> list[Choice[str]]:
    async def list_choices(ctx: InteractionContext) -> list[Choice[str]]:
        async with ctx.service.lock_table(await find_table_id_here(ctx)) as table:
            titled = [
                (_render_title(ctx, table, chapter), str(chapter.after_n))
                for chapter in await _load_chapters(ctx, table)
            ]
        return [
            Choice(name=name, value=after_n) for name, after_n in titled if typed_text.casefold() in name.casefold()
        ]

    return await complete_parameter(interaction, list_choices)


async def _load_chapters(ctx: InteractionContext, table: Table) -> tuple[GameChapter, ...]:
    return () if table.row.started_at is None else group_chapters(await load_checkpoint_outlines(ctx.service, table))


def _render_title(ctx: InteractionContext, table: Table, chapter: GameChapter) -> str:
    return cut_text(ctx.localizer.render_message_label(chapter.heading, table.catalogue, table.names), 100)


def _find_player_key(table: Table, typed_text: str) -> str:
    """Return the key of the player with this key (from a completion) or name. Raises UserError."""
    players = list_players(table)
    for player in players:
        if typed_text.casefold().strip() in (player.key, player.name.casefold()):
            return player.key
    raise UserError("log.no_player", got=cut_text(typed_text, 80), names=", ".join(player.name for player in players))


async def _find_round(ctx: InteractionContext, table: Table, typed_text: str) -> int:
    """Return the decision at which a round begins, given its completion or title. Raises UserError."""
    all_chapters = await _load_chapters(ctx, table)
    for chapter in all_chapters:
        if typed_text.strip() in (str(chapter.after_n), _render_title(ctx, table, chapter)):
            return chapter.after_n
    round_titles = ", ".join(_render_title(ctx, table, chapter) for chapter in all_chapters)
    raise UserError("log.no_round", got=cut_text(typed_text, 80), rounds=cut_text(round_titles, 400) or "-")
