"""/play, /move, /seat, /undo: commands of a player at the table."""

from typing import Any

from discord import Interaction, app_commands
from discord.app_commands import Choice, Range

from bot.discord_ui.card import handlers as card_handlers
from bot.discord_ui.help import handlers as help_handlers
from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.handling import complete_parameter, handle_interaction
from bot.discord_ui.page.picture_requests import arrange_prompt
from bot.discord_ui.panel import handlers as panel_handlers
from bot.discord_ui.panel import move_parser, option_menus
from bot.table import QuestionRef, Table
from bot.table.history import player_reports
from engines.kernel import Prompt, Refused

from .channels import find_table_id_here
from .translation import describe_parameters, translate_description


@app_commands.command(name="play", description=translate_description("play"))
@app_commands.guild_only()
async def play_command(interaction: Interaction[Any]) -> None:
    async def work(ctx: InteractionContext) -> None:
        await card_handlers.open_panel(ctx, await find_table_id_here(ctx), "")

    await handle_interaction(interaction, work)


@app_commands.command(name="move", description=translate_description("move"))
@describe_parameters("move", "answer")
@app_commands.guild_only()
async def move_command(interaction: Interaction[Any], answer: str) -> None:
    async def work(ctx: InteractionContext) -> None:
        async with ctx.service.lock_table(await find_table_id_here(ctx)) as table:
            prompt, ref = _find_question(ctx, table)
            keys = move_parser.parse_answer(prompt, option_menus.build_all_lines(table, prompt, ctx.localizer), answer)
        await panel_handlers.give_answer(ctx, ref, keys)

    await handle_interaction(interaction, work)


@move_command.autocomplete("answer")
async def _complete_answer(interaction: Interaction[Any], text: str) -> list[Choice[str]]:
    async def list_choices(ctx: InteractionContext) -> list[Choice[str]]:
        async with ctx.service.lock_table(await find_table_id_here(ctx)) as table:
            prompt, _ = _find_question(ctx, table)
            names = move_parser.complete_answer(
                prompt, option_menus.build_all_lines(table, prompt, ctx.localizer), text
            )
        return [Choice(name=name, value=name) for name in names]

    return await complete_parameter(interaction, list_choices)


def _find_question(ctx: InteractionContext, table: Table) -> tuple[Prompt, QuestionRef]:
    """Return the person's open question and its reference. Raises Refused if there is none."""
    seat = table.require_seat(ctx.person.id)
    table.require_match()
    prompt, ref = table.build_prompt(seat), table.build_question_ref(seat)
    if prompt is None or ref is None:
        raise Refused("kernel.refused.not_asked")
    return arrange_prompt(table, prompt), ref


@app_commands.command(name="seat", description=translate_description("seat"))
@app_commands.guild_only()
async def seat_command(interaction: Interaction[Any]) -> None:
    async def work(ctx: InteractionContext) -> None:
        await card_handlers.show_seat(ctx, await find_table_id_here(ctx), "")

    await handle_interaction(interaction, work)


@app_commands.command(name="undo", description=translate_description("undo"))
@app_commands.guild_only()
async def undo_command(interaction: Interaction[Any]) -> None:
    async def work(ctx: InteractionContext) -> None:
        await card_handlers.undo_decision(ctx, await find_table_id_here(ctx), "")

    await handle_interaction(interaction, work)


@app_commands.command(name="report", description=translate_description("report"))
@describe_parameters("report", "what")
@app_commands.guild_only()
async def report_problem(interaction: Interaction[Any], what: Range[str, 1, player_reports.MAX_TEXT_LENGTH]) -> None:
    async def work(ctx: InteractionContext) -> None:
        await help_handlers.store_report(ctx, await find_table_id_here(ctx), what)

    await handle_interaction(interaction, work)
