"""What the controls do that belong to no table: the languages in which a person
reads and a server is written to, and leafing in a rulebook."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.discord_ui.interaction.click import Click
from bot.discord_ui.interaction.user_error import UserError
from bot.discord_ui.life.page import votes_page
from bot.discord_ui.rulebook.page import contents_page, rules_pages
from bot.discord_ui.text.voice import Voice, lang_of
from engines.kernel import games
from storage.persons import guilds, people

from .page import AS_DISCORD, ServerChoice, help_page, moderators_page, tables_page, yours_page


async def language(click: Click, _: str) -> None:
    """Menu: the person's language (ja, en, or as Discord reports it). The page is shown again in it."""
    value = click.chosen
    chosen = None if value == AS_DISCORD else value
    async with click.tables.db.transaction() as tx:
        await people.meet(tx, click.person.id, click.person.name, click.tables.clock())
        await people.set_language(tx, click.person.id, chosen)
    await show_help(click)


async def public(click: Click, _: str) -> None:
    """Menu: the default language of public posts on this server."""
    guild = click.interaction.guild_id
    if guild is None or not _manages_server(click):
        raise UserError("help.managers_only")
    value = click.chosen
    async with click.tables.db.transaction() as tx:
        await guilds.set_language(tx, guild, None if value == AS_DISCORD else value)
    await show_help(click)


async def show_help(click: Click) -> None:
    """Show the help page, in the person's present language."""
    known = await people.get(click.tables.db, click.person.id)
    chosen = known.language if known else None
    guild = click.interaction.guild_id
    server = None
    if guild is not None and click.interaction.is_guild_integration() and _manages_server(click):
        server = ServerChoice(await guilds.language(click.tables.db, guild))
    await click.show(help_page(Voice((lang_of(chosen or click.interaction.locale),)), chosen, server))


def _manages_server(click: Click) -> bool:
    return click.interaction.permissions.manage_guild


async def rule(click: Click, arg: str) -> None:
    """Menu: an entry of a rulebook. The id's argument is `<game>`, or `<game>.<which part of its contents>`."""
    paragraph = click.chosen
    await click.show(*rules_pages(games()[arg.partition(".")[0]], paragraph, click.voice))


async def contents(click: Click, engine: str) -> None:
    await click.show(contents_page(games()[engine], click.voice))


async def turn(click: Click, arg: str) -> None:
    """Show another entry of a rulebook on the same message. The id's argument is `<game>.<id of the entry>`."""
    engine, _, paragraph = arg.partition(".")
    await click.show(*rules_pages(games()[engine], paragraph, click.voice))


async def look(click: Click, arg: str) -> None:
    """Show an entry of a rulebook as a message of its own. The id's argument is `<game>.<id of the entry>`."""
    engine, _, paragraph = arg.partition(".")
    await click.show(*rules_pages(games()[engine], paragraph, click.voice), beside=True)


async def votes(click: Click, _: str) -> None:
    """The table of votes."""
    await click.show(votes_page(click.voice), beside=True)


async def tables(click: Click, _: str) -> None:
    await click.show(tables_page(click.voice), beside=True)


async def yours(click: Click, _: str) -> None:
    await click.show(yours_page(click.voice), beside=True)


async def moderators(click: Click, _: str) -> None:
    await click.show(moderators_page(click.voice), beside=True)


VERBS: Mapping[str, Callable[[Click, str], Awaitable[None]]] = {
    "language": language,
    "public": public,
    "rule": rule,
    "contents": contents,
    "turn": turn,
    "look": look,
    "votes": votes,
    "tables": tables,
    "yours": yours,
    "moderators": moderators,
}
