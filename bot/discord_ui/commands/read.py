"""/board, /rules, /games, /help: for everybody who looks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from discord import Interaction, app_commands
from discord.app_commands import Choice

from bot.discord_ui.card.board import IN_WORDS, board_pages
from bot.discord_ui.help import presses as help_presses
from bot.discord_ui.help.gallery import gallery_of
from bot.discord_ui.help.page import games_page
from bot.discord_ui.interaction.click import Click
from bot.discord_ui.interaction.errors import guarded, offered
from bot.discord_ui.interaction.user_error import UserError
from bot.discord_ui.page import picture_requests
from bot.discord_ui.rulebook.lookup import book, entry_title, find, found_anywhere
from bot.discord_ui.rulebook.page import found_page, rules_pages
from bot.discord_ui.text import titles
from bot.discord_ui.text.voice import cut
from bot.table.knowing.summaries import tables_of
from engines.kernel import Game, games

from .channels import table_here
from .choices import engine_named, games_offered
from .translate import describe, description

OF_GAME = "/"
"""Between the game and the entry, where a completion names both."""
MAX_VALUE = 100
Anything = TypeVar("Anything", bound=Callable[..., Any])


@app_commands.command(name="board", description=description("board"))
@describe("board", "view", "text")
@app_commands.guild_only()
async def board(interaction: Interaction[Any], view: str | None = None, text: bool = False) -> None:
    async def work(click: Click) -> None:
        async with click.tables.at(await table_here(click)) as live:
            names = picture_requests.public_pictures(live)
            titled = {picture_requests.picture_title(live, name, click.voice.first): name for name in names}
            picture = titled.get(view or "", view)
            if picture is not None and picture not in names:
                raise UserError("board.unknown", got=picture, pictures=", ".join(titled))
            pages = board_pages(live, IN_WORDS if text else picture, click.voice)
        await click.show(*pages)

    await guarded(interaction, work)


@board.autocomplete("view")
async def _views(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    async def offers(click: Click) -> list[Choice[str]]:
        async with click.tables.at(await table_here(click)) as live:
            titled = [
                (picture_requests.picture_title(live, n, click.voice.first), n)
                for n in picture_requests.public_pictures(live)
            ]
        wanted = typed.casefold()
        return [Choice(name=title, value=name) for title, name in titled if wanted in title.casefold()]

    return await offered(interaction, offers)


def anywhere(command: Anything) -> Anything:
    """Decorator: a command that needs no table goes with whoever has the bot, into groups and direct messages too."""
    decorated = app_commands.allowed_installs(guilds=True, users=True)(command)
    return app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(decorated)


@app_commands.command(name="rules", description=description("rules"))
@describe("rules", "about", "game")
@anywhere
async def rules(interaction: Interaction[Any], about: str | None = None, game: str | None = None) -> None:
    async def work(click: Click) -> None:
        chosen, wanted = await _game(click, game), about
        if about is not None and (named := _entry(about)) is not None:
            chosen, wanted = named
        if chosen is None:
            await click.show(found_page(about, click.voice))
            return
        entry = None if wanted is None else find(chosen, wanted, click.voice.first)
        page, *more = rules_pages(chosen, entry, click.voice)
        if wanted is not None and entry is None:
            page = page.with_notice(click.voice.line("rules.not_found", got=cut(wanted, 80)))
        await click.show(page, *more)

    await guarded(interaction, work)


@rules.autocomplete("about")
async def _entries(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    async def offers(click: Click) -> list[Choice[str]]:
        chosen = await _game(click, getattr(interaction.namespace, "game", None))
        if chosen is not None:
            found = book(chosen).search(typed, click.voice.first)
            return [Choice(name=cut(entry_title(entry), 100), value=entry.id) for entry in found]
        return [
            Choice(
                name=cut(f"{titles.game_title(one, click.voice)}{click.voice.colon}{entry_title(entry)}", 100),
                value=value,
            )
            for one, entry in found_anywhere(typed, click.voice.first)
            if len(value := f"{one.id}{OF_GAME}{entry.id}") <= MAX_VALUE
        ]

    return await offered(interaction, offers)


@rules.autocomplete("game")
async def _games(interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
    async def offers(click: Click) -> list[Choice[str]]:
        return games_offered(click, typed)

    return await offered(interaction, offers)


def _entry(typed: str) -> tuple[Game[Any], str] | None:
    """The game and the entry of a completion that was offered where no game was known."""
    engine, of_game, entry = typed.partition(OF_GAME)
    game = games().get(engine)
    return None if game is None or not of_game else (game, entry)


async def _game(click: Click, named: str | None) -> Game[Any] | None:
    """The game named, else that of this channel's table, else the only one there is; None: it might be any."""
    if named:
        found = games().get(engine_named(named))
        if found is None:
            raise UserError("rules.no_game", got=cut(named, 80), games=", ".join(games()))
        return found
    here = await click.game_here()
    if here is not None:
        return here
    return next(iter(games().values())) if len(games()) == 1 else None


@app_commands.command(name="games", description=description("games"))
@anywhere
async def games_(interaction: Interaction[Any]) -> None:
    async def work(click: Click) -> None:
        mine = await tables_of(click.tables.db, click.person.id)
        shot = await gallery_of(click.tables, mine, click.voice)
        await click.show(replace(games_page(mine, click.voice), shot=shot))

    await guarded(interaction, work)


@app_commands.command(name="help", description=description("help"))
@anywhere
async def help_(interaction: Interaction[Any]) -> None:
    async def work(click: Click) -> None:
        await help_presses.show_help(click)

    await guarded(interaction, work)
