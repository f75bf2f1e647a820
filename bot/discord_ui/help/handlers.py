"""Handlers of controls that belong to no table: language menus, help pages, rulebook."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.discord_ui.lifecycle.page import build_votes_page
from bot.discord_ui.rulebook.page import build_contents_page, build_rule_pages
from bot.discord_ui.text.localizer import Localizer, lang_of
from engines.kernel import Game, load_games
from storage.persons import guilds, people

from . import page


async def set_language(ctx: InteractionContext, _: str) -> None:
    """Handle the menu of the person's language (ja, en, or Discord's) and show the page in it."""
    value = ctx.selected_value
    chosen = None if value == page.AS_DISCORD else value
    async with ctx.service.db.transaction() as tx:
        await people.remember_person(tx, ctx.person.id, ctx.person.name, ctx.service.clock())
        await people.set_language(tx, ctx.person.id, chosen)
    await show_help(ctx)


async def set_public_language(ctx: InteractionContext, _: str) -> None:
    """Handle the menu of this server's default language of public posts."""
    guild = ctx.interaction.guild_id
    if guild is None or not _manages_server(ctx):
        raise UserError("help.managers_only")
    value = ctx.selected_value
    async with ctx.service.db.transaction() as tx:
        await guilds.set_language(tx, guild, None if value == page.AS_DISCORD else value)
    await show_help(ctx)


async def show_help(ctx: InteractionContext) -> None:
    """Show the help page in the person's current language."""
    known = await people.load_person(ctx.service.db, ctx.person.id)
    chosen = known.language if known else None
    guild = ctx.interaction.guild_id
    server = None
    if guild is not None and ctx.interaction.is_guild_integration() and _manages_server(ctx):
        server = page.ServerChoice(await guilds.load_language(ctx.service.db, guild))
    await ctx.show_page(page.build_help_page(Localizer((lang_of(chosen or ctx.interaction.locale),)), chosen, server))


def _manages_server(ctx: InteractionContext) -> bool:
    return ctx.interaction.permissions.manage_guild


def _find_game(engine: str) -> Game[Any]:
    """Return a game by its id. Raises UserError if there is none, as in a control of another version."""
    game = load_games().get(engine)
    if game is None:
        raise UserError("error.old_control")
    return game


async def show_selected_rule(ctx: InteractionContext, arg: str) -> None:
    """Handle a menu of rulebook entries. The id's argument is `<game>` or `<game>.<first entry of the menu>`."""
    paragraph = ctx.selected_value
    await ctx.show_page(*build_rule_pages(_find_game(arg.partition(".")[0]), paragraph, ctx.localizer))


async def show_contents(ctx: InteractionContext, arg: str) -> None:
    """Show the contents of a rulebook. The id's argument is `<game>` or `<game>.<page>`."""
    engine, _, number = arg.partition(".")
    page_number = int(number) if number.isascii() and number.isdecimal() else 0
    await ctx.show_page(build_contents_page(_find_game(engine), ctx.localizer, page_number))


async def turn_to_rule(ctx: InteractionContext, arg: str) -> None:
    """Show another rulebook entry in the same message. The id's argument is `<game>.<id of the entry>`."""
    engine, _, paragraph = arg.partition(".")
    await ctx.show_page(*build_rule_pages(_find_game(engine), paragraph, ctx.localizer))


async def show_rule(ctx: InteractionContext, arg: str) -> None:
    """Show a rulebook entry in a new message. The id's argument is `<game>.<id of the entry>`."""
    engine, _, paragraph = arg.partition(".")
    await ctx.show_page(*build_rule_pages(_find_game(engine), paragraph, ctx.localizer), as_new=True)


async def show_votes(ctx: InteractionContext, _: str) -> None:
    """Show the table of votes."""
    await ctx.show_page(build_votes_page(ctx.localizer), as_new=True)


async def show_table_commands(ctx: InteractionContext, _: str) -> None:
    await ctx.show_page(page.build_table_commands_page(ctx.localizer), as_new=True)


async def show_personal_commands(ctx: InteractionContext, _: str) -> None:
    await ctx.show_page(page.build_personal_commands_page(ctx.localizer), as_new=True)


async def show_moderator_commands(ctx: InteractionContext, _: str) -> None:
    await ctx.show_page(page.build_moderators_page(ctx.localizer), as_new=True)


VERBS: Mapping[str, Callable[[InteractionContext, str], Awaitable[None]]] = {
    "language": set_language,
    "public": set_public_language,
    "rule": show_selected_rule,
    "contents": show_contents,
    "turn": turn_to_rule,
    "look": show_rule,
    "votes": show_votes,
    "tables": show_table_commands,
    "yours": show_personal_commands,
    "moderators": show_moderator_commands,
}
