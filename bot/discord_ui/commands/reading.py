"""/board, /rules, /games, /help: commands for everyone, with or without a seat."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from discord import Interaction, app_commands
from discord.app_commands import Choice

from bot.discord_ui.card.board import AS_TEXT, build_board_pages
from bot.discord_ui.help import handlers as help_handlers
from bot.discord_ui.help.gallery import load_gallery
from bot.discord_ui.help.page import build_games_page
from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.interaction.handling import complete_parameter, handle_interaction
from bot.discord_ui.page import picture_requests
from bot.discord_ui.rulebook.lookup import find_entry, format_entry_title, load_game_rulebook, search_all_books
from bot.discord_ui.rulebook.page import build_rule_pages, build_search_page
from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import cut_text
from bot.table.player_records.table_list import load_table_list
from engines.kernel import Game, load_games

from .channels import find_table_id_here
from .parameters import complete_game, find_game_id
from .translation import describe_parameters, translate_description

GAME_SEPARATOR = "/"
"""Separator of game and entry in a completion's value."""
MAX_VALUE = 100
AnyCommand = TypeVar("AnyCommand", bound=Callable[..., Any])


@app_commands.command(name="board", description=translate_description("board"))
@describe_parameters("board", "view", "text")
@app_commands.guild_only()
async def board_command(interaction: Interaction[Any], view: str | None = None, text: bool = False) -> None:
    async def work(ctx: InteractionContext) -> None:
        async with ctx.service.lock_table(await find_table_id_here(ctx)) as table:
            names = picture_requests.list_public_pictures(table)
            titled = {
                picture_requests.render_picture_title(table, name, ctx.localizer.first_lang): name for name in names
            }
            picture = titled.get(view or "", view)
            if picture is not None and picture not in names:
                raise UserError("board.unknown", got=picture, pictures=", ".join(titled))
            pages = build_board_pages(table, AS_TEXT if text else picture, ctx.localizer)
        await ctx.show_page(*pages)

    await handle_interaction(interaction, work)


@board_command.autocomplete("view")
async def _complete_view(interaction: Interaction[Any], typed_text: str) -> list[Choice[str]]:
    async def list_choices(ctx: InteractionContext) -> list[Choice[str]]:
        async with ctx.service.lock_table(await find_table_id_here(ctx)) as table:
            titled = [
                (picture_requests.render_picture_title(table, n, ctx.localizer.first_lang), n)
                for n in picture_requests.list_public_pictures(table)
            ]
        target = typed_text.casefold()
        return [Choice(name=title, value=name) for title, name in titled if target in title.casefold()]

    return await complete_parameter(interaction, list_choices)


def allow_everywhere(command: AnyCommand) -> AnyCommand:
    """Allow a command that needs no table everywhere, also for people who installed the bot and in direct messages.

    Used as a decorator.
    """
    decorated = app_commands.allowed_installs(guilds=True, users=True)(command)
    return app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(decorated)


@app_commands.command(name="rules", description=translate_description("rules"))
@describe_parameters("rules", "about", "game")
@allow_everywhere
async def rules_command(interaction: Interaction[Any], about: str | None = None, game: str | None = None) -> None:
    async def work(ctx: InteractionContext) -> None:
        chosen, query = await _find_game(ctx, game), about
        if about is not None and (named := _parse_entry(about)) is not None:
            chosen, query = named
        if chosen is None:
            await ctx.show_page(build_search_page(about, ctx.localizer))
            return
        entry = None if query is None else find_entry(chosen, query, ctx.localizer.first_lang)
        page, *further = build_rule_pages(chosen, entry, ctx.localizer)
        if query is not None and entry is None:
            page = page.with_notice(ctx.localizer.render_line("rules.not_found", got=cut_text(query, 80)))
        await ctx.show_page(page, *further)

    await handle_interaction(interaction, work)


@rules_command.autocomplete("about")
async def _complete_entry(interaction: Interaction[Any], typed_text: str) -> list[Choice[str]]:
    async def list_choices(ctx: InteractionContext) -> list[Choice[str]]:
        chosen = await _find_game(ctx, getattr(interaction.namespace, "game", None))
        if chosen is not None:
            entries = load_game_rulebook(chosen).list_entries(typed_text, ctx.localizer.first_lang)
            return [Choice(name=cut_text(format_entry_title(entry), 100), value=entry.id) for entry in entries]
        return [
            Choice(
                name=cut_text(
                    f"{titles.name_game(game, ctx.localizer)}{ctx.localizer.colon}{format_entry_title(entry)}", 100
                ),
                value=value,
            )
            for game, entry in search_all_books(typed_text, ctx.localizer.first_lang)
            if len(value := f"{game.id}{GAME_SEPARATOR}{entry.id}") <= MAX_VALUE
        ]

    return await complete_parameter(interaction, list_choices)


@rules_command.autocomplete("game")
async def _complete_game(interaction: Interaction[Any], typed_text: str) -> list[Choice[str]]:
    async def list_choices(ctx: InteractionContext) -> list[Choice[str]]:
        return complete_game(ctx, typed_text)

    return await complete_parameter(interaction, list_choices)


def _parse_entry(typed_text: str) -> tuple[Game[Any], str] | None:
    """Return (game, entry) of a completion with a game's id, or None."""
    game_id, of_game, entry = typed_text.partition(GAME_SEPARATOR)
    game = load_games().get(game_id)
    return None if game is None or not of_game else (game, entry)


async def _find_game(ctx: InteractionContext, named: str | None) -> Game[Any] | None:
    """Return the named game, else the one of this channel's table, else the only one; None if undecided."""
    if named:
        game = load_games().get(find_game_id(named))
        if game is None:
            raise UserError("rules.no_game", got=cut_text(named, 80), games=", ".join(load_games()))
        return game
    game_here = await ctx.find_game_here()
    if game_here is not None:
        return game_here
    return next(iter(load_games().values())) if len(load_games()) == 1 else None


@app_commands.command(name="games", description=translate_description("games"))
@allow_everywhere
async def games_command(interaction: Interaction[Any]) -> None:
    async def work(ctx: InteractionContext) -> None:
        summaries = await load_table_list(ctx.service.db, ctx.person.id)
        picture_request = await load_gallery(ctx.service, summaries, ctx.localizer)
        await ctx.show_page(replace(build_games_page(summaries, ctx.localizer), picture_request=picture_request))

    await handle_interaction(interaction, work)


@app_commands.command(name="help", description=translate_description("help"))
@allow_everywhere
async def help_command(interaction: Interaction[Any]) -> None:
    async def work(ctx: InteractionContext) -> None:
        await help_handlers.show_help(ctx)

    await handle_interaction(interaction, work)
