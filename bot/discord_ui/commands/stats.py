"""/stats: of a person, and of a server."""

from __future__ import annotations

from typing import Any

import discord
from discord import Interaction, app_commands
from discord.app_commands import Choice

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.interaction.errors import guarded, offered
from bot.discord_ui.interaction.user_error import UserError
from bot.discord_ui.stats.page import server_page, stats_page
from bot.discord_ui.text import titles
from bot.discord_ui.text.names import clean
from bot.discord_ui.text.voice import Voice, cut
from bot.table.knowing.stats import leaderboard
from bot.table.knowing.stats import stats as stats_of
from engines.kernel import Game, games
from storage.persons import people

from .translate import describe, description

stats = app_commands.Group(
    name="stats",
    description=description("stats"),
    allowed_contexts=app_commands.AppCommandContext(guild=True),
)


@stats.command(name="player", description=description("stats.player"))
@describe("stats.player", "player", "game")
async def player_(interaction: Interaction[Any], player: discord.Member | None = None, game: str | None = None) -> None:
    async def work(click: Click) -> None:
        engine = None if game is None else _game(game, click.voice).id
        meant = player or interaction.user
        own = meant.id == click.person.id
        known = await people.get(click.tables.db, meant.id)
        listed = known is None or bool(known.in_lists)
        if not own and not listed:
            raise UserError("stats.private", who=clean(meant.display_name))
        name = clean(meant.display_name)
        found = await stats_of(click.tables.db, meant.id, name, click.tables.clock(), engine, own=own)
        await click.show(stats_page(found, click.voice, listed))

    await guarded(interaction, work)


@stats.command(name="server", description=description("stats.server"))
@describe("stats.server", "game")
async def server(interaction: Interaction[Any], game: str | None = None) -> None:
    async def work(click: Click) -> None:
        meant = _game(game, click.voice) if game is not None else await click.game_here()
        if meant is None:
            raise UserError("rules.which_game", games=_titles(click.voice))
        board = await leaderboard(click.tables.db, meant.id, interaction.guild_id or 0)
        await click.show(server_page(meant, board, click.voice))

    await guarded(interaction, work)


@player_.autocomplete("game")
@server.autocomplete("game")
async def _games(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    async def offers(click: Click) -> list[Choice[str]]:
        titled = [(name, titles.game_title(game, click.voice)) for name, game in games().items()]
        return [Choice(name=title, value=name) for name, title in titled if typed.casefold() in title.casefold()]

    return await offered(interaction, offers)


def _game(typed: str, voice: Voice) -> Game[Any]:
    """The game meant: its id, or its title. Raises UserError."""
    for name, game in games().items():
        if typed in (name, titles.game_title(game, voice)):
            return game
    raise UserError("rules.no_game", got=cut(typed, 80), games=_titles(voice))


def _titles(voice: Voice) -> str:
    return ", ".join(titles.game_title(game, voice) for game in games().values())
