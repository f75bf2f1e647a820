"""/stats: statistics of a person and leaderboard of a server."""

from typing import Any

import discord
from discord import Interaction, app_commands
from discord.app_commands import Choice

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.interaction.handling import complete_parameter, handle_interaction
from bot.discord_ui.stats.page import build_leaderboard_page, build_stats_page
from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import Localizer, cut_text
from bot.discord_ui.text.names import clean_name
from bot.table.player_records.player_stats import load_leaderboard, load_stats
from bot.table.state.seat_names import name_person
from engines.kernel import Game, load_games
from storage.persons import people

from .translation import describe_parameters, translate_description

stats_group = app_commands.Group(
    name="stats",
    description=translate_description("stats"),
    allowed_contexts=app_commands.AppCommandContext(guild=True),
)


@stats_group.command(name="player", description=translate_description("stats.player"))
@describe_parameters("stats.player", "player", "game")
async def show_player_stats(
    interaction: Interaction[Any], player: discord.Member | None = None, game: str | None = None
) -> None:
    async def work(ctx: InteractionContext) -> None:
        game_id = None if game is None else _find_game(game, ctx.localizer).id
        await show_stats_of(ctx, player or interaction.user, game_id)

    await handle_interaction(interaction, work)


async def show_stats_of(ctx: InteractionContext, member: discord.Member | discord.User, game_id: str | None) -> None:
    """Show the statistics of a person, of one game or of all. Raises UserError if they are another's private ones."""
    is_own = member.id == ctx.person.id
    known = await people.load_person(ctx.service.db, member.id)
    is_listed = known is None or bool(known.in_lists)
    name = clean_name(member.display_name)
    if not is_own and not is_listed:
        raise UserError("stats.private", who=name_person(name))
    statistics = await load_stats(ctx.service.db, member.id, name, ctx.service.clock(), game_id, is_self=is_own)
    await ctx.show_page(build_stats_page(statistics, ctx.localizer, is_listed))


@stats_group.command(name="server", description=translate_description("stats.server"))
@describe_parameters("stats.server", "game")
async def show_leaderboard(interaction: Interaction[Any], game: str | None = None) -> None:
    async def work(ctx: InteractionContext) -> None:
        shown_game = _find_game(game, ctx.localizer) if game is not None else await ctx.find_game_here()
        if shown_game is None:
            raise UserError("rules.which_game", games=_join_titles(ctx.localizer))
        board = await load_leaderboard(ctx.service.db, shown_game.id, interaction.guild_id or 0)
        await ctx.show_page(build_leaderboard_page(shown_game, board, ctx.localizer))

    await handle_interaction(interaction, work)


@show_player_stats.autocomplete("game")
@show_leaderboard.autocomplete("game")
async def _complete_game(interaction: Interaction[Any], typed_text: str) -> list[Choice[str]]:
    async def list_choices(ctx: InteractionContext) -> list[Choice[str]]:
        titled = [(name, titles.name_game(game, ctx.localizer)) for name, game in load_games().items()]
        return [Choice(name=title, value=name) for name, title in titled if typed_text.casefold() in title.casefold()]

    return await complete_parameter(interaction, list_choices)


def _find_game(typed_text: str, localizer: Localizer) -> Game[Any]:
    """Return the game with this id or title. Raises UserError."""
    for name, game in load_games().items():
        if typed_text in (name, titles.name_game(game, localizer)):
            return game
    raise UserError("rules.no_game", got=cut_text(typed_text, 80), games=_join_titles(localizer))


def _join_titles(localizer: Localizer) -> str:
    return ", ".join(titles.name_game(game, localizer) for game in load_games().values())
